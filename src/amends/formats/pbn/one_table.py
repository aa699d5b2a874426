"""Games that are one table each: the result in tags, with the auction and the play; a room of a match of teams."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from amends.awards import Mixture
from amends.bridge import Auction, BySide, Card, Result, Side
from amends.event.event import Form, Player
from amends.event.match import ROOM_NAMES, Room
from amends.event.published import Printed, PublishedLine
from amends.event.table_result import TableRecord
from amends.faults import Faults
from amends.formats.common.building import NO_AWARDS, NOT_PLAYED, SIT_OUT, Sat
from amends.formats.pbn.calls import read_auction, read_play
from amends.formats.pbn.games import Game
from amends.formats.pbn.score_cells import Figures, GamePlace, Happened, Judge
from amends.formats.pbn.values import ARTIFICIAL, by_side, read_card, read_seat

_RESULT = ("contract", "result", "score", "scoreimp", "scoremp", "scorepercentage")
_NOT_FINISHED = ("abandoned", "unterminated", "emergency")
_PLAYERS = ("north", "east", "south", "west")
_DUMMY = re.compile(r"Dummy [0-9]{1,4}#", re.IGNORECASE)
_NO_FIGURES = PublishedLine()


def has_result(game: Game) -> bool:
    """Whether a game says what happened at a table, or that nothing did."""
    if game.said("termination").lower() in _NOT_FINISHED:
        return True
    return any(game.said(name) not in ("", "-") for name in _RESULT)


def of_teams(game: Game) -> bool:
    """Whether a game is a room of a match of teams."""
    return bool(game.said("hometeam") or game.said("visitteam")) or room_of(game) != ""


def room_of(game: Game) -> str:
    """The room that a game names."""
    room = game.said("room").lower()
    return room if room in ROOM_NAMES else ""


def _walk_over(game: Game) -> bool:
    """Whether a pass stands for a table without opponents, as RealBridge writes it: no auction, no score, dummies."""
    said = game.said("contract").lower() == "pass" and not game.said("score") and game.section("auction") is None
    return said and any(
        all(_DUMMY.fullmatch(game.said(seat)) for seat in side) for side in (("north", "south"), ("east", "west"))
    )


Without = tuple[str, str, str, frozenset[str]]
"""Teams that meet in rooms without a name: session, round, match, and the two."""


def _without_rooms(game: Game, session: str) -> Without | None:
    teams = frozenset((game.said("hometeam"), game.said("visitteam")))
    if room_of(game) or "" in teams or len(teams) < 2 or not has_result(game):
        return None
    return session, game.said("round"), game.said("match"), teams


def at_home(games: Iterable[Game], sessions: Iterable[str]) -> dict[Without, str]:
    """The home team of each match whose two tables have their teams exchanged, as RealBridge writes them.

    There is no Room, and at each table it is North-South that is called the home team: the home team of the match is
    that of its first table, which is the open room. In other matches the two tables of a board have the same teams.
    """
    first: dict[Without, str] = {}
    seen: dict[Without, dict[str, list[str]]] = {}
    for game, session in zip(games, sessions, strict=True):
        key = _without_rooms(game, session)
        if key is not None:
            home = game.said("hometeam")
            first.setdefault(key, home)
            seen.setdefault(key, {}).setdefault(game.said("board"), []).append(home)

    def exchanged(boards: dict[str, list[str]]) -> bool:
        once = all(len(homes) == len(set(homes)) for homes in boards.values())
        return once and any(len(homes) == 2 for homes in boards.values())

    return {key: home for key, home in first.items() if exchanged(seen[key])}


class Meeting(NamedTuple):
    """Two teams that meet."""

    home: str
    away: str
    session: str
    round: str
    match: str


@dataclass(slots=True)
class Tables:
    """Reads games that are one table each."""

    form: Form
    unit: str
    players: dict[tuple[str, str, Side], tuple[Player, ...]] = field(default_factory=dict)
    """The players of pairs, by section, number and side."""
    matches: dict[Meeting, dict[int, tuple[Printed | None, Printed | None]]] = field(default_factory=dict)
    """What was printed for the home and the visiting team on each board of a match."""
    homes: Mapping[Without, str] = field(default_factory=dict)
    """The home teams of matches whose tables have their teams exchanged."""
    _rooms: dict[tuple[object, ...], int] = field(default_factory=dict)

    @property
    def teams(self) -> bool:
        """Whether the games are the rooms of matches."""
        return self.form is Form.TEAMS

    def read(self, game: Game, place: GamePlace) -> Sat:
        """The table of a game."""
        declarer = read_seat(game.said("declarer"))
        points = game.said("scoremp" if self.unit == "matchpoints" else "scoreimp")
        figures = Figures.read(by_side(points, declarer), by_side(game.said("scorepercentage"), declarer))
        judge = Judge(place.vulnerable, self.unit, teams=self.teams)
        score = game.said("score")
        happened = judge.happened(
            game.said("contract"),
            game.said("declarer"),
            game.said("result"),
            by_side("" if score == "-" else score, declarer),
            figures,
        )
        if _walk_over(game):
            words = "nobody sat on one side, and the pass was not one: not played; what the others get is to be awarded"
            happened = Happened(NOT_PLAYED, notes=[("waiting", words)])
        if game.said("declarer").startswith(ARTIFICIAL):
            happened.notes.append(("left-out", "declarer and dummy had changed places"))
        record = self._record(game, happened)
        sat = Sat(
            board=place.board,
            ns=(),
            ew=(),
            result=happened.result,
            awards=happened.awards,
            session=place.session,
            section=place.section,
            round=place.round,
            table=game.said("table"),
            match=game.said("match"),
            group=game.said("group"),
            record=None if record == TableRecord() else record,
            line=game.line_of("board"),
        )
        if self.teams:
            self._seat_teams(sat, game, figures)
            # The figures of a room are those of the match.
            sat.published = PublishedLine(happened.printed) if happened.printed is not None else None
        else:
            if self.form is Form.INDIVIDUAL:  # players are called by their names
                unknown = f"{sat.board}.{sat.table or sat.line}"
                north, east, south, west = (game.said(seat) or f"{unknown}{seat[0].upper()}" for seat in _PLAYERS)
                sat.ns, sat.ew = (north, south), (east, west)
            else:
                self._seat_pairs(sat, game)
            published = PublishedLine(happened.printed, figures.points, figures.percent)
            sat.published = None if published == _NO_FIGURES else published
        if happened.result == NOT_PLAYED and happened.awards == NO_AWARDS and "" in (*sat.ns, *sat.ew):
            sat.result = SIT_OUT
        sat.notes = tuple(happened.notes)
        return sat

    # Who sat there

    def _seat_pairs(self, sat: Sat, game: Game) -> None:
        numbers = []
        for side, (one, other) in ((Side.NS, ("north", "south")), (Side.EW, ("east", "west"))):
            players = tuple(Player(name) for name in (game.said(one), game.said(other)) if name)
            number = game.said(f"pair{side.value.lower()}")
            if not number and len(players) == 2:
                # The same two are one pair, whoever of them sits North.
                number = " & ".join(sorted(player.name for player in players))
            if not number:
                number = f"{sat.board}.{sat.table or sat.line}{side.value}"
            if len(players) == 2:
                self.players.setdefault((sat.section, number, side), players)
            numbers.append(number)
        sat.ns, sat.ew = (numbers[0],), (numbers[1],)

    def part_namesakes(self, rows: Sequence[Sat]) -> list[str]:
        """Give robots numbers of their own at each table, and say who they are: two of one name, twice on a board.

        The same name in both seats may also be the name of a pair, which plays a board once.
        """
        same = {key for key, players in self.players.items() if len({player.name for player in players}) == 1}
        seats = [(sat, side, number) for sat in rows for side, number in sat.seated()]
        often = Counter((sat.session, sat.section, sat.board, number) for sat, _, number in seats)
        robots = {(section, number) for (_, section, _, number), times in often.items() if times > 1}
        parted = set[tuple[str, str, Side]]()
        for sat, side, number in seats:
            key = (sat.section, number, side)
            if key in same and (sat.section, number) in robots:
                own = f"{sat.board}.{sat.table or sat.line}{side.value}"
                self.players[sat.section, own, side] = self.players[key]
                sat.ns, sat.ew = ((own,), sat.ew) if side is Side.NS else (sat.ns, (own,))
                parted.add(key)
        for key in parted:
            del self.players[key]
        return sorted({number for _, number, _ in parted})

    def _seat_teams(self, sat: Sat, game: Game, figures: Figures) -> None:
        """The home team sits North-South in the open room; of rooms without a name the first is open.

        Where the tables of a match have their teams exchanged, the room follows from who sits North-South.
        """
        played = isinstance(sat.result, Mixture)
        unknown = "hometeam" not in game.tags and "visitteam" not in game.tags
        home, away = (
            game.said(name) or (word if played or unknown else "")  # a bye has one team
            for name, word in (("hometeam", "Home"), ("visitteam", "Visit"))
        )
        room = room_of(game)
        without = _without_rooms(game, sat.session)
        if without is not None and without in self.homes:
            room = "open" if home == self.homes[without] else "closed"
            if room == "closed":
                home, away = away, home
        if not room:
            key = (sat.session, sat.round, sat.match, home, away, sat.board)
            self._rooms[key] = self._rooms.get(key, 0) + 1
            room = "open" if self._rooms[key] == 1 else "closed"
        sat.room = room
        is_open = Room(room).is_open
        sat.ns, sat.ew = ((home,), (away,)) if is_open else ((away,), (home,))
        ns, ew = figures.points
        if (ns, ew) != (None, None):
            meeting = Meeting(home, away, sat.session, sat.round, sat.match)
            printed = (ns or _opposite(ew), ew) if is_open else (ew or _opposite(ns), ns)
            self.matches.setdefault(meeting, {}).setdefault(sat.board, printed)

    # What else is known

    def _record(self, game: Game, happened: Happened) -> TableRecord:
        auction = self._auction(game, happened)
        play = self._play(game, happened, auction)
        players = tuple(game.said(name) for name in _PLAYERS)
        lead = play[0] if play else None
        if lead is None and game.said("lead"):
            lead = read_card(game.said("lead"))
            if lead is None:
                happened.notes.append(("unreadable", f"the lead {game.said('lead')!r} is no card"))
        pairs = BySide(game.said("pairns"), game.said("pairew")) if self.teams else BySide("", "")
        return TableRecord(lead, auction, play, pairs, players if self.teams and any(players) else ())

    def _auction(self, game: Game, happened: Happened) -> Auction | None:
        section = game.section("auction")
        if section is None or not section.tokens:
            return None
        first = read_seat(section.value) or read_seat(game.said("dealer"))
        if first is None:
            happened.notes.append(("unreadable", "an auction that does not say who began: left out"))
            return None
        try:
            return read_auction(first, (token.text for token in section.tokens), game.notes.get("auction", {}))
        except Faults as trouble:
            happened.notes.append(("unreadable", f"the auction is left out: {trouble.faults[0].found}"))
            return None

    def _play(self, game: Game, happened: Happened, auction: Auction | None) -> tuple[Card, ...]:
        section = game.section("play")
        if section is None or not section.tokens:
            return ()
        outcome = happened.result.plain if isinstance(happened.result, Mixture) else None
        contract = outcome.contract if isinstance(outcome, Result) else None
        if contract is None and auction and auction.contract:
            contract = auction.contract[0]
        first = read_seat(section.value)
        if first is None:
            happened.notes.append(("unreadable", "a play that does not say who led: left out"))
            return ()
        try:
            play = read_play(first, (token.text for token in section.tokens), contract)
        except Faults as trouble:
            happened.notes.append(("unreadable", f"the play is left out: {trouble.faults[0].found}"))
            return ()
        if contract is None and len(section.tokens) > 4:
            happened.notes.append(("left-out", "of the play only the first trick: the contract is not known"))
        return play


def _opposite(figure: Printed | None) -> Printed | None:
    """The same figure in the view of the other side."""
    if figure is None or not figure.value:
        return figure
    return Printed(figure.text.removeprefix("-") if figure.value < 0 else f"-{figure.text}")
