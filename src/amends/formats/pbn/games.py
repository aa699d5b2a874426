"""The games of a PBN file: their tags, after inheritance, and the elements of the sections that are read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from amends.exact import many
from amends.faults import Fault
from amends.formats.common.csv_table import Gathered
from amends.formats.pbn.tokens import CONTROL, Commentary, Escape, Piece, TagPair, Token, pieces

_SPELT = {"setion": "section", "name": "names"}
"""Columns by what some programs call them."""

_NAMES = ("names", "names_ns", "names_ew", "teamname", "roster")
"""The columns in which some programs write names with blanks and without quotes."""

_NOTHING = ("-", "?", "")

MOST_COLUMNS = 200
"""The most columns of a table."""


@dataclass(frozen=True, slots=True)
class TableColumn:
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


def columns(value: str) -> list[TableColumn]:
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
        found.append(TableColumn(_SPELT.get(tidy, tidy), known))
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


def _grouped(section: Section, heads: Sequence[TableColumn], faults: Gathered) -> Iterator[Sequence[Token]]:
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


def _mended(line: Sequence[Token], heads: Sequence[TableColumn]) -> Sequence[Token] | None:
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


READ = frozenset({"auction", "play", "scoretable", "totalscoretable"})
"""The sections whose elements are kept."""

TABLES = frozenset({"scoretable", "totalscoretable"})
"""Those of which a game may have several."""

INHERITS_NOT = frozenset({"dealer", "vulnerable", "deal", "declarer", "contract", "auction", "play", "note"})
"""The tags for which the standard (4.8) forbids # and ##."""

_OTHER = re.compile(rf"(?!\n){CONTROL.pattern}")
"""Control characters but for the ends of lines."""

_BEGINS_A_GAME = frozenset({"event", "board"})


@dataclass(slots=True)
class Section:
    """A tag with the elements that follow it."""

    name: str
    value: str
    line: int
    tokens: list[Token] = field(default_factory=list)


@dataclass(slots=True)
class Game:
    """One game: a board with all its tables, one table, or no more than the deal."""

    line: int
    tags: dict[str, str] = field(default_factory=dict)
    """The values by the names of the tags in small letters."""
    lines: dict[str, int] = field(default_factory=dict)
    sections: list[Section] = field(default_factory=list)
    notes: dict[str, dict[str, str]] = field(default_factory=dict)
    """The explanations of the auction and of the play, by their numbers."""
    refused: list[str] = field(default_factory=list)
    """Tags that would inherit a value and must not."""
    comments: list[str] = field(default_factory=list)
    """The commentary."""
    numbered: bool = False
    """Whether the file does not say its number, and it has a free one."""

    def said(self, name: str) -> str:
        """What a tag says; "" where it is not there, or is not known."""
        value = self.tags.get(name, "").strip()
        return "" if value == "?" else value

    def section(self, name: str) -> Section | None:
        """The first section of that name."""
        return next((section for section in self.sections if section.name == name), None)

    def tables(self, name: str) -> Iterator[Section]:
        """The tables of that name that have elements."""
        return (section for section in self.sections if section.name == name and section.tokens)

    def line_of(self, name: str) -> int:
        """The line of a tag; without it, where the game begins."""
        return self.lines.get(name, self.line)


@dataclass(slots=True)
class PbnFile:
    """The games, and what the escape lines say."""

    games: list[Game] = field(default_factory=list)
    escapes: list[str] = field(default_factory=list)


def with_plain_line_ends(text: str) -> str:
    """The text whose lines end as the lines of games are counted."""
    # A file that was converted twice has two carriage returns: else each of its lines would begin a game.
    return text.replace("\r\r\n", "\n").replace("\r\n", "\n").replace("\r", "\n")


def read_games(text: str, faults: Gathered) -> PbnFile:
    """The games of a text, each tag with the value that it inherits.

    >>> text = '[Event "##Friday"]\\n\\n[Board "1"]\\n\\n[Board "2"]\\n[Event "Saturday"]'
    >>> [game.said('event') for game in read_games(text, Gathered('a.pbn')).games]
    ['Friday', 'Friday', 'Saturday']
    """
    tidy = with_plain_line_ends(text)
    if "\0" in tidy:
        line = tidy.count("\n", 0, tidy.index("\0")) + 1
        faults.add(line, Fault("a NUL byte", "text"))
        return PbnFile()
    file = _Gathering().all(pieces(_OTHER.sub(" ", tidy), faults))
    if not file.games and not faults.count:
        faults.add(None, Fault("no tag pair" if tidy.strip() else "an empty file", 'tag pairs such as [Board "7"]'))
    _inherit(file.games)
    return file


class _Gathering:
    """Puts pieces together to games."""

    def __init__(self) -> None:
        self.file = PbnFile()
        self.game: Game | None = None
        self.open: Section | None = None
        self.between = False

    def all(self, found: Iterable[Piece]) -> PbnFile:
        """The file that the pieces make."""
        for piece in found:
            if isinstance(piece, TagPair):
                self._tag(piece)
            elif isinstance(piece, Token):
                if self.open is not None:
                    self.open.tokens.append(piece)
            elif isinstance(piece, Escape):
                self.file.escapes.append(piece.text.strip())
            elif isinstance(piece, Commentary):
                if self.game is not None:
                    self.game.comments.append(piece.text)
            else:
                self.between = True
        return self.file

    def _tag(self, pair: TagPair) -> None:
        name = pair.name.lower()
        game = self.game
        if game is None or self._begins(game, name):
            game = self.game = Game(pair.line)
            self.file.games.append(game)
        self.between = False
        if name == "note":
            self._note(game, pair.value)
            return
        again = name in game.tags
        if not again:
            game.tags[name], game.lines[name] = pair.value, pair.line
        # Of a tag that is there already the standard takes no notice; there may be a table for each direction.
        self.open = None
        if name in READ and (not again or name in TABLES):
            self.open = Section(name, pair.value, pair.line)
            game.sections.append(self.open)

    def _begins(self, game: Game, name: str) -> bool:
        """Whether a tag begins another game: after a blank line all but a section that was set apart."""
        if self.between:
            return "board" not in game.tags or name not in READ | {"note"} or name in game.tags
        return name in _BEGINS_A_GAME and name in game.tags and "board" in game.tags

    def _note(self, game: Game, value: str) -> None:
        """An explanation belongs to the section before it."""
        calls = [section.name for section in game.sections if section.name in ("auction", "play")]
        number, colon, words = value.partition(":")
        if calls and colon:
            game.notes.setdefault(calls[-1], {}).setdefault(number.strip(), words.strip())
        self.open = None


def _inherit(games: Iterable[Game]) -> None:
    """Give each tag its value: # is that of the game before, ## the one for all games that follow."""
    latest: dict[str, str] = {}
    default: dict[str, str] = {}
    for game in games:
        for name, value in game.tags.items():
            if name in INHERITS_NOT:
                if value.startswith("#"):
                    game.tags[name] = ""
                    game.refused.append(name)
                continue
            if value == "#":
                value = latest.get(name, "")
            elif value.startswith("##"):
                value = default[name] = value[2:]
            elif name in default:
                default[name] = value  # what was said for all games is said anew
            game.tags[name] = latest[name] = value
        for section in game.sections:
            if section.value.startswith("#"):
                section.value = game.tags[section.name] if section.name not in INHERITS_NOT else ""
        for name, value in default.items():
            if name not in TABLES:
                game.tags.setdefault(name, value)
