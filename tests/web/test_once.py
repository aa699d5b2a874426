"""Whatever is sent twice is entered once: every action, also after a kill between what it wrote and its answer."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Any

import pytest
from httpx import Response
from starlette.datastructures import FormData
from starlette.testclient import TestClient

from amends import clock
from amends.accounts.accounts import check_secret
from amends.accounts.api_keys import make_key
from amends.awards import NotScored
from amends.desk.commands.penalties import penalising
from amends.desk.commands.rulings import giving
from amends.desk.desk import DraftChanged, FormOnce
from amends.desk.player_messages import MessageKind, PlayerMessage
from amends.desk.unfinished_rulings import Unfinished, discard, keep, take_up
from amends.journal.entries import ResultCorrected
from amends.web.forms.form import SentForm
from amends.web.forms.once import form_once
from amends.web.request import Page
from amends.web.serving import create_app
from support.desks import NAME, START, anew, penalty
from support.killed import Killed, killed
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


def key(made: House, client: TestClient) -> Fields:
    make_key(made.desk, "Old program", "scorer")
    return {"name": "Old program", "sure": "1"}


def penalise(made: House, client: TestClient) -> Fields:
    return looked(made, client, f"{made.event}/penalties", PENALTY)


def names(made: House, client: TestClient) -> Fields:
    return looked(made, client, f"{made.event}/names/list", {"names": "1 Ann Ash – Bea Birch", "do": "save"})


def late_pair(made: House, client: TestClient) -> Fields:
    fields = {"number": "99", "player-1": "Ann Ash", "direction": "NS", "do": "save"}
    return looked(made, client, f"{made.event}/names/late", fields)


def turned(made: House, client: TestClient) -> Fields:
    fields = {"place": "1", "change": "turned", "reason": "Both agree.", "late": "found in the bar", "do": "save"}
    return looked(made, client, f"{made.event}/seats", fields)


def decide(made: House, client: TestClient) -> Fields:
    return {"decision": "upheld", "reason": "No other ruling was possible."}


def row(made: House, client: TestClient) -> Fields:
    played = made.desk.open(NAME).event.results[5]
    return {"board": str(played.board), "table": played.id, "irregularity": "misinformation"}


def line(made: House, client: TestClient) -> Fields:
    played = next(each for each in made.desk.open(NAME).event.results if each.board == 1)
    return {"line": played.id, "do": "erase", "reason": "not played", "late": "found in the bar"}


def missing(made: House, client: TestClient) -> Fields:
    """A row that has no result any more."""
    opened = made.desk.open(NAME)
    played = next(each for each in opened.event.results if each.board == 1)
    lost = replace(played, result=NotScored(expected=True))
    made.desk.confirm(opened, lambda _: [ResultCorrected(lost, "It was another board.")])
    return {"row": played.id, "typed": "4hn="}


def undone(made: House, client: TestClient) -> Fields:
    """A ruling that was just given, and not published yet."""
    opened = made.desk.open(NAME)
    given = next(each for each in opened.history.rulings if each.ruling.id == "4")
    made.desk.confirm(opened, giving(replace(anew(given.ruling), replaces="4", reason="A second thought.")))
    return {}


def draft_with(**answers: str) -> Callable[[House, TestClient], Fields]:
    """A draft with these answers about a table of board 9."""

    def kept(made: House, client: TestClient) -> Fields:
        opened = made.desk.open(NAME)
        played = next(each for each in opened.event.results if each.board == 9)
        told = {"board": "9", "table": played.id, **{name.replace("_", "-"): text for name, text in answers.items()}}
        chief = made.desk.for_form(NAMES["chief"], None)
        take_up(chief, opened, "1")
        keep(chief, opened, Unfinished(told), "1")
        return dict(SENT[answers["irregularity"]])

    return kept


SENT: dict[str, Fields] = {
    "unplayable": {"do": "give", "answer reason": "Mixed up.", "answer accept 12C2(a)": "The cards were mixed up."},
    "claim": {"tricks": "8", "do": "give", "reason": "A trick was conceded."},
    "misinformation": {"calls": "Pass", "calls-votes": "5", "do": "next"},
    "revoke": {
        "editor outcomes": "1",
        "outcome outcomes": "4S S =",
        "weight outcomes": "100%",
        "mode": "",
        "do": "next",
    },
}
HEARD = {"result": "played", "infraction": "yes", "non_offending": "ns"}


def other_table(made: House, client: TestClient) -> Fields:
    return {"table": next(each for each in made.desk.open(NAME).event.results if each.board == 10).id}


def discarded(made: House, client: TestClient) -> Fields:
    draft_with(irregularity="misinformation", **HEARD)(made, client)
    discard(made.desk.for_form(NAMES["chief"], None), made.desk.open(NAME), "1")
    return {}


def called(made: House, client: TestClient) -> Fields:
    """A player has called the director, who has been there."""
    made.desk.store.add_message(made.desk.open(NAME).kept.key, PlayerMessage(MessageKind.DIRECTOR, "device", START))
    return {"do": "done"}


ACTIONS: dict[str, Callable[[House, TestClient], Fields] | Fields] = {
    "/e/{event}/publish": {"state": "provisional"},
    "/e/{event}/settings/name": {"name": "Another name", "date": "2026-11-14"},
    "/e/{event}/settings/regulation": {"regulation": "ebu", "reason": "house rule", "do": "confirm"},
    "/e/{event}/settings/devices": {"do": "off"},
    "/e/{event}/settings/forget": {"person": "C. Cole", "sure": "1"},
    "/new": {"name": "New", "form": "pairs", "scoring": "matchpoints", "winners": "1", "do": "begin"},
    "/new/check": {"name": "New", "form": "pairs", "do": "look"},
    "/new/players": {"name": "New", "form": "pairs", "do": "back"},
    "/e/{event}/results/{board:int}": {"ns-1": "1", "ew-1": "3", "result-1": "4hn=", "newcomers": "1"},
    "/e/{event}/results/{board:int}/check": {"result-1": "4hn=", "line": "1"},
    "/e/{event}/results/{board:int}/line": line,
    "/e/{event}/results/missing": missing,
    "/e/{event}/results/missing/check": missing,
    "/import": {},
    "/import/{upload}": {"name": "From a file"},
    "/import/{upload}/mend": {"leave-2": "1"},
    "/import/{upload}/into": lambda made, _: {"event": made.event[3:]},
    "/e/{event}/appeals/{appeal}/statement": {"by": "N", "words": "It was clear."},
    "/e/{event}/appeals/{appeal}/decide": decide,
    "/e/{event}/names/contestants/{contestant}": {"player-1": "Ann Ash", "player-2": "Bea Birch", "do": "save"},
    "/e/{event}/names/contestants/{contestant}/substitutes": {"substitute": "Ann Ash", "first": "1", "do": "add"},
    "/e/{event}/names/late": late_pair,
    "/e/{event}/names/list": names,
    "/e/{event}/seats": turned,
    "/e/{event}/penalties": penalise,
    "/e/{event}/penalties/{penalty}/withdraw": {"reason-1": "They were not late."},
    "/e/{event}/rulings/{ruling}/undo": undone,
    "/e/{event}/rulings/{ruling}/withdraw": {"withdraw-reason": "The facts were others."},
    "/e/{event}/rulings/{ruling}/appeal": {"side": "NS", "grounds": "Pass was an alternative.", "late": "asked before"},
    "/e/{event}/rule": lambda made, client: {key: row(made, client)[key] for key in ("board", "table")},
    "/e/{event}/rule/facts": lambda made, client: {**row(made, client), "non-offending": "ns", "do": "next"},
    "/e/{event}/drafts/{draft}/where": other_table,
    "/e/{event}/drafts/{draft}/facts": {"irregularity": "misinformation", "non-offending": "ns", "do": "next"},
    "/e/{event}/drafts/{draft}/poll": draft_with(irregularity="misinformation", **HEARD),
    "/e/{event}/drafts/{draft}/weights": draft_with(irregularity="revoke", **HEARD),
    "/e/{event}/drafts/{draft}/check": draft_with(
        irregularity="unplayable", result="cannot", fault_ns="none", fault_ew="direct"
    ),
    "/e/{event}/drafts/{draft}/claim": draft_with(irregularity="claim"),
    "/e/{event}/drafts/{draft}/back": discarded,
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
    "/e/{event}/my-pair": {"pair": "7"},
    "/e/{event}/my-pair/{kind}": {"place": "Table 5"},
    "/e/{event}/my-pair/withdraw/{message:int}": {},
    "/e/{event}/messages/{message:int}": called,
    "/keys": {"name": "Scoring program", "role": "scorer"},
    "/keys/revoke": key,
    "/people": {"name": "N. New", "role": "scorer", **NEW_SECRET},
    "/people/role": {"name": NAMES["scorer"], "role": "reviewer"},
    "/people/secret": {"name": NAMES["scorer"], **NEW_SECRET},
    "/people/lift": {"name": NAMES["scorer"]},
    "/people/remove": {"name": NAMES["scorer"], "sure": "1"},
    "/settings": {"readers": "live", "regulation": "ebu", "club": "A club"},
    "/demonstration": {},
    "/first": {},
    "/sign-in": {"name": NAMES["scorer"], "secret": PIN},
    "/sign-out": {},
    "/look": {"suits": "four"},
    "/me/secret": {"old": PIN, **NEW_SECRET},
}
WRITES_NOTHING = {
    *("/first", "/new/check", "/new/players", "/e/{event}/results/{board:int}/check"),
    "/e/{event}/results/missing/check",
    *("/sign-in", "/sign-out", "/look", "/e/{event}/rule"),
    *("/e/{event}/my-pair", "/e/{event}/my-pair/withdraw/{message:int}"),
}
"""Actions that enter nothing here: there are accounts already, and a ruling begins with its first answer."""

ENDS_THE_SESSION = {"/me/secret", "/sign-out"}
"""Whoever comes after them is not signed in any more."""


def ready(made: House, path: str) -> tuple[TestClient, str, Fields]:
    """A browser with the form of an action in it."""
    client = made.client("chief")
    if path.startswith("/e/{event}/drafts"):
        who = NAMES["director" if path.endswith("take") else "chief"]
        opened = made.desk.open(NAME)
        first = next(each for each in opened.event.results if each.board == 1)
        holder = made.desk.for_form(who, None)
        take_up(holder, opened, "1")
        keep(holder, opened, Unfinished({"board": "1", "table": first.id}), "1")
    chosen = ACTIONS[path]
    fields = dict(chosen(made, client) if callable(chosen) else chosen)
    newest = made.desk.open(NAME).history.rulings[-1].ruling.id
    there = {
        "case": "2",
        "ruling": newest if path.endswith("undo") else "4",
        "board": "40" if path.endswith("{board:int}") else "1",
        "kind": "director",
        "message": "1",
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
        [(each.place, each.state) for kept in events for each in store.messages(kept.key)],
        [(each.name, each.role) for each in store.accounts()],
        [(each.name, each.role) for each in store.api_keys()],
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

        patch.setattr(Page, "go", killed)
        with suppress(Killed):
            post(client, address, fields)
        patch.undo()
        again = post(client, address, fields)
        assert held(made) == after
        assert again.status_code < 400 or path in ("/first", "/me/secret", "/sign-out"), again.text
        if changed and again.status_code == 303:
            assert client.get(again.headers["location"]).status_code == 200


@pytest.mark.parametrize("path", list(ACTIONS))
def test_every_copy_of_a_form_that_is_sent_at_one_moment_gets_the_first_answer(fresh: House, path: str) -> None:
    client, address, fields = ready(fresh, path)
    cookies = dict(client.cookies)

    def copy(_: int) -> Response:
        browser = TestClient(fresh.app, follow_redirects=False, cookies=cookies)
        return post(browser, address, fields)

    with ThreadPoolExecutor(4) as browsers:
        answers = list(browsers.map(copy, range(4)))
    found = {(answer.status_code, answer.headers.get("location")) for answer in answers}
    if path not in ENDS_THE_SESSION:
        assert len(found) == 1, [answer.text for answer in answers]


def test_a_copy_waits_for_the_answer_to_the_first(fresh: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between what it wrote and its answer the first has nowhere to lead a copy to."""
    client, address, fields = ready(fresh, "/people")
    keep_answer, answers = type(fresh.desk.store).keep_answer, list[Response]()
    copy = Thread(target=lambda: answers.append(post(client, address, fields)))

    def kept(store: Any, form: FormOnce, answer: str) -> None:
        copy.start()
        while fresh.server.forms.users("one-form") < 2:
            sleep(0.001)
        keep_answer(store, form, answer)

    monkeypatch.setattr(type(fresh.desk.store), "keep_answer", kept)
    first = post(client, address, fields)
    copy.join()
    assert first.status_code == 303
    assert [answer.headers["location"] for answer in answers] == [first.headers["location"]] != ["/"]
    assert not len(fresh.server.forms)


