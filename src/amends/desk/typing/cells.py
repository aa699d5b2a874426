"""What a scorer types for a table: a result that can occur there, or that the board was not played."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from amends import exact
from amends.awards import Award, Mixture, NotScored
from amends.bridge import BySide, Outcome, Points, Result, Side, TrickNotation, Vulnerable
from amends.bridge.tricks import result_words
from amends.bridge.typed import read_typed, tidied
from amends.cached import cached_property
from amends.event import Contestant, Event, Form
from amends.event.table_result import in_section, without_section
from amends.faults import Fault, Faults, refuse
from amends.formats.common.building import is_nobody, quoted
from amends.laws import law77
from amends.laws.law77 import possible_scores

NOT_PLAYED = ("np", ".", "not played")
"""What stands for a board that was not played, or whose result is not known yet."""

SIT_OUT = ("sit-out", "sit out", "bye")
"""What stands for a round without opponents."""


def read_line(text: str, notation: TrickNotation, vulnerable: Vulnerable) -> Mixture | NotScored:
    """What was typed for a table that played a board at this vulnerability.

    >>> [str(read_line(text, TrickNotation.EUROPEAN, Vulnerable.NONE)) for text in ('4hn=', '.', 'bye')]
    ['4H N =', 'np', 'sit-out']
    """
    tidy = tidied(text)
    if tidy in NOT_PLAYED:
        return NotScored(expected=True)
    if tidy in SIT_OUT:
        return NotScored(expected=False)
    try:
        return Mixture.of(typed_result(text, notation, vulnerable))
    except Faults as trouble:
        if tidy[:1].isdigit() or tidy[:1] in ("+", "-") or not tidy:
            raise
        [fault] = trouble.faults
        raise refuse(fault.found, f'{fault.expected}; "np" or "." where it was not played') from None


def typed_result(text: str, notation: TrickNotation, vulnerable: Vulnerable) -> Outcome:
    """The result that was typed; points that no contract is worth at this vulnerability are refused."""
    outcome = read_typed(text, notation)
    if isinstance(outcome, Points):
        check_points(outcome, vulnerable)
    return outcome


def check_points(score: Points, vulnerable: Vulnerable) -> None:
    """Refuse points that cannot occur; where the other side could have them, that is said."""
    possible = possible_scores(vulnerable)
    if score.ns in possible:
        return
    turned = Points(-score.ns)
    hint = f"; {turned.symbols} can be: the sign is that of N-S" if turned.ns in possible else ""
    raise refuse(f"{score.symbols} with {vulnerable.words}", f"a score that some contract is worth{hint}")


def as_typed(award: Award, notation: TrickNotation) -> str:
    """What `read_line` reads back, to stand in a field that is typed in; nothing where a result is missing.

    An award that nobody can type stands in its notation.
    """
    if isinstance(award, NotScored):
        return "" if award.expected else str(award)
    if isinstance(award, Mixture) and award.plain is not None:
        return result_words(award.plain, notation)
    return str(award)


_DIRECTED = re.compile(r".*\d(?:NS|EW)", re.IGNORECASE)

MOST_CHARACTERS = 40
"""The most characters of what somebody types for a contestant."""


class TypedSeats:
    """Finds contestants by number, with or without section and direction; `new` are those nobody has entered yet.

    Where there are two winners and no contestant is known, pairs are called by number and direction: a N-S and an
    E-W pair may turn out to share a number.
    """

    def __init__(self, event: Event) -> None:
        self.event = event
        self.noun = event.form.noun
        self.new: dict[str, Contestant] = {}
        self._two_winners = event.winners == 2 and event.form is Form.PAIRS

    def seated(self, section: str, ns: Iterable[str], ew: Iterable[str]) -> BySide[tuple[str, ...]]:
        """The contestants on each side; a side where nobody sat is empty."""
        seats = BySide(*(tuple(self._side(section, names, side)) for side, names in ((Side.NS, ns), (Side.EW, ew))))
        self._check(seats)
        return seats

    def contestant(self, section: str, number: str, side: Side) -> str:
        """The contestant that a number on a side means; one that nobody has entered yet is new."""
        ids = tuple(self._side(section, (number,), side))
        if not ids:
            raise refuse(repr(number), f"the number of a {self.noun}")
        return ids[0]

    def section(self, seats: BySide[tuple[str, ...]]) -> str:
        """The section of those who sit at a table."""
        for id in (*seats.ns, *seats.ew):
            if (known := self.event.contestants.get(id) or self.new.get(id)) and known.section:
                return known.section
        return ""

    def _side(self, section: str, names: Iterable[str], side: Side) -> Iterator[str]:
        for name in names:
            number = " ".join(name.split())
            if not number.isprintable() or len(number) > MOST_CHARACTERS:
                raise refuse(repr(number), f"the number of a {self.noun}")
            if not is_nobody(number):
                yield self._id(section, number, side)

    def _id(self, section: str, number: str, side: Side) -> str:
        directed = f"{number}{side.value}"
        for text in (in_section(section, directed), in_section(section, number), directed, number):
            if (known := self._known.get(text) or self._known.get(text.casefold())) is not None:
                return known
        if not section and self._prefixed and not self._unprefixed:
            raise refuse(f"{self.noun} {number} without a section", "the section too")
        text = self._with_direction(number, side)
        id = in_section(section, text) if section and (self._prefixed or not self._unprefixed) else text
        self.new[id] = Contestant(id, section=section, direction=side if self._two_winners else None)
        self._known[id.casefold()] = id
        return id

    def _with_direction(self, number: str, side: Side) -> str:
        """The number with its direction behind it, unless the event's contestants have none."""
        if not self._two_winners:
            return number
        if _DIRECTED.fullmatch(number):
            return number.upper()
        contestants = self.event.contestants.values()
        return f"{number}{side.value}" if all(each.id.endswith(("NS", "EW")) for each in contestants) else number

    @cached_property
    def _known(self) -> dict[str, str]:
        """The contestants of the event, by what they are called, also in small letters."""
        seated = (id for row in self.event.results for seats in row.seats for id in seats)
        ids = dict.fromkeys((*seated, *self.event.contestants))
        return {**{id.casefold(): id for id in ids}, **{id: id for id in ids}}

    @cached_property
    def _prefixed(self) -> bool:
        """Whether some contestants are called by their section."""
        return any(_has_section(each) for each in self.event.contestants.values())

    @cached_property
    def _unprefixed(self) -> bool:
        return any(not _has_section(each) for each in self.event.contestants.values())

    def _check(self, seats: BySide[tuple[str, ...]]) -> None:
        """Somebody sat there, as many as belong on a side, nobody twice, and everybody in a direction of their own."""
        ids = (*seats.ns, *seats.ew)
        if not ids:
            raise refuse("nobody on either side", f"a {self.noun} on one side at least")
        if twice := [id for id, times in Counter(ids).items() if times > 1]:
            raise refuse(f"{self.noun} {twice[0]} against itself", f"each {self.noun} once at a table")
        size = 2 if self.event.form is Form.INDIVIDUAL else 1
        for side in Side:
            if len(seats[side]) not in (0, size):
                expected = "both players" if size == 2 else f"one {self.noun}"
                raise refuse(f"{' and '.join(seats[side])} sitting {side.words}", f"{expected} on a side")
        self._check_directions(seats)

    def _check_directions(self, seats: BySide[tuple[str, ...]]) -> None:
        """Both pairs may have sat the wrong way round, but not one of them."""
        wrong = [id for side in Side for id in seats[side] if self._direction(id) is side.other]
        if self._two_winners and len(wrong) == 1 and all(seats):
            own = self._direction(wrong[0])
            words = own.words if own else ""
            other = f"{wrong[0]}{own.other.value}" if own else ""
            raise refuse(
                f"pair {wrong[0]}, which is {words}, against another {words} pair",
                f"a pair of each direction; {other}?",
            )

    def _direction(self, id: str) -> Side | None:
        known = self.event.contestants.get(id) or self.new.get(id)
        return known.direction if known else None


