"""A poll while it is taken: what was asked, one tap for each who chose it."""

from __future__ import annotations

from dataclasses import dataclass

from amends.faults import Faults, refuse
from amends.rulings.polls.votes import read_polls

MOST = 20


@dataclass(frozen=True, slots=True)
class Polling:
    """Actions with their votes so far; those nobody chose stay on the screen."""

    votes: tuple[tuple[str, int], ...] = ()

    @property
    def asked(self) -> int:
        """How many have answered."""
        return sum(count for _, count in self.votes)

    @property
    def answer(self) -> str:
        """As an answer to the guide; "" where nobody was asked."""
        return "; ".join(f"{action}*{count}" for action, count in self.votes if count)

    @property
    def kept(self) -> str:
        """As a draft keeps it: with those nobody chose."""
        return "; ".join(f"{action}*{count}" for action, count in self.votes)

    def with_action(self, action: str, count: int = 0) -> Polling:
        """With one more action; one that is there already stays."""
        name = " ".join(action.split())
        if not name or any(sign in name for sign in ";*"):
            raise refuse(repr(action), 'an action or a result, such as "pass" or "4H N ="')
        if any(each == name for each, _ in self.votes):
            return self
        if len(self.votes) >= MOST:
            raise refuse(f"more than {MOST} actions", "fewer")
        read_polls([[f"{name}*1"]])
        return Polling((*self.votes, (name, count)))

    def voted(self, place: int, votes: int) -> Polling:
        """With votes more, or fewer, for an action."""
        if not 0 <= place < len(self.votes):
            raise refuse("an action that is not there", "one of those above")
        return Polling(
            tuple(
                (action, max(0, count + votes) if index == place else count)
                for index, (action, count) in enumerate(self.votes)
            )
        )


def polling_of(kept: str) -> Polling:
    """The poll that a draft keeps, or that was answered."""
    found: list[tuple[str, int]] = []
    for piece in filter(None, (each.strip() for each in kept.split(";"))):
        action, _, count = piece.rpartition("*")
        if not action or not count.strip().isdecimal():
            raise refuse(repr(piece), 'an action with its votes: "4H N =*3"')
        found.append((action.strip(), int(count)))
    return Polling(tuple(found))


def lenient(kept: str) -> Polling:
    """The same for what may be anything: an empty poll where it cannot be read."""
    try:
        return polling_of(kept)
    except Faults:
        return Polling()
