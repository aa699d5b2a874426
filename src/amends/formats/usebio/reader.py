"""From the elements of a USEBIO file to its document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from amends.bridge import Side, Vulnerable, vulnerability
from amends.event import Event, Form
from amends.event.event import Contestant, Player, TeamPair
from amends.event.published import Printed, PublishedFigures, PublishedPair, PublishedStanding
from amends.exact import many
from amends.faults import Fault, Faults
from amends.formats.common.building import Builder, Participant
from amends.formats.common.format import Progress
from amends.formats.common.own_words import NOT_IN_THE_SCORE, with_own_words
from amends.formats.usebio import header
from amends.formats.usebio.elements import Element, parse
from amends.formats.usebio.header import LINES, Hands, Layout, Placed
from amends.formats.usebio.lines import At, TravellerLines, board_number, conditions, figure
from amends.formats.usebio.matches import Sides, UsebioMatches, gathered, match_tables
from amends.formats.usebio.numbering import Numbering, TableSeats
from amends.journal.chain import Document, Note

_TAGS = {Form.TEAMS: "TEAM", Form.INDIVIDUAL: "PLAYER"}
_NUMBERS = {
    "TEAM": ("TEAM_ID", "TEAM_NUMBER", "TEAM_NAME"),
    "PLAYER": ("PLAYER_NUMBER", "PLAYER_ID"),
    "PAIR": ("PAIR_NUMBER", "PAIR_ID"),
}


def entries(layout: Layout, form: Form) -> Iterator[tuple[Placed, Element, str]]:
    """Each contestant of the lists: the list with its place, the contestant and its number."""
    tag = _TAGS.get(form, "PAIR")
    for placed in layout.participants:
        for element in placed.element.named(tag):
            number = element.text(*_NUMBERS[tag])
            if number:
                yield placed, element, number


def listed(layout: Layout, form: Form) -> Iterator[tuple[str, str, str, str]]:
    """Section, number, direction and session of each contestant in the lists."""
    for placed, element, number in entries(layout, form):
        yield _section(placed, element), number, element.text("DIRECTION"), placed.place.session


def _section(placed: Placed, element: Element) -> str:
    return element.text("SECTION_ID")[:60] or placed.place.section


class _Columns(NamedTuple):
    """Where the figures of a contestant stand; "" where there are none."""

    place: str = "PLACE"
    total: str = "TOTAL_SCORE"
    percent: str = "PERCENTAGE"


class Lists:
    """Reads the lists into the builder."""

    def __init__(self, builder: Builder, numbering: Numbering, layout: Layout, scoring: str) -> None:
        self._builder, self._numbering, self._layout, self._scoring = builder, numbering, layout, scoring
        self._columns = _Columns()
        self.pairs: list[tuple[str, str, Element]] = []
        """The pairs of teams: section and number of the team, and the pair."""

    def read(self, form: Form) -> None:
        """Add all contestants."""
        self._columns = self._read_columns(form)
        for placed, element, text in entries(self._layout, form):
            try:
                number = self._numbering.number(text, element.text("DIRECTION"))
                section = _section(placed, element)
                own, name = self._numbering.contestant(section, number, placed.place.session)
            except Faults as trouble:
                self._builder.faults.add(element.line, *trouble.faults)
                continue
            if not name:
                continue  # nobody: a phantom in the list
            teamed = list(element.named("PAIR")) if form is Form.TEAMS else []
            self.pairs += ((own, name, pair) for pair in teamed)
            self._builder.participants.append(
                Participant(
                    number=name,
                    section=own,
                    direction=self._numbering.side(section, number) if self._numbering.winners == 2 else None,
                    name=element.text("TEAM_NAME") if form is Form.TEAMS else "",
                    players=_players(element),
                    pairs=tuple(TeamPair(pair.text("PAIR_NUMBER"), _players(pair)) for pair in teamed),
                    standing=self._standing(element, placed.place.session),
                )
            )

    def published_pairs(self) -> list[PublishedPair]:
        """What was printed for the pairs of teams; to be asked for when all lines and lists have been read."""
        found = []
        for section, number, pair in self.pairs:
            imps = figure(self._builder, pair, "PAIR_IMPS")
            if imps is None:
                continue
            try:
                team = self._builder.contestant(section, number)
            except Faults as trouble:
                self._builder.faults.add(pair.line, *trouble.faults)
            else:
                found.append(PublishedPair(team, pair.text("PAIR_NUMBER"), imps, _whole(pair.text("BOARDS_PLAYED"))))
        return found

    def _read_columns(self, form: Form) -> _Columns:
        """What the columns of the lists stand for: where no percentages are scored, something else, or nothing."""
        if self._scoring in ("matchpoints", "bam", "patton"):
            return _Columns()
        elements = [element for _, element, _ in entries(self._layout, form)]
        percents = [element.text("PERCENTAGE") for element in elements]
        if len(percents) > 1 and all(map(_is_zero, percents)):
            places = {element.text("PLACE") for element in elements} - {""}
            also = " and the places (all the same)" if len(places) == 1 else ""
            words = f"the percentages (all {percents[0][:20]}){also} are no figures"
            self._builder.note("left-out", words, line=elements[0].line)
            return _Columns(percent="", place="" if len(places) == 1 else "PLACE")
        if form is not Form.TEAMS and not any(element.text("TOTAL_SCORE") for element in elements):
            return _Columns(total="PERCENTAGE", percent="")
        return _Columns()

    def _standing(self, element: Element, session: str) -> PublishedStanding | None:
        columns = self._columns
        masters = next((each for each in element.named("MASTER_POINTS") if each.text("MASTER_POINTS_AWARDED")), element)
        standing = PublishedStanding(
            "",
            place=element.text(columns.place)[:20],
            total=figure(self._builder, element, columns.total),
            percent=figure(self._builder, element, columns.percent),
            boards=_whole(element.text("BOARDS_PLAYED")),
            adjustment=figure(self._builder, element, "ADJUSTMENT"),
            handicap=figure(self._builder, element, "HANDICAP"),
            master_points=figure(self._builder, masters, "MASTER_POINTS_AWARDED"),
            # Where there is one session alone, its list is the list of the event.
            session=session if len(self._layout.sessions) > 1 else "",
        )
        return standing if standing != PublishedStanding("", session=standing.session) else None


def _whole_tables(halves: list[TableSeats]) -> list[TableSeats]:
    """The tables of two lines each."""
    return [
        TableSeats(first.section, (first.ns[0], second.ns[0]), (first.ew[0], second.ew[0]), first.session)
        for first, second in zip(halves[::2], halves[1::2], strict=True)
    ]


def _adjustments(standings: Iterable[PublishedStanding]) -> Iterator[Note]:
    """The adjustments of totals, which are not in the score: points or per cent, as each program has it."""
    found = [
        f"{standing.adjustment} for {standing.contestant}"
        for standing in standings
        if standing.adjustment and standing.adjustment.value
    ]
    if found:
        few = f"{', '.join(found[:5])}{' …' if len(found) > 5 else ''}"
        yield Note(NOT_IN_THE_SCORE, f"{many(len(found), 'adjustment')} not in the score: {few}")


def _players(element: Element) -> tuple[Player, ...]:
    """The players that stand in an element; of an individual, the element itself."""
    people = [element] if element.tag == "PLAYER" else element.named("PLAYER")
    found = (
        Player(each.text("PLAYER_NAME"), each.text("NATIONAL_ID_NUMBER"), each.text("CLUB_ID_NUMBER"))
        for each in people
    )
    return tuple(player for player in found if player != Player())


def _is_zero(text: str) -> bool:
    digits = text.replace(".", "", 1).replace(",", "", 1)
    return bool(digits) and not digits.strip("0")


def _whole(text: str) -> int | None:
    plain = text.removesuffix(".0")
    return int(plain) if plain.isascii() and plain.isdigit() and len(plain) < 10 else None


_UNITS = {"matchpoints": "matchpoints", "bam": "matchpoints", "patton": "matchpoints", "total-points": "points"}
_POINTS = {"butler": "BUTLER_POINTS", "matchpoints": "MATCH_POINTS"}
_A_PROGRESS = 10_000


def read(data: str | bytes, name: str, winners: int | None, progress: Progress) -> Document:
    """The document of a file; all its faults at once."""
    root = parse(data, name)
    events = list(root.named("EVENT"))
    if len(events) != 1:
        found = f"{len(events)} events" if events else "no event"
        raise Faults([Fault(found, "one EVENT in a file", file=name, line=events[1].line if events else root.line)])
    return _UsebioReader(root, events[0], name, winners, progress).document()


class _UsebioReader:
    """One event on its way from elements to a document."""

    def __init__(self, root: Element, event: Element, name: str, winners: int | None, progress: Progress) -> None:
        self.root, self.event, self.progress = root, event, progress
        self.layout = Layout(root, event)
        self.kind = header.event_type(event, self.layout)
        self.form = header.form_of(self.kind, self.layout)
        self.scoring = header.scoring_of(event, self.kind, self.form, self.layout)
        self.sides = Sides(self.layout, self.form)
        if self.form is Form.TEAMS and self.layout.boards:
            gathered(self.layout, self.sides)
        people = listed(self.layout, self.form)
        self.tables = [self._tables(placed) for placed in self.layout.boards]
        self.in_halves = self.form is Form.INDIVIDUAL and self._in_halves()
        if self.in_halves:
            self.tables = [_whole_tables(tables) for tables in self.tables]
        boards = [*self.tables, *([table] for table in match_tables(self.layout, self.sides))]
        said = header.winners_of(event)
        self.numbering = Numbering(self.form, winners, said, people, boards, self.layout.sections)
        # Numbers that have their direction already are told apart, and the builder is to add none.
        two = self.numbering.winners == 2 and not self.numbering.directed
        self.builder = Builder(name, self.form, 2 if two else 1, self.numbering.by_section)
        self.hands = Hands(self.builder)
        self._reported = 0
        self.vulnerable: dict[int, Vulnerable] = {}
        self.datums: dict[tuple[str, str, int], Printed] = {}

    def _tables(self, placed: Placed) -> list[TableSeats]:
        """Those at each table of a board, as its lines have them."""
        session, section = placed.place
        lines = [line.texts.get for line in placed.element.named(*LINES)]
        if self.form is Form.INDIVIDUAL:
            north, south, east, west = (f"{seat}_PLAYER_NUMBER" for seat in "NSEW")
            return [
                TableSeats(section, (get(north, ""), get(south, "")), (get(east, ""), get(west, "")), session)
                for get in lines
            ]
        ns, ew = "NS_PAIR_NUMBER", "EW_PAIR_NUMBER"
        return [TableSeats(section, (get(ns, ""),), (get(ew, ""),), session) for get in lines]

    def _in_halves(self) -> bool:
        """Whether each table of an individual stands in two lines: one player of each side with a partner who does
        not exist (10 and 101 against 8 and 82), then their partners likewise, with the same score and figures.
        """
        for placed, tables in zip(self.layout.boards, self.tables, strict=True):
            if not all(ns[0] and ns[1] == f"{ns[0]}1" and ew[0] and ew[1] == f"{ew[0]}2" for _, ns, ew, _ in tables):
                return False
            told = [
                {tag: text for tag, text in line.texts.items() if not tag.endswith("PLAYER_NUMBER")}
                for line in placed.element.named(*LINES)
            ]
            if len(told) % 2 or told[::2] != told[1::2]:
                return False
        return any(self.tables)

    def document(self) -> Document:
        """The document."""
        self.hands.read(self.layout)
        lists = Lists(self.builder, self.numbering, self.layout, self.scoring)
        lists.read(self.form)
        contracts = any(line.texts.get("CONTRACT") for line in self.layout.lines())
        points, unit = _POINTS.get(self.scoring, "CROSS_IMP_POINTS"), _UNITS.get(self.scoring, "imps")
        lines = TravellerLines(self.builder, self.numbering, self.hands, unit, points, contracts)
        for placed, tables in zip(self.layout.boards, self.tables, strict=True):
            self._board(placed, tables, lines)
        matches = UsebioMatches(self.builder, self.numbering, lines, self.sides)
        for placed in self.layout.matches:
            for number, board in matches.read(placed):
                self._said(placed, number, board)
            self._report()
        if self.form is Form.SWISS_PAIRS:
            self.builder.number_rounds()
        self._notes()
        in_matches, of_pairs = matches.published(), tuple(lists.published_pairs())
        built = self.builder.build()
        published = PublishedFigures(built.lines, built.standings, self.datums, in_matches, of_pairs)
        event = Event(
            form=self.form,
            scoring=self.scoring,
            winners=self.numbering.winners,
            knockout=self.kind in header.KNOCKOUT,
            title=self.event.text("TITLE", "EVENT_DESCRIPTION"),
            results=built.results,
            contestants=self._directed(built.contestants),
            rulings=built.rulings,
            vulnerable=self.vulnerable,
            deals=self.hands.deals,
        )
        about = header.about_of(self.root, self.event)
        document = Document(event=event, published=published, about=about, notes=built.notes, source="usebio")
        if not document.is_own:
            return replace(document, notes=(*document.notes, *_adjustments(built.standings)))
        document, remarks = with_own_words(document, about.get("notes", "").splitlines())
        about = about | {"notes": "\n".join(remarks)}
        return replace(document, about={key: text for key, text in about.items() if text})

    def _board(self, placed: Placed, tables: list[TableSeats], lines: TravellerLines) -> None:
        place, board = placed
        try:
            number = board_number(board)
        except Faults as trouble:
            self.builder.faults.add(board.line, *trouble.faults)
            return
        self._said(placed, number, board)
        at = At(place, number, conditions(board, number), board.text("ROUND_NUMBER"))
        rows = self.builder.rows
        found = list(board.named(*LINES))
        for line, table in zip(found[::2] if self.in_halves else found, tables, strict=True):
            sat = lines.read(line, at, table)
            if sat is not None:
                rows.append(sat)
        self._report()

    def _said(self, placed: Placed, number: int, board: Element) -> None:
        """What a board says besides its lines: its conditions, its datum, its hands."""
        if (found := conditions(board, number)) is not vulnerability(number):
            self.vulnerable[number] = found
        self.hands.of_board(placed.place, number, board)
        datum = figure(self.builder, board, "BOARD_AVERAGE", board=number)
        if datum is not None:
            self.datums[placed.place.session, placed.place.section, number] = datum

    def _report(self) -> None:
        """Tell how many lines were read, now and then."""
        count = len(self.builder.rows)
        if self.progress is not None and count // _A_PROGRESS > self._reported:
            self._reported = count // _A_PROGRESS
            self.progress(count)

    def _notes(self) -> None:
        """What the head says and the event has no place for; and how tables were put together."""
        if self.in_halves:
            words = "each table stands in two lines, with partners who do not exist: two lines are read as one table"
            self.builder.note("left-out", words)
        text = self.event.text("DATE")
        if text and header.iso_date(text) is None:
            self.builder.note("unreadable", f"the date {text[:60]!r}", line=self.event.line)
        method = header.word(self.event.text("BOARD_SCORING_METHOD", "SCORING_METHOD"))
        if self.form is Form.TEAMS and method in header.NO_IMPS:
            words = f"the scoring {method} of teams is not known here: scored in IMPs"
            self.builder.note("left-out", words, line=self.event.line)

    def _directed(self, contestants: Mapping[str, Contestant]) -> Mapping[str, Contestant]:
        """The contestants; of two winners, each with the direction that the file gives it, wherever it sat."""
        if self.numbering.winners != 2:
            return contestants
        said = {
            self.builder.contestant(each.section, each.number, each.direction): each.direction
            for each in self.builder.participants
            if each.direction is not None
        }
        if self.numbering.directed:
            ends = {side.value: side for side in Side}
            said |= {id: ends[id[-2:]] for id in contestants if id not in said and id[-2:] in ends}
        return {id: replace(known, direction=said.get(id, known.direction)) for id, known in contestants.items()}
