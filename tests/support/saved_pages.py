"""Saved pages in tests: real samples and their audits, made-up pages spoiled at random."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from hypothesis import strategies as st

from amends import Faults, formats
from amends.audit.auditing import audit
from amends.formats.common.format import HEAD
from amends.formats.common.scored_rows import scored
from amends.journal.chain import Document
from amends.scoring.event import score_anew
from amends.scoring.standings import HUNDREDTH

SAMPLES = Path(__file__).resolve().parents[3] / "shared" / "data" / "samples"

TEXTS = (
    *("", "0", "1", "-1", "7", "99999", "3NT", "4Hx", "PASS", "TD", "A==", "NP", "N/A", "60%", "1e9", "9" * 40, "1/0"),
    *(
        "&nbsp;",
        "&#0;",
        "\N{SUPERSCRIPT TWO}",
        "x" * 300,
        "=",
        "+14",
        "<b>",
        "</table>",
        "<table>",
        "<tr><td>",
        "<![x[",
    ),
    *("<!--", "colspan=99", "-9999", "\N{ARABIC-INDIC DIGIT THREE}", '"', "'"),
)


def tallies(document: Document) -> dict[str, tuple[int, int]]:
    """What of the printed figures follows: by kind, how many, and of how many."""
    return {tally.what: (tally.follow, tally.printed) for tally in audit(document).tallies}


def lines_that_follow(document: Document) -> tuple[int, int]:
    """How many of the printed lines follow from the event as it was read, by its own regulation; and of how many."""
    follow = count = 0
    for row in scored(document.event).rows:
        line = document.published.lines.get(row.table.id)
        pairs = list(zip(line.points, row.figures, strict=True)) if line and any(line.points) else []
        if pairs and any(value is not None for _, value in pairs):
            count += 1
            follow += all(
                figure is None or (value is not None and 2 * abs(figure.value - value) <= max(figure.unit, HUNDREDTH))
                for figure, value in pairs
            )
    return follow, count


def one_format(data: bytes) -> list[str]:
    """The formats that recognise a file."""
    return [name for name, each in formats.known().items() if each.loads and each.recognises(data[:HEAD])]


def put(folder: Path, contents: Mapping[str, bytes | str]) -> Path:
    """Files in a folder."""
    for name, data in contents.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data.encode() if isinstance(data, str) else data)
    return folder


def zipped(contents: Mapping[str, bytes | str]) -> bytes:
    """Files in a zip."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in contents.items():
            archive.writestr(name, data)
    return made.getvalue()


@st.composite
def spoiled(draw: st.DrawFn, originals: Sequence[bytes]) -> bytes:
    """One of the files with some damage: bytes changed, left out or doubled, texts put in."""
    data = draw(st.sampled_from(list(originals)))
    for _ in range(draw(st.integers(1, 4))):
        start, length = draw(st.integers(0, len(data))), draw(st.integers(0, 60))
        new = draw(
            st.one_of(
                st.sampled_from(TEXTS).map(str.encode),
                st.binary(max_size=8),
                st.just(data[start : start + length] * 2),
            )
        )
        data = data[:start] + new + data[start + length :]
    return data


def check_outcome(loads: Callable[[bytes, str], Document], data: bytes, name: str) -> None:
    """Whatever the damage: a document that can be scored or says why not, or faults that name the file."""
    found = outcome(loads, data, name)
    if isinstance(found, Faults):
        assert found.faults
        assert all(fault.file for fault in found.faults)
        return
    with suppress(Faults):  # an event that cannot be scored
        score_anew(found.event)


def outcome(loads: Callable[[bytes, str], Document], data: bytes, name: str) -> Document | Faults:
    """What reading gives."""
    try:
        return loads(data, name)
    except Faults as trouble:
        return trouble
