"""Games that do not say all: what they leave out is taken from the games before, a board without a number gets one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import count

from amends.bridge import Deal, Seat, Vulnerable, vulnerability
from amends.bridge import dealer as usual_dealer
from amends.faults import Faults
from amends.formats.pbn.games import Game
from amends.formats.pbn.one_table import has_result, of_teams, room_of
from amends.formats.pbn.values import read_seat, read_vulnerable

_OF_THE_BOARD = ("board", "dealer", "vulnerable", "deal", "section")
_OF_THE_CONTEST = ("event", "stage", "date", "session", "round", "match", "hometeam", "visitteam")
_PLAYERS = ("north", "east", "south", "west")
_OTHER_ROOM = {"open": "Closed", "closed": "Open"}


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
            number = str(next(one for one in free[wanted] if str(one) not in used and _suits(one, *wanted)))
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


def _suits(number: int, dealer: Seat | None, vulnerable: Vulnerable | None) -> bool:
    """Whether a board of that number has that dealer and that vulnerability."""
    return dealer in (None, usual_dealer(number)) and vulnerable in (None, vulnerability(number))
