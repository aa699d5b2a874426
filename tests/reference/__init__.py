"""A slow, plain second calculation of everything that the engine calculates, for property tests.

It shares no code and no method with the engine: each table is compared with every other one,
12C1(e) replaces the row and scores the board again, nothing is remembered. Start reading at
`board.py` (the rows) and `matchpoints.py`; the numbers in comments are sections of RULES.md and
points of docs/decisions/0001. Whole events are in `event.py`, by docs/decisions/0003 and 0007; the rooms
of a match are in `rooms.py`, those of teams of eight and the aggregate of Patton by docs/decisions/0016.
"""

from .checking import self_check
from .evaluation import evaluate
from .event import evaluate_event
from .hand_checks import hand_checks

__all__ = ["evaluate", "evaluate_event", "hand_checks", "self_check"]
