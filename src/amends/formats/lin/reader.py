"""Makes an event of the tables of a LIN file: a match of two teams where it has two rooms, else a field of pairs."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import count

from amends.awards import Artificial, Award, Grade, Mixture, NotScored
from amends.bridge import BySide, Deal, PassedOut, Side, Vulnerable, vulnerability
from amends.bridge import dealer as dealer_of
from amends.bridge.outcome import parse_outcome
from amends.event.event import Event, Form, Player
from amends.event.ruling import CarryOver
from amends.event.table_result import DealtBoard, TableRecord
from amends.exact import plain_minus
from amends.faults import Fault, Faults, refuse
from amends.formats.common.building import NO_AWARDS, NOT_PLAYED, Builder, Participant, Sat, is_nobody
from amends.formats.common.csv_table import Gathered
from amends.formats.common.format import Progress, report
from amends.formats.lin.table import LONGEST_NAME, LinTable, RawFile, gathered, plain, seated, shortened, understood
from amends.journal.chain import Document, Note

_SHOWN = 40
"""The numbers of boards that a note lists."""


@dataclass(slots=True)
class Played:
    """A table with all that the file says about it; `table` is None where only its result is listed."""

    board: int
    room: str
    names: tuple[str, str, str, str]
    table: LinTable | None = None
    listed: Listed | None = None
    notes: list[tuple[str, str]] = field(default_factory=list)

    @property
    def result(self) -> Award:
        """What happened: as the head of the file says, else as the auction and the play say."""
        if self.listed is not None:
            return self.listed.result
        played = self.table.result if self.table else None
        return NOT_PLAYED if played is None else Mixture.of(played)

    @property
    def awards(self) -> BySide[Award | None]:
        """Artificial scores, where the head of the file lists them."""
        return self.listed.awards if self.listed else NO_AWARDS

    @property
    def known(self) -> bool:
        """Whether anything came of it."""
        return not isinstance(self.result, NotScored) or self.awards != NO_AWARDS

    @property
    def record(self) -> TableRecord | None:
        """What is known besides the result."""
        if self.table is not None:
            return self.table.record
        return TableRecord(players=self.names) if any(self.names) else None


def tables(raw: RawFile, first: int, faults: Gathered, notes: list[Note], progress: Progress) -> list[Played]:
    """All tables of a file: those with a record in its order, then those of which only the result is listed."""
    read: list[LinTable] = []
    for place, each in enumerate(raw.tables, 1):
        if each.begun:
            try:
                read.append(understood(each))
            except Faults as trouble:
                faults.add(None, *trouble.at(f"table {place}").faults)
        report(progress, place)
    read = _renumbered(read, numbered(raw, first))
    results = _results(raw, first, notes)
    found = _with_records(read, results)
    try:
        found += _without_records(raw, read, results, notes)
    except Faults as trouble:
        faults.add(None, *trouble.faults)
    if not found and not faults.count:
        faults.add(None, Fault("no table", "tables of bridge such as pn|…|md|…|mb|…|pc|…|"))
    return found


def _results(raw: RawFile, first: int, notes: list[Note]) -> dict[tuple[int, str], Listed | None]:
    """The results at the head of the file by board and room; None where none stands there."""
    found: dict[tuple[int, str], Listed | None] = {}
    for board, room, text in listed(raw, first):
        try:
            found[board, room] = read_result(text)
        except Faults as trouble:
            found[board, room] = None
            words = f"board {board}, {room} room: {trouble.faults[0].found} is left out"
            notes.append(Note("unreadable", words, board=board))
    return found


def _renumbered(read: list[LinTable], numbers: dict[int, int]) -> list[LinTable]:
    """The tables with the numbers of their boards where qx counts the boards that bn lists.

    In some files qx has these numbers themselves; which it is, the titles tell, else whether all of qx are in the list.
    """
    listed_ones = set(numbers.values())
    counts = any(table.place != table.board == numbers.get(table.place or 0, 0) for table in read)
    if not counts and all(table.place in listed_ones for table in read if table.place):
        return read
    renumbered = []
    for table in read:
        number = numbers.get(table.place or 0)
        if number is not None:
            table = replace(table, place=number, board=number if table.board == table.place else table.board)
        renumbered.append(table)
    return renumbered


def _with_records(read: list[LinTable], results: dict[tuple[int, str], Listed | None]) -> list[Played]:
    """The tables with their results; boards without a number get a free one, which tables with the same hands share."""
    taken = {table.board for table in read if table.board}
    free = (number for number in count(1) if number not in taken)
    by_deal: dict[Deal, int] = {}
    played = []
    for table in read:
        listed_so = results.get((table.place or 0, table.room or "open"))
        notes, number = _notes(table, listed_so), table.board
        if number is None:
            number = (by_deal.get(table.deal) if table.deal else None) or next(free)
            if table.deal:
                by_deal[table.deal] = number
            notes.append(("unreadable", f"a board without a number, called {number}"))
        played.append(Played(number, table.room, table.names, table, listed_so, notes))
    return played


def _notes(table: LinTable, listed_so: Listed | None) -> list[tuple[str, str]]:
    """What was noticed at a table; that it has no result of its own does not matter where one is listed."""
    if listed_so is None:
        return list(table.notes)
    notes = [note for note in table.notes if note[0] != "left-out"]
    if table.result is not None and listed_so.result != Mixture.of(table.result) and listed_so.awards == NO_AWARDS:
        words = f"the auction and the play give {table.result}, the results of the file say {listed_so.result}"
        notes.append(("contract", f"{words}, which is kept"))
    return notes


def _without_records(
    raw: RawFile, read: list[LinTable], results: dict[tuple[int, str], Listed | None], notes: list[Note]
) -> list[Played]:
    recorded = {(table.place or 0, table.room or "open") for table in read}
    found = []
    for (board, room), result in results.items():
        if result is not None and (board, room) not in recorded:
            found.append(Played(board, room, seated(raw.names, room), None, result))
    there = {board for board, _ in recorded} | {each.board for each in found}
    missing = dict.fromkeys(str(board) for board, _ in results if board not in there)
    if missing:
        shown = ", ".join(list(missing)[:_SHOWN]) + (" …" if len(missing) > _SHOWN else "")
        notes.append(Note("left-out", f"no result in the file for board{'s' if len(missing) > 1 else ''} {shown}"))
    return found


ROOMS = ("open", "closed")

_RESULT = re.compile(
    r"(?P<bid>[1-7](?:NT?|[SHDC]))(?P<before>X{0,2})(?P<declarer>[NESW])(?P<after>X{0,2})(?P<made>=|[+-]\d{1,2})",
    re.ASCII,
)
_AVERAGES = re.compile(r"A([+=-])([+=-])")
_GRADES = {"+": Grade.PLUS, "=": Grade.AVERAGE, "-": Grade.MINUS}
_PASSES = ("P", "PASS", "PASSED", "PASSEDOUT", "PASSOUT", "AP")
_FIGURE = re.compile(r"-?\d{1,5}(?:\.\d{1,2})?", re.ASCII)
_BOARD = re.compile(r"\d{1,6}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Listed:
    """A result as the head of a file lists it; awards where it is artificial."""

    result: Award
    awards: BySide[Award | None] = NO_AWARDS


@dataclass(frozen=True, slots=True)
class Header:
    """The head of a vugraph file."""

    title: str = ""
    segment: str = ""
    scoring: str = ""
    """I: IMPs, B: board-a-match, P: pairs."""
    first: int = 1
    teams: tuple[str, str] = ("", "")
    """The first sits North-South in the open room."""
    carried: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0))


def header(text: str) -> Header:
    """The head from vg: event, segment, scoring, first board, last board, and each team with what it brings along.

    >>> header('Spring Cup, Final,I,17,32,Herons,20,Kestrels,31').teams
    ('Herons', 'Kestrels')
    """
    fields = [field.strip() for field in text.split(",", 30)]
    if any(len(field) > LONGEST_NAME for field in fields):
        raise refuse(f"a name of more than {LONGEST_NAME} characters", f"at most {LONGEST_NAME} characters", "vg")
    # A title may hold commas: the scoring is a letter before the two numbers of boards.
    at = next((n for n in range(1, len(fields) - 2) if _is_scoring(fields[n : n + 3])), 2)
    title, segment = ", ".join(fields[: max(at - 1, 1)]), fields[at - 1] if len(fields) >= at > 1 else ""
    rest = [*fields[at : at + 7], *[""] * 7]
    return Header(
        title,
        segment,
        rest[0].upper()[:1],
        int(rest[1]) if _BOARD.fullmatch(rest[1]) and int(rest[1]) else 1,
        (rest[3], rest[5]),
        (_figure(rest[4]), _figure(rest[6])),
    )


def _is_scoring(fields: list[str]) -> bool:
    letter, first, last = fields
    return len(letter) == 1 and letter.isalpha() and all(_BOARD.fullmatch(number) for number in (first, last))


def _figure(text: str) -> Fraction:
    return Fraction(text) if _FIGURE.fullmatch(text) else Fraction(0)


def listed(raw: RawFile, first: int) -> list[tuple[int, str, str]]:
    """The results of rs with their boards and rooms: the open room first, then the closed one, board by board."""
    results, numbers = raw.header.get("rs", ""), numbered(raw, first)
    listed_ones = []
    for place, text in enumerate(results.split(",") if results else ()):
        counted = first + place // 2
        listed_ones.append((numbers.get(counted, counted), ROOMS[place % 2], text.strip()))
    return listed_ones


def numbered(raw: RawFile, first: int) -> dict[int, int]:
    """The numbers of the boards as bn lists them, by how they are counted from the first; empty without such a list."""
    texts = [text.strip() for text in raw.header.get("bn", "").split(",")]
    return {first + n: int(text) for n, text in enumerate(texts) if _BOARD.fullmatch(text) and int(text)}


def read_result(text: str) -> Listed | None:
    """A result of rs: "4SW-1", "3NEx-2", "PASS", "A+-"; None where nothing stands.

    >>> str(read_result('3NNx+1').result)
    '3NTx N +1'
    """
    tidy = plain_minus("".join(text[:LONGEST_NAME].split())).upper().replace("*", "X")
    if not tidy:
        return None
    if tidy in _PASSES:
        return Listed(Mixture.of(PassedOut()))
    if averages := _AVERAGES.fullmatch(tidy):
        ns, ew = (Artificial(_GRADES[sign]) for sign in averages.groups())
        return Listed(NOT_PLAYED, BySide(ns, ew))
    found = _RESULT.fullmatch(tidy)
    if found is None:
        raise refuse(f"the result {shortened(text)}", "a result such as 4SW-1, 3NEx-2 or PASS")
    made = f"{found['bid']}{found['before'] or found['after']} {found['declarer']} {found['made']}"
    return Listed(Mixture.of(parse_outcome(made)))


_SCORINGS = {"I": "cross-imps", "B": "matchpoints"}
"""Of pairs, by the letter of the head."""


def document(text: str, name: str, winners: int | None, progress: Progress) -> Document:
    """The document of a LIN text; all its faults at once."""
    raw = gathered(plain(text))
    builder = Builder(name, winners=winners or 1, by_section=False)
    head = Header()
    try:
        head = header(raw.header.get("vg", ""))
    except Faults as trouble:
        builder.faults.add(None, *trouble.faults)
    played = tables(raw, head.first, builder.faults, builder.notes, progress)
    teams = head.scoring != "P" and (all(head.teams) or any(each.room == "closed" for each in played))
    boards = _Boards(builder.faults)
    if teams:
        home, away = head.teams
        names = ("Home", "Away") if is_nobody(home) or is_nobody(away) or home == away else head.teams
        _match(builder, _once(played, builder), names, boards)
        carried = tuple(
            CarryOver(team, amount, "as the file says", "imps")
            for team, amount in zip(names, head.carried, strict=True)
            if amount
        )
    else:
        pairs, carried = _Pairs(), ()
        for each, session in zip(played, boards.sessions(played), strict=True):
            boards.add(each, session)
            builder.rows.append(_sat(each, session, *pairs.at(each, session)))
        builder.participants += pairs.participants
    built = builder.build()
    event = Event(
        form=Form.TEAMS if teams else Form.PAIRS,
        scoring=("bam" if head.scoring == "B" else "imps") if teams else _SCORINGS.get(head.scoring, "matchpoints"),
        winners=1 if teams else builder.winners,
        knockout=bool(carried),
        title=head.title,
        results=built.results,
        contestants=built.contestants,
        rulings=built.rulings,
        carry_overs=carried,
        vulnerable=boards.vulnerable,
        deals=tuple(boards.deals.values()),
    )
    about = {"description": head.segment} if head.segment else {}
    return Document(event=event, about=about, notes=built.notes, source="lin")


@dataclass(slots=True)
class _Boards:
    """The hands and the vulnerability of each board; the same number with other hands is of another session."""

    faults: Gathered
    vulnerable: dict[int, Vulnerable] = field(default_factory=dict)
    deals: dict[tuple[int, str], DealtBoard] = field(default_factory=dict)
    _said: dict[int, Vulnerable] = field(default_factory=dict)
    _sessions: dict[int, dict[Deal, int]] = field(default_factory=dict)

    def sessions(self, played: list[Played]) -> list[str]:
        """The session of each table: "" for all where no number stands for two deals."""
        places = []
        for each in played:
            deal = each.table.deal if each.table else None
            known = self._sessions.setdefault(each.board, {})
            places.append(known.setdefault(deal, len(known) + 1) if deal is not None else 1)
        return [str(place) for place in places] if max(places, default=1) > 1 else [""] * len(places)

    def add(self, each: Played, session: str) -> None:
        """Keep what a table says about its board."""
        table = each.table
        if table is None:
            return
        if table.vulnerable is not None and self._said.setdefault(each.board, table.vulnerable) is not table.vulnerable:
            found = f"board {each.board}: {self._said[each.board].words} and {table.vulnerable.words}"
            self.faults.add(None, Fault(found, "one vulnerability for a board", "sv"))
        elif table.vulnerable not in (None, vulnerability(each.board)):
            self.vulnerable[each.board] = table.vulnerable
        if table.deal is not None:
            dealer = table.dealer if table.dealer is not dealer_of(each.board) else None
            dealt = DealtBoard(each.board, table.deal, session, dealer=dealer)
            if self.deals.setdefault((each.board, session), dealt).deal != table.deal:
                each.notes.append(("left-out", "other hands than in the other room: those of the open room are kept"))


def _sat(each: Played, session: str, ns: str, ew: str, room: str = "") -> Sat:
    return Sat(
        board=each.board, ns=(ns,), ew=(ew,), result=each.result, awards=each.awards, session=session, room=room,
        record=each.record, notes=tuple(each.notes),
    )  # fmt: skip


class _Pairs:
    """Pairs by their names, whichever of the two sits North or East; "NS" and "EW" where there are no names."""

    def __init__(self) -> None:
        self.participants: list[Participant] = []
        self._ids: dict[frozenset[str], str] = {}
        self._alike: Counter[tuple[str, int, Side, str]] = Counter()
        self._nameless: dict[tuple[str, int], int] = {}

    def at(self, each: Played, session: str) -> tuple[str, str]:
        """The ids of the two pairs of a table."""
        north, east, south, west = each.names
        place = session, each.board
        ns, ew = self._id(north, south, Side.NS, *place), self._id(east, west, Side.EW, *place)
        if ns and ns == ew:
            ew = f"{ew} EW"
        if not (ns and ew):
            count = self._nameless[place] = self._nameless.get(place, 0) + 1
            number = f" {count}" if count > 1 else ""
            ns, ew = ns or f"NS{number}", ew or f"EW{number}"
        return ns, ew

    def _id(self, first: str, second: str, side: Side, session: str, board: int) -> str:
        names = [name for name in (first, second) if name]
        id = " & ".join(names)
        if not names or is_nobody(id):
            return ""
        if first == second:  # robots of one name are another pair at each table of a board
            self._alike[session, board, side, id] += 1
            times = self._alike[session, board, side, id]
            id = f"{id} {times}" if times > 1 else id
        pair = frozenset(names if first != second else (id,))
        if pair not in self._ids:
            self._ids[pair] = id
            self.participants.append(Participant(number=id, players=tuple(Player(name) for name in names)))
        return self._ids[pair]


# Teams


def _once(played: list[Played], builder: Builder) -> list[Played]:
    """One table for each board and room: the last with a result; one that is not in the file was not played."""
    kept: dict[tuple[int, str], Played] = {}
    for each in played:
        key = each.board, each.room or "open"
        earlier = kept.get(key)
        if earlier is None:
            kept[key] = each
            continue
        builder.note("erased", f"board {key[0]}, {key[1]} room, is there twice: one is left out", board=key[0])
        if each.known or not earlier.known:
            kept[key] = each
    for board in {board for board, _ in kept}:
        for room in ROOMS:
            notes = [("left-out", f"board {board}, {room} room: no result in the file")]
            kept.setdefault((board, room), Played(board, room, ("", "", "", ""), notes=notes))
    return sorted(kept.values(), key=lambda each: (each.board, each.room == "closed"))


def _match(builder: Builder, played: list[Played], names: tuple[str, str], boards: _Boards) -> None:
    """The tables of a match: the home team sits North-South in the open room."""
    builder.form = Form.TEAMS
    home, away = names
    players: dict[str, dict[str, None]] = {home: {}, away: {}}
    for each in played:
        boards.add(each, "")
        closed = each.room == "closed"
        ns, ew = (away, home) if closed else (home, away)
        players[ns].update(dict.fromkeys(each.names[::2]))  # north and south
        players[ew].update(dict.fromkeys(each.names[1::2]))
        builder.rows.append(_sat(each, "", ns, ew, "closed" if closed else "open"))
    for team, found in players.items():
        there = tuple(Player(name) for name in found if name)
        builder.participants.append(Participant(number=team, name=team, players=there))
