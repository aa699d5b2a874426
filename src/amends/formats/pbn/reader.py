"""Reads a PBN file: its games are boards with all their tables, or one table each, or no more than deals."""

from __future__ import annotations

import codecs
import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import count

from amends.bridge import Deal, Seat, Vulnerable, vulnerability
from amends.bridge import dealer as usual_dealer
from amends.event.event import Event, Form
from amends.event.match import Room
from amends.event.published import Printed, PublishedFigures, PublishedMatch
from amends.event.table_result import DealtBoard
from amends.exact import many
from amends.faults import Faults
from amends.formats.common import files
from amends.formats.common.building import Builder, Sat
from amends.formats.common.csv_table import Gathered
from amends.formats.common.format import Progress
from amends.formats.common.own_words import with_own_words
from amends.formats.common.phantoms import without_phantoms
from amends.formats.pbn.contestants import Everybody, TotalEntry, amounts, once, read_entries
from amends.formats.pbn.games import Game, PbnFile, columns, read_games
from amends.formats.pbn.one_table import Meeting, Tables, at_home, has_result, of_teams, room_of
from amends.formats.pbn.score_cells import GamePlace, ScoreTables
from amends.formats.pbn.tokens import unescaped
from amends.formats.pbn.values import (
    by_side,
    is_open,
    read_board,
    read_date,
    read_figure,
    read_scoring,
    read_seat,
    read_vulnerable,
    remarks,
)
from amends.formats.travellers_csv.reader import misplaced
from amends.journal.chain import Document


@dataclass(slots=True)
class Boards:
    """Gathers the deals; what is odd about a board is noted, for its tables can be scored all the same."""

    builder: Builder
    vulnerable: dict[int, Vulnerable] = field(default_factory=dict)
    deals: dict[tuple[int, str, str], DealtBoard] = field(default_factory=dict)

    @property
    def unusual(self) -> dict[int, Vulnerable]:
        """Who is vulnerable, where it is not by the board's number."""
        return {board: found for board, found in self.vulnerable.items() if found is not vulnerability(board)}

    def place(self, game: Game, session: str, *, tables: bool, one: bool) -> GamePlace | None:
        """Where a game belongs: one with `tables` in a ScoreTable, one that is `one` table, or a deal.

        None for a game that is no board: a fault where results of many would be lost, else a note.
        """
        for name in game.refused:
            words = f"a {name.title()} tag that would take its value from another game: left out"
            self.builder.note("unreadable", words, line=game.line_of(name))
        line = game.line_of("board")
        if not tables and not game.said("board"):
            if one:
                self.builder.note(
                    "left-out", "a table without a board number and without a deal that can be read", line=line
                )
            elif game.said("deal"):
                self.builder.note("left-out", "a deal without a board number", line=line)
            return None
        try:
            board = read_board(game.said("board"))
        except Faults as trouble:
            if tables or one:
                self.builder.faults.add(line, *trouble.faults)
            else:
                self.builder.note("unreadable", f"{trouble.faults[0].found}: its deal is left out", line=line)
            return None
        if game.numbered:
            words = f"a deal that was played has no board number: it is called board {board} here"
            self.builder.note("left-out", words, board=board, line=line)
        section = game.said("section")
        self._deal(game, board, session, section)
        return GamePlace(board, self._vulnerable(game, board), session, section, game.said("round"))

    def _vulnerable(self, game: Game, board: int) -> Vulnerable:
        """Who is vulnerable: as the first game of the board says, else by its number."""
        said = game.said("vulnerable")
        found = read_vulnerable(said)
        if found is None:
            if said:
                self._note(game, "vulnerable", "unreadable", board, f"vulnerable {said!r}: taken by the number")
            return self.vulnerable.get(board) or vulnerability(board)
        first = self.vulnerable.setdefault(board, found)
        if found is not first:
            words = f"board {board}: {found.words}, and before that {first.words}, which is kept"
            self._note(game, "vulnerable", "left-out", board, words)
        return first

    def _deal(self, game: Game, board: int, session: str, section: str) -> None:
        """Keep the hands, the first of a board in a session and section."""
        text = game.said("deal")
        if not text:
            return
        try:
            deal = Deal.parse(text)
        except Faults as trouble:
            words = f"the deal of board {board} cannot be read: {trouble.faults[0].found}"
            self._note(game, "deal", "unreadable", board, words)
            return
        if all(hand is None for _, hand in deal.items()):
            return
        dealt = DealtBoard(board, deal, session, section, self._dealer(game, board))
        if self.deals.setdefault((board, session, section), dealt).deal != deal:
            self._note(game, "deal", "left-out", board, f"board {board} has another deal here: the first is kept")

    def _dealer(self, game: Game, board: int) -> Seat | None:
        """Who dealt, where it is not by the board's number."""
        said = game.said("dealer")
        dealer = read_seat(said)
        if said and dealer is None:
            self._note(game, "dealer", "unreadable", board, f"dealer {said!r}: taken by the number")
        return None if dealer in (None, usual_dealer(board)) else dealer

    def _note(self, game: Game, name: str, kind: str, board: int, words: str) -> None:
        self.builder.note(kind, words, board=board, line=game.line_of(name))


