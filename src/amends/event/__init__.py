"""What was played and what was awarded: table results, rows in force, boards, matches."""

from amends.event.board import Board, Row, TableResult
from amends.event.match import ByTeam, Match, MatchBoard, Room, SelfInflictedInRoom, Team

__all__ = [
    "Board",
    "ByTeam",
    "Match",
    "MatchBoard",
    "Room",
    "Row",
    "SelfInflictedInRoom",
    "TableResult",
    "Team",
]
