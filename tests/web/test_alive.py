"""A program that watches over amends asks whether it answers."""

from __future__ import annotations

from web.conftest import Visit


def test_amends_says_that_it_answers(visit: Visit) -> None:
    answer = visit().get("/alive")
    assert (answer.status_code, answer.text) == (200, "ok")
    assert answer.headers["cache-control"] == "no-store"
    assert "set-cookie" not in answer.headers
