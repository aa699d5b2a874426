"""A table typed by hand as CSV: its columns, and its rows with their lines; all its faults together."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from amends.exact import many
from amends.faults import Fault, Faults, one_of, refuse

MOST_FAULTS = 100
"""The faults of a file that are told; the others are counted."""

MOST_COUNTED = 10_000
"""The faults after which a file is not read on: it is no such file, or broken from end to end."""

LONGEST_CELL = 10_000
"""The most characters in a cell."""

_AT_ONCE = 1 << 16
"""The characters of a text, at least, that are split into lines together."""

SEPARATORS = (",", ";", "\t")


class Gathered:
    """The faults of one file: the first of them, and how many there are."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.first: list[Fault] = []
        self.count = 0

    def add(self, line: int | None, *faults: Fault) -> None:
        """Keep faults that stand on a line."""
        room = MOST_FAULTS - len(self.first)
        self.first += (replace(fault, file=self.name, line=line) for fault in faults[:room])
        self.count += len(faults)
        if self.count > MOST_COUNTED:
            self.finish("more than ")

    def finish(self, how: str = "") -> None:
        """Raise what was kept, if anything was."""
        more = self.count - len(self.first)
        words = f"{how}{more:,} more faults after these"
        rest = [Fault(words, "a file without faults", file=self.name, stands_for=more)] if more else []
        if self.first:
            raise Faults([*self.first, *rest])


@dataclass(frozen=True, slots=True)
class CsvTable:
    """A text whose header was read: the place of each column in a row, and where the rows begin."""

    text: str
    separator: str
    header: int
    columns: Mapping[str, int]

    def rows(self, faults: Gathered | None = None) -> Iterator[tuple[int, list[str]]]:
        """Each row that can be read: its line, and its cells without the blanks around them."""
        width, separator, strip = len(self.columns), self.separator, str.strip
        simple = _is_simple(self.text)
        for number, line in lines(self.text):
            if number <= self.header:
                continue
            if simple and len(line) <= LONGEST_CELL:
                cells = list(map(strip, line.split(separator)))
            elif not line.strip():
                continue
            else:
                try:
                    cells = split(f"{line}\n", separator)
                except Faults as trouble:
                    if faults is not None:
                        faults.add(number, *trouble.faults)
                    continue
            if not (cells[0] or any(cells)):
                continue
            if len(cells) == width:
                yield number, cells
            elif faults is not None:
                expected = f"{width}, as many as in the header (line {self.header})"
                faults.add(number, Fault(many(len(cells), "cell"), expected))


def _is_simple(text: str) -> bool:
    """Whether every separator of a text is one, and only blanks are to be taken off its cells."""
    if any(sign in text for sign in "\"'\0"):
        return False
    return "\r" not in text or text.count("\r") == text.count("\r\n")


def lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a text, each with its number and without the line feed that ends it; nothing else ends a line."""
    return enumerate(_lines(text), 1)


def _lines(text: str) -> Iterator[str]:
    start = 0
    while start < len(text):  # many lines at a time: quicker than one by one, and needs less room than all at once
        end = text.find("\n", start + _AT_ONCE)
        yield from text[start : None if end < 0 else end].split("\n")
        start = len(text) if end < 0 else end + 1


def split(line: str, separator: str) -> list[str]:
    """The cells of a line, without the blanks around them.

    >>> split('7; "4H N =" ;3\\n', ';')
    ['7', '4H N =', '3']
    """
    if "\0" in line:
        raise refuse("a NUL byte", "text")
    # Most lines have no quote, and without one a separator is a separator: far quicker than a reader for the line.
    cells = _quoted(line, separator) if '"' in line else line.rstrip("\r\n").split(separator)
    if "\r" in line and any("\r" in cell for cell in cells):
        raise refuse("a carriage return within a line", "lines that end as on Windows or Unix")
    if len(line) > LONGEST_CELL and (longest := max(map(len, cells))) > LONGEST_CELL:
        raise _too_long(f"{longest:,}")
    if "'" in line:
        return [without_guard(cell.strip()) for cell in cells]
    return [cell.strip() for cell in cells]


# Cells that a spreadsheet would take for a formula

_FORMULA = re.compile(r"'*[=+\-@＝＋－＠].")
_NUMBER = re.compile(r"[+\-−]?[0-9]+([.,][0-9]+)?%?", re.ASCII)


def guarded(cell: str) -> str:
    """A text for a cell that no spreadsheet takes for a formula; numbers stay numbers.

    >>> guarded('=1+1'), guarded('-50'), guarded('Ash'), guarded("'@x")
    ("'=1+1", '-50', 'Ash', "''@x")
    """
    return f"'{cell}" if _FORMULA.match(cell) and not _NUMBER.fullmatch(cell) else cell


def without_guard(cell: str) -> str:
    """The text of a cell as it was before `guarded`.

    >>> without_guard("'=1+1"), without_guard("''@x"), without_guard("'s Gravenhage")
    ('=1+1', "'@x", "'s Gravenhage")
    """
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def _quoted(line: str, separator: str) -> list[str]:
    """The cells of a line in which some stand in quotes."""
    try:
        cells = next(csv.reader((line,), delimiter=separator, skipinitialspace=True))
    except csv.Error as trouble:
        if "field limit" in str(trouble):
            raise _too_long(f"more than {csv.field_size_limit():,}") from None
        raise refuse(f"a line that is no CSV ({trouble})", "cells between separators") from None
    if "\n" in cells[-1]:  # a quoted cell that is still open takes the line's end with it
        raise refuse("a cell with a line break, or a quote that never ends", "cells that end on their line")
    return cells


def _too_long(characters: str) -> Faults:
    return refuse(f"a cell of {characters} characters", f"at most {LONGEST_CELL:,} characters in a cell")


def read_header(text: str, names: Mapping[str, str], faults: Gathered) -> CsvTable:
    """The table of a text; `names` has each known column by its name in small letters without blanks or signs.

    Where there is no header that can be read, it is said to be on line 0.
    """
    number, line = _first(text)
    if not line:
        faults.add(None, Fault("an empty file", "a header row such as board,ns,ew,result"))
        return CsvTable(text, ",", 0, {})
    separator = _separator(line)
    try:
        cells = split(line, separator)
    except Faults as trouble:
        faults.add(number, *trouble.faults)
        return CsvTable(text, separator, 0, {})
    columns: dict[str, int] = {}
    for place, cell in enumerate(cells):
        name = names.get(_plain(cell))
        if name is None:
            unknown = f"the column {cell!r}" if cell else f"no name for column {place + 1}"
            faults.add(number, Fault(unknown, one_of(dict.fromkeys(names.values()), cell.strip().lower())))
        elif name in columns:
            faults.add(number, Fault(f"the column {name} twice ({cell!r})", "each column once"))
        else:
            columns[name] = place
    return CsvTable(text, separator, number, columns)


def columns_named(text: str, names: Mapping[str, str]) -> set[str]:
    """The known columns that the first line of a text names, which may be no header at all.

    >>> sorted(columns_named('\\n Bd;N-S;Weather\\n7;3;fine', {'bd': 'board', 'ns': 'ns'}))
    ['board', 'ns']
    """
    _, line = _first(text)
    try:
        cells = split(line, _separator(line))
    except Faults:
        return set()
    return {names[plain] for plain in map(_plain, cells) if plain in names}


def _first(text: str) -> tuple[int, str]:
    """The first line that is not blank, with its number and a line feed; 0 and nothing where there is none."""
    return next(((number, f"{line}\n") for number, line in lines(text) if line.strip()), (0, ""))


def _separator(line: str) -> str:
    return max(SEPARATORS, key=line.count)


def _plain(name: str) -> str:
    """The name in small letters, without blanks and signs: "N-S" is ns."""
    return "".join(character for character in name.lower() if character not in " \t\xa0-_/")