def _has_section(contestant: Contestant) -> bool:
    return bool(contestant.section) and without_section(contestant.id, contestant.section) != contestant.id


def seats_text(seats: BySide[tuple[str, ...]], section: str = "") -> str:
    """What stands for those at a table in the id of a row, as for the rows of a file."""
    return "-".join("+".join(quoted(without_section(id, section)) for id in side) for side in seats)


FAR = 800
"""A score so far from every other of its board may be a slip of the pen; a slam that one pair alone bid is not."""

ENOUGH = 3
"""With fewer other results nothing can be said."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What was typed comes to: an award with its N-S score, or faults; `doubt` is a reason to look once more."""

    award: Award | None = None
    score: int | None = None
    doubt: str = ""
    faults: tuple[Fault, ...] = ()


NOTHING = Meaning()


def meaning(text: str, notation: TrickNotation, vulnerable: Vulnerable, others: Sequence[Outcome] = ()) -> Meaning:
    """What a text in the field of a result means, beside the results of the other tables.

    >>> said = meaning('4hn=', TrickNotation.EUROPEAN, Vulnerable.NS)
    >>> str(said.award), said.score
    ('4H N =', 620)
    """
    if not text.strip():
        return NOTHING
    try:
        return meaning_of(read_line(text, notation, vulnerable), vulnerable, others)
    except Faults as trouble:
        return Meaning(faults=trouble.faults)


def meaning_of(award: Award, vulnerable: Vulnerable, others: Sequence[Outcome] = ()) -> Meaning:
    """What an award means, beside the results of the other tables."""
    plain = award.plain if isinstance(award, Mixture) else None
    if plain is None:
        return Meaning(award)
    return Meaning(award, law77.points(plain, vulnerable), doubt(plain, others, vulnerable))


def doubt(outcome: Outcome, others: Sequence[Outcome], vulnerable: Vulnerable) -> str:
    """Why a result deserves a second look; "" for one like others. It may be right all the same.

    >>> from amends.bridge.outcome import parse_outcome
    >>> others = [parse_outcome(text) for text in ('4H N =', '4H S +1', '3H N +1', '4S E -1')]
    >>> doubt(parse_outcome('4H E -1'), others, Vulnerable.NONE)
    'elsewhere ♥ was played by N-S alone (3 tables)'
    """
    score = law77.points(outcome, vulnerable)
    scores = [law77.points(each, vulnerable) for each in others]
    if isinstance(outcome, Result):
        suit, side = outcome.contract.denomination, outcome.declarer.side
        same = [each for each in others if isinstance(each, Result) and each.contract.denomination is suit]
        if len(same) >= ENOUGH and all(each.declarer.side is side.other for each in same):
            return f"elsewhere {suit.symbol} was played by {side.other.words} alone ({len(same)} tables)"
    if score and score not in scores and (turned := scores.count(-score)) >= ENOUGH:
        return f"{turned} other tables have {exact.signed(-score)}: is the side right?"
    if len(scores) >= ENOUGH and min(abs(score - each) for each in scores) >= FAR:
        least, most = (exact.signed(each) for each in (min(scores), max(scores)))
        return f"the other tables have {least} to {most}" if least != most else f"all other tables have {least}"
    return ""
