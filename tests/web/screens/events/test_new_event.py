"""A new event in three steps: each has its address, nothing that was typed is lost, what is wrong is said in place."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from amends.desk import Desk
from regulations.test_club import forget
from support.web.reading import words
from web.conftest import Visit

EVENT = {"name": "Tuesday", "date": "2026-11-17", "form": "pairs", "winners": "1", "scoring": "", "regulation": ""}
PLAYERS = {
    "contestants": "1 Ash – Birch\n2 Cole – Dean\n3 Elm – Fox\n4 Gale – Hill",
    "movement": "howell",
    "tables": "2",
    "boards": "2",
}


def kept(page: str) -> dict[str, str]:
    """What the form of a step has in it, seen or not."""
    fields = {
        name: html.unescape(value)
        for tag in re.findall("<input[^>]*>", page)
        if "radio" not in tag or " checked" in tag
        for name, value in re.findall(r' name="([a-z]+)".*? value="([^"]*)"', tag)
    }
    for name, text in re.findall(r'<textarea[^>]* name="([a-z]+)"[^>]*>\n?(.*?)</textarea>', page, re.DOTALL):
        fields[name] = html.unescape(text)
    return fields


def test_each_step_has_its_address_and_leads_to_the_next(visit: Visit, desk: Desk) -> None:
    scorer = visit("scorer")
    assert 'action="/new/players"' in scorer.get("/new").text
    second = scorer.get("/new/players", **EVENT)
    assert (second.status_code, "Who plays?" in second.text) == (200, True)
    third = scorer.post("/new/check", {**EVENT, **PLAYERS})
    assert (third.status_code, "Is this right?" in third.text) == (200, True)
    assert "This is laid out" in third.text
    begun = scorer.post("/new", {**kept(third.text), "csrf": scorer.token(), "do": "begin"})
    assert begun.status_code == 303
    assert len(desk.open("Tuesday").event.results) == 2 * 3 * 2


def test_a_broken_regulation_of_the_club_takes_no_page_away(
    visit: Visit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chief = visit("chief")
    (tmp_path / "regulations").mkdir()
    (tmp_path / "regulations" / "broken.toml").write_text("title = [")
    monkeypatch.setenv("AMENDS_CLUB", str(tmp_path))
    forget()
    try:
        assert [chief.get(path).status_code for path in ("/new", "/settings", "EV/settings")] == [200, 200, 200]
    finally:
        monkeypatch.undo()
        forget()


def test_back_brings_everything_along(visit: Visit) -> None:
    scorer = visit("scorer")
    third = kept(scorer.post("/new/check", {**EVENT, **PLAYERS}).text)
    second = scorer.post("/new/players", {**third, "csrf": scorer.token(), "do": "back"})
    assert "Who plays?" in second.text
    assert kept(second.text).items() >= {**EVENT, **PLAYERS}.items()
    first = scorer.post("/new", {**kept(second.text), "csrf": scorer.token(), "do": "back"})
    assert "New event" in first.text
    assert (
        kept(first.text).items()
        >= {k: v for k, v in {**EVENT, **PLAYERS}.items() if k not in ("scoring", "regulation")}.items()
    )
    on = scorer.post("/new/players", {**kept(first.text), "csrf": scorer.token()})
    assert kept(on.text).items() >= PLAYERS.items()


@pytest.mark.parametrize(
    ("wrong", "field", "heading"),
    [
        ({"name": " "}, "name", "New event"),
        ({"date": "soon"}, "date", "New event"),
        ({"contestants": "1 Ash – Birch\n1 Cole – Dean"}, "contestants", "Who plays?"),
        ({"boards": "many"}, "boards", "Who plays?"),
        ({"tables": "99"}, "movement", "Who plays?"),
    ],
)
def test_what_is_wrong_is_said_at_its_field_and_stays(
    visit: Visit, wrong: dict[str, str], field: str, heading: str
) -> None:
    answer = visit("scorer").post("/new/check", {**EVENT, **PLAYERS, **wrong})
    assert answer.status_code == 422
    assert f"{heading}" in words(answer.text)
    assert f'id="{field}-error"' in answer.text
    [(name, typed)] = wrong.items()
    assert kept(answer.text)[name] == typed.strip()


def test_a_first_step_that_is_not_right_leads_no_further(visit: Visit) -> None:
    scorer = visit("scorer")
    answer = scorer.get("/new/players", name="", form="pairs")
    assert (answer.status_code, "The event has no name yet." in answer.text) == (422, True)
    assert scorer.client.get("/new/players", follow_redirects=False).headers["location"] == "/new"
    assert scorer.client.get("/new/check", follow_redirects=False).headers["location"] == "/new"
