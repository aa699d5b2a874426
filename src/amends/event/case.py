"""What a case holds besides its rulings: what the forms of federations ask a director to write down.

Persons stand here by reference in the journal, by name once it is folded (`amends.event.people`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from amends.bridge import Auction, Seat, Side


class Irregularity(StrEnum):
    """What happened, as a director would call it in a word."""

    UNAUTHORISED_INFORMATION = "unauthorised-information"
    MISINFORMATION = "misinformation"
    REVOKE = "revoke"
    UNPLAYABLE = "unplayable"
    CLAIM = "claim"
    SLOW_PLAY = "slow-play"
    DIRECTORS_ERROR = "directors-error"
    OTHER = "other"

    @property
    def words(self) -> str:
        """In plain words."""
        return _WORDS[self]

    @property
    def law(self) -> str:
        """The law that it brings; "" where it may be any."""
        return _LAWS.get(self, "")

    @property
    def short(self) -> str:
        """What directors call it for short; "" where there is no such name."""
        return _SHORT.get(self, "")


_WORDS = {
    Irregularity.UNAUTHORISED_INFORMATION: "unauthorised information",
    Irregularity.MISINFORMATION: "misinformation",
    Irregularity.REVOKE: "a revoke",
    Irregularity.UNPLAYABLE: "a wrong board, or one that could not be played",
    Irregularity.CLAIM: "a claim",
    Irregularity.SLOW_PLAY: "slow play",
    Irregularity.DIRECTORS_ERROR: "a director's error",
    Irregularity.OTHER: "something else",
}
_SHORT = {Irregularity.UNAUTHORISED_INFORMATION: "ui", Irregularity.MISINFORMATION: "mi"}
_LAWS = {
    Irregularity.UNAUTHORISED_INFORMATION: "16B",
    Irregularity.MISINFORMATION: "21B",
    Irregularity.REVOKE: "64C",
    Irregularity.UNPLAYABLE: "15",
    Irregularity.CLAIM: "70",
    Irregularity.SLOW_PLAY: "81C",
    Irregularity.DIRECTORS_ERROR: "82C",
}


@dataclass(frozen=True, slots=True)
class Explanation:
    """What was said about a call, and what the partnership had really agreed, where that is known."""

    call: str
    words: str
    by: Seat | None = None
    agreement: str = ""


@dataclass(frozen=True, slots=True)
class Facts:
    """What the director has found out; what is empty was not said."""

    happened: str = ""
    auction: Auction | None = None
    explanations: tuple[Explanation, ...] = ()
    play: str = ""
    methods: str = ""
    """What the partnerships play, as far as it matters."""
    screens: bool | None = None
    found: str = ""
    """What the director has established as a fact."""

    def with_more(self, later: Facts) -> Facts:
        """These facts where the later ones say nothing."""
        said = {name: value for name in self.__slots__ if (value := getattr(later, name)) not in ("", None, ())}
        return replace(self, **said)


@dataclass(frozen=True, slots=True)
class Statement:
    """What somebody at the table said about it."""

    words: str
    seat: Seat | None = None
    side: Side | None = None
    who: str = ""


@dataclass(frozen=True, slots=True)
class PollAnswer:
    """One player who was asked: what it would do, what else it would seriously consider, and its standard."""

    chose: str
    considered: tuple[str, ...] = ()
    standard: str = ""
    who: str = ""


@dataclass(frozen=True, slots=True)
class PollTaken:
    """A poll: one question to several players. The next poll of a case may refine an answer of this one.

    Answers that were only counted stand in `votes`; those of whom more is known in `answers`.
    """

    question: str = ""
    answers: tuple[PollAnswer, ...] = ()
    votes: Mapping[str, int] = field(default_factory=dict)

    @property
    def counted(self) -> dict[str, int]:
        """How many chose each action."""
        counts: dict[str, int] = {}
        for action, times in (*self.votes.items(), *((answer.chose, 1) for answer in self.answers)):
            counts[action] = counts.get(action, 0) + times
        return counts


class AppealDecision(StrEnum):
    """How an appeal ends."""

    UPHELD = "upheld"
    VARIED = "varied"
    WITHDRAWN = "withdrawn"
    WITHOUT_MERIT = "without-merit"

    @property
    def words(self) -> str:
        """As it is published."""
        return _DECISIONS[self]


_DECISIONS = {
    AppealDecision.UPHELD: "the ruling stands",
    AppealDecision.VARIED: "the ruling was varied",
    AppealDecision.WITHDRAWN: "the appeal was withdrawn",
    AppealDecision.WITHOUT_MERIT: "the ruling stands; the appeal was without merit",
}
