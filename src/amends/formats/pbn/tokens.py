"""The text of a PBN file as pieces: escape lines, tag pairs, the elements of sections, and the lines between games.

Each piece is looked at once: the time is linear in the length of the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from amends.faults import Fault
from amends.formats.common.csv_table import Gathered


class Token(NamedTuple):
    """An element of a section, without its quotes."""

    text: str
    line: int
    start: int
    """Where it begins, counted in characters of the file."""


@dataclass(slots=True)
class TagPair:
    """A name and its value, as they stand in the file."""

    name: str
    value: str
    line: int


@dataclass(slots=True)
class Escape:
    """A line that begins with a percent sign, without that sign."""

    text: str


@dataclass(slots=True)
class Commentary:
    """What stands in braces."""

    text: str


class Between:
    """A line with nothing on it: what follows may be another game."""


Piece: TypeAlias = Token | TagPair | Escape | Commentary | Between

CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""What must not stand in a value: it would end the line, or write to a terminal."""

_GAP = re.compile(r"[ \t\n\v\f]+")
_STRING = re.compile(r'(\^?)"([^"\\\n]*+(?:\\.[^"\\\n]*+)*+)"')
_PLAIN_STRING = re.compile(r'(\^?)"([^"\n]*)"')
_TAG = re.compile(r'\[[ \t\n]*+(\w++)[ \t\n]*+"([^"\\\n]*+(?:\\.[^"\\\n]*+)*+)"[ \t\n]*+\]', re.ASCII)
_TAG_BEGINS = re.compile(r'\[[ \t]*(\w+)[ \t]*"', re.ASCII)
_TAG_WITHOUT_VALUE = re.compile(r"\[[ \t]*(\w+)[ \t]*\]", re.ASCII)
_NEXT_GAME = re.compile(r'^\[(?:Event|Board|Deal)[ \t]+"', re.MULTILINE)
_ESCAPED = re.compile(r'\\(["\\])')
_ELEMENT = re.compile(r"[^ \t\n\v\f]+")
_CALL = re.compile(r'[^ \t\n\v\f"{}\[\];]+')

CALLS = ("auction", "play")
"""The sections whose elements may be followed at once by commentary."""


def unescaped(text: str) -> str:
    """A string of a file with its escapes resolved; a backslash before anything else stands for itself.

    >>> unescaped(r'the \\"Red\\" room'), unescaped(r'Score_NS\\6R')
    ('the "Red" room', 'Score_NS\\\\6R')
    """
    return _ESCAPED.sub(r"\1", text) if "\\" in text else text


def pieces(text: str, faults: Gathered) -> Iterator[Piece]:
    """The pieces of a text whose lines end in line feeds; what cannot be read is added to the faults.

    >>> found = pieces('% PBN 2.1\\n[Board "7"] {seven} ; lucky\\n', Gathered('a.pbn'))
    >>> [type(piece).__name__ for piece in found]
    ['Escape', 'TagPair', 'Commentary']
    """
    return _Scanner(text, faults).pieces()


class _Scanner:
    """Goes through a text from its beginning to its end."""

    def __init__(self, text: str, faults: Gathered) -> None:
        self.text, self.faults = text, faults
        self.at = 0
        self.section = ""
        self._line, self._counted = 1, 0
        self._brace = -1

    def pieces(self) -> Iterator[Piece]:
        text, end = self.text, len(self.text)
        while self.at < end:
            gap = _GAP.match(text, self.at)
            if gap is not None:
                self.at = gap.end()
                if text.count("\n", gap.start(), gap.end()) > 1:
                    yield Between()
                continue
            character = text[self.at]
            if character == "%" and (self.at == 0 or text[self.at - 1] == "\n"):
                yield Escape(self._rest_of_line()[1:])
            elif character == ";":
                self._rest_of_line()
            elif character == "{":
                start = self.at + 1
                if self._commentary():
                    yield Commentary(text[start : self.at - 1])
            else:
                piece = self._bracket() if character == "[" else self._element()
                if piece is not None:
                    yield piece

    def _line_here(self) -> int:
        self._line += self.text.count("\n", self._counted, self.at)
        self._counted = self.at
        return self._line

    def _fault(self, found: str, expected: str) -> None:
        self.faults.add(self._line_here(), Fault(found, expected))

    def _rest_of_line(self) -> str:
        """What is left of the line, which is passed over."""
        start = self.at
        end = self.text.find("\n", start)
        self.at = len(self.text) if end < 0 else end
        return self.text[start : self.at]

    def _commentary(self) -> bool:
        """Pass over commentary in braces, which do not nest; whether there was one."""
        if self._brace < self.at:  # looked for once, however many braces are open
            found = self.text.find("}", self.at)
            self._brace = len(self.text) if found < 0 else found
        if self._brace == len(self.text):
            self._fault("commentary that begins with { and never ends", "a } at its end")
            self._rest_of_line()
            return False
        over = _NEXT_GAME.search(self.text, self.at, self._brace)
        if over is not None:
            self._fault("commentary that begins with { and runs into the next game", "a } at its end")
            self.at = over.start()
            return False
        self.at = self._brace + 1
        return True

    def _bracket(self) -> Piece | None:
        """A tag pair; within a table it may also be an element that begins with a bracket."""
        line = self._line_here()
        found = _TAG.match(self.text, self.at)
        if found is not None:
            self.at = found.end()
            return self._named(found[1], found[2], line)
        begins = _TAG_BEGINS.match(self.text, self.at)
        if begins is None and self.section.endswith("table"):
            return self._element()
        bare = _TAG_WITHOUT_VALUE.match(self.text, self.at)
        if bare is not None:
            self.at = bare.end()
            return self._named(bare[1], "", line)
        whole = self._rest_of_line().rstrip()
        # A quote within the value, or a backslash before the last quote: the line as a whole is the tag pair.
        inside = whole.removesuffix("]").rstrip() if whole.endswith("]") else ""
        if begins is not None and inside.endswith('"') and len(inside) > begins.end() - begins.start():
            return self._named(begins[1], inside[begins.end() - begins.start() : -1], line)
        quoted = "a quote that never ends" if begins is not None and whole.count('"') % 2 else whole
        self.faults.add(line, Fault(quoted, 'a tag pair such as [Board "7"]'))
        return None

    def _named(self, name: str, value: str, line: int) -> TagPair:
        self.section = name.lower()
        return TagPair(name, unescaped(value), line)

    def _element(self) -> Token | None:
        """An element of the section that is open."""
        if not self.section:
            self._fault(self._rest_of_line().rstrip(), 'a tag pair such as [Board "7"] before anything else')
            return None
        line, start = self._line_here(), self.at
        if self.text.startswith(('"', '^"'), start):
            found = _STRING.match(self.text, start) or _PLAIN_STRING.match(self.text, start)
            if found is None:
                self.faults.add(line, Fault("a quote that never ends", 'a " on the same line'))
                self._rest_of_line()
                return None
            self.at = found.end()
            return Token(found[1] + unescaped(found[2]), line, start)
        bare = (_CALL if self.section in CALLS else _ELEMENT).match(self.text, start)
        if bare is None:  # a bracket or a brace that closes nothing
            self.at += 1
            self.faults.add(line, Fault(f"a {self.text[start]} that closes nothing", "calls or cards"))
            return None
        self.at = bare.end()
        return Token(bare[0], line, start)
