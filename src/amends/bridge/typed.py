"""Results as a scorer types them in a hurry: "4hn=", "3nte+1", "4hxn-1", "p", "420".

contract declarer tricks, with or without blanks, in small or capital letters:
contract = level ( c d h s n nt ♣ ♦ ♥ ♠ ) [ x xx * ** d ]    doubled with x or * also behind the declarer
declarer = n e s w
tricks   = "=" "+1" "-2" | "made 4" "m4" "down 2" "d2" | a number, which the trick notation tells how to read
The tricks may also stand before the declarer, "4h-1n", "4h -1 by n", or in brackets, "4he(10)": all that were taken.
Without a contract: "p" or "pass", or the North-South points, "420" or "-50".
"""

from __future__ import annotations

import re

from amends.bridge.outcome import Contract, Doubling, Outcome, PassedOut, Points, Result, in_order, parse_denomination
from amends.bridge.side import Seat
from amends.bridge.tricks import TrickNotation
from amends.exact import plain_minus
from amends.faults import Faults, refuse

PASSED = ("p", "pass", "passed", "passed out", "all pass")
"""What stands for four passes."""

LOWEST_POINTS = 20
"""No score but 0 is lower; a smaller number can only be tricks."""

EXPECTED = 'a result such as "4hn=", "3nte+1", "4hxn-1", "p" for passed out, or N-S points such as "420" or "-50"'

_POINTS = re.compile(r"(?P<sign>[+-]?)\s*(?P<number>[0-9]{1,5})")
_TYPED_CONTRACT = re.compile(r"(?P<level>[0-9])\s*(?P<denomination>nt|[cdhsn♣♧♦♢♥♡♠♤])\s*")
_DOUBLING = re.compile(r"(?P<doubling>xx|x|\*\*|\*|d|)\s*")
_TYPED_DECLARER = re.compile(r"(?P<declarer>[nesw])\s*")
_DOUBLED_BEHIND = re.compile(r"(?P<doubling>xx|x|\*\*|\*|)\s*")
_TRICKS = re.compile(r"(?P<word>=|\+|-|made|down|m|d|)\s*(?P<number>[0-9]{0,2})")
_DOUBLINGS = {
    "": Doubling.UNDOUBLED,
    **dict.fromkeys(("x", "*", "d"), Doubling.DOUBLED),
    **dict.fromkeys(("xx", "**"), Doubling.REDOUBLED),
}


def read_typed(text: str, notation: TrickNotation = TrickNotation.EUROPEAN) -> Outcome:
    """The outcome that was typed; what could be two things is refused, with what to type instead.

    >>> [str(read_typed(text)) for text in ('4hn=', '3NTE+1', '4 h x n -1', '4hx-1 by n', 'p', '420', '-50')]
    ['4H N =', '3NT E +1', '4Hx N -1', '4Hx N -1', 'pass', '+420', '-50']
    >>> [str(read_typed('4hn4', notation)) for notation in (TrickNotation.TOTAL, TrickNotation.AMERICAN)]
    ['4H N -6', '4H N =']
    """
    tidy = tidied(text)
    if tidy in PASSED:
        return PassedOut()
    if found := _POINTS.fullmatch(tidy):
        return _points(text, found)
    return _Reading(text.strip(), in_order(tidy), notation).result()


def tidied(text: str) -> str:
    """What was typed, in small letters and plain signs, with single blanks."""
    plain = plain_minus(text).replace("\ufe0e", "").replace("\ufe0f", "").replace("×", "x")
    return " ".join(plain.lower().split())


def _points(text: str, found: re.Match[str]) -> Points:
    number = int(found["number"])
    if 0 < number < LOWEST_POINTS:
        raise refuse(repr(text.strip()), f"a contract before the tricks, or points ({LOWEST_POINTS} or more)")
    return Points(-number if found["sign"] == "-" else number)


class _Reading:
    """Reads a contract with its declarer and tricks from left to right, so that a fault says what comes next."""

    def __init__(self, text: str, tidy: str, notation: TrickNotation) -> None:
        self.text, self.rest, self.notation = text, tidy, notation

    def result(self) -> Result:
        """The result that was typed."""
        contract = self._next(_TYPED_CONTRACT, EXPECTED)
        before = self._next(_DOUBLING, EXPECTED)["doubling"]
        declarer = self._next(_TYPED_DECLARER, 'the declarer (n, e, s or w) behind the contract, as in "4hn="')
        behind = self._next(_DOUBLED_BEHIND, EXPECTED)["doubling"]
        if before and behind:
            raise refuse(f"{self.text!r}, doubled twice", 'x, or xx for a redouble, once: "4hxn-1"')
        level = int(contract["level"])
        if not 1 <= level <= 7:
            raise refuse(f"level {level} in {self.text!r}", "a level from 1 to 7")
        said = _TRICKS.fullmatch(self.rest)
        if said is None:
            raise refuse(f"{self.rest!r} for the tricks in {self.text!r}", self._tricks_expected(level))
        tricks = self._tricks(level, said["word"], said["number"])
        if not 0 <= tricks <= 13:
            raise refuse(f"{tricks} tricks in {self.text!r}", "0 to 13 tricks")
        made = Contract(level, parse_denomination(contract["denomination"]), _DOUBLINGS[before or behind])
        return Result(made, Seat(declarer["declarer"].upper()), tricks)

    def _next(self, pattern: re.Pattern[str], expected: str) -> re.Match[str]:
        found = pattern.match(self.rest)
        if found is None:
            raise refuse(repr(self.text) if self.text else "nothing", expected)
        self.rest = self.rest[found.end() :]
        return found

    def _tricks(self, level: int, word: str, number: str) -> int:
        """All tricks that were taken."""
        if word == "=":
            if number:
                raise self._refused(level)
            return level + 6
        if not number:
            raise self._refused(level)
        count = int(number)
        if word == "":
            return self._bare(level, count)
        if word == "+":
            return level + 6 + count
        if word in ("-", "down", "d"):
            if count == 0:
                raise refuse(f"down 0 in {self.text!r}", '"=" for a contract just made')
            return level + 6 - count
        return self._made(level, count)

    def _bare(self, level: int, count: int) -> int:
        """A number alone: from 8 on it can only be all tricks; below, only the notation tells."""
        if self.notation is TrickNotation.TOTAL or count >= 8:
            return count
        if self.notation is TrickNotation.AMERICAN and count > 0:
            return self._made(level, count)
        raise self._refused(level)

    def _made(self, level: int, count: int) -> int:
        if level <= count <= 7:
            return count + 6
        down = level - count
        hint = f'; {down} down is "down {down}" or "-{down}"' if 0 < count < level else ""
        raise refuse(f"made {count} in a contract of {level} ({self.text!r})", f"made {level} to 7{hint}")

    def _refused(self, level: int) -> Faults:
        found = f"{self.rest!r} for the tricks in {self.text!r}" if self.rest else f"no tricks in {self.text!r}"
        return refuse(found, self._tricks_expected(level))

    def _tricks_expected(self, level: int) -> str:
        usual = {
            TrickNotation.TOTAL: f"all tricks, such as {level + 6} or {level + 5}, or",
            TrickNotation.AMERICAN: f'"made {level}" ("m{level}"), "down 1" ("d1"), or',
            TrickNotation.EUROPEAN: "",
        }[self.notation]
        return f'{usual} "=", "+1" or "-1"'.strip()
