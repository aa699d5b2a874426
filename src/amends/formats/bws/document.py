"""From the tables of a file to a document: a pure function of rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from amends.awards import Award, Mixture
from amends.bridge import Auction, Call, Card, Deal, Hand, Seat, Side
from amends.bridge.auction import SEATS
from amends.event.event import Event, Form, Player
from amends.event.table_result import DealtBoard, TableRecord
from amends.faults import Fault, Faults, refuse
from amends.formats.bws import form as forms
from amends.formats.bws.access import AccessTables
from amends.formats.bws.form import (
    BwsSection,
    Place,
    Scheduled,
    completed,
    followed,
    movement,
    outstanding,
    outstanding_in_matches,
    without,
)
from amends.formats.bws.received import (
    HIGHEST_BOARD,
    Key,
    Received,
    ReceivedCells,
    ReceivedMeaning,
    Tables,
    faults_in_words,
    has_two_of_a_side,
    in_force,
    place,
    played,
    rows,
)
from amends.formats.common.building import NOT_PLAYED, SIT_OUT, Builder, Participant, Sat
from amends.formats.common.format import Progress, report
from amends.journal.chain import Document

T = TypeVar("T")

MOST_CALLS, MOST_CARDS = 319, 52
_SUITS = ("Spades", "Hearts", "Diamonds", "Clubs")


@dataclass(frozen=True, slots=True)
class Records:
    """The recorded auctions and plays, as rows in their order by where they were made."""

    bids: Mapping[Key, list[ReceivedCells]] = field(default_factory=dict)
    cards: Mapping[Key, list[ReceivedCells]] = field(default_factory=dict)

    @classmethod
    def of(cls, tables: Tables) -> Records:
        """Those of a file."""
        return cls(_records_in_order(rows(tables, "BiddingData")), _records_in_order(rows(tables, "PlayData")))

    def record(self, row: Received) -> tuple[TableRecord | None, list[str]]:
        """What is known of a table besides its result, and what of it cannot be read."""
        odd: list[str] = []
        lead = row.cells.text("LeadCard")

        def attempt(read: Callable[[], T]) -> T | None:
            """What a function reads; None, and what it found, where it cannot."""
            try:
                return read()
            except Faults as trouble:
                odd.append(faults_in_words(trouble))
                return None

        record = TableRecord(
            lead=attempt(lambda: Card.parse(lead)) if lead and lead.upper() != "SKIP" else None,
            auction=attempt(lambda: _auction(self.bids.get(row.key, ()))),
            play=attempt(lambda: _play(self.cards.get(row.key, ()))) or (),
            remark=row.cells.text("Remarks") if row.remark.meaning is ReceivedMeaning.UNKNOWN else "",
        )
        return (record if record != TableRecord() else None), odd


def _records_in_order(found: Iterable[ReceivedCells]) -> dict[Key, list[ReceivedCells]]:
    """The rows of each table and board by their counters; of two with one counter the later."""
    counted: dict[Key, dict[int, ReceivedCells]] = defaultdict(dict)
    for row in sorted(found, key=lambda each: each.whole("ID")):
        if row.flag("Erased"):
            counted[row.key].pop(row.whole("Counter"), None)
        else:
            counted[row.key][row.whole("Counter")] = row
    return {key: [made[place] for place in sorted(made)] for key, made in counted.items()}


def _auction(made: Sequence[ReceivedCells]) -> Auction | None:
    """The auction: whoever called first dealt, and each caller follows the one before."""
    if not made:
        return None
    if len(made) > MOST_CALLS:
        raise refuse(f"{len(made)} calls", f"an auction of at most {MOST_CALLS}")
    texts = [row.text("Direction").upper() for row in made]
    for text in texts:
        if text not in ("N", "E", "S", "W"):
            raise refuse(f"the direction {text!r} of a call", "N, E, S or W")
    seats = [Seat(text) for text in texts]
    first = SEATS.index(seats[0])
    for turn, seat in enumerate(seats):
        if seat is not SEATS[(first + turn) % 4]:
            raise refuse(f"the auction with {seat.name.title()} as caller {turn + 1}", "calls in their order")
    return Auction(seats[0], tuple(Call.parse(row.text("Bid")) for row in made))


def _play(made: Sequence[ReceivedCells]) -> tuple[Card, ...]:
    """The cards in the order they were played."""
    if len(made) > MOST_CARDS:
        raise refuse(f"{len(made)} cards played", f"at most {MOST_CARDS}")
    return tuple(Card.parse(row.text("Card")) for row in made)


def deals(
    tables: Tables, known: Mapping[int, BwsSection], sessions: Mapping[int, str], builder: Builder
) -> Iterator[DealtBoard]:
    """The hands of HandRecord; of two rows for a board of a section the later."""
    found: dict[tuple[int, int], DealtBoard] = {}
    for row in rows(tables, "HandRecord"):
        id, board = row.whole("Section"), row.whole("Board")
        section = known.get(id)
        try:
            hands = {seat: Hand.of(*(row.text(seat.name.title() + suit) for suit in _SUITS)) for seat in SEATS}
            if not any(map(len, hands.values())):
                continue
            deal = Deal.of(hands)
            if not 1 <= board <= HIGHEST_BOARD:
                raise refuse(f"hands of board {board}", "a board number of 1 or more")
        except Faults as trouble:
            builder.note("unreadable", f"the hands of board {board}: {faults_in_words(trouble)}", board=board or None)
            continue
        session = sessions.get(section.session, "") if section else ""
        found[id, board] = DealtBoard(board, deal, session, section.letter if section else "")
    yield from found.values()


@dataclass(frozen=True, slots=True)
class Contest:
    """Form, scoring and winners; sections and sessions; the movement, where the results follow it."""

    form: Form
    scoring: str
    winners: int
    sections: Mapping[int, forms.BwsSection]
    sessions: Mapping[int, str]
    plan: Mapping[Place, Scheduled]
    rooms: Mapping[Place, str]

    def sat(self, where: Place, board: int, ns: tuple[str, ...], ew: tuple[str, ...], result: Award) -> Sat:
        """A table that played a board, with the session, section, round, table and room it was in."""
        section, round, table = where
        known = self.sections[section]
        return Sat(
            board=board,
            ns=ns,
            ew=ew,
            result=result,
            session=self.sessions.get(known.session, ""),
            section=known.letter,
            round=str(round) if round > 0 else "",
            table=str(table) if table > 0 else "",
            room=self.rooms.get(where, ""),
        )

    def present(self, row: Received) -> Received:
        """A row with nobody in the place of its section's missing pair."""
        missing = self.sections[row.section].missing
        return replace(row, ns=without(row.ns, missing), ew=without(row.ew, missing)) if missing else row


