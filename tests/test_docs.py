"""The documentation says what the program does: commands are run, lists are complete, links lead somewhere."""

from __future__ import annotations

import io
import re
import shlex
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from unittest.mock import patch

import pytest

import amends
from amends.cli.app import commands_of
from amends.demo import demonstration
from amends.regulations import settings
from support import desks
from support.running import Amends

PROJECT = Path(__file__).resolve().parents[1]
DOCS = PROJECT / "docs"
PAGES = [PROJECT / "README.md", *sorted(DOCS.rglob("*.md"))]
SHOWN = [page.relative_to(PROJECT).as_posix() for page in PAGES]
SOURCES = Path(__file__).parents[2] / "shared" / "sources"

_CONSOLE = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
_FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[[^\]\n]*\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ +(.+?) *$", re.MULTILINE)
MINUTES = timedelta(minutes=3)
"""What passes between two commands of a page."""
LONG, WORDS = 60, 12
"""A line of more characters, or a run of so many words, that stands in a source is copied."""


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


# Commands


def steps(text: str) -> Iterator[tuple[str, list[str]]]:
    """The commands of all console blocks, each with the lines printed under it."""
    for block in _CONSOLE.findall(text):
        command, printed = "", list[str]()
        for line in block.splitlines():
            if line.startswith("$ "):
                if command:
                    yield command, printed
                command, printed = line[2:], []
            else:
                printed.append(line.rstrip())
        if command:
            yield command, printed


def agrees(printed: list[str], found: str) -> bool:
    """Whether the output is what is printed, where a line `...` stands for any lines."""
    pattern = "".join(r"(?:.*\n)*?" if line == "..." else re.escape(line) + "\n" for line in trimmed(printed))
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in trimmed(found.splitlines()))) is not None


def trimmed(lines: list[str]) -> list[str]:
    """The lines without trailing blanks, and without empty lines at both ends."""
    return "\n".join(line.rstrip() for line in lines).strip("\n").split("\n")


def run(command: str, printed: list[str], folder: Path) -> str | None:
    """What a command prints; `cat` of a file that is not there makes it; None for what is no command of ours."""
    program, *arguments = shlex.split(command)
    if program == "cat":
        [name] = arguments
        target = folder / name
        if not target.exists():
            target.write_text("\n".join(trimmed(printed)) + "\n", encoding="utf-8")
        return target.read_text(encoding="utf-8")
    if program != "amends":
        return None
    given = b""
    if "<" in arguments:
        *arguments, _, name = arguments
        given = (folder / name).read_bytes()
    with patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(given))):
        ran = Amends()(*arguments)
    assert "Traceback" not in ran.err, ran.err
    return ran.out + ran.err


def prepare(text: str, folder: Path) -> None:
    """The files of the demonstration in demo/, unless the page puts them there itself."""
    if "$ amends demo --files demo\n" in text:
        return
    (folder / "demo").mkdir()
    with demonstration() as files:
        for file in files:
            (folder / "demo" / file.name).write_bytes(file.read_bytes())


