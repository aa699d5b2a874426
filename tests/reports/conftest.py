"""The evening from which reports are made."""

from __future__ import annotations

import pytest

from support.evenings import Evening, open_evening, with_names


@pytest.fixture(scope="session")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """Ruling 1 is under appeal; everybody has a name, and the deal of board 15 is known."""
    return with_names(open_evening(tmp_path_factory.mktemp("evening") / "amends.db"))
