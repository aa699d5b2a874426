"""README and all pages work for a reader who types everything, from top to bottom, in one empty home."""

from __future__ import annotations

import io
import re
import shlex
import sys
from pathlib import Path
from unittest.mock import patch

import pytest

from support.running import Amends, Ran
from test_docs import DOCS, PROJECT, agrees, steps, trimmed

SAYS_SO = re.compile(r"[Ff]orbidden|not follow|failed|failing|[Nn]othing was |no such|\bamends: ")
"""What a page prints where a command ends with status 1: the answer is no."""


ELSEWHERE = {"audit", "bulk", "conformance"}
"""Slow commands that change nothing another command needs: test_docs.py runs them, page by page."""


def pages_in_order() -> list[Path]:
    """README, then the pages in the order of the site's table of contents."""
    contents = (PROJECT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:")[2]
    pages = [DOCS / name for name in re.findall(r"[\w./-]+\.md", contents)]
    return [PROJECT / "README.md", *(page for page in pages if page.exists())]


def typed(command: str, printed: list[str], folder: Path) -> Ran | None:
    """Do what a reader would do; `cat` shows a file that is there, or else is the file to be typed."""
    program, *arguments = shlex.split(command)
    if program == "cat":
        target = folder / arguments[0]
        if not (target.exists() and agrees(printed, target.read_text(encoding="utf-8"))):
            assert "..." not in printed, f"$ {command}: a file that no page has made"
            target.write_text("\n".join(trimmed(printed)) + "\n", encoding="utf-8")
        return None
    if program != "amends" or arguments[0] in ELSEWHERE:
        return None
    given = b""
    if "<" in arguments:
        *arguments, _, name = arguments
        given = (folder / name).read_bytes()
    with patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(given))):
        return Amends()(*arguments)


def outcome(ran: Ran, printed: list[str]) -> str | None:
    """What is wrong with the end of a command, compared with what the page shows; None if nothing is."""
    shown = [line for line in printed if line and line != "..."]
    if "Traceback" in ran.err:
        return "a traceback"
    if ran.status == 0:
        refused = bool(shown) and all(line.startswith("amends: ") for line in shown) and not ran.err
        return "no refusal, where the page shows one" if refused else None
    if ran.status == 1:
        return None if SAYS_SO.search("\n".join(shown)) else "status 1, which the page does not show"
    return None if any(line.startswith("amends: ") for line in shown) else "refused, where the page shows no refusal"


def test_a_reader_who_goes_through_all_pages_succeeds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for variable in ("HOME", "USERPROFILE", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(variable, str(tmp_path))
    monkeypatch.delenv("AMENDS_STORE", raising=False)
    wrong, digest = [], ""
    for page in pages_in_order():
        for command, printed in steps(page.read_text(encoding="utf-8")):
            ran = typed(re.sub(r"(?<=--digest )\w+", digest, command), printed, tmp_path)
            if ran and (found := re.search(r"last digest (\w+)", ran.out)):
                digest = found[1]
            fault = ran and outcome(ran, printed)
            if ran and fault:
                wrong.append(f"{page.name}: $ {command}\n  {fault}: {(ran.err or ran.out)[-400:]}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("status", "err", "printed", "fault"),
    [
        (0, "", ["written: a.xml"], None),
        (0, "amends: a note", ["amends: a note"], None),
        (0, "", ["amends: No event is called x."], "no refusal, where the page shows one"),
        (1, "", ["Ruling 1: forbidden"], None),
        (1, "", ["Ruling 1: allowed"], "status 1, which the page does not show"),
        (2, "amends: no", ["..."], "refused, where the page shows no refusal"),
        (2, "amends: no", ["amends: no"], None),
        (1, "Traceback", ["failed"], "a traceback"),
    ],
)
def test_an_end_is_compared_with_what_the_page_shows(
    status: int, err: str, printed: list[str], fault: str | None
) -> None:
    assert outcome(Ran(status, "", err), printed) == fault