@pytest.mark.parametrize("path", PAGES, ids=SHOWN)
def test_every_command_prints_what_the_page_says(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = path.read_text(encoding="utf-8")
    prepare(text, tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("AMENDS_STORE", str(tmp_path / "amends.db"))
    monkeypatch.setattr("amends.journal.people.secrets.token_hex", lambda size: "5a" * size)
    for place, (command, printed) in enumerate(steps(text)):
        clock = desks.START + place * MINUTES
        monkeypatch.setattr("amends.clock.now", lambda clock=clock: clock)
        found = run(command, printed, tmp_path)
        assert found is None or agrees(printed, found), f"$ {command}\n{found}"


@pytest.mark.parametrize(
    ("printed", "found", "same"),
    [
        (["a", "b"], "a  \nb\n\n", True),
        (["a", "...", "d"], "a\nb\nc\nd\n", True),
        (["a", "...", "d"], "a\nd\n", True),
        (["a", "..."], "a\n", True),
        (["a"], "a\nb\n", False),
        (["a", "...", "d"], "a\nb\n", False),
        ([" a"], "a\n", False),
    ],
)
def test_output_is_compared_line_by_line(printed: list[str], found: str, same: bool) -> None:
    assert agrees(printed, found) is same


# Lists


def test_every_section_of_the_pages_of_commands_has_its_command_and_an_example() -> None:
    text = page("commands.md") + page("commands-store.md") + page("commands-web.md")
    commands = [shlex.split(command) for command, _ in steps(text)]
    for name in re.findall(r"^## amends (.+)$", text, re.MULTILINE):
        assert name in commands_of()
        words = ["amends", *name.split()]
        assert any(command[: len(words)] == words for command in commands), f"no example of amends {name}"


@pytest.mark.parametrize("key", settings())
def test_every_setting_is_explained(key: str) -> None:
    assert re.search(rf"^\| `{key}` \| [^|]+ \| [^|]+ \|", page("regulations.md"), re.MULTILINE)


@pytest.mark.parametrize("name", amends.__all__)
def test_every_public_name_has_a_line(name: str) -> None:
    assert re.search(rf"^\| `{name}[`(]", page("api.md"), re.MULTILINE)


# Links


def anchors(path: Path) -> set[str]:
    """The headings of a page as they are linked to."""
    text = _FENCED.sub("", path.read_text(encoding="utf-8"))
    plain = (re.sub(r"[^\w\s-]", "", heading).strip().lower() for heading in _HEADING.findall(text))
    return {re.sub(r"[\s-]+", "-", heading) for heading in plain}


@pytest.mark.parametrize("path", PAGES, ids=SHOWN)
def test_internal_links_lead_to_a_file_and_a_heading(path: Path) -> None:
    lost = []
    for link in _LINK.findall(_FENCED.sub("", path.read_text(encoding="utf-8"))):
        if re.match(r"[a-z]+:", link):
            continue
        name, _, anchor = link.partition("#")
        target = (path.parent / name) if name else path
        if not target.exists() or (anchor and anchor not in anchors(target)):
            lost.append(link)
    assert lost == []


@pytest.mark.parametrize("name", ["docs/promises.md", "CONTRIBUTING.md"])
def test_every_test_that_a_page_names_is_there(name: str) -> None:
    named = re.findall(r"`(tests/[^`]+)`", (PROJECT / name).read_text(encoding="utf-8"))
    assert len(named) > 15
    assert [path for path in named if not (PROJECT / path).exists()] == []


def test_every_page_is_in_the_table_of_contents() -> None:
    listed = set(re.findall(r"[\w./-]+\.md", (PROJECT / "mkdocs.yml").read_text(encoding="utf-8")))
    assert {path.relative_to(DOCS).as_posix() for path in PAGES[1:]} <= listed


# Other people's text


def plain_words(text: str) -> str:
    """A text with single blanks, small letters and no quotation marks, so that the set of a page does not matter."""
    return " ".join(re.sub(r"[\"'“”‘’`*_|]", "", text).lower().split())


@pytest.fixture(scope="module")
def sources() -> str:
    files = sorted(SOURCES.glob("*.txt"))
    assert files
    return " \n ".join(plain_words(file.read_text(encoding="utf-8", errors="replace")) for file in files)


@pytest.mark.shared_data
@pytest.mark.parametrize("path", PAGES, ids=SHOWN)
def test_nothing_is_copied_from_a_source(path: Path, sources: str) -> None:
    text = path.read_text(encoding="utf-8")
    lines = [line for line in map(plain_words, text.splitlines()) if len(line) > LONG]
    prose = plain_words(_FENCED.sub("", text)).split()
    runs = [" ".join(prose[start : start + WORDS]) for start in range(len(prose) - WORDS + 1)]
    assert [piece for piece in (*lines, *runs) if len(piece) > LONG and piece in sources] == []
