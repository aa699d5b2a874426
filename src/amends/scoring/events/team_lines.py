"""A team's boards over its windows: 12C2(c) and (d), the better of two, and 86B2, match by match."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field

from amends import explain
from amends.awards import Artificial, Grade
from amends.event import ByTeam, Match, Team
from amends.explain import Explained
from amends.laws import law86
from amends.laws.law12 import c2_artificial
from amends.regulations import Regulation, default
from amends.scoring.events.match import MatchScorer, ScoredMatch
from amends.scoring.session_score import Alternative, Claim, Settled, limited, others, result_taken, settled


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
    return scorer.scored(
        lines.map(lambda each: [line.figure for line in each]),
        lines.map(lambda each: [line.artificial for line in each]),
    )


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
            lifted = claim.points(c2_artificial.session_award(claim.award, claim.flat, apart))
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