def contest(
    tables: Tables,
    plan: Mapping[Place, Scheduled],
    results: Sequence[Received],
    builder: Builder,
    *,
    individual: bool,
    winners: int | None,
) -> Contest:
    """The contest of a file; the builder is told what is left out."""
    ids = {result.section for result in results} or {where[0] for where in plan}
    # A missing pair that has a contract came after all.
    came = {(result.section, who) for result in results if result.cells.text("Contract") for who in result.who}
    known = {
        id: replace(section, missing="") if (id, section.missing) in came else section
        for id, section in forms.sections(tables, ids).items()
    }
    believed = _believed(plan, results, known, builder)
    used = [known[id] for id in sorted(ids)]
    if len({section.scoring for section in used}) > 1:
        builder.note("left-out", f"sections with other scoring than section {used[0].letter}: all are scored as it is")
    form, rooms = Form.INDIVIDUAL if individual else Form.PAIRS, dict[Place, str]()
    scoring = forms.SCORINGS.get(used[0].scoring, "matchpoints") if used else "matchpoints"
    if used and not individual and all(section.scoring == forms.TEAMS for section in used):
        found = forms.rooms(believed.values(), results)
        form, rooms, scoring = (Form.PAIRS, {}, "butler") if found is None else (Form.TEAMS, found, "imps")
        if found is None:
            words = "which two tables make a match of teams: not all have one with the pairs crossed; read as pairs"
            builder.note("left-out", words)
    count = winners if winners is not None else forms.winners(results, known, form)
    return Contest(form, scoring, count, known, forms.session_names(tables, known), believed, rooms)


def _believed(
    plan: Mapping[Place, Scheduled],
    results: Sequence[Received],
    known: Mapping[int, forms.BwsSection],
    builder: Builder,
) -> dict[Place, Scheduled]:
    """The movement in those sections whose results follow it."""
    fits = followed(plan, results) if results else set(known)
    for id in sorted({where[0] for where in plan if where[0] in known} - fits):
        words = f"section {known[id].letter}: the movement in RoundData, which the results do not follow"
        builder.note("left-out", words)
    return {
        where: replace(
            there, ns=without(there.ns, known[where[0]].missing), ew=without(there.ew, known[where[0]].missing)
        )
        for where, there in plan.items()
        if where[0] in known and where[0] in fits
    }


