"""Rows in force: table results, and the rulings that have taken their place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from amends.awards import Artificial, Award, BetterOf, Complement, Grade, Mixture, NotScored, Redress
from amends.bridge import BySide, Points, Side, Vulnerable
from amends.cached import cached_property
from amends.event.event import Event, Form
from amends.event.match import room_words
from amends.event.ruling import Ruling, TableReference
from amends.event.table_result import Row, TableResult, short
from amends.faults import Fault, Faults, refuse
from amends.laws import law77

_PLACES = ("session", "section", "round", "table", "match")


def in_force(rulings: Sequence[Ruling]) -> tuple[Ruling, ...]:
    """The rulings that no later one has replaced."""
    replaced = {ruling.replaces for ruling in rulings if ruling.replaces is not None}
    return tuple(ruling for ruling in rulings if ruling.id not in replaced)


def rows_in_force(results: Iterable[TableResult], rulings: Sequence[Ruling]) -> list[Row]:
    """A row for each table result, with the awards in force; rulings that do not fit are refused together."""
    kept = list(results)
    ruled, faults = _ruled(kept, rulings)
    rows = []
    played: dict[int, BySide[Award]] = {}  # by identity: one result is one object on many rows
    for result in kept:
        award = result.result
        awards = played.get(id(award))
        if awards is None:
            awards = played[id(award)] = BySide(award, award)
        row = Row(result, awards)
        if result.id in ruled:
            try:
                row = ruled_row(row, ruled[result.id])
            except Faults as trouble:
                faults += trouble.faults
        rows.append(row)
    if faults:
        raise Faults(faults)
    return rows


def ruled_tables(results: Sequence[TableResult], rulings: Sequence[Ruling]) -> dict[str, Ruling]:
    """The ruling in force for each table that has one."""
    ruled, faults = _ruled(results, rulings)
    if faults:
        raise Faults(faults)
    return ruled


def _ruled(results: Sequence[TableResult], rulings: Sequence[Ruling]) -> tuple[dict[str, Ruling], list[Fault]]:
    """The ruling in force for each table that has one, and what is wrong with where rulings are."""
    if not rulings:
        return {}, []
    by_board = rows_by_board(results)
    standing = {ruling.id for ruling in in_force(rulings)}
    located: dict[str, str] = {}
    ruled: dict[str, Ruling] = {}
    faults: list[Fault] = []
    for ruling in rulings:
        try:
            result = locate(ruling, by_board)
            located[ruling.id] = result.id
            if ruling.id in standing:
                _put(ruling, result, ruled)
        except Faults as trouble:
            faults += trouble.faults
    for ruling in rulings:
        where, replaced = located.get(ruling.id), located.get(ruling.replaces or "")
        if where is not None and replaced is not None and where != replaced:
            expected = f"a ruling on the same table: ruling {ruling.replaces} is about another"
            faults.append(Fault(f"replaces = {ruling.replaces!r}", expected, f"ruling {ruling.id}"))
    return ruled, faults


def ruled_by_directors(results: Sequence[TableResult], rulings: Sequence[Ruling]) -> dict[str, Ruling]:
    """The same without awards that stand in the travellers themselves: a ruling may take their place unasked."""
    return {id: ruling for id, ruling in ruled_tables(results, rulings).items() if not ruling.from_travellers}


def _put(ruling: Ruling, result: TableResult, ruled: dict[str, Ruling]) -> None:
    """The ruling as the one in force for its table; it may take the place of an award in the travellers themselves."""
    earlier = ruled.get(result.id)
    if earlier is not None and not earlier.from_travellers:
        raise refuse(
            f"a second ruling (after {earlier.id}) for board {ruling.board}, {result.words}",
            f'one ruling for a table, or replaces = "{earlier.id}"',
            f"ruling {ruling.id}",
        )
    ruled[result.id] = ruling


def reference_to(result: TableResult) -> TableReference:
    """Which row is meant, said so that nothing else of the event is."""
    ns, ew = (seats[0] if seats else "" for seats in result.seats)
    return TableReference(ns, ew, result.session, result.section, result.round, result.table, result.match, result.room)


def bound_to(result: TableResult) -> TableReference:
    """A reference that stays with this row, whoever turns out to have sat there."""
    return replace(reference_to(result), result=result.id)


def table_of(ruling: Ruling, results: Iterable[TableResult]) -> TableResult:
    """The table result that a ruling is about, of all there are; for many rulings, `locate` by boards is quicker."""
    results = tuple(results)
    on_board = [each for each in results if each.board == ruling.board]
    return locate(ruling, {ruling.board: on_board} if on_board else rows_by_board(results))


class RowsOfBoard(list[TableResult]):
    """The rows of a board, found by what a reference can say of them: many rulings do not look through all rows."""

    def perhaps(self, table: TableReference) -> Sequence[TableResult]:
        """The rows that one part of a reference fits, the part that fits the fewest."""
        names = (*filter(None, (table.ns, table.ew, *(table.players or ()))),)
        parts = [("result", table.result)] if table.result else [("name", name) for name in names]
        parts += [(name, value) for name in (*_PLACES, "room") if not table.result and (value := getattr(table, name))]
        return min((self._index.get(part, ()) for part in parts), key=len, default=self)

    def differ(self, name: str) -> bool:
        """Whether the rows differ in where they stood."""
        if name not in self._differing:
            self._differing[name] = len({getattr(each, name) for each in self}) > 1
        return self._differing[name]

    @cached_property
    def _differing(self) -> dict[str, bool]:
        return {}

    @cached_property
    def _index(self) -> dict[tuple[str, str], list[TableResult]]:
        index: dict[tuple[str, str], list[TableResult]] = defaultdict(list)
        for row in self:
            index["result", row.id].append(row)
            seats = {*row.seats.ns, *row.seats.ew}
            for name in seats | {short(seat, row.section) for seat in seats}:
                index["name", name].append(row)
            for place in (*_PLACES, "room"):
                if value := getattr(row, place):
                    index[place, value].append(row)
        return index


def rows_by_board(results: Iterable[TableResult]) -> dict[int, RowsOfBoard]:
    """The rows of each board, for `locate`."""
    by_board: dict[int, RowsOfBoard] = defaultdict(RowsOfBoard)
    for result in results:
        by_board[result.board].append(result)
    return by_board


def locate(ruling: Ruling, by_board: Mapping[int, Sequence[TableResult]]) -> TableResult:
    """The table result that a ruling is about."""
    try:
        return _row(ruling.board, ruling.table, by_board)
    except Faults as trouble:
        raise trouble.at(f"ruling {ruling.id}") from None


def row_of(board: int, table: TableReference, results: Iterable[TableResult]) -> TableResult:
    """The row of a board that is meant, and nothing else."""
    return _row(board, table, rows_by_board(results))


def _row(board: int, table: TableReference, by_board: Mapping[int, Sequence[TableResult]]) -> TableResult:
    on_board = by_board.get(board, ())
    found = meant(table, on_board)
    if len(found) == 1:
        return found[0]
    if not on_board:
        boards = sorted(by_board)
        known = f"{boards[0]} to {boards[-1]}" if boards else "none"
        raise refuse(f"board {board}, which nobody played", f"a board of the event ({known})")
    fitting = found or on_board
    tables = "; ".join(_place(result, fitting) for result in fitting[:8]) + ("; …" if len(fitting) > 8 else "")
    found_words = "no table" if not found else f"{len(found)} tables"
    said = f" for {table}" if table != TableReference() else ""
    raise refuse(f"{found_words}{said} on board {board}", f"one of: {tables}")


def _place(result: TableResult, among: Sequence[TableResult]) -> str:
    """Who sat at a table, and where that was as far as the tables differ in it."""
    places = [f"{name} {value}" for name in _PLACES if (value := getattr(result, name)) and _differ(name, among)]
    places += [room_words(result.room)] if result.room and _differ("room", among) else []
    return " ".join([result.words, *([f"({', '.join(places)})"] if places else [])])


def _differ(name: str, among: Sequence[TableResult]) -> bool:
    return among.differ(name) if isinstance(among, RowsOfBoard) else len({getattr(each, name) for each in among}) > 1


def meant(table: TableReference, on_board: Sequence[TableResult]) -> list[TableResult]:
    """The rows of a board that a reference can mean.

    In a match both teams sit both ways: who is said to sit N-S, and did, is meant rather than who sat the other way.
    """
    rows = on_board.perhaps(table) if isinstance(on_board, RowsOfBoard) else on_board
    found = [row for row in rows if _is_meant(row, table)]
    seated = [each for each in found if _sits(table.ns, each.seats.ns, each) and _sits(table.ew, each.seats.ew, each)]
    return seated or found


def _is_meant(result: TableResult, table: TableReference) -> bool:
    """Whether a reference can mean a row of its board, whichever way it was played."""
    if table.result:
        return result.id == table.result
    if table.players:
        north, east, south, west = table.players
        seats = (*result.seats.ns, *result.seats.ew)
        sought = (north, south, east, west)
        if len(seats) != 4 or any(wanted not in ("", sits) for wanted, sits in zip(sought, seats, strict=True)):
            return False
    if (
        (table.session and table.session != result.session)
        or (table.section and table.section != result.section)
        or (table.round and table.round != result.round)
        or (table.table and table.table != result.table)
        or (table.match and table.match != result.match)
        or (table.room and table.room != result.room)
    ):
        return False
    # A pair that sat the wrong way round is still the pair that is meant.
    return _sat_there(table.ns, result) and _sat_there(table.ew, result)


def _sat_there(asked: str, result: TableResult) -> bool:
    """Whether a contestant that is asked for, in full or by its number alone, sat at the table."""
    return _sits(asked, result.seats.ns, result) or _sits(asked, result.seats.ew, result)


def _sits(asked: str, seats: Sequence[str], result: TableResult) -> bool:
    """Whether a contestant that is asked for has one of these seats."""
    # The number alone is part of the whole: most that are not meant need no closer look.
    return not asked or any(seat == asked or (asked in seat and short(seat, result.section) == asked) for seat in seats)


def awards_in_force(ruling: Ruling, table: TableResult) -> BySide[Award]:
    """Both sides' awards once the ruling has taken the place of the table result."""
    damage, result = ruling.self_inflicted, table.result
    _refuse_without_opponents(ruling, table)
    if damage is not None:
        if not isinstance(result, Mixture):
            raise refuse(f"{result} at the table", "a table result, for 12C1(e)", f"ruling {ruling.id}")
        redress = Redress(damage.side, result, damage.normal, damage.expected)
        return BySide(redress, redress)
    if ruling.assigned is not None and not table.room:
        found, expected = "assigned on a board that is not of a team match", "86B2 for teams alone; an award for others"
        raise refuse(found, expected, f"ruling {ruling.id}")
    if ruling.by_86b2 and table.room and (innocent := ruling.innocent) is not None:
        best = _better_of_average_plus(ruling.assigned, innocent)
        return BySide.of(lambda side: best if side is innocent else Complement())
    return ruling.awards.map(lambda award: result if award is None else award)


