"""A form that another site sends in somebody's name does nothing, wherever it is sent to."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from amends.web.security.sessions import COOKIE, Sessions
from support import examples
from support.web.house import FOREIGN, House, of_method, token


def _own(house: House, chief: TestClient) -> str:
    return token(chief)


def _none(house: House, chief: TestClient) -> str:
    return ""


def _of_another_session(house: House, chief: TestClient) -> str:
    return token(house.client("chief"))


def _of_another_key(house: House, chief: TestClient) -> str:
    found = house.server.sessions.read(chief.cookies[COOKIE])
    assert found is not None
    return Sessions("0" * 64).token(found[0])


def _the_cookie_itself(house: House, chief: TestClient) -> str:
    return str(chief.cookies[COOKIE])


def _half(house: House, chief: TestClient) -> str:
    return token(chief)[:-1]


FOREIGN_ONES = [
    (_none, {}),
    (_of_another_session, {}),
    (_of_another_key, {}),
    (_the_cookie_itself, {}),
    (_half, {}),
    (_none, {"origin": "http://testserver"}),
    (_own, {"origin": "http://evil.example"}),
    (_own, {"origin": "http://testserver.evil.example"}),
    (_own, {"origin": "http://testserver:81"}),
    (_own, {"origin": "http://evil.example/testserver"}),
    (_own, {"origin": "http://["}),
    (_own, {"origin": ""}),
    (_none, {"origin": "null"}),
    (_own, {"sec-fetch-site": "cross-site"}),
    (_own, {"sec-fetch-site": "same-site"}),
]
EVERYWHERE = FOREIGN_ONES[0]
"""Who asks with this is refused at every address; how the others are recognised is the same wherever they are sent."""
NEXT = 1 if examples.HOW_MANY == "long" else 9
"""They are sent to one in so many addresses, each beginning with another one."""


@pytest.mark.parametrize(("made", "headers"), FOREIGN_ONES, ids=lambda each: getattr(each, "__name__", str(each)))
def test_no_action_is_done_for_a_form_that_is_not_the_visitors_own(walked: House, made, headers) -> None:  # type: ignore[no-untyped-def]
    chief, before = walked.client("chief"), walked.holds()
    said, place = made(walked, chief), FOREIGN_ONES.index((made, headers))
    for path in of_method("POST") if (made, headers) == EVERYWHERE else of_method("POST")[place % NEXT :: NEXT]:
        answer = chief.post(walked.filled(path), data={"csrf": said, "name": "Friday"}, headers=headers)
        assert (answer.status_code, FOREIGN in answer.text) == (403, True), path
    assert walked.holds() == before


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": "http://testserver", "sec-fetch-site": "same-origin"},
        {"origin": "http://TESTSERVER"},
        {"origin": "null", "sec-fetch-site": "same-origin"},  # a browser that tells nobody where it comes from
    ],
    ids=str,
)
def test_the_visitors_own_form_is_taken(walked: House, headers: dict[str, str]) -> None:
    chief = walked.client("chief")
    answer = chief.post("/look", data={"csrf": token(chief), "suits": "two"}, headers=headers)
    assert (answer.status_code, "suits=two" in answer.cookies["amends-look"]) == (303, True)


def test_every_action_takes_the_visitors_own_form(fresh: House) -> None:
    """Empty forms: most are refused with what is missing, none because it would be foreign."""
    chief = fresh.client("chief")
    for path in of_method("POST"):
        if path == "/sign-out":
            continue
        answer = chief.post(fresh.filled(path), data={"csrf": token(chief)})
        assert answer.status_code in (200, 303, 403, 404, 409, 422), path
        assert FOREIGN not in answer.text, path
    assert chief.post("/sign-out", data={"csrf": token(chief)}).status_code == 303


def test_a_token_of_before_the_sign_in_is_worth_nothing_after_it(walked: House) -> None:
    client = walked.client()
    before = token(client)
    client.cookies = walked.client("chief").cookies
    assert client.post("/look", data={"csrf": before}).status_code == 403
