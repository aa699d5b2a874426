"""From results to figures: one core, and a small module for each method."""

from amends.scoring.board import ScoredBoard, score_board
from amends.scoring.events.match import ScoredMatch
from amends.scoring.events.team_lines import score_match
from amends.scoring.methods import method, method_names

__all__ = ["ScoredBoard", "ScoredMatch", "method", "method_names", "score_board", "score_match"]