def test_a_copy_that_comes_too_late_at_another_process_gets_the_first_answer(
    fresh: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has looked whether the form was sent before the first wrote; what it asks for cannot be done any more."""
    client, address, fields = ready(fresh, "/e/{event}/rulings/{ruling}/withdraw")
    other = create_app(fresh.desk, fresh.server.options)
    late = TestClient(other, follow_redirects=False, cookies=dict(client.cookies))
    first_answer, first = type(fresh.desk.store).first_answer, list[Response]()

    def looked_up(store: Any, form: FormOnce) -> Any:
        found = first_answer(store, form)
        if not first:
            monkeypatch.setattr(type(fresh.desk.store), "first_answer", first_answer)
            first.append(post(client, address, fields))
        return found

    monkeypatch.setattr(type(fresh.desk.store), "first_answer", looked_up)
    again = post(late, address, fields)
    assert first[0].status_code == again.status_code == 303
    assert again.headers["location"] == first[0].headers["location"]


def test_a_copy_that_finds_the_draft_changed_waits_for_the_entry_of_the_first(
    fresh: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At another process the first has changed the draft, and not yet entered the ruling of which its form speaks."""
    client, address, fields = ready(fresh, "/e/{event}/drafts/{draft}/check")
    store, first = type(fresh.desk.store), list[Response]()
    first_answer, change_draft, looks = store.first_answer, store.change_draft, list[int]()

    def not_yet(asked: Any, form: FormOnce) -> Any:
        looks.append(1)
        if len(looks) == 3:  # before its answer, after the refusal, and once more
            monkeypatch.setattr(store, "first_answer", first_answer)
            monkeypatch.setattr(store, "change_draft", change_draft)
            monkeypatch.setattr(store, "is_shared", False)
            first.append(post(client, address, fields))
        return first_answer(asked, form)

    def changed(*_: object, **__: object) -> Any:
        raise DraftChanged("1")

    monkeypatch.setattr(store, "is_shared", True)
    monkeypatch.setattr(store, "first_answer", not_yet)
    monkeypatch.setattr(store, "change_draft", changed)
    other = create_app(fresh.desk, fresh.server.options)
    late = TestClient(other, follow_redirects=False, cookies=dict(client.cookies))
    again = post(late, address, fields)
    assert (first[0].status_code, again.status_code) == (303, 303), again.text
    assert again.headers["location"] == first[0].headers["location"]


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


def test_a_correction_that_is_refused_is_refused_in_the_same_words_when_it_is_sent_twice(fresh: House) -> None:
    """Who presses Save twice must not be led on as if something had been entered."""
    client = fresh.client("scorer")
    opened = fresh.desk.open(NAME)
    row = opened.event.results[0]
    address = f"{fresh.event}/results/{row.board}"
    fields = {"csrf": token(client), "token": "one-form", "row-1": row.id, "result-1": "7NT S =", "seen": opened.seen}
    for _ in range(2):
        answer = post(client, address, fields)
        assert (answer.status_code, "Nothing is saved yet" in answer.text) == (422, True)
    assert fresh.desk.open(NAME).seen == opened.seen
    again = post(client, address, {**fields, "reason": "misread", "late": "asked for on Monday"})
    assert again.status_code == 303
    assert fresh.desk.open(NAME).seen == opened.seen + 1


def test_who_presses_twice_with_a_fault_in_one_line_is_led_to_the_board_where_it_is_missing(fresh: House) -> None:
    client = fresh.client("scorer")
    opened = fresh.desk.open(NAME)
    lines = {"ns-1": "1", "ew-1": "11", "result-1": "4S N =", "ns-2": "3", "ew-2": "13", "result-2": "4S N ?"}
    fields = {"csrf": token(client), "token": "one-form", "seen": opened.seen, **lines}
    first, second = (post(client, f"{fresh.event}/results/99", fields) for _ in range(2))
    assert (first.status_code, second.status_code) == (422, 303)
    assert second.headers["location"] == f"{fresh.event}/results/99"
    assert [row.seats.ns for row in fresh.desk.open(NAME).event.results if row.board == 99] == [("1",)]


def test_whoever_is_not_there_to_be_forgotten_is_not_there_when_the_form_is_sent_twice(fresh: House) -> None:
    client = fresh.client("chief")
    fields = {"csrf": token(client), "token": "one-form", "person": "N. Obody", "sure": "on"}
    for _ in range(2):
        assert post(client, f"{fresh.event}/settings/forget", fields).status_code == 422


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


def sent_at(made: House, at: datetime, monkeypatch: pytest.MonkeyPatch) -> FormOnce:
    """A form that was sent at a time."""
    form = FormOnce(f"sent {at}", "digest")
    with monkeypatch.context() as patch:
        patch.setattr(clock, "now_exactly", lambda: at)
        made.desk.for_form("C. Cole", form).confirm(made.desk.open(NAME), penalising(penalty("7", "10%")))
    return form


def forget(made: House, at: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server tidies up at a time."""
    with monkeypatch.context() as patch:
        patch.setattr(clock, "now_exactly", lambda: at)
        made.desk.store.forget_old()


def test_forms_are_remembered_for_a_month_and_then_forgotten(fresh: House, monkeypatch: pytest.MonkeyPatch) -> None:
    store, now = fresh.desk.store, clock.now_exactly()
    old = sent_at(fresh, now, monkeypatch)
    for days, known in ((30, True), (46, True), (48, False)):  # of the 46th day it is not known whether it is right
        later = sent_at(fresh, now + timedelta(days=days), monkeypatch)
        forget(fresh, now + timedelta(days=days), monkeypatch)
        assert (store.first_answer(old) is not None) is known
        assert store.first_answer(later) is not None


def test_a_clock_that_is_far_ahead_for_an_evening_forgets_no_form(
    fresh: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, now = fresh.desk.store, clock.now_exactly()
    forms = [sent_at(fresh, now - timedelta(days=days), monkeypatch) for days in (40, 7, 0)]
    ahead = now + timedelta(days=50)
    forget(fresh, ahead, monkeypatch)  # at a start
    assert all(store.first_answer(form) for form in forms)
    forms += [sent_at(fresh, ahead + timedelta(hours=hours), monkeypatch) for hours in (0, 4)]
    forget(fresh, ahead + timedelta(hours=6), monkeypatch)
    assert all(store.first_answer(form) for form in forms)
    forms.append(sent_at(fresh, now + timedelta(hours=8), monkeypatch))  # it is right again
    forget(fresh, now + timedelta(hours=8), monkeypatch)
    assert all(store.first_answer(form) for form in forms)