_DAY = ("event", "stage", "date")


def sessions(games: Sequence[Game], *, teams: bool) -> list[str]:
    """The session of each game."""
    tagged = [game.said("session") for game in games]
    days = [(session, *map(game.said, _DAY)) for game, session in zip(games, tagged, strict=True)]
    boards = not any(tagged)
    seen: dict[Hashable, tuple[str, ...]] = {}
    again = any(
        seen.setdefault((session, *what), day) != day
        for game, session, day in zip(games, tagged, days, strict=True)
        for what in _once(game, teams, boards)
    )
    if not again:
        return tagged
    numbers = {day: str(number) for number, day in enumerate(dict.fromkeys(days), 1)}
    return [numbers[day] for day in days]


def _once(game: Game, teams: bool, boards: bool) -> Iterator[tuple[str, ...]]:
    """What a session has only once: a board with its tables, or a table with those who sat there."""
    board = game.said("board")
    if not board:
        return
    if game.section("scoretable") is not None:
        if boards:
            yield "board", board
    elif has_result(game):
        # Of rooms without a name both are of one session.
        room = (game.said("match") or game.said("round"), game.said("hometeam"), game.said("visitteam"), room_of(game))
        sat = room if teams or of_teams(game) else _pairs(game)
        if sat:
            yield "table", board, game.said("section"), *sat


def _pairs(game: Game) -> tuple[str, ...]:
    """Those who sat there; nothing where they are not known."""
    sides = []
    for number, *names in (("pairns", "north", "south"), ("pairew", "east", "west")):
        players = [name for name in map(game.said, names) if name]
        sides.append(game.said(number) or (" & ".join(sorted(players)) if len(players) == 2 else ""))
    return tuple(sides) if all(sides) else ()


NAME = "pbn"
_A_PROGRESS = 10_000
"""The rows between two reports of progress."""

_VERSION = re.compile(r"PBN ([0-9]{1,3}\.[0-9]{1,3})", re.IGNORECASE)
_CHARSET = re.compile(rb"^%\s*content-type:[^\n]*charset=\"?(iso-8859-[0-9]{1,2}|windows-125[0-9])",
                      re.IGNORECASE | re.MULTILINE)  # fmt: skip


def read(data: str | bytes, name: str, winners: int | None = None, progress: Progress = None) -> Document:
    """The document of a file's content."""
    faults = Gathered(name)
    file = read_games(decoded_text(data, name), faults)
    complete(file.games)
    return _Reader(file, faults, winners, progress).document()


def decoded_text(data: str | bytes, name: str) -> str:
    """The text: UTF-8 where it can be that, else what the file says it is, else the set of Western Windows."""
    said = _CHARSET.search(data[:4096]) if isinstance(data, bytes) else None
    encodings = ["cp1252", "latin-1"]
    if said is not None:
        with suppress(LookupError):  # a set that nobody knows
            encodings.insert(0, codecs.lookup(said[1].decode()).name)
    return files.decoded(data, name, *encodings)


