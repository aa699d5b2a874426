"""Requests that are too large or no forms, and files that are no results: refused in words, and nothing is stored."""

from __future__ import annotations

import errno
import io
import zipfile
from collections.abc import Iterator
from threading import current_thread
from typing import Any
from urllib.parse import parse_qsl

import pytest
from starlette.datastructures import UploadFile
from starlette.testclient import TestClient

from amends import child, formats
from amends.desk.importing.uploads import MOST, Uploads
from amends.web.forms.form import LARGEST_OF_A_STRANGER
from amends.web.hosting import lanes
from amends.web.hosting.lanes import Busy, RequestPlaces
from amends.web.security.middleware import LARGEST_FILE, LARGEST_FORM
from support import examples
from support.web.house import House, raw, token, waiting

MIB = 1024 * 1024
FORM = ("content-type", "application/x-www-form-urlencoded")
WITH_FILE = ("content-type", "multipart/form-data; boundary=x")


def cookie_of(client: TestClient) -> tuple[str, str]:
    """The cookies of a browser as a header."""
    return "cookie", "; ".join(f"{name}={value}" for name, value in client.cookies.items())


# Too large


@pytest.mark.parametrize(
    "said", [str(LARGEST_FORM + 1), "9" * 30, "9" * 5000, "-1", "x", "1e9", "0x10", "٣".encode().decode("latin-1")]
)
def test_what_says_that_it_is_too_large_is_not_read(walked: House, said: str) -> None:
    answer = raw(walked.app, "POST", "/look", [FORM, ("content-length", said)], [b"a=b"])
    assert (answer.status, answer.taken) == (413, 0)
    assert "too large" in answer.body


@pytest.mark.parametrize(("kind", "most"), [(FORM, LARGEST_FORM), (WITH_FILE, LARGEST_FILE)])
def test_what_turns_out_to_be_too_large_is_not_read_to_its_end(walked: House, kind: tuple[str, str], most: int) -> None:
    begin = (
        b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n' if kind is WITH_FILE else b"a="
    )
    scorer = walked.client("scorer")
    endless = (b"a" * MIB for _ in range(10_000))

    def pieces() -> Iterator[bytes]:
        yield begin
        yield from endless

    before = walked.holds()
    answer = raw(walked.app, "POST", "/import", [kind, cookie_of(scorer)], pieces())
    assert answer.status == 413
    assert answer.taken <= most // MIB + 3
    assert walked.holds() == before


def test_the_largest_request_is_20_megabytes(walked: House) -> None:
    answer = raw(walked.app, "POST", "/import", [WITH_FILE, ("content-length", "20000001")], [b"--x"])
    assert (answer.status, answer.taken) == (413, 0)
    assert "at most 20 MB can be sent" in answer.body


def with_file(size: int) -> tuple[list[tuple[str, str]], bytes]:
    """The headers and the body of a form with a file."""
    head = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'
    body = head + b"a" * size + b"\r\n--x--\r\n"
    return [WITH_FILE, ("content-length", str(len(body)))], body


