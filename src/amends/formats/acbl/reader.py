"""Makes an event of the data of a club's results: sessions, their sections, the pairs and the boards."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, NamedTuple

from amends.awards import NotScored
from amends.bridge import BySide, Card, Deal, Hand, Seat, Side, Vulnerable, vulnerability
from amends.bridge import dealer as dealer_of
from amends.bridge.deal import SEATS
from amends.event.event import Event, Player
from amends.event.published import Printed, PublishedFigures, PublishedLine, PublishedStanding
from amends.event.table_result import DealtBoard, TableRecord
from amends.faults import Fault, Faults
from amends.formats.acbl.page import Node, data, root
from amends.formats.acbl.score_cells import Cells, ScoredLine, read_line
from amends.formats.common.building import SIT_OUT, Builder, Participant, Sat, is_nobody
from amends.formats.common.format import Progress, report
from amends.formats.lin.table import LinTable, table
from amends.journal.chain import Document

_SCORINGS = {
    **dict.fromkeys(("", "MATCHPOINTS", "MATCHPOINT", "MP", "MPS"), "matchpoints"),
    **dict.fromkeys(("IMP", "IMPS", "IMPPAIRS", "CROSSIMP", "CROSSIMPS", "XIMP", "XIMPS"), "cross-imps"),
    **dict.fromkeys(("BUTLER", "BUTLERIMP", "BUTLERIMPS"), "butler"),
    **dict.fromkeys(("TOTALPOINTS", "TOTALPOINT", "AGGREGATE"), "total-points"),
}
_AMERICAN = re.compile(r"(?P<month>\d{1,2})/(?P<day>\d{1,2})/(?P<year>\d{4})", re.ASCII)
_ISO = re.compile(r"(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})(?:[T ].*)?", re.ASCII)


def scoring(event: Node) -> str:
    """How the boards are scored."""
    text = event.text("board_scoring_method", 60)
    method = _SCORINGS.get(re.sub(r"[\s_-]", "", text).upper())
    if method is None:
        event.refuse("board_scoring_method", repr(text), "MATCH_POINTS, IMPS, BUTLER_IMPS or TOTAL_POINTS")
    return method or "matchpoints"


def winners_of(event: Node) -> int | None:
    """1 or 2, where the file says it."""
    winners = event.whole("winner_type") or None
    if winners in (None, 1, 2):
        return winners
    event.refuse("winner_type", str(winners), "1 or 2")
    return None


def about(event: Node) -> dict[str, str]:
    """What the file says of itself, by the keys of `amends.journal.chain.ABOUT`."""
    uploads = event.items("uploads")[:1]
    if isinstance(event.value.get("latest_upload"), dict):
        uploads.append(event.child("latest_upload"))
    program = next((upload for upload in uploads if upload.text("program_name")), None)
    facts = {
        "club": event.text("club_name"),
        "club_id": event.text("club_id_number"),
        "date": _date(event.text("start_date", 60)),
        "director": event.text("club_director_name"),
        "program": program.text("program_name") if program else event.text("program_name"),
        "program_version": program.text("program_version") if program else "",
        "event_id": event.text("id"),
        "description": event.text("bbo_event_description"),
    }
    return {key: value for key, value in facts.items() if value}


def _date(text: str) -> str:
    """The day as YYYY-MM-DD; the file writes the month first.

    >>> _date('04/20/2026'), _date('2026-04-20 13:00:00')
    ('2026-04-20', '2026-04-20')
    """
    day = _AMERICAN.fullmatch(text) or _ISO.fullmatch(text)
    try:
        return date(int(day["year"]), int(day["month"]), int(day["day"])).isoformat() if day else text
    except ValueError:
        return text


_SUITS = ("spades", "hearts", "diamonds", "clubs")


class HandRecords:
    """What the hand records of all sessions say."""

    def __init__(self, builder: Builder) -> None:
        self.builder = builder
        self.deals: dict[tuple[int, str], DealtBoard] = {}
        self.vulnerable: dict[int, Vulnerable] = {}
        self._first: dict[int, tuple[Vulnerable, str]] = {}
        """The first vulnerability of each board, and where it stands."""

    def read(self, session: Node, label: str) -> None:
        """The records of one session."""
        for record in session.items("hand_records"):
            board = record.whole("board")
            if not board:
                continue
            self._conditions(record, board)
            deal, dealer = self._deal(record, board), record.text("dealer").upper()[:1]
            if deal is not None:
                self.add(board, label, deal, Seat(dealer) if dealer and dealer in "NESW" else None)

    def add(self, board: int, session: str, deal: Deal, dealer: Seat | None) -> None:
        """Keep the hands of a board, unless they are known."""
        unusual = dealer if dealer is not dealer_of(board) else None
        self.deals.setdefault((board, session), DealtBoard(board, deal, session, dealer=unusual))

    def conditions(self, board: int) -> Vulnerable:
        """Who is vulnerable on a board."""
        return self.vulnerable.get(board) or vulnerability(board)

    def _conditions(self, record: Node, board: int) -> None:
        text = record.text("vulnerability")
        if not text:
            return
        try:
            vulnerable = Vulnerable.NONE if text.strip("-") == "" else Vulnerable.parse(text[:60])
        except Faults as trouble:
            fault = trouble.faults[0]
            record.refuse("vulnerability", fault.found, fault.expected)
            return
        first, place = self._first.setdefault(board, (vulnerable, record.path))
        if first is not vulnerable:
            record.refuse("vulnerability", f"{vulnerable.words} on board {board}", f"{first.words}, as {place} says")
        elif vulnerable is not vulnerability(board):
            self.vulnerable[board] = vulnerable

    def _deal(self, record: Node, board: int) -> Deal | None:
        """The hands; they score nothing, so that hands which cannot be read are only noted."""
        suits = {seat: [record.text(f"{seat.name.lower()}_{suit}") for suit in _SUITS] for seat in SEATS}
        try:
            hands = {
                seat: Hand.of(*("" if text.lower() == "void" else text for text in texts))
                for seat, texts in suits.items()
            }
            deal = Deal.of(hands)
        except Faults as trouble:
            words = f"{record.path}: the hands of board {board} are left out, {trouble.faults[0].found[:100]}"
            self.builder.note("unreadable", words, board=board)
            return None
        return deal if any(map(len, hands.values())) else None


_DIRECTED = re.compile(r"(?P<number>\S.*?)(?:(?<![\s-])[\s-]++)?(?P<side>N[-/]?S|E[-/]?W)", re.IGNORECASE)
_OVERALL = ("EVENT", "OVERALL")
_FIGURES = {"total": "score", "percent": "percentage", "adjustment": "adjustment", "handicap": "handicap"}
"""The printed figures of a standing, by the field that holds each."""


class Pair(NamedTuple):
    """A pair as a cell calls it."""

    number: str
    side: Side | None = None

    @property
    def directed(self) -> str:
        """The number with its direction behind it."""
        return f"{self.number}{self.side.value}" if self.side else self.number


def pair_of(text: str) -> Pair:
    """The pair from "7", "7-NS", "7 EW".

    >>> pair_of('7-NS')
    Pair(number='7', side=<Side.NS: 'NS'>)
    """
    directed = _DIRECTED.fullmatch(text)
    return Pair(directed["number"], Side.parse(directed["side"])) if directed else Pair(text)


@dataclass(frozen=True, slots=True)
class Summary:
    """A line of the list of results."""

    section: str
    session: str
    pair: Pair
    players: tuple[Player, ...]
    standing: PublishedStanding
    places: dict[tuple[int, bool], str]
    """Its places by stratum, and by whether they are overall or in the section."""


class Summaries:
    """The lists of all sections."""

    def __init__(self, builder: Builder) -> None:
        self.builder = builder
        self.all: list[Summary] = []

    def read(self, section: Node, name: str, session: str) -> None:
        """The list of one section."""
        for each in section.items("pair_summaries"):
            number = each.text("pair_number", 60)
            if not number:
                each.refuse("pair_number", "nothing", "the number of a pair")
                continue
            pair = pair_of(number)
            if is_nobody(pair.number):
                self.builder.note("left-out", f"{each.path}: {number!r} is no pair")
                continue
            direction = each.text("direction", 60).upper().replace("-", "").replace("/", "")
            if direction in ("NS", "EW"):
                pair = Pair(pair.number, Side(direction))
            elif direction:
                each.refuse("direction", repr(direction), "NS or EW")
            players = tuple(map(_player, each.items("players")))
            standing = self._standing(each, number, session)
            self.all.append(Summary(name, session, pair, players, standing, _places(each)))

    @property
    def directed(self) -> bool:
        """Whether each pair of the lists has a direction."""
        return bool(self.all) and all(each.pair.side for each in self.all)

    @property
    def differ(self) -> bool:
        """Whether a number stands for other players in another session."""
        first: dict[tuple[str, Pair], tuple[Player, ...]] = {}
        return any(first.setdefault((each.section, each.pair), each.players) != each.players for each in self.all)

    def participants(self, winners: int) -> list[Participant]:
        """The pairs, each with the place of the widest stratum.

        Places are those of the event, or of the only section; the places of one of several sections, and overall ones
        where each direction has a winner, are not places in a list of the event.
        """
        widest = min((stratum for each in self.all for stratum, _ in each.places), default=1)
        sections = len({each.section for each in self.all})
        kinds = [False, True] if sections <= 1 else [True] if winners == 1 else []
        participants = []
        for each in self.all:
            place = next((each.places[widest, kind] for kind in kinds if (widest, kind) in each.places), "")
            standing = replace(each.standing, place=place)
            number, side = each.pair
            participants.append(
                Participant(
                    number=number, section=each.section, direction=side, players=each.players, standing=standing
                )
            )
        return participants

    def _standing(self, each: Node, number: str, session: str) -> PublishedStanding:
        figures: dict[str, Any] = {}
        for key, column in _FIGURES.items():
            figures[key], trouble = each.printed(column)
            if trouble:
                self.builder.note("unreadable", f"{each.path}.{trouble}")
        return PublishedStanding(number, boards=each.whole("boards_played"), session=session, **figures)


def _player(node: Node) -> Player:
    number = node.text("id_number")
    # Who is no member has a number that the program made up.
    made_up = number.lower().startswith("tmp:") or number.startswith("#")
    return Player(node.text("name").rstrip(", "), "" if made_up else number)


def _places(each: Node) -> dict[tuple[int, bool], str]:
    places = {}
    for place in each.items("strat_place"):
        stratum, rank = place.whole("strat_number"), place.text("rank", 60)
        if stratum is not None and rank:
            places[stratum, place.text("type", 60).upper() in _OVERALL] = rank
    return places


_LONGEST_MOVIE = 100_000
"""The most characters of the record of a table, which is a LIN."""


def document(text: str, name: str, winners: int | None, progress: Progress) -> Document:
    """The document of a text; all its faults at once."""
    reader = AcblReader(name, progress)
    return reader.document(root(data(text, name), reader.builder.faults), winners)


@dataclass(slots=True)
class _AcblLine:
    """A line before it is known how pairs are called."""

    sat: Sat
    ns: Pair
    ew: Pair


class AcblReader:
    """Reads the sessions one after the other; who is who is settled at the end."""

    def __init__(self, name: str, progress: Progress) -> None:
        self.builder = Builder(name)
        self.hands = HandRecords(self.builder)
        self.summaries = Summaries(self.builder)
        self.lines: list[_AcblLine] = []
        self.progress = progress

    def document(self, event: Node, winners: int | None) -> Document:
        """The document of the data."""
        form = event.text("type", 60)
        if form and "PAIR" not in form.upper():
            event.refuse("type", repr(form), "PAIRS: for other events the page does not say who played a board")
        title, method, own_winners, facts = event.text("name"), scoring(event), winners_of(event), about(event)
        sessions = event.items("sessions")
        labels = [str(place) if len(sessions) > 1 else "" for place, _ in enumerate(sessions, 1)]
        for session, label in zip(sessions, labels, strict=True):
            self.hands.read(session, label)
        for session, label in zip(sessions, labels, strict=True):
            for section in session.items("sections"):
                self._section(section, label)
        if not self.lines and not self.builder.faults.count:
            self.builder.faults.add(None, Fault("no results of boards", "boards with board_results", "sessions"))
        self.builder.winners = winners or own_winners or (2 if self.summaries.directed else 1)
        self._name_pairs()
        built = self.builder.build()
        made = Event(
            scoring=method,
            winners=self.builder.winners,
            title=title,
            results=built.results,
            contestants=built.contestants,
            rulings=built.rulings,
            vulnerable=self.hands.vulnerable,
            deals=tuple(self.hands.deals.values()),
        )
        published = PublishedFigures(built.lines, built.standings)
        return Document(event=made, published=published, about=facts, notes=built.notes, source="acbl")

    # Lines

    def _section(self, section: Node, session: str) -> None:
        name = section.text("name", 60)
        self.summaries.read(section, name, session)
        for board in section.items("boards"):
            number = board.whole("board_number")
            results = board.items("board_results")
            if not number:
                if results and number is None:
                    self.builder.note("left-out", f"{board.path}: a board without a number")
                continue
            for line in results:
                self._line(line, number, name, session)

    def _line(self, line: Node, board: int, section: str, session: str) -> None:
        keys = ("ns_score", "ew_score", "contract", "declarer", "result", "tricks_taken")
        cells = Cells(*(line.text(key) for key in keys))
        ns, ew = (pair_of(line.text(key, 60)) for key in ("ns_pair", "ew_pair"))
        if is_nobody(ns.number) and is_nobody(ew.number):
            self.builder.note("left-out", f"{line.path}: a line without pairs", board=board)
            return
        scored = read_line(cells, self.hands.conditions(board))
        if isinstance(scored.result, NotScored) and (is_nobody(ns.number) or is_nobody(ew.number)):
            scored.result = SIT_OUT
        record, published = self._record(line, board, session, scored), self._published(line, cells, scored)
        sat = Sat(
            board=board, ns=(), ew=(), result=scored.result, awards=scored.awards, session=session, section=section,
            round=line.text("round_number", 60), table=line.text("table_number", 60), record=record,
            published=published, notes=tuple(scored.notes),
        )  # fmt: skip
        self.lines.append(_AcblLine(sat, ns, ew))
        report(self.progress, len(self.lines))

    def _published(self, line: Node, cells: Cells, scored: ScoredLine) -> PublishedLine | None:
        (ns, ns_trouble), (ew, ew_trouble) = line.printed("ns_match_points"), line.printed("ew_match_points")
        scored.notes += [("unreadable", trouble) for trouble in (ns_trouble, ew_trouble) if trouble]
        try:
            score = Printed.parse(cells.ns_score) if cells.ns_score and not cells.ns_score.endswith("%") else None
        except Faults:
            score = None  # a word
        return PublishedLine(score, BySide(ns, ew)) if score or ns or ew else None

    def _record(self, line: Node, board: int, session: str, scored: ScoredLine) -> TableRecord | None:
        movie = self._movie(line, scored)
        lead, text = None, line.text("opening_lead", 60)
        if text:
            try:
                lead = Card.parse(text)
            except Faults:
                scored.notes.append(("unreadable", f"the lead {text!r} is left out"))
        if movie is None:
            return TableRecord(lead, remark=scored.remark) if lead or scored.remark else None
        if movie.deal is not None:
            self.hands.add(board, session, movie.deal, movie.dealer)
        record = TableRecord(lead or movie.record.lead, movie.auction, movie.play, remark=scored.remark)
        return record if record != TableRecord() else None

    def _movie(self, line: Node, scored: ScoredLine) -> LinTable | None:
        """The auction and the play of a table that played online."""
        for key in ("board_results_add_ons", "board_results_addons"):
            lin = line.child(key).text("bbo_movie", _LONGEST_MOVIE) if line.value.get(key) else ""
            if lin:
                try:
                    return table(lin)
                except Faults as trouble:
                    scored.notes.append(("unreadable", f"bbo_movie: {trouble.faults[0].found[:100]} is left out"))
        return None

    # Who is who

    def _name_pairs(self) -> None:
        """Give lines and lists the numbers by which the builder makes contestants."""
        participants = self.summaries.participants(self.builder.winners)
        with_direction = self.builder.winners == 1 and self._shared()
        apart = self.summaries.differ
        if apart:
            self.builder.note("left-out", "numbers stand for other pairs in another session: each session's are apart")
        for each in participants:
            session = each.standing.session if each.standing else ""
            each.section = f"{session}{each.section}" if apart else each.section
            each.number = Pair(each.number, each.direction).directed if with_direction else each.number
        for line in self.lines:
            sat, ns, ew = line.sat, line.ns, line.ew
            sat.section = f"{sat.session}{sat.section}" if apart else sat.section
            # With two winners a pair belongs to its direction, wherever it sat.
            sat.turned = self.builder.winners == 2 and (ns.side, ew.side) == (Side.EW, Side.NS)
            if sat.turned:
                ns, ew = ew, ns
            if with_direction:
                ns, ew = Pair(ns.number, ns.side or Side.NS), Pair(ew.number, ew.side or Side.EW)
            sat.ns = (ns.directed if with_direction and not is_nobody(ns.number) else ns.number,)
            sat.ew = (ew.directed if with_direction and not is_nobody(ew.number) else ew.number,)
            self.builder.rows.append(sat)
        self.builder.participants += participants

    def _shared(self) -> bool:
        """Whether a N-S and an E-W pair of a section have the same number."""
        called = {(each.section, each.pair) for each in self.summaries.all}
        called |= {(line.sat.section, pair) for line in self.lines for pair in (line.ns, line.ew)}
        sides = BySide.of(lambda side: {(section, pair.number) for section, pair in called if pair.side is side})
        return bool(sides.ns & sides.ew)
