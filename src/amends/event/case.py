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

    words: str
    """In plain words."""
    law: str
    """The clause of 2017 that empowers the director; "" where a regulation does."""
    noun: str
    """What the director's questions call it: an infraction, where somebody at the table offended."""
    short: str
    """What directors call it for short; "" where there is no such name."""

    def __new__(
        cls, value: str, words: str = "", law: str = "", noun: str = "infraction", short: str = ""
    ) -> Irregularity:
        """An irregularity with what is known of it."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.words, member.law, member.noun, member.short = words, law, noun, short
        return member

    UNAUTHORISED_INFORMATION = "unauthorised-information", "unauthorised information", "16B", "infraction", "ui"
    EXTRANEOUS_INFORMATION = "extraneous-information", "information from another source", "16D", "irregularity"
    MISINFORMATION = "misinformation", "misinformation", "21B", "infraction", "mi"
    MISINFORMED_PLAY = "play-on-misinformation", "a play based on misinformation", "47E"
    REVOKE = "revoke", "a revoke", "64C"
    WRONG_BOARD = "wrong-board", "a wrong board, or the wrong pairs", "15", "irregularity"
    FOULED_BOARD = "fouled-board", "a fouled board", "87", "irregularity"
    NOT_COMPARABLE = "not-comparable", "results that cannot be compared", "86B2", "irregularity"
    UNPLAYABLE = "unplayable", "a board that could not be played", "12A2", "irregularity"
    CLAIM = "claim", "a claim", "70"
    SLOW_PLAY = "slow-play", "slow play", "90B2"
    FIELDED_PSYCHE = "fielded-psyche", "a fielded psyche", "", "infraction", "psyche"
    DIRECTORS_ERROR = "directors-error", "a director's error", "82C", "error"
    WRONG_RECTIFICATION = "wrong-rectification", "a wrong rectification", "12A3", "wrong rectification"
    OTHER = "other", "something else", "12A1"


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
