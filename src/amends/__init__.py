"""amends scores duplicate bridge exactly and makes every ruling of Law 12 part of the score.

>>> from amends import Board, Row, Side, Vulnerable, score_board
>>> rows = [Row.played('1', '4H N ='), Row.played('2', '4H N -1'), Row.played('3', '60% 4H N =; 40% 4H N -1')]
>>> board = score_board(Board.of(rows, Vulnerable.NS))
>>> [str(figure) for figure in board.value(2)]
['11/5', '9/5']
>>> print(board.explain(2, Side.NS).sentence())
weighted score: 2⅕  [12C1(c)]
"""

from typing import TYPE_CHECKING

from amends import discovery

if TYPE_CHECKING:
    from amends.awards import (
        Artificial,
        Award,
        BetterOf,
        Grade,
        Mixture,
        NotScored,
        Published,
        Redress,
        parse_award,
        parse_awards,
    )
    from amends.bridge import BySide, Contract, PassedOut, Points, Result, Seat, Side, Vulnerable, dealer, vulnerability
    from amends.event import (
        Board,
        ByTeam,
        Contestant,
        Event,
        Form,
        Match,
        MatchBoard,
        Penalty,
        Row,
        Ruling,
        TableReference,
        TableResult,
        Team,
    )
    from amends.explain import Explained, Finding, Verdict
    from amends.faults import Fault, Faults
    from amends.library import Checks, LoadedEvent, Scores, load, loads, save
    from amends.regulations import Regulation
    from amends.regulations.load import load as load_regulation
    from amends.rulings.checks.of_ruling import check
    from amends.scoring import ScoredBoard, ScoredMatch, score_board, score_match
    from amends.scoring.event import score
    from amends.scoring.standings import Line, Standing, Standings
    from amends.scoring.victory_points import percentage_points, victory_points
    from amends.version import __version__ as __version__
else:  # each is imported when it is asked for: most commands need few of them
    __getattr__ = discovery.lazily(
        __name__,
        {
            "amends.awards": "Artificial Award BetterOf Grade Mixture NotScored Published Redress"
            " parse_award parse_awards",
            "amends.bridge": "BySide Contract PassedOut Points Result Seat Side Vulnerable dealer vulnerability",
            "amends.event": "Board ByTeam Contestant Event Form Match MatchBoard Penalty Row Ruling"
            " TableReference TableResult Team",
            "amends.explain": "Explained Finding Verdict",
            "amends.faults": "Fault Faults",
            "amends.library": "Checks LoadedEvent Scores load loads save",
            "amends.regulations": "Regulation",
            "amends.regulations.load": "load_regulation=load",
            "amends.rulings.checks.of_ruling": "check",
            "amends.scoring": "ScoredBoard ScoredMatch score_board score_match",
            "amends.scoring.event": "score",
            "amends.scoring.standings": "Line Standing Standings",
            "amends.scoring.victory_points": "percentage_points victory_points",
            "amends.version": "__version__",
        },
    )

__all__ = [
    "Artificial",
    "Award",
    "BetterOf",
    "Board",
    "BySide",
    "ByTeam",
    "Checks",
    "Contestant",
    "Contract",
    "Event",
    "Explained",
    "Fault",
    "Faults",
    "Finding",
    "Form",
    "Grade",
    "Line",
    "LoadedEvent",
    "Match",
    "MatchBoard",
    "Mixture",
    "NotScored",
    "PassedOut",
    "Penalty",
    "Points",
    "Published",
    "Redress",
    "Regulation",
    "Result",
    "Row",
    "Ruling",
    "ScoredBoard",
    "ScoredMatch",
    "Scores",
    "Seat",
    "Side",
    "Standing",
    "Standings",
    "TableReference",
    "TableResult",
    "Team",
    "Verdict",
    "Vulnerable",
    "check",
    "dealer",
    "load",
    "load_regulation",
    "loads",
    "parse_award",
    "parse_awards",
    "percentage_points",
    "save",
    "score",
    "score_board",
    "score_match",
    "victory_points",
    "vulnerability",
]
