"""How commands print: tables and trees for people, JSON for programs."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, TextIO

from amends import exact
from amends.cli.terminal_text import as_printed
from amends.faults import Fault, Faults, printable

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text
    from rich.tree import Tree

    from amends.contract.documents.base import ContractDocument
    from amends.event import Event, Ruling
    from amends.explain import Explained, Finding
    from amends.reports.layout import html as reports

# rich is imported where something is drawn: a command that prints lines, or data, does not wait for it.

WIDE = 400
_CONTROLS = dict.fromkeys(b"\a\b\v\f\r")
"""What would ring, or write over what stands there already."""
LONG = 200
"""The rows from which on a table is laid out at once."""
MOST_SAID = 20
"""The lines of one sort that are printed; the others are counted."""


QUIET = "AMENDS_QUIET"
"""The environment variable with which no notes and no progress are printed."""


def be_quiet() -> None:
    """Print no notes and no progress from now on, in child processes too."""
    os.environ[QUIET] = "1"


def is_quiet() -> bool:
    """Whether notes and progress are left out."""
    return bool(os.environ.get(QUIET))


def without_colour() -> None:
    """Print without colours from now on."""
    os.environ["NO_COLOR"] = "1"


def is_coloured(stream: TextIO) -> bool:
    """Whether colours are shown there: a terminal, unless colours were turned off."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and stream.isatty()


def print_error(text: str) -> None:
    """Print an error: all of them look alike."""
    if not is_coloured(sys.stderr):
        print(f"amends: {text}", file=sys.stderr)
        return
    from rich.console import Console
    from rich.text import Text

    Console(stderr=True, highlight=False, soft_wrap=True).print(Text("amends: ", style="bold red").append(text, ""))


