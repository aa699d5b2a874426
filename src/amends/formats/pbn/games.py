"""The games of a PBN file: their tags, after inheritance, and the elements of the sections that are read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from amends.faults import Fault
from amends.formats.csv_table import Gathered
from amends.formats.pbn.tokens import CONTROL, Escape, Piece, TagPair, Token, pieces

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


def read_games(text: str, faults: Gathered) -> PbnFile:
    """The games of a text, each tag with the value that it inherits.

    >>> text = '[Event "##Friday"]\\n\\n[Board "1"]\\n\\n[Board "2"]\\n[Event "Saturday"]'
    >>> [game.said('event') for game in read_games(text, Gathered('a.pbn')).games]
    ['Friday', 'Friday', 'Saturday']
    """
    # A file that was converted twice has two carriage returns: else each of its lines would begin a game.
    tidy = text.replace("\r\r\n", "\n").replace("\r\n", "\n").replace("\r", "\n")
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
            else:
                self.between = True
        return self.file

    def _tag(self, pair: TagPair) -> None:
        name = pair.name.lower()
        game = self.game
        if game is None or (self.between and not self._goes_on(game, name)) or self._begins(game, name):
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

    def _goes_on(self, game: Game, name: str) -> bool:
        """Whether a tag after a blank line belongs to the game before it: a section that was set apart."""
        return "board" in game.tags and name in READ | {"note"} and name not in game.tags

    def _begins(self, game: Game, name: str) -> bool:
        """Whether a tag begins another game though no line stands between."""
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
