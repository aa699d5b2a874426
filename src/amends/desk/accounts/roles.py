"""Who may do what: the roles of an event's officials, and the rights of each."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType


class Role(StrEnum):
    """What somebody with an account is here for."""

    SCORER = "scorer"
    DIRECTOR = "director"
    CHIEF = "chief"
    REVIEWER = "reviewer"

    @property
    def words(self) -> str:
        """As it is said to people.

        >>> Role.CHIEF.words
        'chief director'
        """
        return "chief director" if self is Role.CHIEF else self.value


class Right(StrEnum):
    """Something that not everybody may do."""

    LOOK = "look"
    """See the standings as they are, not only as they were last published."""
    PROCESS = "process"
    """See how rulings come about: cases, polls, statements, drafts."""
    RESULTS = "results"
    """Type and import results."""
    RULE = "rule"
    """Open cases, give rulings and penalties, decide appeals."""
    PUBLISH = "publish"
    """Publish standings."""
    SETTINGS = "settings"
    """Choose the regulation, look after accounts and settings, forget persons."""


RIGHTS: Mapping[Role, frozenset[Right]] = MappingProxyType(
    {
        Role.SCORER: frozenset({Right.LOOK, Right.RESULTS, Right.PUBLISH}),
        Role.DIRECTOR: frozenset(Right) - {Right.SETTINGS},
        Role.CHIEF: frozenset(Right),
        Role.REVIEWER: frozenset({Right.LOOK, Right.PROCESS}),
    }
)
"""What each role may do."""


def may(role: Role | None, right: Right) -> bool:
    """Whether a role has a right; None stands for somebody who is not signed in, and has none."""
    return role is not None and right in RIGHTS[role]
