"""What a case holds besides its rulings: what the forms of federations ask a director to write down.

Persons stand here by reference in the journal, by name once it is folded (`amends.journal.people`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from amends.bridge import Auction, Seat, Side


class Irregularity(StrEnum):
    """What happened, as a director would call it in a word. The values stand in journals and drafts: they stay."""

    UNAUTHORISED_INFORMATION = "unauthorised-information"
    EXTRANEOUS_INFORMATION = "extraneous-information"
    MISINFORMATION = "misinformation"
    MISINFORMED_PLAY = "play-on-misinformation"
    REVOKE = "revoke"
    WRONG_BOARD = "wrong-board"
    FOULED_BOARD = "fouled-board"
    NOT_COMPARABLE = "not-comparable"
    UNPLAYABLE = "unplayable"
    CLAIM = "claim"
    SLOW_PLAY = "slow-play"
    FIELDED_PSYCHE = "fielded-psyche"
    DIRECTORS_ERROR = "directors-error"
    WRONG_RECTIFICATION = "wrong-rectification"
    OTHER = "other"

    @property
    def words(self) -> str:
        """In plain words."""
        return _WORDS[self]

    @property
    def law(self) -> str:
        """The clause of 2017 that empowers the director; "" where a regulation does."""
        return _LAWS.get(self, "")

    @property
    def short(self) -> str:
        """What directors call it for short; "" where there is no such name."""
        return _SHORT.get(self, "")

    @property
    def noun(self) -> str:
        """What the director's questions call it: an infraction, where somebody at the table offended."""
        return _NOUNS.get(self, "infraction")


_WORDS = {
    Irregularity.UNAUTHORISED_INFORMATION: "unauthorised information",
    Irregularity.EXTRANEOUS_INFORMATION: "information from another source",
    Irregularity.MISINFORMATION: "misinformation",
    Irregularity.MISINFORMED_PLAY: "a play based on misinformation",
    Irregularity.REVOKE: "a revoke",
    Irregularity.WRONG_BOARD: "a wrong board, or the wrong pairs",
    Irregularity.FOULED_BOARD: "a fouled board",
    Irregularity.NOT_COMPARABLE: "results that cannot be compared",
    Irregularity.UNPLAYABLE: "a board that could not be played",
    Irregularity.CLAIM: "a claim",
    Irregularity.SLOW_PLAY: "slow play",
    Irregularity.FIELDED_PSYCHE: "a fielded psyche",
    Irregularity.DIRECTORS_ERROR: "a director's error",
    Irregularity.WRONG_RECTIFICATION: "a wrong rectification",
    Irregularity.OTHER: "something else",
}
_SHORT = {
    Irregularity.UNAUTHORISED_INFORMATION: "ui",
    Irregularity.MISINFORMATION: "mi",
    Irregularity.FIELDED_PSYCHE: "psyche",
}
_LAWS = {
    Irregularity.UNAUTHORISED_INFORMATION: "16B",
    Irregularity.EXTRANEOUS_INFORMATION: "16D",
    Irregularity.MISINFORMATION: "21B",
    Irregularity.MISINFORMED_PLAY: "47E",
    Irregularity.REVOKE: "64C",
    Irregularity.WRONG_BOARD: "15",
    Irregularity.FOULED_BOARD: "87",
    Irregularity.NOT_COMPARABLE: "86B2",
    Irregularity.UNPLAYABLE: "12A2",
    Irregularity.CLAIM: "70",
    Irregularity.SLOW_PLAY: "90B2",
    Irregularity.DIRECTORS_ERROR: "82C",
    Irregularity.WRONG_RECTIFICATION: "12A3",
    Irregularity.OTHER: "12A1",
}
_NOUNS = {
    Irregularity.DIRECTORS_ERROR: "error",
    Irregularity.WRONG_RECTIFICATION: "wrong rectification",
    **dict.fromkeys(
        (
            Irregularity.EXTRANEOUS_INFORMATION,
            Irregularity.WRONG_BOARD,
            Irregularity.FOULED_BOARD,
            Irregularity.NOT_COMPARABLE,
            Irregularity.UNPLAYABLE,
        ),
        "irregularity",
    ),
}


@dataclass(frozen=True, slots=True)
class Explanation:
    """What was said about a call, and what the partnership had really agreed, where that is known."""

    call: str
    words: str
    by: Seat | None = None
    agreement: str = ""


@dataclass(frozen=True, slots=True)
class OwnDamage:
    """12C1(e): three facts about what the non-offending side did to itself; all three are needed.

    `serious`: an extremely serious error for this class of player, or a gambling action, in the words of the edition.
    """

    side: Side
    afterwards: bool
    unrelated: bool
    serious: bool

    @property
    def is_self_inflicted(self) -> bool:
        """Whether part of the damage is self-inflicted."""
        return self.afterwards and self.unrelated and self.serious


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
    own_damage: OwnDamage | None = None
    further: tuple[Irregularity, ...] = ()
    """Irregularities of the same case besides the one it was opened for."""

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
