"""A match of an event: who played it, what it was before, what was taken from it, who won."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from amends import explain
from amends.awards import BetterOf, Mixture
from amends.event import ByTeam, Match, Room, Row, Team
from amends.explain import Explained
from amends.scoring.events.match import MatchScorer, ScoredMatch
from amends.scoring.victory_points import victory_points

if TYPE_CHECKING:
    from amends.scoring.events.team_lines import TeamLine

_NOTHING: ByTeam[list[Explained]] = ByTeam([], [])


@dataclass(slots=True, kw_only=True)
class PlayedMatch:
    """A match of the event. `column` is what the file calls it, "" where only teams and round tell it apart."""

    name: str
    session: str
    round: str
    teams: ByTeam[str]
    rows: list[dict[Room, Row]]
    match: Match
    scorer: MatchScorer
    column: str = ""
    fouled: tuple[int, ...] = ()
    """The boards whose two rooms did not have the same deal."""
    scored: ScoredMatch | None = None
    settled: ByTeam[list[TeamLine]] | None = None
    carried: ByTeam[list[Explained]] = field(default_factory=lambda: _NOTHING)
    taken: ByTeam[list[Explained]] = field(default_factory=lambda: _NOTHING)

    def adjust(self, carried: ByTeam[list[Explained]], taken: ByTeam[list[Explained]]) -> None:
        """Put in what the teams carried into the match, and what penalties take from it, both in IMPs."""
        self.carried, self.taken = carried, taken

    def team(self, contestant: str) -> Team | None:
        """Which of the two teams a contestant is."""
        return next((team for team in Team if self.teams[team] == contestant), None)

    def opponents(self, contestant: str) -> str:
        """Whom a contestant played."""
        return self.teams.away if self.teams.home == contestant else self.teams.home

    def names(self, contestant: str) -> tuple[str, ...]:
        """What a contestant may call the match, the surest first: the file's name for it, the round, the opponents."""
        return (self.column, self.name, self.round, self.opponents(contestant))

    def counts_for(self, team: Team) -> bool:
        """Whether anything was scored for a team."""
        return self.scored is not None and any(board[team] is not None for board in self.scored.boards)

    @property
    def length(self) -> int:
        """The boards that were scored for at least one team; all, where nothing but artificial scores was."""
        if self.scored is None or self.settled is None:
            return len(self.match.boards)
        counted = [
            self.settled[team][index].artificial
            for index, figures in enumerate(self.scored.boards)
            for team in Team
            if figures[team] is not None
        ]
        if all(counted):
            return len(self.match.boards)
        return sum(any(figure is not None for figure in figures) for figures in self.scored.boards)

    @property
    def margin(self) -> ByTeam[Explained]:
        """Each team's margin on the boards of the match."""
        return self._scored.margin

    @property
    def final(self) -> ByTeam[Explained]:
        """Each team's margin with carry-over and penalties.

        In a knockout the two are views of one figure, so a penalty moves both; elsewhere only that of its own team.
        """
        return ByTeam.of(lambda team: self._adjusted(self._scored.margin[team], team))

    @property
    def victory_points(self) -> ByTeam[Explained]:
        """Each team's victory points by its own final margin."""
        regulation, length = self._scored.regulation, self.length
        whole = self._scored.whole_margin if regulation.vp_margin == "round-board" else self._scored.margin
        return ByTeam.of(
            lambda team: victory_points(
                self._adjusted(whole[team], team), length, regulation.vp_scale, regulation.vp_margin
            )
        )

    @property
    def winner(self) -> str | None:
        """The team that is ahead in the end; None where nobody is."""
        home, away = self.final
        if home.value == away.value or not (self.counts_for(Team.HOME) or self.counts_for(Team.AWAY)):
            return None
        return self.teams.home if home.value > away.value else self.teams.away

    @property
    def without_comparison(self) -> list[int]:
        """The boards that have no result in one room at least, and no 86B2 ruling; a fouled board among them."""
        found = []
        for board in self.match.boards:
            rooms = [award for room in (board.open, board.closed) for award in room]
            compared = all(isinstance(award, Mixture | BetterOf) for award in rooms) and board.number not in self.fouled
            if not compared and board.non_comparable is None:
                found.append(board.number)
        return found

    @property
    def _scored(self) -> ScoredMatch:
        assert self.scored is not None
        return self.scored

    def _adjusted(self, margin: Explained, team: Team) -> Explained:
        own = [*self.carried[team], *self.taken[team]]
        theirs = [*self.carried[team.other], *(self.taken[team.other] if self.match.knockout else ())]
        seen = [explain.negative("of the opponents, seen from this side", each, each.clause) for each in theirs]
        if not own and not seen:
            return margin
        return explain.total(f"{margin.words}, with carry-over and penalties", margin, *own, *seen)