class _Reader:
    """Puts the games of a file together to an event."""

    def __init__(self, file: PbnFile, faults: Gathered, winners: int | None, progress: Progress) -> None:
        self.file, self.faults, self.progress = file, faults, progress
        self.games = file.games
        self.form = self._form()
        self.scoring = read_scoring(self._first("scoring"), self.form, self._heads() | self._tags(), self._imps())
        self.builder = Builder(faults.name, self.form)
        self.builder.faults = faults
        self.asked = winners
        self.sessions = sessions(self.games, teams=self.form is Form.TEAMS)
        self.boards = Boards(self.builder)
        homes = at_home(self.games, self.sessions) if self.form is Form.TEAMS else {}
        self.tables = Tables(self.form, self.unit, homes=homes)
        self.score_tables = ScoreTables(self.form, self.unit, faults)

    # What kind of event it is

    def _form(self) -> Form:
        competition = self._first("competition").lower()
        heads = self._heads()
        if "playerid_north" in heads or (not heads and competition.startswith("individual")):
            return Form.INDIVIDUAL
        if not heads and ("team" in competition or any(of_teams(game) for game in self.games)):
            return Form.TEAMS
        return Form.SWISS_PAIRS if "swiss" in competition and "team" not in competition else Form.PAIRS

    def _heads(self) -> set[str]:
        """The columns of all ScoreTables."""
        values = {table.value for game in self.games for table in game.tables("scoretable")}
        return {column.name for value in values for column in columns(value)}

    def _tags(self) -> set[str]:
        """The columns in which the figures of games that are one table would stand."""
        return {column for tag, column in _COLUMNS.items() if self._first(tag)}

    def _imps(self) -> Iterator[Printed]:
        """The IMPs that were printed, as far as it takes to see whether they are whole."""
        for game in self.games:
            for said in by_side(game.said("scoreimp"), read_seat(game.said("declarer"))):
                if said and (figure := read_figure(said)) is not None:
                    yield figure
            for table in game.tables("scoretable"):
                places = [place for place, column in enumerate(columns(table.value)) if column.name == "imp_ns"]
                width = len(columns(table.value))
                for place in places:
                    for token in table.tokens[place::width]:
                        if (figure := read_figure(token.text)) is not None:
                            yield figure

    @property
    def unit(self) -> str:
        """What the figures of a table count in."""
        known = {"matchpoints": "matchpoints", "bam": "matchpoints", "patton": "matchpoints", "total-points": "points"}
        return known.get(self.scoring, "imps")

    def _first(self, name: str) -> str:
        """What the first game that says something says."""
        return next((said for game in self.games if (said := game.said(name))), "")

    # The document

    def document(self) -> Document:
        """The event, and what stands around it."""
        for said in remarks(self._first("scoring"), self.form):
            self.builder.note("left-out", said)
        if is_open(self._first("scoring"), self.form, self._heads(), self._imps()):
            words = (
                "the Scoring tag does not say which IMPs: scored as a Butler (--scoring cross-imps for the other way)"
            )
            self.builder.note("left-out", words)
        events = list(dict.fromkeys(filter(None, (game.said("event") for game in self.games if _is_played(game)))))
        if len(events) > 1:
            shown = ", ".join(events[:3]) + (", …" if len(events) > 3 else "")
            self.builder.note("several-events", f"{len(events)} events ({shown}) are read as one")
        everybody = Everybody(self.form, self._rows(), names=self.score_tables.names, players=self.tables.players)
        everybody.entries = once(list(self._entries(everybody)))
        builder = self.builder
        if self.form is Form.PAIRS:
            builder.winners = self.asked or everybody.winners(self._first("winners"))
        builder.by_section = self.form is not Form.TEAMS and everybody.by_section()
        everybody.put_into(builder)
        if strangers := sum(self.score_tables.strangers.values()):
            words = f"{many(strangers, 'table')} without pair numbers: each has numbers of its own"
            builder.note("left-out", words)
        carried, penalties = amounts(everybody.entries, builder) if not self.faults.count else ((), ())
        built = builder.build()
        event = Event(
            form=self.form,
            scoring=self.scoring,
            winners=builder.winners,
            knockout=self.form is Form.TEAMS and "knock" in self._first("competition").lower(),
            title=self._first("event") or self._printed_title("event"),
            results=built.results,
            contestants=built.contestants,
            rulings=built.rulings,
            penalties=penalties,
            carry_overs=carried,
            vulnerable=self.boards.unusual,
            deals=tuple(self.boards.deals.values()),
        )
        datums = self.score_tables.datums
        matches = tuple(self._match(*match) for match in self.tables.matches.items())
        published = PublishedFigures(built.lines, built.standings, datums, matches)
        document = Document(event=event, published=published, about=self._about(), notes=built.notes, source=NAME)
        document, _ = with_own_words(document, (text for game in self.games for text in game.comments))
        # Each award finds just its table, which is not so where somebody without opponents sat there twice.
        for _, trouble in misplaced(document.event.results, document.event.rulings):
            self.faults.add(None, *trouble.faults)
        self.faults.finish()
        return document

    def _about(self) -> dict[str, str]:
        versions = (found[1] for text in self.file.escapes if (found := _VERSION.match(text)))
        created = (text.partition(":")[2] for text in self.file.escapes if text.lower().startswith("creator:"))
        about = {
            "date": read_date(self._first("date"))
            or read_date(self._first("eventdate"))
            or read_date(self._printed_title("date")),
            "venue": self._first("site") or self._printed_title("site"),
            "program": self._first("application") or next(created, "").strip(),
            "description": self._first("description"),
            "version": next(versions, ""),
        }
        return {key: text for key, text in about.items() if text}

    def _printed_title(self, name: str) -> str:
        """What BridgeComposer prints above its hand records, which need not be in the tags."""
        start = f"hrtitle{name} "
        found = (text[len(start) :].strip() for text in self.file.escapes if text.lower().startswith(start))
        return next((unescaped(text.removeprefix('"').removesuffix('"')).strip() for text in found), "")

    def _match(self, meeting: Meeting, boards: dict[int, tuple[Printed | None, Printed | None]]) -> PublishedMatch:
        match = PublishedMatch(meeting.home, meeting.away, meeting.round, meeting.session, meeting.match)
        if self.scoring not in ("bam", "patton"):
            return replace(match, imps={board: home for board, (home, _) in boards.items() if home is not None})
        both = boards.items()
        points = {board: (home, away) for board, (home, away) in both if home is not None and away is not None}
        return replace(match, points=points)

    # Its games

    def _rows(self) -> list[Sat]:
        """The tables of all games; deals and vulnerabilities are gathered on the way."""
        found: list[Sat] = []
        told = beside = 0
        for game, session in zip(self.games, self.sessions, strict=True):
            tables = list(game.tables("scoretable"))
            one = not tables and has_result(game)
            place = self.boards.place(game, session, tables=bool(tables), one=one)
            if place is None:
                continue
            if tables:
                found += (row for table in tables for row in self.score_tables.read(table, place))
                beside += game.section("auction") is not None
            elif one:
                found.append(self.tables.read(game, place))
            if self.progress is not None and len(found) // _A_PROGRESS > told:
                told = len(found) // _A_PROGRESS
                self.progress(told * _A_PROGRESS)
        if beside:
            self.builder.note("left-out", f"auctions beside a ScoreTable, which do not say their table: {beside}")
        if self.form is Form.PAIRS:
            for number in self.tables.part_namesakes(found):
                words = f"{number} sat at several tables of a board: they have numbers of their own at each"
                self.builder.note("left-out", words)
        if self.form is Form.PAIRS and self.unit == "matchpoints":
            found, phantoms = without_phantoms(found)
            for number in sorted(phantoms):
                self.builder.note("left-out", f"pair {number} never played: who has it as opponents sits out")
        return found

    def _entries(self, everybody: Everybody) -> Iterator[TotalEntry]:
        """The lists: one of the event, or one for each session."""
        seated = everybody.numbers()
        having = {
            session
            for game, session in zip(self.games, self.sessions, strict=True)
            if next(game.tables("totalscoretable"), None)
        }
        alone = len(having) > 1 or len({row.session for row in everybody.rows}) < 2
        passed_over = False
        for game, session in zip(self.games, self.sessions, strict=True):
            for table in game.tables("totalscoretable"):
                own = session if len(having) > 1 else ""
                entries = list(read_entries(table, self.form, self.unit, own, seated, self.faults, alone=alone))
                passed_over = passed_over or any(entry.of_session for entry in entries)
                yield from entries
        if passed_over:
            words = "the totals of all sessions in the TotalScoreTable: those of the session are taken"
            self.builder.note("left-out", words)


