"""Names of contestants after the start: one contestant, or a list of all; and contestants who come late."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from amends.bridge import Side
from amends.desk.confirm import Draft, Drafting
from amends.desk.importing.reimport import Removed
from amends.desk.typing.new_event import contestant_lines, heading_of, split_names
from amends.event import Contestant, Event, Form, Player, Substitute
from amends.event.table_result import short
from amends.faults import Fault, Refusal
from amends.journal.entries import ContestantsEntered, Payload, SubstitutesEntered
from amends.scoring.standings import natural

LONGEST_NAME, LONGEST_NUMBER = 100, 40
"""Characters of a name, and of the number by which a federation knows somebody."""

MOST_PLAYERS = 12
"""Of one contestant."""


# Who there is


def contestants_of(event: Event) -> dict[str, Contestant]:
    """All contestants by their ids, in the order of their numbers; also those of whom only a table result tells."""
    seated = (id for row in event.results for seats in row.seats for id in seats)
    ids = dict.fromkeys((*event.contestants, *seated))
    known = [event.contestants.get(id) or Contestant(id) for id in ids]
    return {each.id: each for each in sorted(known, key=_order)}


def _order(contestant: Contestant) -> tuple[object, ...]:
    return natural(contestant.section), contestant.direction is Side.EW, natural(contestant.id)


def is_named(contestant: Contestant) -> bool:
    """Whether anything is known of who plays."""
    return bool(contestant.name) or any(player.name for player in all_players(contestant))


def all_players(contestant: Contestant) -> tuple[Player, ...]:
    """Its players in their order; those of a team pair by pair."""
    return (*contestant.players, *(player for pair in contestant.pairs for player in pair.players))


def with_players(contestant: Contestant, players: Sequence[Player]) -> Contestant:
    """The contestant with other players in the places of its own; those of pairs stay in their pairs.

    Places at the end that nobody has or had are left out.
    """
    left = list(players)
    if contestant.pairs:
        first, left = left[: len(contestant.players)], left[len(contestant.players) :]
        pairs = []
        for pair in contestant.pairs:
            here, left = left[: len(pair.players)], left[len(pair.players) :]
            pairs.append(replace(pair, players=tuple(here)))
        return replace(contestant, players=(*first, *(player for player in left if player.name)), pairs=tuple(pairs))
    while left and left[-1] == Player() and len(left) > len(contestant.players):
        left.pop()
    return replace(contestant, players=tuple(left))


def with_own_players(contestant: Contestant) -> Contestant:
    """A pair that came in under one name for both, "Ash & Birch", with two players; any other as it is."""
    names = split_names(contestant.name)
    if all_players(contestant) or len(names) != 2:
        return contestant
    return replace(contestant, name="", players=tuple(map(Player, names)))


def own_name(contestant: Contestant) -> str:
    """The name that a contestant has besides those of its players; "" where it is just these."""
    names = [player.name for player in contestant.players if player.name]
    same = any(contestant.name == between.join(names) for between in (" & ", " – ", " - ", " and "))
    return "" if names and same else contestant.name


# Entering names


def naming(contestants: Sequence[Contestant]) -> Draft:
    """Enter who plays; contestants about whom nothing else is said than is known change nothing.

    Whoever was removed for good stays so: an empty place keeps its reference.
    """

    def draft(drafting: Drafting) -> Iterable[Payload]:
        event = drafting.opened.event
        known = contestants_of(event)
        for each in contestants:
            if known and each.id not in known:
                raise Refusal(f"There is no {event.form.noun} {each.id} in this event.")
            check_names(each)
        changed = [each for each in contestants if known.get(each.id) != each]
        if changed:
            removed = Removed(drafting.opened.entries)
            yield ContestantsEntered(tuple(removed.entered(each, drafting.register) for each in changed))

    return draft


def check_names(contestant: Contestant) -> None:
    """Refuse names that nobody has: too long, or with characters that cannot be printed."""
    players = all_players(contestant)
    if len(players) > MOST_PLAYERS:
        raise Refusal(f"{len(players)} players are too many; at most {MOST_PLAYERS} can be entered.")
    for text, most in (
        (contestant.name, LONGEST_NAME),
        *((player.name, LONGEST_NAME) for player in players),
        *((player.national_id, LONGEST_NUMBER) for player in players),
    ):
        if len(text) > most or not text.isprintable():
            raise Refusal(f'"{text[:20]}…" cannot be entered.', f"It may have at most {most} printable characters.")
    for player in players:
        if player.national_id and not player.name:
            raise Refusal(f"Whose number is {player.national_id}?", "Type the name too.")


# Substitutes


MOST_SUBSTITUTES = 20
"""Of one contestant."""


def substituting(contestant: str, substitute: Substitute) -> Draft:
    """Somebody plays for a player of a contestant, on some boards or in some rounds; no score changes by it."""

    def draft(drafting: Drafting) -> Iterable[Payload]:
        event = drafting.opened.event
        known = contestants_of(event).get(contestant)
        if known is None:
            raise Refusal(f"There is no {event.form.noun} {contestant} in this event.")
        name = " ".join(substitute.name.split())
        if not name:
            raise Refusal("The name of the substitute is missing.")
        check_names(Contestant(contestant, name))
        if substitute.instead_of > MOST_PLAYERS or substitute.first < 0 or substitute.last < substitute.first:
            raise Refusal("These boards or rounds cannot be.", "Type the first one and the last one.")
        there = _entered_substitutes(drafting, contestant)
        if len(there) >= MOST_SUBSTITUTES:
            raise Refusal(f"At most {MOST_SUBSTITUTES} substitutes can be entered.")
        yield SubstitutesEntered(contestant, (*there, replace(substitute, name=name)))

    return draft


def without_substitute(contestant: str, place: int) -> Draft:
    """Take back a substitute who was entered by mistake, by the place in the list, from 1."""

    def draft(drafting: Drafting) -> Iterable[Payload]:
        there = _entered_substitutes(drafting, contestant)
        if not 1 <= place <= len(there):
            raise Refusal("There is no such substitute any more.")
        yield SubstitutesEntered(contestant, (*there[: place - 1], *there[place:]))

    return draft


def _entered_substitutes(drafting: Drafting, contestant: str) -> tuple[Substitute, ...]:
    """The substitutes as they were entered: by reference, so that whoever was removed for good keeps the place."""
    for entry in reversed(drafting.opened.entries):
        if isinstance(entry.payload, SubstitutesEntered) and entry.payload.contestant == contestant:
            return entry.payload.substitutes
    return ()


# A list of all


@dataclass(frozen=True, slots=True)
class RefusedLine:
    """A line of a list that cannot be read: its place, and why."""

    place: int
    text: str
    fault: Fault


@dataclass(frozen=True, slots=True)
class NameChange:
    """A contestant as it is, and as a list says it is."""

    before: Contestant
    after: Contestant


@dataclass(frozen=True, slots=True)
class TypedNames:
    """What a list of names comes to for an event."""

    changes: tuple[NameChange, ...]
    same: int
    """Lines that say what is known."""
    refused: tuple[RefusedLine, ...]
    left: str
    """The refused lines as a list again, under their headings."""
    twice: tuple[str, ...]
    """Names that more than one contestant would have."""


def read_names(event: Event, text: str) -> TypedNames:
    """Hold a list, a contestant a line, against an event; a line that cannot be read does not stop the others.

    A number alone leaves its contestant as it is. An event that has nobody yet takes everybody.
    """
    known = contestants_of(event)
    lines = contestant_lines(text, event.form, event.winners, known)
    changes, same = list[NameChange](), 0
    wrong: dict[int, Fault] = {}
    for line in lines:
        if line.contestant is None:
            wrong[line.place] = line.faults[0]
            continue
        before = known.get(line.contestant.id) or Contestant(line.contestant.id)
        try:
            after = merged(before, line.contestant, event.form) if known else line.contestant
            check_names(after)
        except Refusal as trouble:
            wrong[line.place] = trouble.faults[0]
            continue
        same += before == after and bool(known)
        if before != after or not known:
            changes.append(NameChange(before, after))
    typed = text.splitlines()
    refused = tuple(RefusedLine(place, typed[place - 1].strip(), fault) for place, fault in wrong.items())
    return TypedNames(tuple(changes), same, refused, _left(typed, wrong, event.winners), _twice(known, changes))


def merged(known: Contestant, typed: Contestant, form: Form) -> Contestant:
    """What is known of a contestant with what was typed of it; a player who is typed again keeps their numbers."""
    if not typed.name and not typed.players:
        return known
    players = all_players(known)
    by_name = {player.name.casefold(): player for player in players}
    said = tuple(by_name.get(player.name.casefold(), player) for player in typed.players)
    said = tuple(replace(each, name=player.name) for each, player in zip(said, typed.players, strict=True))
    if form is Form.TEAMS:
        named = replace(known, name=typed.name or known.name)
        if not said or said == players:
            return named
        if known.pairs and len(said) != len(players):
            message = f"Team {known.id} has {len(players)} players in pairs, and {len(said)} are typed."
            raise Refusal(message, "Open the team to enter them one by one.")
        return with_players(named, said) if known.pairs else replace(named, players=said)
    if not said:
        return known if typed.name == known.name else replace(known, name=typed.name, players=())
    return known if said == players and not own_name(known) else replace(known, name="", players=said)


def _left(typed: Sequence[str], wrong: Mapping[int, Fault], winners: int) -> str:
    lines, heading = list[str](), ""
    for place, line in enumerate(typed, 1):
        if winners == 2 and heading_of(line.strip()) is not None:
            heading = line
        elif place in wrong:
            lines += [heading] * bool(heading) + [line]
            heading = ""
    return "\n".join(lines)


def _twice(known: Mapping[str, Contestant], changes: Iterable[NameChange]) -> tuple[str, ...]:
    """Names of players that were typed and that another contestant has too."""
    after = {**known, **{change.after.id: change.after for change in changes}}
    holders: dict[str, set[str]] = {}
    for id, contestant in after.items():
        for player in all_players(contestant):
            holders.setdefault(player.name, set()).add(id)
    typed = {player.name: None for change in changes for player in all_players(change.after) if player.name}
    return tuple(
        f"{name} ({', '.join(sorted(holders[name], key=natural))})" for name in typed if len(holders[name]) > 1
    )


def names_text(event: Event) -> str:
    """The names as a list that `read_names` reads back: a contestant whose names it would read otherwise by number."""
    known = contestants_of(event)
    numbers = _numbers(event, known)
    written = {id: f"{numbers[id]} {_line(each, event.form)}".rstrip() for id, each in known.items()}
    back = read_names(event, _under_headings(known, numbers, written))
    other = {change.after.id for change in back.changes}
    other |= {id for id, line in written.items() if any(line == each.text for each in back.refused)}
    return _under_headings(known, numbers, {id: numbers[id] if id in other else line for id, line in written.items()})


def _numbers(event: Event, known: Mapping[str, Contestant]) -> dict[str, str]:
    """What stands before the names of each contestant: its number alone where headings say the rest."""
    alone = {id: short(id, each.section) for id, each in known.items()}
    places = {(alone[id], each.direction) for id, each in known.items()}
    is_enough = event.winners == 2 and all(each.direction for each in known.values()) and len(places) == len(known)
    return alone if is_enough else {id: id for id in known}


def _under_headings(known: Mapping[str, Contestant], numbers: Mapping[str, str], lines: Mapping[str, str]) -> str:
    written, heading = list[str](), None
    for id, line in lines.items():
        direction = known[id].direction if numbers[id] != id else None
        if direction is not None and direction is not heading:
            written.append(direction.words)
            heading = direction
        written.append(line)
    return "\n".join(written)


def _line(contestant: Contestant, form: Form) -> str:
    names = [player.name for player in all_players(contestant)]
    if form is Form.TEAMS:
        return f"{contestant.name}: {', '.join(names)}" if names else contestant.name
    return own_name(contestant) or (" – ".join(names) if any(names) else "")
