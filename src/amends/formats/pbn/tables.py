"""The rows of a table: its elements, counted by the columns that its tag names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from amends.exact import many
from amends.faults import Fault
from amends.formats.csv_table import Gathered
from amends.formats.pbn.games import Section
from amends.formats.pbn.tokens import Token

_SPELT = {"setion": "section", "name": "names"}
"""Columns by what some programs call them."""

_NAMES = ("names", "names_ns", "names_ew", "teamname", "roster")
"""The columns in which some programs write names with blanks and without quotes."""

_NOTHING = ("-", "?", "")

MOST_COLUMNS = 200
"""The most columns of a table."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name in small letters, and the width that it has at least."""

    name: str
    width: int | None = None


@dataclass(frozen=True, slots=True)
class TableRow:
    """The elements of a row by their columns; what is unknown or irrelevant is not there."""

    cells: Mapping[str, str]
    line: int

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "")


def columns(value: str) -> list[Column]:
    """The columns that the value of a table's tag names.

    >>> [(column.name, column.width) for column in columns('+Rank\\\\3R;Names_NS\\\\13;Contract')]
    [('rank', 3), ('names_ns', 13), ('contract', None)]
    """
    found = []
    for part in value.split(";"):
        name, _, width = part.strip().removeprefix("+").removeprefix("-").partition("\\")
        digits = width.strip().rstrip("LRlr").strip()
        tidy = name.strip().lower()
        known = int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 5 else None
        found.append(Column(_SPELT.get(tidy, tidy), known))
    return found


def rows(section: Section, faults: Gathered) -> Iterator[TableRow]:
    """The rows of a table; a row that has too many or too few elements is added to the faults."""
    heads = columns(section.value)
    if not any(column.name for column in heads):
        faults.add(section.line, Fault("a table without columns", 'the names of its columns, such as "PairId_NS;…"'))
        return
    if len(heads) > MOST_COLUMNS:
        faults.add(section.line, Fault(f"a table with {len(heads)} columns", f"at most {MOST_COLUMNS} columns"))
        return
    for tokens in _grouped(section, heads, faults):
        cells: dict[str, str] = {}
        for column, token in zip(heads, tokens, strict=True):
            text = token.text.strip()
            if text not in _NOTHING:
                cells.setdefault(column.name, text)
        yield TableRow(cells, tokens[0].line)


def _grouped(section: Section, heads: Sequence[Column], faults: Gathered) -> Iterator[Sequence[Token]]:
    """The elements row by row."""
    width, tokens = len(heads), section.tokens
    lines = [list(group) for _, group in groupby(tokens, key=lambda token: token.line)]
    fitting = sum(len(line) == width for line in lines)
    if fitting * 2 < len(lines) and len(tokens) % width == 0:
        # Rows go over several lines, or several stand on one: then only the count says where a row ends.
        yield from (tokens[start : start + width] for start in range(0, len(tokens), width))
        return
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if len(line) == width:
            yield line
            continue
        joined = list(line)
        ahead = at
        while len(joined) < width and ahead < len(lines) and len(lines[ahead]) < width:
            joined += lines[ahead]
            ahead += 1
        if len(joined) == width:
            at = ahead
            yield joined
        elif (mended := _mended(line, heads)) is not None:
            yield mended
        else:
            count = f"{many(len(line), 'element')} in a row"
            faults.add(line[0].line, Fault(count, f"{width}, as many as columns (line {section.line})"))


def _mended(line: Sequence[Token], heads: Sequence[Column]) -> Sequence[Token] | None:
    """A row whose names have blanks in them and stand in no quotes, or whose last names are missing."""
    width = len(heads)
    if len(line) < width:
        missing = heads[len(line) :]
        if all(column.name in _NAMES for column in missing):
            return [*line, *(Token("?", line[-1].line, line[-1].start) for _ in missing)]
        return None
    names = [place for place, column in enumerate(heads) if column.name in _NAMES]
    if not names:
        return None
    mended: list[Token] = []
    at = 0
    for place, column in enumerate(heads):
        left = width - place - 1
        end = at + 1
        if place == names[-1]:
            end = len(line) - left
        elif place in names:
            if column.width is None:
                return None
            # A name that is longer than its column goes on until the next blank.
            edge = line[at].start + column.width
            while end < len(line) - left and line[end].start <= edge:
                end += 1
        if end <= at or end > len(line):
            return None
        mended.append(Token(" ".join(token.text for token in line[at:end]), line[at].line, line[at].start))
        at = end
    return mended if at == len(line) else None
