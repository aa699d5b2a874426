"""Who may do what, as a table."""

from __future__ import annotations

import pytest

from amends.accounts.accounts import RIGHTS, Right, Role, may

MATRIX = """
              scorer  director  chief  reviewer
    look      yes     yes       yes    yes
    process   -       yes       yes    yes
    results   yes     yes       yes    -
    rule      -       yes       yes    -
    publish   yes     yes       yes    -
    settings  -       -         yes    -
"""

HEADS, *ROWS = [line.split() for line in MATRIX.strip().splitlines()]
CELLS = [(head, row[0], cell == "yes") for row in ROWS for head, cell in zip(HEADS, row[1:], strict=True)]


@pytest.mark.parametrize(("role", "right", "allowed"), CELLS)
def test_each_role_has_its_rights(role: str, right: str, allowed: bool) -> None:
    assert may(Role(role), Right(right)) is allowed


def test_the_table_has_every_role_and_every_right() -> None:
    assert {role for role, _, _ in CELLS} == set(Role) == set(RIGHTS)
    assert {right for _, right, _ in CELLS} == set(Right)


@pytest.mark.parametrize("right", Right)
def test_who_is_not_signed_in_has_no_right(right: Right) -> None:
    assert not may(None, right)


def test_roles_are_said_in_words() -> None:
    assert [role.words for role in Role] == ["scorer", "director", "chief director", "reviewer"]
