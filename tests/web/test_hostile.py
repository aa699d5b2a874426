"""Whatever somebody types, or a file brings in, is shown as the text that it is; nothing of it is an error of ours."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from amends.awards import parse_award
from amends.bridge import BySide, Deal, Side
from amends.desk import Report
from amends.desk.commands.appeals import lodging
from amends.desk.commands.cases import opening
from amends.desk.commands.penalties import penalising
from amends.desk.publishing.publication_files import Wanted
from amends.desk.publishing.publish import publish_entry
from amends.event import Contestant, Event, Player, TableReference, TableResult
from amends.event.case import Facts, Irregularity, PollAnswer, PollTaken, Statement
from amends.event.ruling import Penalty, Ruling
from amends.event.table_result import DealtBoard
from amends.journal.chain import Document
from amends.journal.from_event import journal_of
from amends.web.screen import RIGHTS
from support import desks
from support.examples import HOW_MANY, examples
from support.web.house import House, house, of_method, routes, token
from support.web.small_events import DEAL

EVIL = """<script>alert(1)</script>"'><img src=x onerror=alert(2)>{{7*7}}${7*7}</textarea></title><!--"""
ODD = [
    "\u202eright to left", "zero\u200bwidth", "\ufeffmark", "é" * 3000, "a\x00b", "\x1b[31m", "\u2028line", "🂡" * 50,
    "-1", "1e9", "1/0", "0", "٣", "9" * 5000, "%00", "../../etc/passwd", "null", "[]", "a\r\nSet-Cookie: b=c", "=1+1",
]  # fmt: skip
TYPED = [EVIL, *ODD]
BACKSLASH_QUOTE = '\\"'


