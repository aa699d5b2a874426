"""A team's boards over its windows: 12C2(c) and (d), the better of two, and 86B2, match by match."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field

from amends import explain
from amends.awards import Artificial, BetterOf, Grade, Mixture
from amends.event import ByTeam, Match, Room, Row, Team
from amends.explain import Explained
from amends.laws import law12, law86
from amends.regulations import Regulation, default
from amends.scoring.events.match import MatchScorer, ScoredMatch
from amends.scoring.events.patton import with_aggregate
from amends.scoring.session_score import Alternative, Claim, Settled, limited, others, result_taken, settled
from amends.scoring.victory_points import has_scale, victory_points

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
        return self.scored.length if self.scored else len(self.match.boards)

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
    def is_on_the_scale(self) -> bool:
        """Whether the scale has victory points for a match of so many boards."""
        return has_scale(self._scored.regulation.vp_scale, self.length)

    @property
    def victory_points(self) -> ByTeam[Explained] | None:
        """Each team's victory points by its own final margin; None where the scale has none for so few boards."""
        if not self.is_on_the_scale:
            return None
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
            rooms = [award for room in board.rooms.values() for award in room]
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


@dataclass(slots=True, eq=False)
class TeamLine:
    """One team on one board of a match, from its awards to its figure before 12C4.

    `session` is where 12C2(d) counts, `window` what 12C2(c) looks at. After `settle` the line is `artificial` or not,
    and `figure` is what it is worth, not yet rounded; None where it is not scored.
    """

    scorer: MatchScorer
    index: int
    team: Team
    session: Hashable
    window: Hashable
    rounded: bool = True
    """Whether 12C2(c) looks at figures after rounding, as in an event; a lone match follows the order of the Laws."""
    opponents: TeamLine | None = field(default=None, repr=False)
    settled: Settled = None
    beyond: bool = False
    """Whether the team had as many averages plus as 12C2(d) allows when the board was given."""
    figure: Explained | None = None

    @property
    def real(self) -> Explained | None:
        """The figure of a board with a result, as the windows of 12C2(c) see it."""
        return (self.scorer.line if self.rounded else self.scorer.result)(self.index, self.team)

    @property
    def claim(self) -> Claim | None:
        """The team's artificial score by its award."""
        award = self.scorer.match.boards[self.index].artificial[self.team]
        return self.scorer.claim(award) if isinstance(award, Artificial) else None

    @property
    def choice(self) -> Artificial | None:
        """The artificial side of a better-of; average plus for the innocent team of an 86B2 ruling."""
        return self.scorer.choice(self.index, self.team)

    @property
    def at_fault(self) -> bool:
        """Whether the team gets the complement of the opponents' figure (86B2)."""
        board = self.scorer.match.boards[self.index]
        return board.non_comparable is not None and board.non_comparable.innocent is not self.team

    @property
    def artificial(self) -> bool:
        """Whether the figure is an artificial score, or there is none because the board is not scored."""
        if self.at_fault and self.opponents:
            return self.opponents.settled is not None
        return self.settled is not None or self.scorer.match.boards[self.index].artificial[self.team] is not None


def score_match(match: Match, regulation: Regulation | None = None) -> ScoredMatch:
    """The match, scored; `boards` has each team's figures, `margin` and `victory_points` what follows from them.

    The WBF commentary's example 8: two thirds of +620, one third of −100, against +140 in the other room.

    >>> from amends.awards import parse_award
    >>> from amends.bridge import Vulnerable
    >>> from amends.event import MatchBoard
    >>> weighted, other = parse_award('2/3 +620; 1/3 -100'), parse_award('+140')
    >>> board = MatchBoard(Vulnerable.NONE, ByTeam.both(weighted), ByTeam.both(other))
    >>> str(score_match(Match((board,))).margin.home.value)
    '14/3'
    """
    scorer = MatchScorer(match, regulation or default())
    lines = match_lines(scorer, [("", "")] * len(match.boards), rounded=False)
    settle({team.value: lines[team] for team in Team}, scorer.regulation)
    return scored(scorer, lines)


