"""Reports of a command as files: a web page, a PDF."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Protocol

from amends import formats
from amends.cli import output
from amends.cli.options.common import Text, argument, option
from amends.desk.publishing.pdf import pdf as printed
from amends.event import Event
from amends.faults import Fault, Faults, one_of, refuse
from amends.formats.common import files
from amends.formats.common.format import Format
from amends.journal.chain import Document
from amends.reports.card import score_card
from amends.reports.layout.html import Table
from amends.reports.traveller import travellers
from amends.scoring.standings import Standings

Html = Annotated[Path | None, option("--html", "Write it as a web page.", "FILE")]
Pdf = Annotated[Path | None, option("--pdf", "Write it as a PDF.", "FILE")]
OutputFile = Annotated[
    Path, argument("OUT", "The file to write; its name says the format. Or - for standard output, with --to.")
]
OutputFormat = Annotated[
    Text,
    option("--to", "Output format.", "FORMAT", default="from the file name", choices=lambda: writable()),
]
Force = Annotated[bool, option("--force", "Replace files that are already there.")]


def free(*paths: Path | None, force: bool = False) -> None:
    """Refuse files that are already there, all at once and before anything is worked out."""
    taken = [path for path in paths if path is not None and path.exists() and not force]
    if taken:
        expected = "a new name, or --force to replace it"
        raise Faults([Fault("a file that is already there", expected, file=str(path)) for path in taken])


def write_pages(page: str, html: Path | None = None, pdf: Path | None = None, force: bool = False) -> list[str]:
    """Write a page to the files that are wanted; their names."""
    content = printed(page) if pdf is not None else b""
    if html is not None:
        files.write(html, page, force=force)
    if pdf is not None:
        files.write(pdf, content, force=force)
    return [str(path) for path in (html, pdf) if path is not None]


class PrintedPage(Protocol):
    """A report that can be shown and printed."""

    def text(self) -> str:
        """For a terminal."""

    def page(self) -> str:
        """One web page."""


@dataclass(frozen=True, slots=True)
class PageOptions:
    """The files that a report is written to, and whether it is printed as JSON."""

    html: Path | None
    pdf: Path | None
    force: bool
    json: bool


def put(
    report: PrintedPage,
    kind: str,
    data: Mapping[str, object],
    wanted: PageOptions,
    event: Event | None = None,
) -> None:
    """Write a report to the files that are wanted, and say so; without any, print it; or its document as JSON."""
    html, pdf = wanted.html, wanted.pdf
    written = write_pages(report.page(), html, pdf, wanted.force) if html or pdf else []
    if wanted.json:
        output.print_json(kind, {**data, "written": written}, event)
    elif written:
        for name in written:
            output.say(f"written: {name}")
    else:
        output.say(report.text())


def to_write(out: Path, to: str | None) -> tuple[Format, Callable[[Document], str | bytes]]:
    """The format that a file is written in, and what writes it; one that is only read is refused."""
    target = formats.named(to) if to else formats.to_write(out)
    if target.dumps is None:
        raise refuse(f"--to {to}", one_of(writable()))
    return target, target.dumps


def writable() -> list[str]:
    """The names of the formats that can be written."""
    return [format.name for format in formats.known().values() if format.dumps]


def boards_and_cards(standings: Standings, board: int | None, pair: str | None, session: str | None) -> list[Table]:
    """The travellers of a board and the score card of a contestant, as far as they are wanted."""
    tables = list(travellers(standings, board, session)) if board is not None else []
    return [*tables, score_card(standings, pair)] if pair is not None else tables


def by_suffix(path: Path, text: str, page: str, force: bool = False) -> None:
    """Write a report as the name of the file says: .html, .pdf or .txt."""
    kind = path.suffix.lower()
    if kind not in (".html", ".pdf", ".txt"):
        raise Faults([Fault(f"the name {path.name}", "a name that ends with .html, .pdf or .txt", file=str(path))])
    content = printed(page) if kind == ".pdf" else page if kind == ".html" else f"{text}\n"
    files.write(path, content, force=force)