class Elements(HTMLParser):
    """Finds what a hostile text would have made of a page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.evil: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = {name for name, _ in attrs}
        if (
            any(name.startswith("on") for name in names)
            or ("src", "x") in attrs
            or (tag == "script" and "src" not in names)
        ):
            self.evil.append(f"<{tag} {attrs}>")
        if any((value or "").lower().lstrip().startswith("javascript:") for _, value in attrs):
            self.evil.append(f"<{tag} {attrs}>")

    def handle_comment(self, data: str) -> None:
        self.evil.append(f"<!--{data}")


def harmless(answer: Any, where: object) -> None:
    """An answer in which nothing is more than text."""
    assert answer.status_code < 500, where
    kind = answer.headers.get("content-type", "")
    assert "<script>alert" not in answer.text or not kind.startswith("text/html"), where
    assert "\n" not in "".join(answer.headers.values()), where
    if kind.startswith("text/html"):
        found = Elements()
        found.feed(answer.text)
        assert found.evil == [], where
        assert "{{7*7}}" in answer.text or "$49" not in answer.text, where
    elif kind.startswith("application/json"):
        json.loads(answer.text)


# An event that is hostile through and through


def hostile_event() -> Event:
    """Everybody and everything in it is called so that a careless page would run it."""

    def line(ns: str, ew: str, result: str) -> TableResult:
        return TableResult(
            f"1/{ns}",
            parse_award(result),
            BySide((ns,), (ew,)),
            board=1,
            round="1",
            session=EVIL[:30],
            section=EVIL[:20],
            table=EVIL[:40],
        )

    ids = (EVIL, "2", "..", "A/3?#")
    return Event(
        title=EVIL,
        results=(line(ids[0], ids[1], "4H N ="), line(ids[2], ids[3], "4H N -1")),
        contestants={each: Contestant(each, name=EVIL, players=(Player(EVIL), Player("Ash"))) for each in ids},
        deals=(DealtBoard(1, Deal.parse(DEAL)),),
    )


@pytest.fixture(scope="module")
def hostile(evening_store: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, str]]:
    """The app with that event: ruled on, appealed, penalised and published; its key."""
    with house(evening_store, tmp_path_factory.mktemp("hostile")) as made:
        desk = made.desk
        kept = desk.store.begin(EVIL, "2026-11-14", journal_of(Document(event=hostile_event()), desk.clock(), EVIL))
        table = TableReference(result=f"1/{EVIL}")
        report = Report(
            irregularity=Irregularity.UNAUTHORISED_INFORMATION,
            facts=Facts(happened=EVIL, found=EVIL, play=EVIL, methods=EVIL),
            statements=(Statement(EVIL, side=Side.EW, who=EVIL),),
            polls=(PollTaken(EVIL, (PollAnswer(EVIL, (EVIL,), EVIL),) * 6),),
        )
        desk.confirm(desk.open(kept.key), opening(1, table, report))
        ruling = Ruling("", 1, table, BySide.both(parse_award("4H N -1")), laws=("12C1(c)",), reason=EVIL)
        desk.confirm(desk.open(kept.key), desks.accepting(ruling, report))
        desk.confirm(desk.open(kept.key), penalising(Penalty(EVIL, "10%", "90B3", EVIL)))
        given = desk.open(kept.key).history.rulings[-1].ruling.id
        desk.confirm(desk.open(kept.key), lodging(given, side=Side.EW, grounds=EVIL, who=EVIL, deposit=EVIL))
        publish_entry(desk, desk.open(kept.key), Wanted(remark=EVIL))
        yield made, kept.key[:8]


@pytest.mark.parametrize("role", ["nobody", "chief"])
def test_a_hostile_event_is_shown_as_text_on_every_page(hostile: tuple[House, str], role: str) -> None:
    made, key = hostile
    client = made.client(role)
    history = made.desk.open(key).history
    there = {
        "event": key,
        "ruling": history.rulings[-1].ruling.id,
        "case": next(iter(history.cases)),
        "appeal": next(iter(history.appeals)),
        "seq": "3",
    }
    for path in of_method("GET"):
        for contestant in (EVIL, "..", "A/3?#") if "{contestant}" in path else ("2",):
            answer = client.get(made.filled(path, **there, contestant=contestant))
            harmless(answer, path)
            assert answer.status_code in (200, 303, 403, 404, 422), path
            if contestant != "2" and (role != "nobody" or RIGHTS["GET", path] is None):
                assert answer.status_code == 200, (path, contestant)
    for name in ("usebio", "amends", "csv", "pbn"):
        harmless(client.get(f"/e/{key}/export/{name}"), name)


def test_files_of_a_hostile_event_have_a_harmless_name(hostile: tuple[House, str]) -> None:
    made, key = hostile
    said = made.client("chief").get(f"/e/{key}/export/usebio").headers["content-disposition"]
    assert re.fullmatch(r"attachment; filename=\"[\w .,;'$(){}!=+&-]+\"; filename\*=UTF-8''[\w.%~-]+", said), said


# Every form

FIELDS = re.compile(r'<(?:input|textarea|select|button)\b[^>]*\bname="([^"]+)"')


def fields_of(client: TestClient, made: House) -> set[str]:
    """The names of all fields of all forms that the pages show."""
    pages = (client.get(made.filled(path)) for path in of_method("GET"))
    found = {
        name
        for page in pages
        if page.headers.get("content-type", "").startswith("text/html")
        for name in FIELDS.findall(page.text)
    }
    return found - {"csrf", "seen", "file", "sure"}


HANDS = {"evil": lambda place: EVIL} | {
    f"odd {begin}": lambda place, begin=begin: ODD[(begin + 7 * place) % len(ODD)]
    for begin in range(3 if HOW_MANY == "long" else 1)
}
"""What is typed into the fields of a form: the worst into each of them, or one oddity beside another."""


@pytest.mark.parametrize("hand", HANDS)
def test_whatever_is_typed_into_any_form_is_shown_as_text(fresh: House, hand: str) -> None:
    chief = fresh.client("chief")
    carried = token(chief)
    filled = {name: HANDS[hand](place) for place, name in enumerate(sorted(_known_fields(fresh, chief)))}
    for path in of_method("POST"):
        if path in ("/sign-out", "/people/secret", "/me/secret"):
            continue
        fixed = {"secret": "735162", "again": "735162", "role": "scorer"} if path.startswith("/people") else {}
        answer = chief.post(fresh.filled(path), data={**filled, **fixed, "csrf": carried})
        harmless(answer, path)
        if answer.status_code == 303:
            harmless(chief.get(answer.headers["location"]), path)
    for path in ("/", "/people", "/settings", fresh.event, f"{fresh.event}/journal", f"{fresh.event}/rulings"):
        harmless(chief.get(path), path)


_KNOWN: set[str] = set()


def _known_fields(made: House, chief: TestClient) -> set[str]:
    if not _KNOWN:
        _KNOWN.update(fields_of(chief, made))
        assert len(_KNOWN) > 40
    return _KNOWN


ASKED = [
    "as", "find", "name", "number", "session", "section", "state", "to", "digest", "view", "next", "code", "board",
    "table", "at", "done", "names", "format", "remark", "key", "value", "reason", "regulation", "mentions", "undone",
    "verify", "form", "scoring", "winners", "case", "contestant",
]  # fmt: skip
"""What pages are asked behind a question mark."""


@pytest.mark.parametrize("hand", HANDS)
def test_whatever_an_address_says_is_shown_as_text(walked: House, hand: str) -> None:
    chief, before = walked.client("chief"), walked.holds()
    query = {name: HANDS[hand](place)[:300] for place, name in enumerate(ASKED)}
    for place, path in enumerate(of_method("GET")):
        harmless(chief.get(walked.filled(path), params=query), path)
        for name in re.findall(r"\{(\w+)\}", path):
            if name != "event":
                harmless(chief.get(walked.filled(path, **{name: HANDS[hand](place)[:300]})), path)
    assert walked.holds() == before


@pytest.mark.parametrize(
    "said",
    [EVIL, "self=1", "playing=" + EVIL, 'suits=<b>&theme="><script>alert(1)</script>', "=" * 600, "&" * 400,
     "playing=%00%ff%ed%a0%80"],
    ids=range(7),
)  # fmt: skip
def test_whatever_the_cookie_of_a_look_says_is_shown_as_text(walked: House, said: str) -> None:
    cookie = f"amends-look={quote(said, safe='=&%') if '<' in said else said}"
    for path in ("/look", walked.event, f"{walked.event}/boards/1", "/nowhere"):
        harmless(walked.client().get(path, headers={"cookie": cookie}), (path, said))


def test_nothing_is_undone_that_a_stranger_puts_in_quotes(walked: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some versions of Python take seconds for a cookie of 60 kB in quotes, in which nobody else is answered."""
    undone = list[object]()
    monkeypatch.setattr("http.cookies._unquote", undone.append)
    client = walked.client("scorer")
    own = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    client.cookies.clear()
    for cookie in (f'a="{BACKSLASH_QUOTE * 1000}"; {own}', f'{own}; a="', f';;=; "; {own}'):
        assert "S. Scorer" in client.get("/look", headers={"cookie": cookie}).text
    assert undone == []