def no_more_output() -> None:
    """Drop what is still printed: nobody reads standard output any more, and closing it must not fail."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        sys.stdout = io.StringIO()


def console(width: int = WIDE) -> Console:
    """Standard output, without guessing at markup or colours in what is printed."""
    from rich.console import Console

    class TableConsole(Console):
        def on_broken_pipe(self) -> None:
            """The reader has seen enough, which is no error; rich would end the program with status 1."""
            raise BrokenPipeError

    natural = TableConsole(markup=False, highlight=False, emoji=False, soft_wrap=width == WIDE)
    natural.width = max(natural.width, width)  # a figure that is cut off is a wrong figure
    return natural


def print_json(kind: str, data: Mapping[str, object], event: Event | None = None) -> None:
    """Data as the document of its kind; the `event` says how totals are printed."""
    from amends.contract.documents import document

    print_document(document(kind, data, event))


def print_document(made: ContractDocument) -> None:
    """A document of the contract."""
    print_data(made.model_dump(mode="json"))


def print_data(data: object) -> None:
    """JSON that is no document of the contract: a schema, the event document."""
    as_it_is = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"  # else signs are written as escapes
    print(json.dumps(data, ensure_ascii=not as_it_is, indent=2))


def json_wanted() -> bool:
    """Whether the command was called with --json: then what is wrong is a document, too."""
    return "--json" in sys.argv


def print_problem(type: str, detail: str) -> None:
    """A problem document, where JSON is wanted."""
    if json_wanted():
        from amends.contract import problems

        print_document(problems.problem(type, detail))


def print_faults(trouble: Faults, type: str = "") -> None:
    """The problem document of faults, where JSON is wanted."""
    if json_wanted():
        from amends.contract import problems

        print_document(problems.of_faults(trouble, type))


def print_forbidden(lines: Iterable[str]) -> None:
    """The problem document of rulings that the Laws do not allow, where JSON is wanted."""
    print_faults(Faults(Fault(line, "") for line in lines), "forbidden-ruling")


def say(text: str = "", style: str = "") -> None:
    """A line of text."""
    if not style:
        print(text.translate(_CONTROLS).expandtabs(), flush=True)
        return
    from rich.text import Text

    console().print(Text(text, style=style))


def shortened(lines: Iterable[str]) -> Iterator[str]:
    """The first lines of one sort, and how many more there are."""
    every = list(lines)
    yield from map(printable, every[:MOST_SAID])
    if len(every) > MOST_SAID:
        yield f"… and {len(every) - MOST_SAID} more of this sort"


def warn(lines: Iterable[str], *, every: bool = False) -> None:
    """Print notes on standard error, the first of them or `every` one; none with --quiet."""
    if is_quiet():
        return
    for line in map(printable, lines) if every else shortened(lines):
        print(f"amends: {line}", file=sys.stderr)


def answer(json: bool, kind: str, data: Mapping[str, object], *lines: str, event: Event | None = None) -> None:
    """Print the document of a kind where JSON is asked for, else lines for people."""
    if json:
        print_json(kind, data, event)
        return
    for line in lines:
        say(line)


def finding_line(ruling: Ruling, finding: Finding) -> str:
    """What the Laws say of a ruling, as a refusal names it: no note, so --quiet does not leave it out."""
    return printable(f"ruling {ruling.id}: {finding.verdict.value} by {finding.clause}: {finding.words}")


def table(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]], left: Sequence[int] = ()) -> None:
    """A table; figures are right-aligned but for the columns in `left`, which wrap where the terminal is narrow."""
    title, heads = as_printed(title), [as_printed(head) for head in heads]
    kept = [[as_printed(cell) for cell in row] for row in rows]
    if len(kept) >= LONG and (lines := _aligned(title, heads, kept, left)) is not None:
        for line in lines[:2]:
            say(line, "bold")
        print("\n".join(lines[2:]), flush=True)
        return
    from rich.table import Table
    from rich.text import Text

    coloured = is_coloured(sys.stdout)
    width = _width_for(heads, kept, left)
    made = Table(
        title=Text(title), title_justify="left", title_style="bold", box=None, pad_edge=False, padding=(0, 2, 0, 0)
    )
    for place, head in enumerate(heads):
        kind = "left" if place in left else "right"
        made.add_column(Text(head), justify=kind, style="", no_wrap=place not in left or width == WIDE)  # type: ignore[arg-type]
    for row in kept:
        made.add_row(*(in_colour(cell) if coloured else Text(cell) for cell in row))
    console(width).print(made)


def _width_for(heads: Sequence[str], rows: Sequence[Sequence[str]], left: Sequence[int]) -> int:
    """The columns that a table may take: those of the terminal, if texts can be wrapped so that every figure fits."""
    if not sys.stdout.isatty():
        return WIDE
    terminal = get_terminal_size().columns
    least = sum(
        _least_width([head, *(row[place] for row in rows)], wraps=place in left) + 2 for place, head in enumerate(heads)
    )
    return terminal if least <= terminal else WIDE


def _least_width(cells: Sequence[str], wraps: bool) -> int:
    return max(len(word) for cell in cells for word in (cell.split() or [""] if wraps else [cell]))


def in_colour(cell: str) -> Text:
    """A cell with red hearts and diamonds; gains are green, losses red, and so are findings by their verdict.

    >>> [str(span.style) for span in in_colour('4♥ N −1').spans]
    ['red']
    """
    from rich.text import Text

    text = Text(cell, style=_WORD_COLOURS.get(cell, ""))
    text.highlight_regex("[♥♦]", "red")
    text.highlight_regex("▲.*", "green")
    text.highlight_regex("▼.*", "red")
    return text


_WORD_COLOURS = {"forbidden": "bold red", "unusual": "yellow", "allowed": "green", "passed": "green", "failed": "red"}


def _aligned(title: str, heads: Sequence[str], rows: list[list[str]], left: Sequence[int]) -> list[str] | None:
    """Title, heads and rows of a long table as the lines that rich makes of them, which takes it far longer.

    None where a cell needs a closer look than its number of characters.
    """
    columns = list(zip(heads, *rows, strict=True))
    if not (title and all(heads)) or not all(
        map(_is_simple, {title, *(cell for column in columns for cell in column)})
    ):
        return None
    widths = [max(map(len, column)) for column in columns]
    across = sum(widths) + 2 * (len(widths) - 1)
    if not len(title) <= across <= WIDE:
        return None
    padded = [
        [cell.ljust(width) if place in left else cell.rjust(width) for cell in column]
        for place, (column, width) in enumerate(zip(columns, widths, strict=True))
    ]
    return [title, *map("  ".join, zip(*padded, strict=True))]


def _is_simple(cell: str) -> bool:
    """Whether each character of a text takes one place on its line, with no blanks around them."""
    return (
        cell.isprintable()
        and cell == cell.strip()
        and (cell.isascii() or all(sign < "\u0300" or sign in "–−⚖" for sign in cell))
    )


def report(made: reports.Table) -> None:
    """A report as a table, under the diagrams of its deals."""
    for deal in made.deals:
        say(f"{deal.text()}\n")
    table(made.title, made.heads, made.rows, made.left)


def report_all(tables: Iterable[reports.Table]) -> None:
    """Several reports, with an empty line between them."""
    for place, each in enumerate(tables):
        if place:
            say()
        report(each)


def tree(figure: Explained) -> None:
    """An explanation as a tree."""
    from rich.text import Text
    from rich.tree import Tree

    def label(part: Explained) -> Text:
        text = Text(printable(f"{part.words}: "))
        text.append(exact.mixed(part.value), style="bold")
        if part.clause:
            text.append(printable(f"  [{part.clause}]"), style="cyan")
        return text

    def grow(branch: Tree, part: Explained) -> None:
        for each in part.parts:
            grow(branch.add(label(each)), each)

    root = Tree(label(figure), guide_style="dim")
    grow(root, figure)
    console().print(root)


def figure(value: Fraction | None) -> str:
    """A figure as players read it."""
    return "–" if value is None else exact.mixed(value)


def signed_figure(value: Fraction | None) -> str:
    """A figure with its sign, as IMPs are written."""
    return f"+{figure(value)}" if value is not None and value > 0 else figure(value)


def percent(value: Fraction, top: Fraction) -> str:
    """A share of a top with two decimals."""
    return f"{exact.decimal(value / top * 100)}%" if top else "–"


_LARGE = 2_000_000
"""The bytes from which on a file is read with a bar."""


@contextmanager
def reading_bar(path: Path) -> Iterator[Callable[[int], None] | None]:
    """What is told how many rows of a large file are read; None for any other file."""
    try:
        large = path.stat().st_size > _LARGE
    except OSError:
        large = False
    if not large:
        yield None
        return
    with progress_bar(f"reading {path.name}", "{task.completed:,} rows") as show:
        yield lambda rows: show(rows, None)


@contextmanager
def progress_bar(
    words: str, count: str = "", quiet: bool = False, rate: str = ""
) -> Iterator[Callable[[int, int | None], None]]:
    """A function that shows how much is done, of how much; `quiet` where it will not take long.

    `rate` names what is counted in each second; then the time that remains is shown too.
    """
    if quiet or is_quiet() or not sys.stderr.isatty():
        yield lambda done, of: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Rate(ProgressColumn):
        """How many in a second."""

        def render(self, task: Task) -> Text:
            return Text(f"{task.speed:,.0f} {rate}/s" if task.speed else "")

    counted = TextColumn(count) if count else MofNCompleteColumn()
    times = (Rate(), TimeElapsedColumn(), TimeRemainingColumn()) if rate else (TimeElapsedColumn(),)
    shown = (TextColumn("{task.description}", markup=False), BarColumn(), counted, *times)
    with Progress(*shown, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(words, total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)
