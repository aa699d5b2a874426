"""A report as a sheet: a title and parts, which a terminal shows as text and a browser as a page that prints."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from amends.faults import printable
from amends.reports.layout import html
from amends.reports.layout.html import Table

LABEL = 18
"""How wide the labels of a text are."""


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of the parts that follow."""

    words: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; `bold` where nobody may miss it."""

    words: str
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Labelled:
    """Words beside their labels; a row without a label goes on from the one above it."""

    rows: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Preformatted:
    """Lines that keep their blanks, such as a diagram, and notes below them; `name` says what they are."""

    name: str
    lines: Sequence[str]
    notes: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class BlankLines:
    """Room to write on: so many empty lines beside a label."""

    label: str
    lines: int = 1


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Groups of parts that stand beside each other where there is room, else below."""

    groups: Sequence[Sequence[Part]]


Part: TypeAlias = Heading | Paragraph | Labelled | Preformatted | BlankLines | SideBySide | Table


@dataclass(frozen=True, slots=True)
class Sheet:
    """A title and parts; `print_size` is how large it is set on paper."""

    title: str
    parts: Sequence[Part]
    print_size: str = "9pt"

    def text(self) -> str:
        """For a terminal."""
        return "\n".join([*_one_line(self.title), "", *_text_of(self.parts)]).rstrip()

    def page(self) -> str:
        """One web page, set so closely on paper that an ordinary case is one page of A4."""
        return html.page(self.title, *map(markup, self.parts), print_size=self.print_size)


class SheetReport(ABC):
    """A report that is a sheet in the end."""

    __slots__ = ()

    @abstractmethod
    def sheet(self) -> Sheet:
        """The report in parts."""

    def text(self) -> str:
        """For a terminal."""
        return self.sheet().text()

    def page(self) -> str:
        """One web page that prints."""
        return self.sheet().page()


# Text


def _text_of(parts: Iterable[Part]) -> list[str]:
    """The lines of all parts, with an empty one between unlike parts."""
    lines: list[str] = []
    previous: Part | None = None
    for part in parts:
        if own := part_lines(part):
            if lines and not isinstance(previous, Heading) and not (type(part) is type(previous) is not Table):
                lines.append("")
            lines += own
            previous = part
    return lines


def part_lines(part: Part) -> list[str]:
    """The lines of one part; none of them writes to a terminal."""
    match part:
        case Heading(words=words):
            return _one_line(words)
        case Paragraph(words=words):
            return [printable(line) for line in words.expandtabs(4).splitlines()]
        case Labelled(rows=rows):
            return [line for label, words in rows for line in labelled_lines(label, words)]
        case Preformatted(name=name, lines=lines, notes=notes):
            return labelled_lines(name, "\n".join((*lines, *notes)))
        case BlankLines(label=label, lines=lines):
            return [line for each in (label, *[""] * (lines - 1)) for line in labelled_lines(each, "_" * 60)]
        case SideBySide(groups=groups):  # below each other; a group with a heading or a title is set apart
            below: list[str] = []
            for group in groups:
                below += [""] if below and group and isinstance(group[0], Heading | Table) else []
                below += _text_of(group)
            return below
        case Table():
            return table_lines(part)


def labelled_lines(label: str, words: str) -> list[str]:
    """The words beside their label, below each other where they have several lines.

    Reasons and names are what a file says: they must not write to a terminal.
    """
    first, *others = words.expandtabs(4).splitlines() or [""]
    named = ((label, first), *(("", line) for line in others))
    return [f"{printable(name):<{LABEL}} {printable(line)}".rstrip() for name, line in named]


def table_lines(table: Table) -> list[str]:
    """A table in columns as wide as what stands in them.

    >>> table_lines(Table('Board 1', ['N-S', 'MP'], [['11', '8'], ['2', '12']], (0,)))
    ['Board 1', 'N-S  MP', '11    8', '2    12']
    """
    rows = [list(table.heads), *map(list, table.rows)]
    wide = [max(len(row[column]) for row in rows) for column in range(len(table.heads))]
    lines = [line for deal in table.deals for line in deal.lines()]
    lines += [table.title] if table.title else []
    for row in rows:
        if row is rows[0] and not any(row):
            continue
        cells = (
            f"{cell:<{width}}" if place in table.left else f"{cell:>{width}}"
            for place, (cell, width) in enumerate(zip(row, wide, strict=True))
        )
        lines.append("  ".join(cells).rstrip())
    return lines


def _one_line(words: str) -> list[str]:
    return [printable(" ".join(words.split()))]


# Pages


def markup(part: Part) -> html.Markup:
    """A part as a piece of a page."""
    match part:
        case Heading(words=words):
            return html.heading(words)
        case Paragraph(words=words, bold=bold):
            return html.paragraph(words, bold)
        case Labelled(rows=rows):
            return html.labelled(rows)
        case Preformatted(name=name, lines=lines, notes=notes):
            return html.Markup("\n".join([html.lines(lines, name), *([html.notes(notes)] if notes else [])]))
        case BlankLines(label=label, lines=lines):
            return html.blank(label, lines)
        case SideBySide(groups=groups):
            return html.beside([markup(part) for part in group] for group in groups)
        case Table():
            return html.table(part)
