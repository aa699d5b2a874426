"""Which regular expressions cost more than their text is long: found by looking at them, not by a clock.

A text that does not match is tried in every way in which it could. There are many ways
- where two repeats that have no end can share one run of characters, as the blanks of `\\s*,?\\s*` where there is no
  comma, or a repeat in a repeat;
- where a search that fails at one character begins again at the next one of the same run, as that for `\\s*;`.
A possessive repeat (`\\s*+`) gives nothing back, so that what stands behind it takes no part in this.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

SAMPLES = "".join(map(chr, range(128))) + "½−–—♠♥♦♣éßſ１　"
"""The characters that are tried: all of ASCII, and some that stand for the many others."""
MANY = 1000
"""A repeat of up to so many characters has an end."""

Characters = frozenset[str]


@dataclass(frozen=True, slots=True)
class Item:
    """A part of a pattern: what it may consist of, and how long it may be."""

    characters: Characters
    endless: bool = False
    optional: bool = False
    possessive: bool = False
    must: tuple[Characters, ...] = ()
    """What stands in it in any case, each a choice of characters."""


def costly(pattern: re.Pattern[Any], *, searches: bool) -> str:
    """Why a pattern costs more than its text is long; "" where it does not."""
    ways = list(_sequences(list(parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG)), pattern))
    for way in ways:
        for start, first in enumerate(way):
            if first.endless and not first.possessive and (found := _shared(way, start)):
                return found
        if searches and (found := _begun_again(way)):
            return found
    return ""


def _shared(way: Sequence[Item], start: int) -> str:
    """A later repeat that can take what an earlier one gives back."""
    own, between = way[start].characters, list[Characters]()
    for place in range(start + 1, len(way)):
        item = way[place]
        common = own & item.characters
        if item.endless and common and all(common & must for must in between) and not _cannot_fail(way, place):
            return f"two repeats share {_shown(common)}"
        between += item.must
    return ""


def _cannot_fail(way: Sequence[Item], place: int) -> bool:
    """Whether the last repeat takes everything that there is, so that nothing is ever tried again."""
    rest = way[place:]
    return len(rest) == 1 and not rest[0].must and len(rest[0].characters) >= len(SAMPLES) - 1


def _begun_again(way: Sequence[Item]) -> str:
    """A repeat in which what stands before it may stand too: a search that fails there begins again inside."""
    for place, item in enumerate(way):
        if item.endless and len(way) != place + 1 and not _always_goes_on(way[place + 1 :]):
            before = [must for each in way[:place] for must in each.must]
            if all(item.characters & must for must in before):
                return f"a search begins again in a run of {_shown(item.characters)}"
    return ""


def _always_goes_on(rest: Sequence[Item]) -> bool:
    return all(not item.must for item in rest)


def _shown(characters: Characters) -> str:
    return repr("".join(sorted(characters)[:12]))


def _sequences(tree: Any, pattern: re.Pattern[Any]) -> Iterator[list[Item]]:
    """The ways through a pattern, with its groups opened; a choice is a way for each of its branches."""
    ways: list[list[Item]] = [[]]
    for op, arg in tree:
        parts = list(_parts(op, arg, pattern))
        ways = [way + part for way in ways for part in parts][:200]
    yield from ways


def _parts(op: Any, arg: Any, pattern: re.Pattern[Any]) -> Iterator[list[Item]]:
    if op in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
        yield from _repeat(arg, pattern, possessive=op is codes.POSSESSIVE_REPEAT)
    elif op is codes.SUBPATTERN:
        yield from _sequences(arg[3], pattern)
    elif op is codes.ATOMIC_GROUP:
        for way in _sequences(arg, pattern):
            yield [Item(each.characters, each.endless, each.optional, True, each.must) for each in way]
    elif op is codes.BRANCH:
        for branch in arg[1]:
            yield from _sequences(branch, pattern)
    elif op in (codes.AT, codes.ASSERT, codes.ASSERT_NOT):
        # A place is no character: what must stand there is not looked at, but for a search that may begin only there.
        looks_back = op in (codes.ASSERT, codes.ASSERT_NOT) and arg[0] < 0
        if op is codes.AT and arg is codes.AT_BEGINNING and pattern.flags & re.MULTILINE:
            yield [Item(frozenset("\n"), must=(frozenset("\n"),))]
        elif looks_back or (op is codes.AT and arg in (codes.AT_BEGINNING_STRING, codes.AT_BEGINNING)):
            yield [Item(frozenset(), must=(frozenset(),))]
        else:
            yield []
    elif op is codes.GROUPREF:
        yield [Item(frozenset(SAMPLES), optional=True)]
    else:
        characters = _characters(op, arg, pattern)
        yield [Item(characters, must=(characters,))]


def _repeat(arg: Any, pattern: re.Pattern[Any], *, possessive: bool) -> Iterator[list[Item]]:
    low, high, inner = arg
    ways = list(_sequences(inner, pattern))
    characters: Characters = reduce(frozenset.union, (each.characters for way in ways for each in way), frozenset())
    if high >= MANY:
        yield [
            Item(characters, endless=True, optional=not low, possessive=possessive, must=(characters,) if low else ())
        ]
        if not possessive:
            yield from ([*way, *way] for way in ways if any(each.endless for each in way))
    else:
        yield from ways
        if not low:
            yield []


def _characters(op: Any, arg: Any, pattern: re.Pattern[Any]) -> Characters:
    """Which of the characters that are tried a single place takes."""
    ignores, dot = pattern.flags & re.I, pattern.flags & re.S
    found = {each for each in SAMPLES if _takes(op, arg, each, dot_all=bool(dot))}
    if ignores:
        found |= {each for each in SAMPLES if each.lower() in found or each.upper() in found}
    return frozenset(found)


def _takes(op: Any, arg: Any, character: str, *, dot_all: bool) -> bool:
    point = ord(character)
    if op is codes.LITERAL:
        return bool(point == arg)
    if op is codes.NOT_LITERAL:
        return bool(point != arg)
    if op is codes.ANY:
        return dot_all or character != "\n"
    if op is codes.RANGE:
        return bool(arg[0] <= point <= arg[1])
    if op is codes.CATEGORY:
        return _CATEGORIES[str(arg)](character)
    assert op is codes.IN, op
    negated = bool(arg[0][0] is codes.NEGATE)
    return negated != any(
        _takes(each, what, character, dot_all=dot_all) for each, what in arg if each is not codes.NEGATE
    )


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


_CATEGORIES: dict[str, Callable[[str], bool]] = {
    "CATEGORY_DIGIT": str.isdecimal,
    "CATEGORY_NOT_DIGIT": lambda each: not each.isdecimal(),
    "CATEGORY_SPACE": str.isspace,
    "CATEGORY_NOT_SPACE": lambda each: not each.isspace(),
    "CATEGORY_WORD": _is_word,
    "CATEGORY_NOT_WORD": lambda each: not _is_word(each),
}