def test_a_large_file_for_which_the_disk_has_no_room_is_told_to_come_back(
    walked: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(UploadFile, "write", full)
    headers, body = with_file(2 * MIB)
    answer = raw(walked.app, "POST", "/import", [*headers, cookie_of(walked.client("scorer"))], [body])
    assert (answer.status, answer.headers["retry-after"]) == (503, "5")
    assert "The disk of the server is full; nothing was entered." in answer.body


def test_one_account_has_so_many_large_files_on_the_way(walked: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each lies on the disk until all of it is there, which may take minutes."""
    monkeypatch.setattr(lanes, "LARGE_OF_ONE", 0)
    scorer = walked.client("scorer")
    for size, status in ((2 * MIB, 503), (100, 403)):  # a small one is looked at: it has no token
        headers, body = with_file(size)
        answer = raw(walked.app, "POST", "/import", [*headers, cookie_of(scorer)], [body])
        assert answer.status == status


def test_places_are_given_back_and_each_has_its_own() -> None:
    places = RequestPlaces(3, 2)
    with places.taken("a"), places.taken("a"):
        with pytest.raises(Busy), places.taken("a"):
            pass
        with places.taken("b"), pytest.raises(Busy), places.taken("c"):
            pass
        with places.taken("c"):
            pass
    with places.taken("a"), places.taken("a"), places.taken("b"):
        pass


def test_who_is_not_signed_in_can_send_no_file_at_all(walked: House) -> None:
    for path in ("/look", "/sign-in", "/first", "/sign-out"):
        answer = raw(walked.app, "POST", path, [WITH_FILE], [b"--x"])
        assert (answer.status, answer.taken) == (415, 0), path


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The threads in which forms were taken apart."""
    threads = list[str]()

    def noted(*arguments: Any, **options: Any) -> Any:
        threads.append(current_thread().name)
        return parse_qsl(*arguments, **options)

    monkeypatch.setattr("amends.web.forms.form.parse_qsl", noted)
    return threads


@pytest.mark.parametrize("path", ["/look", "/sign-in", "/first", "/sign-out"])
def test_a_large_form_of_a_stranger_is_neither_read_to_its_end_nor_taken_apart(
    walked: House, path: str, parsed: list[str]
) -> None:
    said = raw(walked.app, "POST", path, [FORM, ("content-length", "64001")], [b"&" * 64_001])
    silent = raw(walked.app, "POST", path, [FORM], (b"%41" * 10_000 for _ in range(30)))
    assert (said.status, said.taken) == (413, 0)
    assert (silent.status, silent.taken) == (413, 3)
    assert "at most 64 kB can be sent" in said.body
    assert said.headers["connection"] == "close"
    assert parsed == []


@pytest.mark.parametrize(("role", "most"), [("nobody", LARGEST_OF_A_STRANGER), ("scorer", LARGEST_FORM)])
def test_a_form_with_too_many_fields_is_not_taken_apart(walked: House, role: str, most: int, parsed: list[str]) -> None:
    client = walked.client(role)
    parsed.clear()
    answer = raw(walked.app, "POST", "/look", [FORM, cookie_of(client)], [b"&" * most])
    assert answer.status == 400
    assert "at most 2000 can be sent" in answer.body
    assert parsed == []


def test_a_form_is_taken_apart_in_a_thread(walked: House, parsed: list[str]) -> None:
    answer = raw(walked.app, "POST", "/look", [FORM], [b"a=b&a=c"])
    assert answer.status == 403  # it has no token of ours
    assert parsed == ["AnyIO worker thread"]


def test_files_that_wait_have_a_limit_in_number_and_size(fresh: House) -> None:
    uploads = Uploads(fresh.desk, 1000)
    for _ in range(MOST + 5):
        uploads.keep("a.csv", b"a")
    assert len(waiting(fresh.desk)) == MOST
    for _ in range(6):
        last = uploads.keep("a.csv", bytes(1000))
    assert sum(size for _, size in waiting(fresh.desk)) <= 4000
    assert uploads.find(last.id) == last
    with pytest.raises(ValueError, match="1001 bytes"):
        uploads.keep("a.csv", bytes(1001))


# No forms

FILE = b'--x\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\nc\r\n'
PART = b'--x\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n'


@pytest.mark.parametrize(
    ("kind", "body", "status"),
    [
        ("", b"a=b", 415),
        ("text/plain", b"csrf=1", 415),
        ("application/json", b"{}", 415),
        ("text/xml", b"<a/>", 415),
        ("<script>alert(1)</script>", b"", 415),
        ("multipart/form-data", b"x", 400),
        ("multipart/form-data; boundary=", b"x", 400),
        ("multipart/form-data; boundary=" + "x" * 5000, b"x", 400),
        ("multipart/form-data; boundary=x", b"garbage", 400),
        ("multipart/form-data; boundary=x", b"", 403),
        ("multipart/form-data; boundary=x", b"--x\r\n\r\nno name\r\n--x--\r\n", 400),
        ("multipart/form-data; boundary=x", PART % (b"a", b"b") * 5000 + b"--x--\r\n", 400),
        ("multipart/form-data; boundary=x", FILE * 9, 400),
        ("multipart/form-data; boundary=x", b"--x\r\nX-Large: " + b"a" * 3 * MIB, 400),
        ("multipart/form-data; boundary=x", b"--x\r\n" + b"X-Many: a\r\n" * 20_000, 400),
        ("multipart/form-data; boundary=x", PART % (b"a", b"b" * 2 * MIB) + b"--x--\r\n", 400),
        ("multipart/form-data; boundary=x; charset=unicode_escape", PART % (b"csrf", b"\\ud800") + b"--x--\r\n", 415),
        ("multipart/form-data; boundary=x; charset=undefined", b"", 415),
        ("multipart/form-data; boundary=x; charset*=utf-8''utf-7", PART % (b"csrf", b"+2AA-") + b"--x--\r\n", 403),
        ("application/x-www-form-urlencoded; charset=utf-7", b"a=+2AA-", 415),
        ("application/x-www-form-urlencoded", b"a=b&" * 200_000, 400),
        ("application/x-www-form-urlencoded", b"csrf=%ff%fe%ed%a0%80", 403),
        ("application/x-www-form-urlencoded", b"csrf=%00", 422),
        ("application/x-www-form-urlencoded", b"&=&=;;%%%", 403),
        ("application/x-www-form-urlencoded", b"csrf=" + b"a" * 30_000, 422),
    ],
    ids=range(25),
)  # fmt: skip
def test_what_is_no_form_of_ours_is_refused_in_words(walked: House, kind: str, body: bytes, status: int) -> None:
    scorer, before = walked.client("scorer"), walked.holds()
    answer = raw(walked.app, "POST", "/import", [("content-type", kind), cookie_of(scorer)], [body])
    assert answer.status == status
    assert "<h1>" in answer.body
    assert "<script>alert" not in answer.body
    assert walked.holds() == before


# No results


def zipped(name: str, content: bytes) -> bytes:
    """A file in an archive."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
    return made.getvalue()


ENTITIES = b"".join(b'<!ENTITY a%d "%s">' % (n + 1, b"&a%d;" % n * 10) for n in range(9))
CONTENTS = {
    "nothing": b"",
    "noughts": bytes(4096),
    "junk": bytes(range(256)) * 64,
    "half a character": b"\xff\xfe\xed\xa0\x80" * 100,
    "entities": b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a0 "a">' + ENTITIES + b"]><USEBIO>&a9;</USEBIO>",
    "a file of ours": b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><USEBIO>&x;</USEBIO>',
    "deep elements": b"<a>" * 100_000,
    "deep lists": b"[" * 200_000,
    "deep objects": b'{"a":' * 100_000,
    "a bomb": zipped("travellers.csv", bytes(30 * MIB)),
    "a way out": zipped("../../../evil.csv", b"board,ns,ew,result\n1,1,2,4H N ="),
    "long line": b"," * MIB,
    "no line end": b"\r" * 10_000,
    "half a surrogate": b'{"format": "amends-1", "event": {"title": "\\ud800"}}',
    "numbers": b'{"format": "amends-1", "event": {"boards": 1e999999, "x": ' + b"9" * 10_000 + b"}}",
}
SUFFIXES = sorted({suffix for each in formats.known().values() for suffix in each.suffixes} | {".zip", ".exe", ""})


def sent_file(client: TestClient, carried: str, name: str, content: bytes) -> Any:
    """A file, and the page that says what is in it."""
    answer = client.post("/import", data={"csrf": carried}, files={"file": (name, content)})
    return client.get(answer.headers["location"]) if answer.status_code == 303 else answer


@pytest.mark.parametrize("what", CONTENTS)
def test_a_file_that_is_none_of_results_is_refused_in_words(
    fresh: House, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first in a process of its own, as a server reads it; the others here, which saves a second each."""
    scorer, before = fresh.client("scorer"), fresh.holds()[:-1]
    carried = token(scorer)
    place, apart = list(CONTENTS).index(what), 3 if examples.HOW_MANY == "long" else 7
    for suffix in SUFFIXES[place % apart :: apart]:  # each content under some names, each name with some contents
        answer = sent_file(scorer, carried, f"event{suffix}", CONTENTS[what])
        assert answer.status_code in (200, 404, 422), suffix
        assert "root:x:" not in answer.text, suffix
        monkeypatch.setattr(child, "_inside", True)
    assert fresh.holds()[:-1] == before


@pytest.mark.parametrize(
    "name",
    ["../../evil.csv", "/etc/passwd", "C:\\evil.csv", "a\\..\\b.csv", "nul", "con.csv", "\u202egpj.csv",
     "a" * 2000 + ".csv", "<script>alert(1)</script>.csv", '"><img src=x onerror=alert(1)>.csv', ".", "..", ".csv",
     "a\tb.csv", "🂡.csv", " "],
    ids=range(16),
)  # fmt: skip
def test_the_name_of_a_file_is_only_a_name(fresh: House, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "_inside", True)  # what the file holds is no matter here
    scorer, before = fresh.client("scorer"), fresh.holds()[:-1]
    answer = sent_file(scorer, token(scorer), name, b"board,ns,ew,result\n1,1,2,4H N =\n")
    assert answer.status_code in (200, 422)
    assert "<script>alert" not in answer.text
    assert "<img src=x" not in answer.text
    assert "../" not in answer.text
    assert fresh.holds()[:-1] == before


@pytest.mark.parametrize(
    "fields", [{}, {"file": "text"}, {"file": ("", b"")}, {"other": ("a.csv", b"a")}], ids=range(4)
)
def test_a_form_without_a_file_says_so(walked: House, fields: dict[str, Any]) -> None:
    scorer = walked.client("scorer")
    said = {name: value for name, value in fields.items() if isinstance(value, str)}
    files = {name: value for name, value in fields.items() if not isinstance(value, str)}
    answer = scorer.post("/import", data={"csrf": token(scorer), **said}, files=files or None)
    assert (answer.status_code, "Choose one first" in answer.text) == (422, True)