def document(access: AccessTables, name: str, *, winners: int | None = None, progress: Progress = None) -> Document:
    """The document in the tables of a file; all faults of its rows at once."""
    tables = access.tables
    sent, schedule = rows(tables, "ReceivedData"), rows(tables, "RoundData")
    individual = has_two_of_a_side(sent) or has_two_of_a_side(schedule)
    plan = movement(schedule, individual)
    builder = Builder(name, by_section=not any(row.flag("PairsMoveAcrossField") for row in rows(tables, "Session")))
    results = in_force([completed(row, plan, individual) for row in sent], builder, individual)
    found = contest(tables, plan, results, builder, individual=individual, winners=winners)
    builder.form, builder.winners = found.form, found.winners
    results = [found.present(result) for result in results]
    records = Records.of(tables)
    for count, result in enumerate(results, 1):
        if result.who:
            builder.rows.append(line(result, found, records))
        else:
            builder.note("left-out", f"{place(result)}: {result.sent}, and nobody who sat there", board=result.board)
        report(progress, count, every=1_000)
    builder.rows += unsent(found, results)
    add_players(tables, builder, found.sections, found.plan, results)
    _note_the_rest(access, results, builder)
    dealt = tuple(deals(tables, found.sections, found.sessions, builder))
    built = builder.build()
    event = Event(
        form=found.form,
        scoring=found.scoring,
        winners=found.winners,
        title=next((row.text("Name") for row in rows(tables, "Session") if row.text("Name")), ""),
        results=built.results,
        contestants=built.contestants,
        rulings=built.rulings,
        deals=dealt,
    )
    return Document(event=event, about=_about(access), notes=built.notes, source="bws")


def _note_the_rest(access: AccessTables, results: Sequence[Received], builder: Builder) -> None:
    """Notes on what else stands in the file."""
    finished = {result.key for result in results}
    begun = {row.key for row in rows(access.tables, "IntermediateData") if not row.flag("Erased")}
    if unfinished := len(begun - finished):
        builder.note("left-out", f"boards in IntermediateData whose result was not confirmed: {unfinished}")
    for table, said in access.miscounted.items():
        found = len(access.tables[table])
        if said and not found:
            builder.faults.add(None, Fault(f"no row in the table {table}", f"{said} rows, as the table says"))
        builder.note("unreadable", f"the table {table} says that it has {said} rows, and holds {found}")


def _about(access: AccessTables) -> dict[str, str]:
    """What the file says of itself; its day is that of the first result, since the session's may be an old one."""
    days = sorted(filter(None, (row.text("DateLog")[:10] for row in rows(access.tables, "ReceivedData"))))
    days += [row.text("Date")[:10] for row in rows(access.tables, "Session")]
    guids = [row.text("GUID") for row in rows(access.tables, "Session")]
    about = {"date": next(iter(days), ""), "event_id": next(iter(guids), ""), "version": access.version}
    return {key: value for key, value in about.items() if value}


Notes = list[tuple[str, str]]


def line(row: Received, contest: Contest, records: Records) -> Sat:
    """A row of results."""
    result, notes = _result(row)
    sat = contest.sat(row.key[:3], row.board, row.ns, row.ew, result)
    sat.record, odd = records.record(row)
    notes += [("unreadable", words) for words in odd]
    sat.notes = tuple((kind, f"{place(row)}: {words}") for kind, words in notes)
    sat.turned = row.remark.meaning is ReceivedMeaning.TURNED
    if "" not in (*row.ns, *row.ew):
        sat.awards = row.remark.awards
    sat.line = row.id or None
    return sat


def _result(row: Received) -> tuple[Award, Notes]:
    """What happened at the table, and what a scorer should know of the row."""
    meaning = row.remark.meaning
    if "" in (*row.ns, *row.ew):
        return SIT_OUT, [("left-out", f"{row.sent}, though nobody sat on one side")] if _is_result(row) else []
    if meaning is ReceivedMeaning.NOT_PLAYED:
        return NOT_PLAYED, [("contract", f"{row.sent}, which is read as not played")] if _is_result(row) else []
    if meaning is ReceivedMeaning.WAITING:
        return NOT_PLAYED, [("waiting", f"{row.sent}: the director has still to decide")]
    notes: Notes = []
    if meaning is ReceivedMeaning.AWARD and None in row.remark.awards:
        notes.append(("waiting", f"{row.sent} is of N-S alone: the director has still to decide the score of E-W"))
    if meaning is ReceivedMeaning.UNKNOWN:
        notes.append(("unreadable", f"the remark {row.cells.text('Remarks')!r}"))
    try:
        outcome, odd = played(row.cells)
    except Faults as trouble:
        odd, outcome = (f"{faults_in_words(trouble)}; it is read as not played",), None
    # In place of a result that cannot be read something was awarded: nobody misses it.
    notes += [("unreadable", words) for words in odd if meaning is not ReceivedMeaning.AWARD]
    return NOT_PLAYED if outcome is None else Mixture.of(outcome), notes