def match_lines(
    scorer: MatchScorer, places: Sequence[tuple[Hashable, Hashable]], rounded: bool = True
) -> ByTeam[list[TeamLine]]:
    """A line for each team and board of a match, each knowing that of the opponents; `places` has the session and the
    window of each board."""
    made = ByTeam.of(
        lambda team: [
            TeamLine(scorer, index, team, session, window, rounded) for index, (session, window) in enumerate(places)
        ]
    )
    for home, away in zip(made.home, made.away, strict=True):
        home.opponents, away.opponents = away, home
    return made


def scored(scorer: MatchScorer, lines: ByTeam[list[TeamLine]]) -> ScoredMatch:
    """The match from its settled lines."""
    found = scorer.scored(
        lines.map(lambda each: [line.figure for line in each]),
        lines.map(lambda each: [line.artificial for line in each]),
    )
    return with_aggregate(found) if scorer.match.scoring == "patton" else found


def settle(teams: Mapping[str, Sequence[TeamLine]], regulation: Regulation) -> None:
    """Give every line its figure; the lines of a team are in the order in which its boards were given."""
    for lines in teams.values():
        _decide(lines, regulation)
    for lines in teams.values():
        for window in dict.fromkeys(line.window for line in lines):
            _settle([line for line in lines if line.window == window], regulation)
    for lines in teams.values():
        for line in lines:
            if line.at_fault:
                theirs = line.opponents.figure if line.opponents else None
                line.figure = None if theirs is None else law86.complement(theirs, line.scorer.top)


def _decide(lines: Sequence[TeamLine], regulation: Regulation) -> None:
    """12C2(d), and each better-of, session by session."""
    for session in dict.fromkeys(line.session for line in lines):
        here = [line for line in lines if line.session == session and not line.at_fault]
        given: list[Claim | Alternative | None] = []
        for line in here:
            if line.choice is None:
                given.append(line.claim)
                continue
            score = _score_apart([each for each in lines if each.window == line.window], regulation)
            given.append(Alternative(line.scorer.claim(line.choice), line.real, score))
        taken = 0
        for line, found in zip(here, limited(given, regulation), strict=True):
            line.settled = found
            line.beyond = 0 < regulation.average_plus_limit <= taken
            award = line.choice or (line.claim.award if line.claim else None)
            taken += award is not None and award.grade is Grade.PLUS and found is not None


def _score_apart(lines: Sequence[TeamLine], regulation: Regulation) -> Explained | None:
    """The score on the boards of a window that are neither artificial nor a better-of."""
    plain = [line for line in lines if line.choice is None and not line.at_fault and line.claim is None]
    return others(lines[0].scorer.window([line.real for line in plain]), [], regulation)


def _settle(lines: Sequence[TeamLine], regulation: Regulation) -> None:
    """The figures of one team's boards in one window; those of a team at fault come later."""
    real, claims = [], []
    for line in lines:
        real.append(None if line.artificial else _real(line))
        claims.append(_claim(line))
    figures = settled(claims, lines[0].scorer.window(real), regulation)
    apart = _score_apart(lines, regulation)
    for line, claim, figure in zip(lines, claims, figures, strict=True):
        if line.at_fault:
            continue
        if claim is None or figure is None:
            line.figure = line.scorer.result(line.index, line.team) if line.settled is None else None
            if line.choice is not None and line.figure is not None:
                words = "the assigned score or result is better than average plus"
                line.figure = result_taken(line.figure, words, line.beyond, regulation)
        elif line.choice is not None:
            lifted = claim.points(law12.session_award(claim.award, claim.flat, apart))
            words = (
                f"{claim.award} is at least as good as the result" if line.scorer.line(line.index, line.team) else ""
            )
            line.figure = explain.same(words, lifted) if words else lifted
        else:
            line.figure = claim.points(figure)


def _real(line: TeamLine) -> Explained | None:
    """The figure that a board with a result has in the windows of others."""
    if not line.at_fault:
        return line.real
    theirs = line.opponents.real if line.opponents else None
    return None if theirs is None else law86.complement(theirs, line.scorer.top)


def _claim(line: TeamLine) -> Claim | None:
    """The artificial score of a line at its flat value, also for the team at fault."""
    if not line.at_fault:
        return line.settled if isinstance(line.settled, Claim) else None
    theirs = line.opponents.settled if line.opponents else None
    if not isinstance(theirs, Claim):
        return None
    whole = explain.given(1 if theirs.top else 0, "the board")
    return Claim(Artificial(Grade.MINUS), explain.difference("the complement", whole, theirs.flat), theirs.top)
