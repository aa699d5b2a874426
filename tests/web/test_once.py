"""Whatever is sent twice is entered once: every action, also after a kill between what it wrote and its answer."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx import Response
from starlette.datastructures import FormData

from amends import clock
from amends.accounts.accounts import check_secret
from amends.desk.commands.penalties import penalising
from amends.desk.commands.rulings import giving
from amends.desk.desk import FormOnce
from amends.desk.unfinished_rulings import Unfinished, keep
from amends.web.forms.form import SentForm
from amends.web.forms.once import form_once
from amends.web.request import Page
from support.desks import NAME, anew, penalty
from support.web.house import NAMES, PIN, House, house, of_method, sent, token

Fields = dict[str, Any]
CSV = b"board,ns,ew,score\n1,1,3,420\n1,2,4,-50\n"
PENALTY = {"contestant": "7", "amount": "10%", "reason": "late", "law": "90B2"}
NEW_SECRET = {"secret": "815162", "again": "815162"}


def looked(made: House, client: TestClient, address: str, fields: Fields) -> Fields:
    """A form whose effect was looked at, which it says when it is sent again."""
    shown = sent(client, address, fields).text
    found = re.search(r'name="looked" value="([^"]+)"', shown)
    assert found is not None, shown
    return {**fields, "looked": found[1]}


def penalise(made: House, client: TestClient) -> Fields:
    return looked(made, client, f"{made.event}/penalties", PENALTY)


def decide(made: House, client: TestClient) -> Fields:
    return {"decision": "upheld", "reason": "No other ruling was possible."}


def row(made: House, client: TestClient) -> Fields:
    played = made.desk.open(NAME).event.results[5]
    return {"board": str(played.board), "table": played.id, "irregularity": "misinformation"}


def line(made: House, client: TestClient) -> Fields:
    played = next(each for each in made.desk.open(NAME).event.results if each.board == 1)
    return {"line": played.id, "do": "erase", "reason": "not played", "late": "found in the bar"}


def undone(made: House, client: TestClient) -> Fields:
    """A ruling that was just given, and not published yet."""
    opened = made.desk.open(NAME)
    given = next(each for each in opened.history.rulings if each.ruling.id == "4")
    made.desk.confirm(opened, giving(replace(anew(given.ruling), replaces="4", reason="A second thought.")))
    return {}


def artificial(made: House, client: TestClient) -> Fields:
    """The last screen of a ruling, all of whose questions are answered."""
    opened = made.desk.open(NAME)
    played = next(each for each in opened.event.results if each.board == 9)
    answers = {"board": "9", "table": played.id, "irregularity": "other", "law": "12C2", "reason": "Not playable."}
    keep(made.desk.for_form(NAMES["chief"], None), opened, Unfinished(answers), "1")
    return {"do": "look"}


ACTIONS: dict[str, Callable[[House, TestClient], Fields] | Fields] = {
    "/e/{event}/publish": {"state": "provisional"},
    "/e/{event}/settings/name": {"name": "Another name", "date": "2026-11-14"},
    "/e/{event}/settings/regulation": {"regulation": "ebu", "reason": "house rule", "do": "confirm"},
    "/e/{event}/settings/forget": {"person": "C. Cole", "sure": "1"},
    "/new": {"name": "New", "form": "pairs", "scoring": "matchpoints", "winners": "1", "do": "begin"},
    "/e/{event}/results/{board:int}": {"ns-1": "1", "ew-1": "3", "result-1": "4hn=", "newcomers": "1"},
    "/e/{event}/results/{board:int}/check": {"result-1": "4hn=", "line": "1"},
    "/e/{event}/results/{board:int}/line": line,
    "/import": {},
    "/import/{upload}": {"name": "From a file"},
    "/import/{upload}/mend": {"leave-2": "1"},
    "/import/{upload}/into": lambda made, _: {"event": made.event[3:]},
    "/e/{event}/appeals/{appeal}/statement": {"by": "N", "words": "It was clear."},
    "/e/{event}/appeals/{appeal}/decide": decide,
    "/e/{event}/penalties": penalise,
    "/e/{event}/penalties/{penalty}/withdraw": {"reason-1": "They were not late."},
    "/e/{event}/rulings/{ruling}/undo": undone,
    "/e/{event}/rulings/{ruling}/withdraw": {"withdraw-reason": "The facts were others."},
    "/e/{event}/rulings/{ruling}/appeal": {"side": "NS", "grounds": "Pass was an alternative.", "late": "asked before"},
    "/e/{event}/rule": lambda made, client: {key: row(made, client)[key] for key in ("board", "table")},
    "/e/{event}/drafts/{draft}": {"key": "table", "answer": "1"},
    "/e/{event}/drafts/{draft}/last": artificial,
    "/e/{event}/drafts/{draft}/take": {},
    "/e/{event}/drafts/{draft}/drop": {},
    "/e/{event}/cases/new": row,
    "/e/{event}/cases/{case}/facts": {"happened": "East hesitated."},
    "/e/{event}/cases/{case}/statement": {"by": "N", "words": "I saw it."},
    "/e/{event}/cases/{case}/poll": {
        "question": "?",
        "chose": "pass",
        "considered": "",
        "standard": "",
        "do": "record",
    },
    "/e/{event}/cases/{case}/agree": {"side": "NS"},
    "/e/{event}/cases/{case}/close": {"close-reason": "Both are content."},
    "/people": {"name": "N. New", "role": "scorer", **NEW_SECRET},
    "/people/role": {"name": NAMES["scorer"], "role": "reviewer"},
    "/people/secret": {"name": NAMES["scorer"], **NEW_SECRET},
    "/people/lift": {"name": NAMES["scorer"]},
    "/people/remove": {"name": NAMES["scorer"], "sure": "1"},
    "/settings": {"readers": "live", "regulation": "ebu", "club": "A club"},
    "/first": {},
    "/sign-in": {"name": NAMES["scorer"], "secret": PIN},
    "/sign-out": {},
    "/look": {"suits": "four"},
    "/me/secret": {"old": PIN, **NEW_SECRET},
}
WRITES_NOTHING = {"/first", "/e/{event}/results/{board:int}/check", "/sign-in", "/sign-out", "/look"}
"""Actions that enter nothing here: there are accounts already."""


def ready(made: House, path: str) -> tuple[TestClient, str, Fields]:
    """A browser with the form of an action in it."""
    client = made.client("chief")
    if path.startswith("/e/{event}/drafts"):
        who = NAMES["director" if path.endswith("take") else "chief"]
        opened = made.desk.open(NAME)
        keep(made.desk.for_form(who, None), opened, Unfinished({"board": "1"}), "1")
    chosen = ACTIONS[path]
    fields = dict(chosen(made, client) if callable(chosen) else chosen)
    newest = made.desk.open(NAME).history.rulings[-1].ruling.id
    there = {
        "case": "2",
        "ruling": newest if path.endswith("undo") else "4",
        "board": "40" if path.endswith("{board:int}") else "1",
    }
    return client, made.filled(path, **there), {"csrf": token(client), "token": "one-form", **fields}


def post(client: TestClient, address: str, fields: Fields) -> Response:
    files = {"file": ("club.csv", CSV)} if address == "/import" else None
    answer: Response = client.post(address, data=fields, files=files)
    return answer


def held(made: House) -> list[object]:
    """What the store keeps, without times."""
    store = made.desk.store
    events = store.events()
    return [
        sorted((kept.name, kept.date, kept.entries, kept.people, len(store.drafts(kept.key))) for kept in events),
        [(each.name, each.role) for each in store.accounts()],
        {name: value for name, value in store.settings().items() if name != "signing_key"},
    ]


def test_there_is_a_form_for_every_action() -> None:
    assert set(ACTIONS) == set(of_method("POST"))


@pytest.fixture
def make(evening_store: Path, tmp_path: Path) -> Callable[[str], Any]:
    def made(name: str) -> Any:
        (tmp_path / name).mkdir()
        return house(evening_store, tmp_path / name)

    return made


class Killed(BaseException):
    """The end of the process."""


@pytest.mark.parametrize("path", list(ACTIONS))
def test_every_action_sent_twice_is_done_once(make: Callable[[str], Any], path: str) -> None:
    with make("twice") as made:
        before = held(made)
        client, address, fields = ready(made, path)
        first = post(client, address, fields)
        after = held(made)
        again = post(client, address, fields)
        assert held(made) == after
        assert first.status_code < 400 or path == "/first", first.text
        if path not in (*WRITES_NOTHING, "/me/secret"):
            assert again.status_code == first.status_code
            assert again.headers.get("location") == first.headers.get("location")
        changed = after != before
    with make("killed") as made, pytest.MonkeyPatch.context() as patch:
        client, address, fields = ready(made, path)

        def killed(*_: object, **__: object) -> Response:
            raise Killed

        patch.setattr(Page, "go", killed)
        with suppress(Killed):
            post(client, address, fields)
        patch.undo()
        again = post(client, address, fields)
        assert held(made) == after
        assert again.status_code < 400 or path in ("/first", "/me/secret", "/sign-out"), again.text
        if changed and again.status_code == 303:
            assert client.get(again.headers["location"]).status_code == 200


def test_a_penalty_sent_by_many_at_once_is_given_once(fresh: House) -> None:
    client, address, fields = ready(fresh, "/e/{event}/penalties")
    given = len(fresh.desk.open(NAME).history.penalties)
    with ThreadPoolExecutor(6) as browsers:
        answers = list(browsers.map(lambda _: post(client, address, fields), range(6)))
    assert {answer.status_code for answer in answers} == {303}
    assert len(fresh.desk.open(NAME).history.penalties) == given + 1


def test_a_form_sent_again_with_something_else_in_it_is_refused_in_words(fresh: House) -> None:
    client, address, fields = ready(fresh, "/e/{event}/penalties")
    assert post(client, address, fields).status_code == 303
    seen = fresh.desk.open(NAME).seen
    other = {
        **looked(fresh, client, address, {**PENALTY, "amount": "20%"}),
        "csrf": fields["csrf"],
        "token": "one-form",
    }
    answer = post(client, address, other)
    assert answer.status_code == 422
    assert f"entered as entry {seen}" in answer.text
    assert fresh.desk.open(NAME).seen == seen


def test_one_form_with_other_fields_each_at_one_moment_makes_one_entry(fresh: House) -> None:
    client, address, fields = ready(fresh, "/e/{event}/penalties")
    seen = fresh.desk.open(NAME).seen
    forms = [{**fields, "reason": f"late {number}"} for number in range(6)]  # the reason changes no score
    with ThreadPoolExecutor(6) as browsers:
        answers = list(browsers.map(lambda form: post(client, address, form).status_code, forms))
    assert sorted(answers) == [303, *[422] * 5]
    assert fresh.desk.open(NAME).seen == seen + 1


def test_who_changes_their_mind_twice_gets_what_they_said_last(fresh: House) -> None:
    client, address, fields = ready(fresh, "/settings")
    for readers in ("nobody", "live", "nobody"):
        assert post(client, address, {**fields, "readers": readers}).status_code == 303
        assert fresh.desk.store.settings()["readers"] == readers
    client, address, fields = ready(fresh, "/people/secret")
    for pin in ("471182", "582293"):
        assert post(client, address, {**fields, "secret": pin, "again": pin}).status_code == 303
        assert check_secret(fresh.desk, NAMES["scorer"], pin) is not None
    assert post(client, address, {**fields, "secret": "471182", "again": "582293"}).status_code == 422


def test_what_is_kept_of_a_form_says_nothing_of_a_secret(fresh: House) -> None:
    first, other = (form_once(SentForm(FormData({"token": "t", "secret": PIN})), key) for key in (b"1", b"2"))
    assert first.digest != other.digest


def test_trouble_after_an_entry_does_not_hide_it(fresh: House, monkeypatch: pytest.MonkeyPatch) -> None:
    client, address, fields = ready(fresh, "/e/{event}/penalties")
    seen = fresh.desk.open(NAME).seen

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(type(fresh.server.shelf), "put", broken)
    answer = post(client, address, fields)
    assert (answer.status_code, answer.headers["location"]) == (303, f"{fresh.event}/penalties")
    assert fresh.desk.open(NAME).seen == seen + 1


def test_every_form_of_every_page_has_a_token_of_its_own(walked: House) -> None:
    chief = walked.client("chief")
    tokens = list[str]()
    for path in [walked.filled(path) for path in of_method("GET") if not path.endswith((".zip", "{name}", "{file}"))]:
        for form in re.findall(r"<form\b[^>]*method=\"post\".*?</form>", chief.get(path).text, re.DOTALL):
            found = re.findall(r'name="token" value="([^"]+)"', form)
            assert len(found) == 1, (path, form)
            tokens += found
    assert len(tokens) > 40
    assert len(set(tokens)) == len(tokens)


def test_a_page_that_is_kept_has_other_tokens_each_time(fresh: House) -> None:
    director, address = fresh.client("director"), f"{fresh.event}/boards/1"
    first, again = (re.findall(r'name="token" value="([^"]+)"', director.get(address).text) for _ in range(2))
    assert first
    assert not set(first) & set(again)


def test_forms_are_remembered_for_a_month_and_then_forgotten(fresh: House, monkeypatch: pytest.MonkeyPatch) -> None:
    store, form, now = fresh.desk.store, FormOnce("old", "digest"), clock.now_exactly()
    opened = fresh.desk.open(NAME)
    fresh.desk.for_form("C. Cole", form).confirm(opened, penalising(penalty("7", "10%")))
    for days, known in ((30, True), (46, False)):
        monkeypatch.setattr(clock, "now_exactly", lambda days=days: now + timedelta(days=days))
        store.forget_old()
        assert (store.first_answer(form) is not None) is known
