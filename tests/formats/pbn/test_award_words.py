"""Commentary that is no award of ours; what is one is read back in tests/cli/commands/files/test_convert.py."""

from __future__ import annotations

import pytest

from amends.formats.pbn.award_words import award_words


@pytest.mark.parametrize(
    "text",
    [
        "Board 2, pairs 8 and 17: weighted score. Both sides: 60% 9H N =; 40% nonsense.",
        "Board 2, pairs 8 and 17: weighted score.",
        "a talk about board 2, pairs 8 and 17",
        "Board 2, pairs 8 and 17: weighted score. Both sides: " + "x" * 5000 + ".",
    ],
)
def test_other_commentary_is_passed_over(text: str) -> None:
    assert award_words([text]) == []