def _refuse_without_opponents(ruling: Ruling, table: TableResult) -> None:
    """A sit-out can have an artificial score at the most, and a bye of a team match nothing on a board."""
    if bool(table.seats.ns) == bool(table.seats.ew) or ruling.stands or ruling.from_travellers:
        return  # what a file awards to itself is kept as the file has it
    where = f"ruling {ruling.id}"
    if table.room:
        raise refuse(f"an award on board {table.board}, where the team had a bye", "an award in victory points", where)
    if ruling.self_inflicted or any(isinstance(award, Mixture | BetterOf) for award in ruling.awards):
        expected = "a table with two sides; a sit-out has no result"
        raise refuse(f"a result on board {table.board}, where {table.words} sat out", expected, where)


def _better_of_average_plus(assigned: Award | None, side: Side) -> Award:
    """86B2: average plus, or the better of it and the assigned score; IMPs are turned into the side's own view."""
    plus = Artificial(Grade.PLUS)
    if isinstance(assigned, Mixture):
        return BetterOf(plus, assigned)
    if isinstance(assigned, Artificial) and not isinstance(assigned.grade, Grade):
        return BetterOf(plus, Artificial(side.sign * assigned.grade, assigned.unit))
    return plus


def ruled_row(row: Row, ruling: Ruling) -> Row:
    """The row with the ruling in force; where the ruling says who was vulnerable, its awards are worth that."""
    awards = awards_in_force(by_own_conditions(ruling), row.table)
    return replace(row, awards=awards, ruling=ruling.id, non_offending=ruling.non_offending)


