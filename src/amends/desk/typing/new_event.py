"""Events that begin by hand: empty, with a list of contestants, or with a movement whose results are still missing."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from amends.awards import NotScored
from amends.bridge import BySide, Side
from amends.desk.desk import Desk
from amends.desk.file_event import EventChoices, check_form, scorings, swiss_scaled
from amends.desk.importing.documents import begin
from amends.desk.open_event import OpenEvent
from amends.desk.typing.cells import seats_text
from amends.event import Contestant, Event, Form, Player, TableResult
from amends.event.movements import Movement
from amends.event.table_result import short
from amends.faults import Fault, Faults, Refusal, refuse
from amends.formats.common.building import row_id
from amends.journal.chain import Document
from amends.regulations import default

_NUMBERED = re.compile(r"(?P<number>[0-9]{1,6})(?:[.):]?\s+|[.):]|$)(?P<names>.*)")
_BETWEEN = re.compile(
    r"(?<!\s)\s++(?:-|and)\s++|(?:(?<!\s)\s++)?[–—&/+;]\s*+|(?:(?<![^\S\t])[^\S\t]++)?\t\s*+", re.IGNORECASE
)
_HEADINGS = {"ns": Side.NS, "northsouth": Side.NS, "ew": Side.EW, "eastwest": Side.EW}


@dataclass(frozen=True, slots=True)
class ContestantLine:
    """A line of a list: its place in it, and who it names; `contestant` is None where `faults` say what is wrong."""

    place: int
    number: str
    names: str
    direction: Side | None
    contestant: Contestant | None = None
    faults: tuple[Fault, ...] = ()


def read_contestants(text: str, form: Form = Form.PAIRS, winners: int = 1) -> tuple[Contestant, ...]:
    """The contestants of a list, one a line, with their numbers before them or numbered through.

    Two winners may stand under the headings N-S and E-W; where both begin with 1, the direction is part of what a pair
    is called. All faults of all lines come together.

    >>> [(each.id, each.called) for each in read_contestants('1 Ash – Birch\\n2 Cole & Dean')]
    [('1', 'Ash & Birch'), ('2', 'Cole & Dean')]
    """
    lines = contestant_lines(text, form, winners)
    if faults := [fault for line in lines for fault in Faults(line.faults).at(f"line {line.place}").faults]:
        raise Faults(faults)
    return tuple(line.contestant for line in lines if line.contestant is not None)


def contestant_lines(
    text: str, form: Form, winners: int, known: Mapping[str, Contestant] | None = None
) -> list[ContestantLine]:
    """The lines of a list, each with its contestant or with what is wrong with it.

    With `known` each line has to mean one of these, by its whole number (A3, 3NS) or by a part that no other has.
    """
    lines = _lines(text, winners, {id.casefold() for id in known or ()})
    shared = {each.number for each in lines if each.direction is Side.NS} & {
        each.number for each in lines if each.direction is Side.EW
    }

    taken: set[str] = set()
    made = []
    for line in lines:
        try:
            if not line.names.isprintable() and "\t" not in line.names:
                raise Refusal(f"{line.names!r} has characters that cannot be printed.", "Type the names.")
            if not line.number:
                raise Refusal(f'"{line.names}" has no number.', "Put a number on every line, or on none.")
            side = line.direction.value if line.direction and shared else ""
            id = _known_id(line, known, form.noun) if known else f"{line.number}{side}"
            contestant = replace(_contestant(line, form), id=id)
            if id in taken:
                raise Refusal(f"This is {form.noun} {id} once more.", "Give each number once.")
            taken.add(id)
            made.append(replace(line, contestant=contestant))
        except Faults as trouble:
            made.append(replace(line, faults=trouble.faults))
    return made


def _known_id(line: ContestantLine, known: Mapping[str, Contestant], noun: str) -> str:
    """The contestant that a line means."""
    wanted = line.number.casefold()
    found = [id for id in known if id.casefold() == wanted] or [
        id for id, each in known.items() if short(id, each.section) == line.number and _sits(each, line.direction)
    ]
    if len(found) == 1:
        return found[0]
    if found:
        raise Refusal(f"{line.number} may be {' or '.join(found[:4])}.", "Type the whole number.")
    raise Refusal(f"There is no {noun} {line.number} in this event.")


def _sits(contestant: Contestant, direction: Side | None) -> bool:
    """Whether a contestant can stand under a heading."""
    return direction is None or contestant.direction in (None, direction)


def heading_of(line: str) -> Side | None:
    """The direction that a line is the heading of.

    >>> heading_of('N-S:'), heading_of('1 Ash – Birch')
    (<Side.NS: 'NS'>, None)
    """
    return _HEADINGS.get(re.sub(r"[\s\-–/:]", "", line.lower()))


def _lines(text: str, winners: int, known: Container[str] = ()) -> list[ContestantLine]:
    """The lines that name somebody; where none has a number, each has its place in the list, by direction."""
    lines, direction = list[ContestantLine](), None
    for place, words in enumerate(text.splitlines(), 1):
        line = words.strip()
        heading = heading_of(line)
        if heading is not None and winners == 2:
            direction = heading
        elif line:
            numbered = _NUMBERED.fullmatch(line)
            number, names = (str(int(numbered["number"])), numbered["names"]) if numbered else ("", line)
            first, _, rest = line.partition(" ")
            if (whole := first.rstrip(".):")).casefold() in known:
                number, names = whole, rest
            lines.append(ContestantLine(place, number, names.strip(), direction))
    return _counted(lines) if lines and not any(line.number for line in lines) else lines


def _counted(lines: Sequence[ContestantLine]) -> list[ContestantLine]:
    counts: dict[Side | None, int] = {}
    made = []
    for line in lines:
        counts[line.direction] = counts.get(line.direction, 0) + 1
        made.append(replace(line, number=str(counts[line.direction])))
    return made


def _contestant(line: ContestantLine, form: Form) -> Contestant:
    """A contestant with its own name and its players, as far as they are typed."""
    if form is Form.INDIVIDUAL:
        return Contestant(line.number, players=_players([line.names]))
    if form is Form.TEAMS:
        name, _, players = line.names.partition(":")
        return Contestant(
            line.number, name=_tidy(name), players=_players(re.split(r"[,;]|" + _BETWEEN.pattern, players))
        )
    names = _BETWEEN.split(line.names)
    if len(names) == 1:
        if "," in line.names:
            raise Refusal(f'"{line.names}": one name, or two?', 'Put a dash between two names: "Ash – Birch".')
        return Contestant(line.number, name=_tidy(line.names), direction=line.direction)
    return Contestant(line.number, direction=line.direction, players=_players(names))


def split_names(names: str) -> list[str]:
    """The names of a pair, with a dash, an ampersand or "and" between them.

    >>> split_names('Ann Ash – Bea Birch'), split_names('Ash-Birch')
    (['Ann Ash', 'Bea Birch'], ['Ash-Birch'])
    """
    return [_tidy(name) for name in _BETWEEN.split(names) if _tidy(name)]


def _players(names: Sequence[str]) -> tuple[Player, ...]:
    return tuple(Player(_tidy(name)) for name in names if _tidy(name))


def _tidy(name: str) -> str:
    return " ".join(name.split())


MOST_BOARDS = 99
"""The most boards of a set."""

MOST_ROWS = 20_000
"""The most results that a movement may have to come: more than that is a slip of the pen."""


@dataclass(frozen=True, slots=True)
class MovementLayout:
    """A movement with its boards: `each` set has so many, and the first begins with board `first`."""

    movement: Movement
    each: int
    first: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.each <= MOST_BOARDS:
            raise refuse(f"{self.each} boards in a round", f"1 to {MOST_BOARDS}")
        if self.first < 1:
            raise refuse(f"board {self.first} as the first", "board 1, or a later one")


def founded(
    name: str,
    choices: EventChoices | None = None,
    *,
    contestants: Sequence[Contestant] = (),
    layout: MovementLayout | None = None,
) -> Event:
    """An event as it begins; with a layout each table of each round waits for its results.

    What is not chosen is usual for the form of contest. Contestants need not be named where there is a layout: its
    pairs have numbers. One pair fewer than it has seats makes a half table.
    """
    choices = choices or EventChoices()
    form = choices.form or Form.PAIRS
    scoring = scorings(form)[0] if choices.scoring is None else choices.scoring
    winners = 1 if choices.winners is None else choices.winners
    check_form(form, scoring, winners, choices.knockout)
    regulation = choices.regulation or default()
    if not choices.keep_scale:
        regulation = swiss_scaled(regulation, form, scoring)
    event = Event(
        title=" ".join(name.split()),
        form=form,
        scoring=scoring,
        winners=winners,
        knockout=choices.knockout,
        regulation=regulation,
    )
    if layout is None:
        return replace(event, contestants={each.id: each for each in contestants})
    return _laid_out(event, layout, contestants)


def found(desk: Desk, event: Event, date: str = "") -> OpenEvent:
    """Put an event that begins by hand into the store; a second one of its name and date is refused."""
    return begin(desk, Document(event=event), event.title, date)


def _laid_out(event: Event, layout: MovementLayout, contestants: Sequence[Contestant]) -> Event:
    movement = layout.movement
    if event.form is not Form.PAIRS:
        raise refuse(f"a {movement.name} movement for {event.form.value}", "pairs")
    if event.winners == 2 and not movement.directed:
        raise refuse(
            f"two winners of a {movement.name} movement in which pairs change their direction",
            "one winner, or a Mitchell movement without arrow switch",
        )
    if (rows := len(movement.seated) * layout.each) > MOST_ROWS:
        raise refuse(f"a movement with {rows} results", f"at most {MOST_ROWS}")
    pairs = _numbered(movement, contestants)
    for number in range(1, movement.pairs + 1):
        if number not in pairs:
            movement = movement.without(number)
    if event.winners == 2:
        sides = {number: Side.NS if number <= movement.tables else Side.EW for number in pairs}
        pairs = {number: replace(pair, direction=sides[number]) for number, pair in pairs.items()}
    known = {pair.id: pair for pair in pairs.values()}
    return replace(event, contestants=known, results=tuple(_rows(replace(layout, movement=movement), pairs)))


def _numbered(movement: Movement, contestants: Sequence[Contestant]) -> dict[int, Contestant]:
    """The pairs of a movement by its numbers; E-W pairs that are counted from 1 again stand behind the N-S pairs."""
    if not contestants:
        return {number: Contestant(str(number)) for number in range(1, movement.pairs + 1)}
    known = {pair.id: pair for pair in contestants}
    found = {}
    for number in range(1, movement.pairs + 1):
        within = number - movement.tables
        names = (str(number), f"{number}NS" if within <= 0 else f"{within}EW")
        if (pair := next((known.pop(name) for name in names if name in known), None)) is not None:
            found[number] = pair
    seats = f"pairs from 1 to {movement.pairs} for {movement.tables} tables"
    if known:
        raise refuse(f"pair {', '.join(known)}, for which there is no seat", seats)
    if len(found) < movement.pairs - 1:
        raise refuse(f"{len(found)} pairs", f"{seats}, one of which may be missing")
    return found


def _rows(layout: MovementLayout, pairs: dict[int, Contestant]) -> Iterator[TableResult]:
    """A row for each board of each table in each round: a result that is missing, or a sit-out."""
    for place in layout.movement.seated:
        ns, ew = ((pairs[number].id,) if number else () for number in (place.ns, place.ew))
        seats: BySide[tuple[str, ...]] = BySide(ns, ew)
        missing = NotScored(expected=all(seats))
        for board in layout.movement.boards(place.set, layout.each, layout.first):
            id = row_id("", "", "", board, seats_text(seats), "")
            yield TableResult(id, missing, seats, board=board, round=str(place.round), table=str(place.table))