# By chance, but the same chance each time

SIGNS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30) | st.sampled_from(TYPED) | st.integers().map(str)


@examples(60, long=200)
@given(data=st.data())
def test_no_request_is_an_error_of_ours(walked: House, data: st.DataObject) -> None:
    method, path = data.draw(st.sampled_from(routes()))
    if path in ("/backup", "/sign-out", "/people/remove", "/people/role", "/people/secret", "/me/secret"):
        return
    chief = _chief(walked)
    wanted = set(re.findall(r"\{(\w+)\}", path)) - {"event"}
    values = {name: data.draw(SIGNS) for name in wanted if data.draw(st.booleans())}
    address = walked.filled(path, **values)
    query = data.draw(st.dictionaries(SIGNS, SIGNS, max_size=3))
    names = sorted(_known_fields(walked, chief))
    fields = data.draw(st.dictionaries(st.sampled_from(names) | SIGNS, SIGNS, max_size=8))
    form = {**fields, "csrf": token(chief)} if method == "POST" else None
    harmless(chief.request(method, address, params=query, data=form), (method, address, fields))


_CHIEF: dict[int, TestClient] = {}


def _chief(walked: House) -> TestClient:
    return _CHIEF.setdefault(id(walked), walked.client("chief"))


@pytest.mark.parametrize("zero", ["%00", "~00", "a%00b"])
def test_a_zero_byte_in_a_path_is_no_page_and_nothing_is_looked_up(
    walked: House, zero: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL takes no text with one in it."""
    chief = walked.client("chief")
    token(chief)
    asked = list[object]()
    monkeypatch.setattr("amends.desk.importing.uploads.Uploads.find", lambda *found: asked.append(found))
    for method, path in routes():
        place = re.search(r"\{\w+\}", path)
        if place is not None and method != "HEAD":
            address = path[: place.start()] + zero + re.sub(r"\{\w+(:\w+)?\}", "1", path[place.end() :])
            assert chief.request(method, address).status_code == 404, address
    assert asked == []


def test_half_a_character_on_a_page_is_no_error_of_ours(fresh: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(fresh.server.renderer), "render", lambda *_: "<p>\ud800</p>")
    for path in ("/look", f"{fresh.event}/ranking"):
        answer = fresh.client().get(path)
        assert (answer.status_code, answer.text) == (200, "<p>?</p>")


@pytest.mark.parametrize("key", ["name", "club_name", "program_name"])
def test_half_a_character_in_a_file_is_refused_in_words(fresh: House, key: str) -> None:
    line = {"ns_pair": "1", "ew_pair": "2", "ns_score": "420", "contract": "4S", "declarer": "N", "tricks_taken": "10"}
    section = {"name": "A", "pair_summaries": [], "boards": [{"board_number": 1, "board_results": [line]}]}
    session = {"number": 1, "hand_records": [], "sections": [section]}
    game = {"id": 7, "name": "A game", "type": "PAIRS", "winner_type": 1, "sessions": [session], key: "half \ud800"}
    chief = fresh.client("chief")
    files = {"file": ("game.json", json.dumps(game).encode())}
    sent = chief.post("/import", data={"csrf": token(chief)}, files=files)
    answer = chief.get(sent.headers["location"])
    assert answer.status_code < 500
    assert "half a character" in answer.text