def _is_result(row: Received) -> bool:
    """Whether a contract with its result stands in the row."""
    try:
        played(row.cells)
    except Faults:
        return False
    return True


def unsent(contest: Contest, results: Sequence[Received]) -> Iterator[Sat]:
    """Lines for what the movement has and no device sent: boards that were not played, and sit-outs."""
    if contest.form is Form.TEAMS:
        found = outstanding_in_matches(contest.plan.values(), results)
    else:
        apart = contest.winners == 2 and forms.share_numbers(results)
        found = outstanding(contest.plan.values(), results, apart=apart)
    for scheduled, board in found:
        result = SIT_OUT if "" in (*scheduled.ns, *scheduled.ew) else NOT_PLAYED
        yield contest.sat(scheduled.place, board, scheduled.ns, scheduled.ew, result)


_SEATS = {"N": (Side.NS, 0), "S": (Side.NS, 1), "E": (Side.EW, 0), "W": (Side.EW, 1)}


def add_players(
    tables: Tables,
    builder: Builder,
    known: Mapping[int, BwsSection],
    plan: Mapping[Place, Scheduled],
    results: Iterable[Received],
) -> None:
    """Add each contestant whose players are known, with those who sat there first."""
    names = _names(tables)
    seated: dict[Place, Scheduled | Received] = {result.key[:3]: result for result in reversed(list(results))}
    seated |= plan
    found: dict[tuple[str, str, Side | None], dict[tuple[int, str], Player]] = {}
    lost = moved = 0
    for row in sorted(rows(tables, "PlayerNumbers"), key=lambda each: max(each.whole("Round"), 1)):
        direction, player = row.text("Direction").upper(), _player(row, names)
        if direction not in _SEATS or player is None:
            continue
        section, round = row.whole("Section"), max(row.whole("Round"), 1)
        side, place = _SEATS[direction]
        there = seated.get((section, round, row.whole("Table")))
        if side is Side.EW and round == 1 and section in known and known[section].moves_before_play:
            moved += 1  # they typed at one table, and played at another
            continue
        numbers = (there.ns if side is Side.NS else there.ew) if there else ()
        number = numbers[place if builder.form is Form.INDIVIDUAL else 0] if numbers else ""
        if not number:
            lost += 1
            continue
        key = (known[section].letter, number, side if builder.winners == 2 else None)
        # A team has two tables, whose chairs are kept apart.
        chair = f"{row.whole('Table'):05}{direction}" if builder.form is Form.TEAMS else direction
        found.setdefault(key, {}).setdefault((round, chair), player)
    for (letter, number, direction_of), chairs in found.items():
        first = min(round for round, _ in chairs)
        sat = {chair: player for (round, chair), player in chairs.items() if round == first}
        builder.participants.append(
            Participant(number=number, section=letter, direction=direction_of, players=_in_order(sat, builder.form))
        )
    if lost:
        builder.note("left-out", f"players at tables where nobody is known to have sat: {lost}")
    if moved:
        builder.note("left-out", f"players E-W who moved to another table before play: {moved}")


def _in_order(sat: Mapping[str, Player], form: Form) -> tuple[Player, ...]:
    """The players by their chairs: North before South, East before West."""
    if form is not Form.PAIRS:
        return tuple(sat[chair] for chair in sorted(sat))
    pair = "NS" if sat.keys() & set("NS") else "EW"
    return tuple(sat.get(chair, Player()) for chair in pair)


def _names(tables: Tables) -> dict[str, str]:
    """The names of the club's players by their numbers."""
    found: dict[str, str] = {}
    for row in rows(tables, "PlayerNames"):
        for number in (row.text("strID"), row.text("ID")):
            if number and number != "0":
                found.setdefault(number, row.text("Name"))
    return found


def _player(row: ReceivedCells, names: Mapping[str, str]) -> Player | None:
    """Who typed a number; None where nobody did."""
    number = row.text("Number")
    number = "" if number.strip("0") == "" else number
    name = row.text("Name") or names.get(number, "") or names.get(number.lstrip("0"), "")
    return Player(name, number) if name or number else None
