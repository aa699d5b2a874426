"""Started with --read-only, the app shows everything and enters nothing."""

from __future__ import annotations

import re

import pytest

from amends.desk import Desk
from amends.web.screen import RIGHTS
from support.desks import NAME
from web.conftest import PIN, Visit


def test_nothing_can_be_entered_by_anybody(visit: Visit, desk: Desk) -> None:
    before = desk.open(NAME).entries
    chief = visit("chief", read_only=True)
    for method, path in RIGHTS:
        if method == "POST" and path not in ("/sign-in", "/sign-out", "/look", "/e/{event}/my-pair"):
            address = path.replace("{event}", chief.event.removeprefix("/e/"))
            answer = chief.post(re.sub(r"\{\w+:int\}", "1", address).replace("{", "").replace("}", ""))
            assert (answer.status_code, "Here nothing can be entered" in answer.text) == (403, True), path
    assert desk.open(NAME).entries == before


def test_signing_in_and_the_look_still_work(visit: Visit) -> None:
    anybody = visit(read_only=True)
    assert anybody.post("/look", {"suits": "two", "next": "/"}).status_code == 303
    assert anybody.post("/sign-in", {"name": "R. Fox", "secret": PIN}).status_code == 303
    assert "chief director" in anybody.get("/me").text
    assert anybody.post("/sign-out").status_code == 303


@pytest.mark.parametrize("path", ["EV/publish", "/people", "/settings", "EV/import"])
def test_pages_that_are_there_to_enter_something_say_that_nothing_can_be_entered(visit: Visit, path: str) -> None:
    answer = visit("chief", read_only=True).get(path)
    assert (answer.status_code, "--read-only" in answer.text) == (403, True)


def test_buttons_that_would_enter_something_are_not_shown(visit: Visit) -> None:
    read_only, usual = visit("chief", read_only=True).get("EV").text, visit("chief").get("EV").text
    for button in ("/rule", "/results", "/publish"):
        assert (button in usual, button in read_only.replace("/rulings", "")) == (True, False)
    assert "To be read only" in read_only
