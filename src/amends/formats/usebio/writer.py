"""From a document to a USEBIO file: the event as its own regulation scores it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed

from amends.bridge import Side, vulnerability
from amends.event import Event, Form
from amends.event.event import Contestant, Player
from amends.event.rows import in_force
from amends.event.table_result import DealtBoard, TableResult, in_section, without_section
from amends.exact import many
from amends.faults import refuse
from amends.formats.common import loss_lines
from amends.formats.common.own_words import as_remark, award_words, event_words
from amends.formats.common.scored_rows import Scored, ScoredRow, scored, where
from amends.formats.usebio import header
from amends.formats.usebio.elements import Xml
from amends.formats.usebio.header import SectionPlace
from amends.formats.usebio.write_lines import WrittenMatch, figure, is_written, line, lost_of, matches
from amends.journal.chain import Document
from amends.scoring.events.pairs import PairsStandings
from amends.scoring.events.teams import TeamsStandings
from amends.scoring.methods.butler import ButlerChart
from amends.scoring.standings import Standing, Standings, natural


class WrittenLists:
    """Writes contestants."""

    def __init__(self, xml: Xml, form: Form, numbers: WrittenNumbers, standings: Standings) -> None:
        self._xml, self._form, self._numbers, self._scored = xml, form, numbers, standings
        self._standings: dict[str, tuple[str, Standing]] = {
            standing.contestant: (name, standing) for name, entries in standings.lists.items() for standing in entries
        }

    @property
    def boards(self) -> int:
        """The most boards that anybody played."""
        return max((standing.boards for _, standing in self._standings.values()), default=0)

    def write(self, listed: Iterable[Contestant]) -> None:
        """A list."""
        with self._xml.within("PARTICIPANTS"):
            for known in listed:
                self._contestant(known)

    def _contestant(self, known: Contestant) -> None:
        number = self._numbers.in_list(known)
        players = known.players or ((Player(known.name),) if known.name else ())
        if self._form is Form.TEAMS:
            self._team(known, number)
        elif self._form is Form.INDIVIDUAL:
            with self._xml.within("PLAYER"):
                self._xml.text("PLAYER_NUMBER", number)
                for player in players[:1]:
                    self._player(player)
                self._standing(known)
        else:
            with self._xml.within("PAIR"):
                self._xml.text("PAIR_NUMBER", number)
                self._standing(known)
                self._players(players)

    def _team(self, known: Contestant, number: str) -> None:
        with self._xml.within("TEAM", TEAM_ID=number, TEAM_NAME=known.name):
            self._standing(known)
            for pair in known.pairs:
                with self._xml.within("PAIR"):
                    self._xml.text("PAIR_NUMBER", pair.number)
                    self._players(pair.players)
            self._players(known.players)

    def _standing(self, known: Contestant) -> None:
        if known.id not in self._standings:
            self._xml.text("DIRECTION", known.direction.value if known.direction else "")
            return
        name, standing = self._standings[known.id]
        moved = self._moved(standing)
        self._xml.texts(
            DIRECTION=name,
            BOARDS_PLAYED=standing.boards,
            PERCENTAGE="" if standing.percent is None else figure(standing.percent),
            TOTAL_SCORE="" if standing.total is None else figure(standing.total),
            PLACE=standing.place,
            ADJUSTMENT=figure(moved) if moved else "",
        )

    def _moved(self, standing: Standing) -> Fraction:
        """What the total has beyond the lines or matches: carry-over and penalties."""
        if isinstance(self._scored, TeamsStandings) and self._scored.event.knockout and standing.total is not None:
            # Two totals are views of one margin: what the opponents brought along is in it too.
            matches = (points for _, points in self._scored.points_on_the_boards(standing.contestant))
            return standing.total - sum(matches, Fraction(0))
        return standing.carried - standing.penalty

    def _players(self, players: Iterable[Player]) -> None:
        for player in players:
            with self._xml.within("PLAYER"):
                self._player(player)

    def _player(self, player: Player) -> None:
        self._xml.texts(
            PLAYER_NAME=player.name,
            CLUB_ID_NUMBER=player.club_id,
            NATIONAL_ID_NUMBER=player.national_id,
        )


class WrittenNumbers:
    """The places of an event, and its contestants with their numbers.

    `by_section`: the ids begin with their sections, which stand about the lines and are left out of the numbers.
    """

    def __init__(self, event: Event) -> None:
        tables = [SectionPlace(result.session, result.section) for result in event.results]
        dealt = [SectionPlace(deal.session, deal.section) for deal in event.deals if deal.session or deal.section]
        self.places = list(dict.fromkeys((*tables, *dealt)))
        self.sessions: dict[str, list[SectionPlace]] = {}
        for place in self.places:
            self.sessions.setdefault(place.session, []).append(place)
        self.sections = list(dict.fromkeys(place.section for place in self.places if place.section))
        # Those the event knows, and those who only sat at tables.
        seated = (seat for result in event.results for seats in result.seats for seat in seats)
        self.contestants = {**{seat: Contestant(seat) for seat in seated}, **event.contestants}
        bare = {known.id: without_section(known.id, known.section) for known in self.contestants.values()}
        self.by_section = len({result.section for result in event.results}) > 1 and all(
            known.section and bare[known.id] != known.id and in_section(known.section, bare[known.id]) == known.id
            for known in self.contestants.values()
        )
        # One list for the event where it has several sessions or numbers for all sections, else one in each section.
        nested = len(self.sessions) < 2 and (self.by_section or len(self.places) == 1)
        self.lists = self.places if nested else [SectionPlace()]
        self._everybody = sorted(self.contestants.values(), key=lambda known: natural(known.id))
        self._by_section: dict[str, list[Contestant]] = {}
        for known in self._everybody:
            self._by_section.setdefault(known.section, []).append(known)

    def listed(self, place: SectionPlace) -> list[Contestant]:
        """The contestants of the list that stands at a place."""
        return self._everybody if len(self.lists) == 1 else self._by_section.get(place.section, [])

    def in_list(self, known: Contestant) -> str:
        """A number as a list has it: with its section, where the list is that of all."""
        number = self.at_table(known.id, known.section)
        return f"({known.section}) {number}" if self.by_section and len(self.lists) == 1 else number

    def at_table(self, id: str, section: str) -> str:
        """A number as the lines of a section have it."""
        return without_section(id, section) if self.by_section else id


_TYPES = {
    Form.PAIRS: "PAIRS",
    Form.INDIVIDUAL: "INDIVIDUAL",
    Form.TEAMS: "TEAMS",
    Form.SWISS_PAIRS: "SWISS_PAIRS",
}
_OLD_TYPES = {
    "matchpoints": "MP_PAIRS",
    "butler": "BUTLER_PAIRS",
    "cross-imps": "CROSS_IMP",
    "total-points": "AGGREGATE",
}
_METHODS = {
    "matchpoints": "MATCH_POINTS",
    "butler": "BUTLER_IMPS",
    "cross-imps": "CROSS_IMPS",
    "total-points": "AGGREGATE",
    "imps": "IMPS",
    "bam": "PAB",
    "patton": "HYBRID",
}


def document_type(version: str) -> str:
    """The line that names the document type; nobody needs to fetch it."""
    return f'<!DOCTYPE USEBIO SYSTEM "http://www.usebio.org/files/usebio_v{version.replace(".", "_")}.dtd">'


def event_type(event: Event, version: str) -> str:
    """The type of the event; the first versions put the scoring of pairs into it."""
    if version in ("1.2", "1.3"):
        return _TYPES[event.form]
    if event.form is Form.PAIRS:
        return _OLD_TYPES[event.scoring]
    return "KO" if event.knockout else _TYPES[event.form]


def before_counts(event: Event, about: Mapping[str, str], version: str) -> dict[str, object]:
    """What stands first: the program, the event, when and where."""
    return {
        "PROGRAM_NAME": "amends",
        "PROGRAM_VERSION": _program_version(),
        "EVENT_ID" if version == "1.3" else "EVENT_IDENTIFIER": about.get("event_id", ""),
        "EVENT_DESCRIPTION": about.get("description", "") or event.title,
        "TITLE": event.title,
        "DATE": _date(about.get("date", ""), version),
        "VENUE": about.get("venue", ""),
        "WINNER_TYPE": event.winners,
    }


def methods(event: Event) -> dict[str, object]:
    """How boards and matches are scored."""
    in_points = event.form is Form.SWISS_PAIRS or (event.form is Form.TEAMS and not event.knockout)
    by_match = ({"bam": "PAB", "patton": "HYBRID"}.get(event.scoring, "VPS")) if in_points else ""
    return {"BOARD_SCORING_METHOD": _METHODS[event.scoring], "MATCH_SCORING_METHOD": by_match}


def _date(iso: str, version: str) -> str:
    """A day as the version has it: 31/12/2025, from 1.3 on 2025-12-31.

    >>> _date('2025-12-31', '1.2'), _date('2025-12-31', '1.3')
    ('31/12/2025', '2025-12-31')
    """
    year, _, rest = iso.partition("-")
    month, _, day = rest.partition("-")
    return f"{day}/{month}/{year}" if day and version != "1.3" else iso


def _program_version() -> str:
    try:
        return installed("amends")
    except PackageNotFoundError:
        return ""


VERSIONS = ("1.0", "1.1", "1.2", "1.3")
"""The versions that are written."""

_VULNERABLE = {"none": "Love", "ns": "North-South", "ew": "East-West", "all": "All"}
_SUITS = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")


def write(document: Document, version: str) -> str:
    """The text of the file."""
    if version not in VERSIONS:
        raise refuse(f"version {version!r} of USEBIO", f"one of {', '.join(VERSIONS)}")
    return _UsebioWriter(document, version).text()


class _UsebioWriter:
    """One document on its way to text."""

    def __init__(self, document: Document, version: str) -> None:
        self.document, self.event, self.version = document, document.event, version
        self.numbers = WrittenNumbers(self.event)
        self.scored = scored(self.event)
        self.rows: dict[SectionPlace, list[ScoredRow]] = {}
        for row in filter(is_written, self.scored.rows):
            self.rows.setdefault(SectionPlace(row.table.session, row.table.section), []).append(row)
        self.deals: dict[SectionPlace, list[DealtBoard]] = {}
        for dealt in self.event.deals:
            self.deals.setdefault(SectionPlace(dealt.session, dealt.section), []).append(dealt)
        self.in_matches = self.event.form in (Form.TEAMS, Form.SWISS_PAIRS)
        self.matches: Mapping[SectionPlace, list[WrittenMatch]] = (
            matches(self.scored, self.event) if self.in_matches else {}
        )
        self.datums = _datums(self.scored)
        self.xml = Xml('<?xml version="1.0" encoding="UTF-8"?>', document_type(version))
        self.lists = WrittenLists(self.xml, self.event.form, self.numbers, self.scored.standings)

    def text(self) -> str:
        """The file."""
        about = self.document.about
        with self.xml.within("USEBIO", Version=self.version):
            with self.xml.within("CLUB"):
                self.xml.text("CLUB_NAME", about.get("club", ""), needed=True)
                self.xml.text("CLUB_ID_NUMBER", about.get("club_id", ""), needed=True)
            with self.xml.within("EVENT", EVENT_TYPE=event_type(self.event, self.version)):
                self._head(about)
                if self.numbers.lists == [SectionPlace()]:
                    self._list(SectionPlace())
                self._sessions()
            self._handset(SectionPlace())
        return str(self.xml)

    def _head(self, about: Mapping[str, str]) -> None:
        pairs = len(self.numbers.contestants) if self.event.form in (Form.PAIRS, Form.SWISS_PAIRS) else 0
        self.xml.texts(**before_counts(self.event, about, self.version))
        self.xml.texts(PAIRS=pairs or "", BOARDS_PLAYED=self.lists.boards or "")
        self.xml.text("SESSION_COUNT", max(len(self.numbers.sessions), 1))
        self.xml.text("SECTION_COUNT", max(len(self.numbers.sections), 1))
        self.xml.texts(**methods(self.event), MPS_AWARDED_FLAG="N")
        if about.get("contact") or about.get("scorer"):
            with self.xml.within("CONTACT"):
                self.xml.texts(FULL_NAME=about.get("contact", ""), SCORER=about.get("scorer", ""))
        # The remarks for readers, and what the lines do not hold.
        remarks = [as_remark(text) for text in about.get("notes", "").splitlines()]
        remarks += (award_words(row.row, self.event.form) for row, _ in lost_rows(self.scored, self.event))
        self.xml.text("NOTES", "\n".join([*remarks, *event_words(self.event)]))

    # Sessions and sections

    def _sessions(self) -> None:
        for session, places in self.numbers.sessions.items():
            if not session:
                self._sections(places)
                continue
            with self.xml.within("SESSION", SESSION_ID=session):
                self._sections(places)
                self._handset(SectionPlace(session))

    def _sections(self, places: list[SectionPlace]) -> None:
        for place in places:
            if not place.section:
                self._part(place)
                continue
            with self.xml.within("SECTION", SECTION_ID=place.section):
                self._part(place)
                self._handset(place)

    def _part(self, place: SectionPlace) -> None:
        """The list, and the boards or the matches, of a section."""
        if place in self.numbers.lists and self.numbers.lists != [SectionPlace()]:
            self._list(place)
        if self.in_matches:
            for match in self.matches.get(place, ()):
                self._match(match, place)
            return
        boards: dict[int, list[ScoredRow]] = {}
        for row in self.rows.get(place, ()):
            boards.setdefault(row.table.board, []).append(row)
        for number, rows in boards.items():
            with self.xml.within("BOARD"):
                self._board(number, place)
                for row in rows:
                    self._line(row, self._seats(row, place))

    def _list(self, place: SectionPlace) -> None:
        if listed := self.numbers.listed(place):
            self.lists.write(listed)

    # Boards

    def _board(self, number: int, place: SectionPlace) -> None:
        self.xml.text("BOARD_NUMBER", number)
        conditions = self.event.conditions(number)
        if conditions is not vulnerability(number):
            self.xml.text("VULNERABILITY", _VULNERABLE[conditions.value])
        self.xml.text("BOARD_AVERAGE", self.datums.get((place.session, place.section, number), ""))

    def _seats(self, row: ScoredRow, place: SectionPlace) -> dict[str, str]:
        names = row.table.seats.map(lambda seats: [self.numbers.at_table(seat, place.section) for seat in seats])
        if self.event.form is Form.INDIVIDUAL:
            (north, south), (east, west) = ((*ids, "", "")[:2] for ids in names)
            order = {"N": north, "S": south, "E": east, "W": west}
            return {f"{seat}_PLAYER_NUMBER": number for seat, number in order.items()}
        return {f"{side.value}_PAIR_NUMBER": "".join(names[side]) for side in Side}

    def _line(self, row: ScoredRow, before: Mapping[str, str]) -> None:
        table, record = row.table, row.table.record
        with self.xml.within("TRAVELLER_LINE"):
            self.xml.texts(**before)
            self.xml.texts(**line(row, self.event).cells)
            if record is not None:
                deal = self.event.deal(table.board, table.session, table.section)
                self.xml.text("LIN_DATA", header.written(record, deal))

    # Matches

    def _match(self, match: WrittenMatch, place: SectionPlace) -> None:
        home, away = (self.numbers.at_table(id, place.section) for id in (match.home, match.away))
        teams = self.event.form is Form.TEAMS
        names = ("TEAM", "OPPOSING_TEAM") if teams else ("NS_PAIR_NUMBER", "EW_PAIR_NUMBER")
        scores = ("TEAM_SCORE", "OPPOSING_TEAM_SCORE") if teams else ("NS_SCORE", "EW_SCORE")
        with self.xml.within("MATCH"):
            self.xml.text("ROUND_NUMBER", match.round)
            self.xml.texts(**{names[0]: home, names[1]: away})
            self.xml.texts(START_BOARD_NUMBER=min(match.boards), END_BOARD_NUMBER=max(match.boards))
            self.xml.texts(**{scores[0]: match.scores[0], scores[1]: match.scores[1]})
            for number, board in match.boards.items():
                with self.xml.within("BOARD"):
                    self._board(number, place)
                    self.xml.texts(**board.texts)
                    for direction, row in board.lines:
                        self._line(row, self._in_match(direction, row, place))

    def _in_match(self, direction: str, row: ScoredRow, place: SectionPlace) -> Mapping[str, str]:
        if self.event.form is not Form.TEAMS:
            return self._seats(row, place)
        record = row.table.record
        pairs = {f"{side.value}_PAIR_NUMBER": record.pairs[side] for side in Side} if record is not None else {}
        return {"DIRECTION": direction, **pairs}

    # Hands

    def _handset(self, place: SectionPlace) -> None:
        if place in self.deals:
            called = {"HANDSET_ID": place.session} if place.session else {}
            with self.xml.within("HANDSET", **called):
                for dealt in self.deals[place]:
                    self._deal(dealt)

    def _deal(self, dealt: DealtBoard) -> None:
        with self.xml.within("BOARD"):
            self.xml.text("BOARD_NUMBER", dealt.board)
            for seat, hand in dealt.deal.items():
                if hand is not None:
                    with self.xml.within("HAND"):
                        self.xml.text("DIRECTION", seat.name.title())
                        self.xml.texts(**dict(zip(_SUITS, hand.suits, strict=True)))


def lost_rows(found: Scored, event: Event) -> list[tuple[ScoredRow, str]]:
    """The rows that the format does not hold as they are, with words for what becomes of them."""
    rows = ((row, lost_of(row, event)) for row in found.rows if is_written(row))
    return [(row, lost) for row, lost in rows if lost]


def _datums(found: Scored) -> dict[tuple[str, str, int], str]:
    """The datum of each board of a Butler, in the N-S view."""
    standings = found.standings
    if not isinstance(standings, PairsStandings):
        return {}
    datums = {}
    for board in standings.boards:
        if board.scored.lines.groups:
            continue  # a fouled board has a datum for each deal
        chart = board.scored.chart(Side.NS)
        if isinstance(chart, ButlerChart) and chart.retained:
            for row in board.rows:
                datums[row.table.session, row.table.section, row.table.board] = figure(chart.datum)
    return datums


# What is lost


def losses(document: Document) -> Iterator[str]:
    """What writing the document would lose."""
    event = document.event
    found = scored(event)
    yield from _row_losses(found, event)
    yield from _place_losses(event)
    yield from loss_lines.amounts(event, "is in the total, and in words under NOTES")
    yield from loss_lines.regulation(event)
    for key, words in (("remark", "remarks"), ("players", "names of those who sat")):
        tables = sum(1 for result in event.results if result.record is not None and getattr(result.record, key))
        if tables:
            yield f"the {words} at {many(tables, 'table')} are left out"
    dealers = [dealt.board for dealt in event.deals if dealt.dealer is not None]
    if dealers:
        yield f"the dealer of {many(len(dealers), 'board')} is left out: it is by the board's number"
    if document.about.get("director"):
        yield "who directed is left out"
    yield from loss_lines.published(document, "give way to those that the event gives")
    yield from loss_lines.journal(document)


def _row_losses(found: Scored, event: Event) -> Iterator[str]:
    lost = {row.table.id: (row, words) for row, words in lost_rows(found, event)}
    rulings = {ruling.id: ruling for ruling in in_force(event.rulings)}
    for row in found.rows:
        if row.table.id in lost:
            yield f"{where(row.table, event.form)}: {lost[row.table.id][1]}"
        ruling = rulings.get(row.row.ruling or "")
        grounds = loss_lines.grounds(ruling) if ruling else ""
        if grounds:
            yield f"{where(row.table, event.form)}: of the ruling, {grounds} left out"
    if lost:
        yield "what was awarded stands in words under NOTES: amends reads it from there, other programs do not"
    replaced = len(event.rulings) - len(rulings)
    if replaced:
        yield f"{many(replaced, 'ruling')} that another has replaced left out"


def _place_losses(event: Event) -> Iterator[str]:
    """What is known of where and when a table played."""
    unscored = sum(str(result.result) == "sit-out" for result in event.results)
    if unscored:
        yield f"the rows without a contest ({unscored}: sit-outs, byes, cancelled tables) are left out"
    if event.form in (Form.PAIRS, Form.INDIVIDUAL) and any(result.round for result in event.results):
        yield "the rounds are left out"
    if any(result.table for result in event.results):
        yield "the numbers of the tables are left out"
    if any(result.group for result in event.results):
        yield "the groups of fouled boards are left out"
    yield from loss_lines.copies(event)
    if any(result.match and result.round for result in event.results):
        yield "the names of the matches are left out"
    matches: dict[str, list[TableResult]] = {}
    for result in event.results:
        matches.setdefault(result.match, []).append(result)
    for match, results in matches.items():
        sessions, rounds = ({getattr(each, what) for each in results} for what in ("session", "round"))
        if match and len(sessions) > 1:
            yield f"match {match} goes over {len(sessions)} sessions: written as one in each"
        elif match and len(rounds) > 1:
            yield f"match {match} goes over {len(rounds)} rounds: written as one"
