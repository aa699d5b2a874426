"""The sessions of a file: by their tag; else by event, stage and day, where boards or tables come again."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from amends.formats.pbn.games import Game
from amends.formats.pbn.one_table import has_result, of_teams, room_of

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
        sat = _teams(game) if teams or of_teams(game) else _pairs(game)
        if sat:
            yield "table", board, game.said("section"), *sat


def _teams(game: Game) -> tuple[str, ...]:
    """The room; of rooms without a name both are of one session."""
    match = game.said("match") or game.said("round")
    return match, game.said("hometeam"), game.said("visitteam"), room_of(game)


def _pairs(game: Game) -> tuple[str, ...]:
    """Those who sat there; nothing where they are not known."""
    sides = []
    for number, *names in (("pairns", "north", "south"), ("pairew", "east", "west")):
        players = [name for name in map(game.said, names) if name]
        sides.append(game.said(number) or (" & ".join(sorted(players)) if len(players) == 2 else ""))
    return tuple(sides) if all(sides) else ()
