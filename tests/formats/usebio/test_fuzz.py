"""Whatever stands in a file: a document or faults, soon, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amends import Faults
from amends.formats import usebio
from amends.journal.chain import Document
from support.examples import examples

DATA = Path(__file__).parents[2] / "data" / "usebio"
FILES = {path.name: path.read_bytes() for path in sorted(DATA.glob("*.xml"))}

TEXTS = (
    *("", "0", "1", "7", "7NS", "7 EW", "(A) 7 NS", "(B) 1", "1-1-2", "phantom", "-", "\N{SUPERSCRIPT TWO}", "\u0663"),
    *("A6040", "A5050", "A1", "AVE+", "NP", "PASS", "3NT", "8Z", "4Sxx", "-420", "430.0", "1e9", "9" * 40, "1/0"),
    *("NS", "EW", "N", "North", "2", "-7", "D10", "&amp;", "&#0;", "&nope;", "x" * 300, "  ", "31/02/2020"),
)
TAGS = (
    *("SESSION", "SECTION", "PARTICIPANTS", "BOARD", "MATCH", "TRAVELLER_LINE", "HANDSET", "HAND", "TEAM", "PAIR"),
    *("PLAYER", "NS_PAIR_NUMBER", "EW_PAIR_NUMBER", "SCORE", "CONTRACT", "WINNER_TYPE", "ROUND_NUMBER", "OTHER"),
)
_TEXT = re.compile(rb">([^<>]*)</")
_ELEMENT = re.compile(rb"<([A-Z_]+)[^<>]*>(?:[^<]|<(?!/\1>))*</\1>")
_TAG = re.compile(rb"(</?)([A-Z_]+)")


@st.composite
def spoiled(draw: st.DrawFn) -> bytes:
    """A file with some damage: of its bytes, its texts, its elements, its names."""
    data = draw(st.sampled_from(sorted(FILES.values())))
    for _ in range(draw(st.integers(1, 4))):
        data = draw(st.sampled_from((_bytes, _text, _text, _element, _element, _renamed)))(draw, data)
    return data


def _bytes(draw: st.DrawFn, data: bytes) -> bytes:
    start, length = draw(st.integers(0, len(data))), draw(st.integers(0, 40))
    put = draw(st.one_of(st.just(b""), st.binary(max_size=8), st.just(data[start : start + length] * 2)))
    return data[:start] + put + data[start + length :]


def _between(data: bytes, found: re.Match[bytes], group: int, put: bytes) -> bytes:
    return data[: found.start(group)] + put + data[found.end(group) :]


def _text(draw: st.DrawFn, data: bytes) -> bytes:
    found = list(_TEXT.finditer(data))
    if not found:
        return data
    return _between(data, draw(st.sampled_from(found)), 1, draw(st.sampled_from(TEXTS)).encode())


def _element(draw: st.DrawFn, data: bytes) -> bytes:
    found = list(_ELEMENT.finditer(data, draw(st.integers(0, len(data)))))
    if not found:
        return data
    chosen = draw(st.sampled_from(found))
    other = draw(st.sampled_from(found))[0]
    put = draw(
        st.sampled_from((b"", chosen[0] * 2, other, chosen[0] + other, b"<SESSION>" + chosen[0] + b"</SESSION>"))
    )
    return _between(data, chosen, 0, put)


def _renamed(draw: st.DrawFn, data: bytes) -> bytes:
    found = list(_ELEMENT.finditer(data, draw(st.integers(0, len(data)))))
    if not found:
        return data
    chosen, name = draw(st.sampled_from(found)), draw(st.sampled_from(TAGS)).encode()
    old = chosen[1]
    return _between(data, chosen, 0, chosen[0].replace(b"<" + old, b"<" + name, 1)[: -len(old) - 1] + name + b">")


def outcome(data: str | bytes) -> Document | Faults:
    """What reading gives."""
    try:
        return usebio.loads(data, "file.xml")
    except Faults as trouble:
        return trouble


@examples(100, long=400)
@given(spoiled())
def test_a_spoiled_file_is_a_document_or_faults(data: bytes) -> None:
    found = outcome(data)
    if isinstance(found, Faults):
        assert found.faults
        assert all(fault.file == "file.xml" for fault in found.faults)
        return
    try:
        text = usebio.dumps(found)
    except Faults:  # an event that cannot be scored
        return
    assert isinstance(outcome(text), Document)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        # found by chance: a match that names what can be no number, while its lines have good ones
        (
            "swiss_pairs.xml",
            b"<NS_PAIR_NUMBER>1</NS_PAIR_NUMBER>\n<EW_PAIR_NUMBER>3<",
            b"<NS_PAIR_NUMBER>" + b"x" * 300 + b"</NS_PAIR_NUMBER>\n<EW_PAIR_NUMBER>3<",
        ),
    ],
)
def test_faults_that_were_found_by_spoiling_files(name: str, old: bytes, new: bytes) -> None:
    data = FILES[name].replace(old, new, 1)
    assert data != FILES[name]
    found = outcome(data)
    assert isinstance(found, Faults)
    assert all(fault.file == "file.xml" and fault.line for fault in found.faults)


MANY = 4000
NUMBERS = "<NS_PAIR_NUMBER>1-1</NS_PAIR_NUMBER><EW_PAIR_NUMBER>2-1</EW_PAIR_NUMBER>"
BOARD = (
    "<BOARD><BOARD_NUMBER>{}</BOARD_NUMBER>"
    f"<TRAVELLER_LINE>{NUMBERS}<SCORE>50</SCORE></TRAVELLER_LINE></BOARD>"
)  # fmt: skip
LIST = "<PARTICIPANTS><PAIR><PAIR_NUMBER>{}</PAIR_NUMBER></PAIR></PARTICIPANTS>"


@pytest.mark.parametrize(
    ("kind", "part"),
    [
        ("PAIRS", '<SESSION SESSION_ID="{}">' + BOARD.format(1) + "</SESSION>"),
        ("PAIRS", '<SECTION SECTION_ID="S{}">' + LIST + BOARD.format(1) + "</SECTION>"),
        ("TEAMS", BOARD),
        ("TEAMS", "<MATCH><TEAM>1</TEAM><OPPOSING_TEAM>2</OPPOSING_TEAM>" + BOARD + "</MATCH>"),
    ],
    ids=["sessions", "sections", "boards", "matches"],
)
def test_many_of_everything_are_read(kind: str, part: str) -> None:
    body = "".join(part.replace("{}", str(number)) for number in range(1, MANY + 1))
    document = outcome(f'<USEBIO><EVENT EVENT_TYPE="{kind}">{body}</EVENT></USEBIO>')
    assert isinstance(document, Document)
    assert len(document.event.results) == MANY