def by_own_conditions(ruling: Ruling) -> Ruling:
    """The ruling with its results as points, where it has a vulnerability of its own: the board may have another."""
    conditions, damage = ruling.vulnerable, ruling.self_inflicted
    if conditions is None:
        return ruling
    if damage is not None:
        normal, expected = (_in_points(each, conditions) for each in (damage.normal, damage.expected))
        damage = replace(damage, normal=normal, expected=expected)
    awards = ruling.awards.map(lambda award: None if award is None else _worth(award, conditions))
    assigned = None if ruling.assigned is None else _worth(ruling.assigned, conditions)
    return replace(ruling, awards=awards, self_inflicted=damage, assigned=assigned)


def _worth(award: Award, conditions: Vulnerable) -> Award:
    if isinstance(award, BetterOf):
        one, other = (
            _in_points(each, conditions) if isinstance(each, Mixture) else each for each in (award.one, award.other)
        )
        return BetterOf(one, other)
    return _in_points(award, conditions) if isinstance(award, Mixture) else award


def _in_points(mixture: Mixture, conditions: Vulnerable) -> Mixture:
    return Mixture(tuple((weight, Points(law77.points(outcome, conditions))) for weight, outcome in mixture.parts))


def seated_twice(event: Event, lines: Mapping[str, int] | None = None, file: str | None = None) -> list[Fault]:
    """A fault for each row on which a contestant plays a board of its session again.

    In Swiss pairs a board is one of its round: numbers begin anew. Sit-outs and rows that were cancelled or not played
    do not count; in a team match a team has two rooms.
    """
    if event.form is Form.TEAMS:
        return []
    seated: dict[tuple[str, str, int], dict[str, TableResult]] = defaultdict(dict)
    by_round, faults = event.form is Form.SWISS_PAIRS, []
    for result in event.results:
        if isinstance(result.result, NotScored):
            continue
        known = seated[result.session, result.round if by_round else "", result.board]
        for contestant in (*result.seats.ns, *result.seats.ew):
            first = known.setdefault(contestant, result)
            if first is not result:
                faults.append(_fault(event, contestant, first, result, lines or {}, file))
    return faults


def _fault(
    event: Event, contestant: str, first: TableResult, again: TableResult, lines: Mapping[str, int], file: str | None
) -> Fault:
    noun, one, other = event.form.noun, lines.get(first.id), lines.get(again.id)
    places = f", on line {one} and on line {other}" if one and other else f": {first.words} and {again.words}"
    expected, kind = f"each {noun} once on a board of a session", ""
    if event.form is Form.PAIRS and first.round != again.round:
        expected, kind = f"{expected}; in Swiss pairs once in a round", "perhaps Swiss pairs"
    elif event.form is Form.PAIRS and event.winners == 1:
        expected, kind = f"{expected}; pairs that share their numbers need two winners", "perhaps two winners"
    twice = f"{noun} {contestant} twice on board {again.board}{places}"
    return Fault(twice, expected, file=file, line=other if file else None, kind=kind)
