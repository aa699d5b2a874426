"""Files that are none, or that mean harm: faults, soon, and nothing is ever fetched."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from amends import Faults
from amends.formats import usebio

DATA = Path(__file__).parents[2] / "data" / "usebio"
WHOLE = (DATA / "nested_1_2.xml").read_bytes()
LONG = 4_000_000
BODY = '<EVENT EVENT_TYPE="PAIRS"></EVENT>'


def told(data: str | bytes) -> str:
    """The faults of a file in words."""
    with pytest.raises(Faults) as caught:
        usebio.loads(data, "file.xml")
    return str(caught.value)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "found an empty file"),
        (b"  \n ", "found an empty file"),
        (b"board,ns,ew\n1,2,3\n", "file.xml:1: found text that is no XML"),
        (b"\x00\x01\x00\x00Standard Jet DB\x00", "found text that is no XML"),
        (b"<html><body/></html>", "found the root element HTML; expected a USEBIO file"),
        (b"<USEBIO/>", "found no event; expected one EVENT in a file"),
        (b"<USEBIO>\n<EVENT/>\n<EVENT/></USEBIO>", "file.xml:3: found 2 events"),
        (WHOLE[: len(WHOLE) // 2], "found a file that ends in the middle; expected a whole file, up to </USEBIO>"),
        (WHOLE[:-3], "found a file that ends in the middle"),
        (WHOLE + b"more", "XML that cannot be read (junk after document element)"),
        (WHOLE.replace(b"</BOARD>", b"</BORAD>", 1), "XML that cannot be read (mismatched tag)"),
        (WHOLE.replace(b"A club", b"caf\xe9", 1), "file.xml:5: found the byte 0xE9, which is no UTF-8"),
        (WHOLE.replace(b"A club", b"a\x00b", 1), "XML that cannot be read"),
        (WHOLE.replace(b"UTF-8", b"klingon", 1), "an encoding that cannot be read (unknown encoding: klingon)"),
        (WHOLE.replace(b"UTF-8", b"shift_jis", 1), "an encoding that cannot be read"),
        (WHOLE.replace(b"UTF-8", b"UTF-16", 1), "XML that cannot be read"),
        ("<USEBIO>\ud800</USEBIO>", "an encoding that cannot be read"),
        (b"x" * LONG, "found text that is no XML"),
        (b"<" * LONG, "XML that cannot be read"),
        (b"<USEBIO>" + b"<a>" * LONG, "more than 60 elements within each other"),
        (b"<USEBIO>" + b"<PAIR>" * LONG, "more than 60 elements within each other"),
        (b"<USEBIO><CLUB_NAME>" + b"x" * LONG + b"</CLUB_NAME></USEBIO>", "4,000,000 characters in CLUB_NAME"),
        (b'<USEBIO a="' + b"x" * LONG + b'"/>', "found no event"),
    ],
    ids=range(23),
)
def test_a_file_that_is_none_is_a_fault(data: str | bytes, words: str) -> None:
    assert words in told(data)


@pytest.mark.parametrize(
    "doctype",
    [
        '<!DOCTYPE USEBIO SYSTEM "http://usebio.invalid/usebio_v1_2.dtd">',
        '<!DOCTYPE USEBIO PUBLIC "-//EBU//DTD USEBIO 1.2//EN" "http://usebio.invalid/usebio_v1_2.dtd">',
        '<!DOCTYPE USEBIO SYSTEM "file:///etc/passwd">',
        "<!DOCTYPE USEBIO [<!ELEMENT USEBIO ANY>]>",
        "",
    ],
)
def test_a_document_type_is_never_looked_at(doctype: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*given: object, **named: object) -> None:
        raise AssertionError("something was fetched")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    assert usebio.loads(f'<?xml version="1.0"?>{doctype}<USEBIO>{BODY}</USEBIO>').event.results == ()


LAUGHS = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10 if n else "ha"}">' for n in range(12))


@pytest.mark.parametrize(
    "inside",
    [
        '<!ENTITY a "b">',
        '<!ENTITY a SYSTEM "file:///etc/passwd">',
        '<!ENTITY a SYSTEM "http://usebio.invalid/">',
        '<!ENTITY % a SYSTEM "http://usebio.invalid/"> %a;',
        LAUGHS,
    ],
)
def test_entities_are_refused(inside: str) -> None:
    text = told(f"<!DOCTYPE USEBIO [\n{inside}]>\n<USEBIO>&a;{BODY}</USEBIO>")
    assert "file.xml:2: found the declaration of an entity (a" in text
    assert "expected a file without entities of its own" in text


def test_an_entity_that_nobody_declared_is_a_fault_with_its_place() -> None:
    text = told(f'<!DOCTYPE USEBIO SYSTEM "x.dtd">\n<USEBIO>\n&eacute;{BODY}</USEBIO>')
    assert "file.xml:3:1: found XML that cannot be read (undefined entity &eacute;)" in text


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "iso-8859-1", "windows-1252"])
def test_encodings_that_the_file_declares(encoding: str) -> None:
    declared = {"utf-8-sig": "utf-8", "utf-16-le": "utf-16"}.get(encoding, encoding)
    text = f'<?xml version="1.0" encoding="{declared}"?><USEBIO><CLUB><CLUB_NAME>Café</CLUB_NAME></CLUB>{BODY}</USEBIO>'
    data = (b"\xff\xfe" if encoding == "utf-16-le" else b"") + text.encode(encoding)
    assert usebio.recognises(data)
    assert usebio.loads(data).about["club"] == "Café"
    assert usebio.loads(text).about["club"] == "Café"


def test_blank_lines_before_the_declaration_are_skipped_and_counted() -> None:
    text = '\n\n<?xml version="1.0"?>\n<USEBIO><EVENT>\n<BOARD/></EVENT></USEBIO>'
    assert told(text) == told(text.encode())
    assert told(text).startswith("file.xml:5, BOARD_NUMBER: found no number")


@pytest.mark.parametrize(
    ("head", "known"),
    [
        (b"<USEBIO>", True),
        (b'<?xml version="1.0"?>\n<!DOCTYPE USEBIO SYSTEM "x">\n<!-- long comment', True),
        (b"\xef\xbb\xbf<USEBIO Version='1.2'>", True),
        ('<?xml version="1.0"?><USEBIO>'.encode("utf-16"), True),
        (b"<html><p>USEBIO</p>", False),
        (b"about <USEBIO> files", False),
        (b"<USEBIOGRAPHY>", False),
        (b"", False),
    ],
)
def test_a_file_is_recognised_by_its_root_or_document_type(head: bytes, known: bool) -> None:
    assert usebio.recognises(head) is known


def test_a_file_that_is_not_there_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(Faults, match="no such file"):
        usebio.load(tmp_path / "none.xml")


def test_only_one_winner_or_two_may_be_asked_for() -> None:
    with pytest.raises(Faults, match="3 winners"):
        usebio.loads(WHOLE, winners=3)