_COLUMNS = {"scoreimp": "imp_ns", "scoremp": "mp_ns", "scorepercentage": "percentage_ns"}
_OF_THE_BOARD = ("board", "dealer", "vulnerable", "deal", "section")
_OF_THE_CONTEST = ("event", "stage", "date", "session", "round", "match", "hometeam", "visitteam")
_PLAYERS = ("north", "east", "south", "west")
_OTHER_ROOM = {
    room.value: each.value.title()
    for room in Room
    for each in Room
    if room.number == each.number and room.is_open != each.is_open
}


def complete(games: Sequence[Game]) -> None:
    """Give each game what it leaves out: first by the games before it, then a number to deals that have none."""
    further = dict(_further(games))
    if further:
        _take_over(games, further)
    _number(games)


def _is_played(game: Game) -> bool:
    return has_result(game) or next(game.tables("scoretable"), None) is not None


def _further(games: Iterable[Game]) -> Iterator[tuple[int, int]]:
    """The games that are further tables of a board, each with the game that begins that board.

    Such a game has neither a number nor a deal, and between it and the board stand only others of the kind.
    """
    board: int | None = None
    for place, game in enumerate(games):
        if game.said("board"):
            board = place
        elif game.said("deal") or not _is_played(game):
            board = None
        elif board is not None:
            yield place, board


