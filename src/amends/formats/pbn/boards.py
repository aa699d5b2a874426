"""The boards of a PBN file: their numbers, who dealt, who was vulnerable, and the hands."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field

from amends.bridge import Deal, Seat, Vulnerable, vulnerability
from amends.bridge import dealer as usual_dealer
from amends.event.table_result import DealtBoard
from amends.faults import Faults
from amends.formats.building import Builder
from amends.formats.pbn.games import Game
from amends.formats.pbn.one_table import has_result, of_teams, room_of
from amends.formats.pbn.score_cells import Place
from amends.formats.pbn.values import read_board, read_seat, read_vulnerable


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

    def place(self, game: Game, session: str, *, tables: bool, one: bool) -> Place | None:
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
        return Place(board, self._vulnerable(game, board), session, section, game.said("round"))

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
