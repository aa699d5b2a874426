"""Who may see and do what: every address of the app, tried by everybody."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from urllib.parse import urlencode

import pytest

from amends.accounts.accounts import RIGHTS as RIGHTS_OF
from amends.accounts.accounts import Role, end_session
from amends.web import screen
from amends.web.security.sessions import Session
from support.web.house import FOREIGN, NAMES, NOT_SO, ROLES, House, of_method, raw, routes, sign_in

EVERYBODY, LOOK, PROCESS, RESULTS, RULE, PUBLISH, SETTINGS = (
    "", "look", "process", "results", "rule", "publish", "settings",
)  # fmt: skip

MAY = {
    "scorer": {EVERYBODY, LOOK, RESULTS, PUBLISH},
    "director": {EVERYBODY, LOOK, PROCESS, RESULTS, RULE, PUBLISH},
    "chief": {EVERYBODY, LOOK, PROCESS, RESULTS, RULE, PUBLISH, SETTINGS},
    "reviewer": {EVERYBODY, LOOK, PROCESS},
    "nobody": {EVERYBODY},
}
"""What each may do. A new address gets a line below, with what it is for; a changed right is changed here too."""

PAGES = {
    "/": EVERYBODY,
    "/alive": EVERYBODY,
    "/metrics": EVERYBODY,
    "/ready": EVERYBODY,
    "/backup": SETTINGS,
    "/changes": EVERYBODY,
    "/e/{event}": EVERYBODY,
    "/e/{event}/appeals/{appeal}": PROCESS,
    "/e/{event}/appeals/{appeal}/form": PROCESS,
    "/e/{event}/board": EVERYBODY,
    "/e/{event}/boards": EVERYBODY,
    "/e/{event}/boards/{board:int}": EVERYBODY,
    "/e/{event}/boards/{board:int}.json": EVERYBODY,
    "/e/{event}/bulletin": PROCESS,
    "/e/{event}/cards/{contestant}": EVERYBODY,
    "/e/{event}/cards/{contestant}.json": EVERYBODY,
    "/e/{event}/cases/new": RULE,
    "/e/{event}/cases/{case}": PROCESS,
    "/e/{event}/corrections": PROCESS,
    "/e/{event}/drafts/{draft}": PROCESS,
    "/e/{event}/drafts/{draft}/check": PROCESS,
    "/e/{event}/drafts/{draft}/claim": PROCESS,
    "/e/{event}/drafts/{draft}/facts": PROCESS,
    "/e/{event}/drafts/{draft}/poll": PROCESS,
    "/e/{event}/drafts/{draft}/weights": PROCESS,
    "/e/{event}/drafts/{draft}/where": PROCESS,
    "/e/{event}/export": LOOK,
    "/e/{event}/export/{name}": LOOK,
    "/e/{event}/import": RESULTS,
    "/e/{event}/journal": PROCESS,
    "/e/{event}/journal/{seq}": PROCESS,
    "/e/{event}/names": RESULTS,
    "/e/{event}/names/contestants/{contestant}": RESULTS,
    "/e/{event}/names/late": RESULTS,
    "/e/{event}/names/late/typed": RESULTS,
    "/e/{event}/names/list": RESULTS,
    "/e/{event}/penalties": PROCESS,
    "/e/{event}/more": EVERYBODY,
    "/e/{event}/my-pair": EVERYBODY,
    "/e/{event}/my-pair/{kind}": EVERYBODY,
    "/e/{event}/search": EVERYBODY,
    "/e/{event}/print": EVERYBODY,
    "/e/{event}/print/cards": EVERYBODY,
    "/e/{event}/print/movement": EVERYBODY,
    "/e/{event}/print/tables": EVERYBODY,
    "/e/{event}/print/travellers": EVERYBODY,
    "/e/{event}/publish": PUBLISH,
    "/e/{event}/publish/preview/{how}/{file}": PUBLISH,
    "/e/{event}/published/{number:int}": LOOK,
    "/e/{event}/published/{number:int}.zip": PUBLISH,
    "/e/{event}/published/{number:int}/notice": LOOK,
    "/e/{event}/ranking": EVERYBODY,
    "/e/{event}/ranking.json": EVERYBODY,
    "/e/{event}/results": RESULTS,
    "/e/{event}/results/board": RESULTS,
    "/e/{event}/results/missing": RESULTS,
    "/e/{event}/results/{board:int}": RESULTS,
    "/e/{event}/rule": RULE,
    "/e/{event}/rule/facts": RULE,
    "/e/{event}/rulings": EVERYBODY,
    "/e/{event}/rulings/{ruling}": EVERYBODY,
    "/e/{event}/rulings/{ruling}/appeal": RULE,
    "/e/{event}/rulings/{ruling}/effect": LOOK,
    "/e/{event}/seats": RESULTS,
    "/e/{event}/settings": LOOK,
    "/e/{event}/settings/devices": SETTINGS,
    "/e/{event}/settings/regulation": SETTINGS,
    "/e/{event}/why/{contestant}": EVERYBODY,
    "/e/{event}/why/{contestant}.json": EVERYBODY,
    "/e/{event}/why/{contestant}/{board:int}": EVERYBODY,
    "/e/{event}/why/{contestant}/{board:int}.json": EVERYBODY,
    "/first": EVERYBODY,
    "/import/{upload}": RESULTS,
    "/in/{code}": EVERYBODY,
    "/api": EVERYBODY,
    "/keys": SETTINGS,
    "/laws": EVERYBODY,
    "/laws/{number}": EVERYBODY,
    "/look": EVERYBODY,
    "/me": LOOK,
    "/new": RESULTS,
    "/new/check": RESULTS,
    "/new/players": RESULTS,
    "/people": SETTINGS,
    "/settings": SETTINGS,
    "/sign-in": EVERYBODY,
}

ACTIONS = {
    "/demonstration": SETTINGS,
    "/e/{event}/appeals/{appeal}/decide": RULE,
    "/e/{event}/appeals/{appeal}/statement": RULE,
    "/e/{event}/cases/new": RULE,
    "/e/{event}/cases/{case}/agree": RULE,
    "/e/{event}/cases/{case}/close": RULE,
    "/e/{event}/cases/{case}/facts": RULE,
    "/e/{event}/cases/{case}/poll": RULE,
    "/e/{event}/cases/{case}/statement": RULE,
    "/e/{event}/drafts/{draft}/back": RULE,
    "/e/{event}/drafts/{draft}/check": RULE,
    "/e/{event}/drafts/{draft}/claim": RULE,
    "/e/{event}/drafts/{draft}/drop": RULE,
    "/e/{event}/drafts/{draft}/facts": RULE,
    "/e/{event}/drafts/{draft}/poll": RULE,
    "/e/{event}/drafts/{draft}/take": RULE,
    "/e/{event}/drafts/{draft}/weights": RULE,
    "/e/{event}/drafts/{draft}/where": RULE,
    "/e/{event}/messages/{message:int}": RESULTS,
    "/e/{event}/my-pair": EVERYBODY,
    "/e/{event}/my-pair/withdraw/{message:int}": EVERYBODY,
    "/e/{event}/my-pair/{kind}": EVERYBODY,
    "/e/{event}/names/contestants/{contestant}": RESULTS,
    "/e/{event}/names/contestants/{contestant}/substitutes": RESULTS,
    "/e/{event}/names/late": RESULTS,
    "/e/{event}/names/list": RESULTS,
    "/e/{event}/penalties": RULE,
    "/e/{event}/penalties/{penalty}/withdraw": RULE,
    "/e/{event}/publish": PUBLISH,
    "/e/{event}/results/missing": RESULTS,
    "/e/{event}/results/missing/check": RESULTS,
    "/e/{event}/results/{board:int}": RESULTS,
    "/e/{event}/results/{board:int}/check": RESULTS,
    "/e/{event}/results/{board:int}/line": RESULTS,
    "/e/{event}/rule": RULE,
    "/e/{event}/rule/facts": RULE,
    "/e/{event}/rulings/{ruling}/appeal": RULE,
    "/e/{event}/rulings/{ruling}/undo": RULE,
    "/e/{event}/rulings/{ruling}/withdraw": RULE,
    "/e/{event}/seats": RESULTS,
    "/e/{event}/settings/forget": SETTINGS,
    "/e/{event}/settings/name": SETTINGS,
    "/e/{event}/settings/devices": SETTINGS,
    "/e/{event}/settings/regulation": SETTINGS,
    "/first": EVERYBODY,
    "/import": RESULTS,
    "/import/{upload}": RESULTS,
    "/import/{upload}/into": RESULTS,
    "/import/{upload}/mend": RESULTS,
    "/look": EVERYBODY,
    "/me/secret": LOOK,
    "/new": RESULTS,
    "/new/check": RESULTS,
    "/new/players": RESULTS,
    "/keys": SETTINGS,
    "/keys/revoke": SETTINGS,
    "/people": SETTINGS,
    "/people/lift": SETTINGS,
    "/people/remove": SETTINGS,
    "/people/role": SETTINGS,
    "/people/secret": SETTINGS,
    "/settings": SETTINGS,
    "/sign-in": EVERYBODY,
    "/sign-out": EVERYBODY,
}


def test_every_address_stands_in_the_table_and_only_they() -> None:
    found = routes()
    assert len(found) == len({*found}), "an address that stands twice"
    wanted = {("GET", path): right for path, right in PAGES.items()}
    wanted |= {("POST", path): right for path, right in ACTIONS.items()}
    assert {each: screen.RIGHTS[each] or EVERYBODY for each in found} == wanted


def test_the_roles_have_the_rights_that_this_table_has() -> None:
    assert {role.value: {EVERYBODY, *RIGHTS_OF[role]} for role in Role} == {
        role: rights for role, rights in MAY.items() if role != "nobody"
    }


@pytest.mark.parametrize("address", ["/docs", "/redoc", "/openapi.json", "/files", "/files/", "/static/app.css"])
def test_there_is_nothing_beside_the_screens(walked: House, address: str) -> None:
    assert walked.client("chief").get(address, follow_redirects=True).status_code == 404


@pytest.mark.parametrize("role", ROLES)
def test_every_page_is_shown_to_whom_it_is_for(walked: House, role: str) -> None:
    client, before = walked.client(role), walked.holds()
    for path, right in PAGES.items():
        answer = client.get(walked.filled(path))
        if right in MAY[role]:
            # It leads on; says what is not there, or not said. Measurements are for this machine, whatever the role.
            expected = (200, 303, 404, 422) if path != "/metrics" else (403,)
            assert answer.status_code in expected, path
            assert not answer.headers.get("location", "").startswith("/sign-in?next"), path
        elif role == "nobody":
            assert (answer.status_code, answer.headers["location"][:14]) == (303, "/sign-in?next="), path
        else:
            assert (answer.status_code, NOT_SO in answer.text) == (403, True), path
    assert walked.holds() == before, "a page that was only looked at has changed something"


@pytest.mark.parametrize("role", ROLES)
def test_nothing_is_done_for_who_may_not_and_their_form_is_not_even_read(walked: House, role: str) -> None:
    client, before = walked.client(role), walked.holds()
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    headers = [("content-type", "application/x-www-form-urlencoded"), ("cookie", cookies)]
    for path, right in ACTIONS.items():
        answer = raw(walked.app, "POST", walked.filled(path), headers, [b"name=x"])
        if right in MAY[role]:
            assert (answer.status, FOREIGN in answer.body, answer.taken > 0) == (403, True, True), path
        elif role == "nobody":
            assert (answer.status, "You are not signed in" in answer.body, answer.taken) == (401, True, 0), path
        else:
            assert (answer.status, NOT_SO in answer.body, answer.taken) == (403, True, 0), path
    assert walked.holds() == before


def test_nothing_is_done_for_who_is_signed_out_while_their_form_comes(fresh: House) -> None:
    """A body may take minutes: whoever begins to send one and then loses their rights has lost them."""
    client, before = fresh.client("chief"), fresh.holds()

    def form(session: Session) -> Iterator[bytes]:
        yield b"csrf="
        end_session(fresh.desk, session.id, timedelta(1))
        yield urlencode({"": fresh.server.sessions.token(session), "name": "Y. Young", "role": "chief"})[1:].encode()

    for path in ACTIONS:
        session = sign_in(client, fresh.server, NAMES["chief"])
        cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        headers = [("content-type", "application/x-www-form-urlencoded"), ("cookie", cookies)]
        answer = raw(fresh.app, "POST", fresh.filled(path), headers, form(session))
        wanted = (401, "You are not signed in") if ACTIONS[path] else (403, FOREIGN)
        assert (answer.status, wanted[1] in answer.body, answer.taken > 1) == (wanted[0], True, True), path
    assert fresh.holds() == before


def test_what_is_refused_says_who_could_do_it(walked: House) -> None:
    answer = walked.client("scorer").get("/people")
    assert "S. Scorer is signed in as scorer. This can be done by: chief director." in answer.text


def test_every_page_shows_something_to_the_chief_director(walked: House) -> None:
    """So that the walks through all addresses meet pages, not places at which nothing is."""
    chief = walked.client("chief")
    answers = {path: chief.get(walked.filled(path)).status_code for path in of_method("GET")}
    assert {path: status for path, status in answers.items() if status not in (200, 303)} == {
        "/e/{event}/published/{number:int}/notice": 404,  # of the first publication there is none
        "/e/{event}/settings/regulation": 422,  # it has to be said which
        "/e/{event}/board": 404,
        "/e/{event}/results/board": 404,
        "/metrics": 403,  # for this machine alone
    }