def _take_over(games: Sequence[Game], further: dict[int, int]) -> None:
    """Fill the games of a file that says once what holds for several: the first table of a board, the second, …"""
    contest: dict[str, str] = {}
    players: dict[int, dict[str, str]] = {}
    table = 0
    for place, game in enumerate(games):
        # A board may begin with a game that has no more than the deal.
        table = table + 1 if place in further else 0 if _is_played(game) else -1
        teams = game.said("hometeam"), game.said("visitteam")
        if any(teams) and teams != (contest.get("hometeam", ""), contest.get("visitteam", "")):
            contest, players = {}, {}  # another match begins
        if place in further:
            board = games[further[place]]
            _fill(game, {name: board.tags[name] for name in _OF_THE_BOARD if board.said(name)})
            if table <= 1 and not room_of(game) and room_of(board):
                game.tags["room"] = _OTHER_ROOM[room_of(board)] if table == 1 else room_of(board)
        if not game.said("board") and not _is_played(game):
            continue
        _fill(game, contest)
        contest = {name: game.tags[name] for name in _OF_THE_CONTEST if game.said(name)}
        # Nobody plays a board twice: who sat at the first table of a board sits at the first of the next.
        if not any(game.said(name) for name in _PLAYERS):
            _fill(game, players.get(max(table, 0), {}))
        players[max(table, 0)] = {name: game.tags[name] for name in _PLAYERS if game.said(name)}


def _fill(game: Game, values: dict[str, str]) -> None:
    for name, value in values.items():
        if not game.said(name):
            game.tags[name] = value


def _number(games: Sequence[Game]) -> None:
    """Give a number to each deal that was played and has none: that of the same deal, else a free one."""
    without = [game for game in games if game.said("deal") and not game.said("board") and _is_played(game)]
    if not without:
        return
    used = {game.said("board").lstrip("0") for game in games}
    known: dict[Deal, str] = {}
    sat: set[tuple[str, ...]] = set()
    for game in games:
        if game.said("board") and (deal := _deal(game)) is not None:
            known.setdefault(deal, game.said("board"))
            sat.add((game.said("board"), *_seated(game)))
    free: dict[tuple[Seat | None, Vulnerable | None], Iterator[int]] = defaultdict(lambda: count(1))
    for game in without:
        deal = _deal(game)
        if deal is None:
            continue
        number, seated = known.get(deal), _seated(game)
        # Nobody plays a board twice, and of a deal with unknown hands nobody knows whether it is the same.
        if (
            number is None
            or (any(seated) and (number, *seated) in sat)
            or any(hand is None for _, hand in deal.items())
        ):
            wanted = read_seat(game.said("dealer")), read_vulnerable(game.said("vulnerable"))
            dealer, vulnerable = wanted
            number = next(
                str(one)
                for one in free[wanted]
                if str(one) not in used
                and dealer in (None, usual_dealer(one))
                and vulnerable in (None, vulnerability(one))
            )
            known[deal] = number
            used.add(number)
        sat.add((number, *seated))
        game.tags["board"] = number
        game.numbered = True


def _seated(game: Game) -> tuple[str, ...]:
    """Who sat at the table of a game."""
    return () if of_teams(game) else tuple(game.said(name) for name in ("pairns", "pairew", *_PLAYERS))


def _deal(game: Game) -> Deal | None:
    """The deal of a game; None where it cannot be read, or where no hand is known."""
    try:
        deal = Deal.parse(game.said("deal"))
    except Faults:
        return None
    return None if all(hand is None for _, hand in deal.items()) else deal
