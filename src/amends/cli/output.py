"""How commands print: tables and trees for people, JSON for programs."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from amends import exact
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


def console() -> Console:
    """Standard output, without guessing at markup or colours in what is printed."""
    from rich.console import Console

    natural = Console(markup=False, highlight=False, emoji=False, soft_wrap=True)
    natural.width = max(natural.width, WIDE)  # a figure that is cut off is a wrong figure
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


def warn(lines: Iterable[str]) -> None:
    """Say things on standard error, the first of them in full."""
    for line in shortened(lines):
        print(f"amends: {line}", file=sys.stderr)


def answer(json: bool, kind: str, data: Mapping[str, object], *lines: str, event: Event | None = None) -> None:
    """Print the document of a kind where JSON is asked for, else lines for people."""
    if json:
        print_json(kind, data, event)
        return
    for line in lines:
        say(line)


def finding_line(ruling: Ruling, finding: Finding) -> str:
    """What the Laws say of a ruling, as a refusal names it."""
    return f"ruling {ruling.id}: {finding.verdict.value} by {finding.clause}: {finding.words}"


def table(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]], left: Sequence[int] = ()) -> None:
    """A table; figures are right-aligned but for the columns in `left`."""
    kept = [list(row) for row in rows]
    if len(kept) >= LONG and (lines := _aligned(title, heads, kept, left)) is not None:
        for line in lines[:2]:
            say(line, "bold")
        print("\n".join(lines[2:]), flush=True)
        return
    from rich.table import Table
    from rich.text import Text

    made = Table(
        title=Text(title), title_justify="left", title_style="bold", box=None, pad_edge=False, padding=(0, 2, 0, 0)
    )
    for place, head in enumerate(heads):
        made.add_column(Text(head), justify="left" if place in left else "right", style="", no_wrap=True)
    for row in kept:
        made.add_row(*(Text(cell) for cell in row))
    console().print(made)


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
    if quiet or not sys.stderr.isatty():
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
