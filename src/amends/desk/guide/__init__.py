"""The guided ruling: from the answers so far to the next question, and at the end to a ruling.

Nothing here prints or keeps anything: a command asks the questions in a terminal, a page shows them one by one.
"""

from amends.desk.guide.questions import Answers, Choice, Kind, Question
from amends.desk.guide.replay import Walked, next_question, walked
from amends.desk.guide.result import Correction, LeftOpen, Ready

__all__ = [
    "Answers",
    "Choice",
    "Correction",
    "Kind",
    "LeftOpen",
    "Question",
    "Ready",
    "Walked",
    "next_question",
    "walked",
]
