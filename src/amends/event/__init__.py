"""What was played and what was awarded: table results, rulings, rows in force, boards, matches, the event."""

from amends.event.event import Contestant, Event, Form, Player, Substitute, TeamPair
from amends.event.match import ByTeam, Match, MatchBoard, NonComparable, Room, SelfInflictedInRoom, Team
from amends.event.ruling import CarryOver, Penalty, Ruling, TableReference, VictoryPointAward
from amends.event.table_result import Board, DealtBoard, Row, TableRecord, TableResult

__all__ = [
    "Board",
    "ByTeam",
    "CarryOver",
    "Contestant",
    "DealtBoard",
    "Event",
    "Form",
    "Match",
    "MatchBoard",
    "NonComparable",
    "Penalty",
    "Player",
    "Room",
    "Row",
    "Ruling",
    "SelfInflictedInRoom",
    "Substitute",
    "TableRecord",
    "TableReference",
    "TableResult",
    "Team",
    "TeamPair",
    "VictoryPointAward",
]
