"""Contracts and tricks as club programs write them: "3 NT", "4 Sx", "2SX"; "+1", "=", "Made 4", "Down 2"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from amends.bridge import Result, Seat
from amends.bridge.outcome import Contract, Denomination, Doubling
from amends.exact import plain_minus

_CONTRACT = re.compile(r"([1-7])(NT|[NCDHS♣♦♥♠])(X{0,2}|\*{0,2}|DBL|RDBL)(?:BY)?([NESW]?)")
_SUITS = {"N": "NT", "♣": "C", "♦": "D", "♥": "H", "♠": "S"}
_DOUBLINGS = {
    **dict.fromkeys(("X", "*", "DBL"), Doubling.DOUBLED),
    **dict.fromkeys(("XX", "**", "RDBL"), Doubling.REDOUBLED),
}
_MADE = re.compile(r"(?:MADE|MAKING|MAKES|MAKE|MK)([1-7]?)")
_DOWN = re.compile(r"(?:DOWN|DN)(\d{1,2})")
_OVER = re.compile(r"[+-]\d{1,2}", re.ASCII)
_NUMBER = re.compile(r"\d{1,2}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Read:
    """A contract, its declarer, and the tricks that each of the two cells for them may mean, the likeliest first."""

    contract: Contract
    declarer: Seat
    relative: tuple[int, ...] = ()
    taken: tuple[int, ...] = ()

    @property
    def tricks(self) -> tuple[int, ...]:
        """What both cells may mean; where they have nothing in common, what either may mean; none: they do not say."""
        common = tuple(number for number in self.relative if number in self.taken)
        return common or tuple(dict.fromkeys((*self.relative, *self.taken)))

    @property
    def agree(self) -> bool:
        """Whether the two cells can mean the same."""
        return not (self.relative and self.taken) or any(number in self.taken for number in self.relative)

    def made(self, tricks: int) -> Result:
        """The result with that many tricks."""
        return Result(self.contract, self.declarer, tricks)


def candidates(contract: str, declarer: str, result: str, tricks: str) -> Read | None:
    """What a line may mean; None where there is no contract with a declarer.

    >>> candidates('4 Sx', 'N', 'Made 4', '').made(10).symbols
    '4♠x N ='
    """
    found = _CONTRACT.fullmatch(_tidy(contract))
    if found is None:
        return None
    seat = _tidy(declarer) or found[4]
    if seat not in ("N", "E", "S", "W"):
        return None
    bid = Contract(
        int(found[1]), Denomination(_SUITS.get(found[2], found[2])), _DOUBLINGS.get(found[3], Doubling.UNDOUBLED)
    )  # fmt: skip
    relative, taken = _relative(_tidy(result), bid.level), _taken(_tidy(tricks))
    return Read(bid, Seat(seat), _possible(relative), _possible(taken))


def _possible(tricks: list[int]) -> tuple[int, ...]:
    return tuple(number for number in tricks if 0 <= number <= 13)


def _tidy(text: str) -> str:
    return plain_minus("".join(text.split())).upper()


def _relative(text: str, level: int) -> list[int]:
    if text in ("=", "0", "+0", "-0"):
        return [level + 6]
    if _OVER.fullmatch(text):
        return [level + 6 + int(text)]
    if made := _MADE.fullmatch(text):
        return [int(made[1] or level) + 6]
    if down := _DOWN.fullmatch(text):
        return [level + 6 - int(down[1])]
    if _NUMBER.fullmatch(text):  # a number alone: tricks above six as players say it, or all tricks
        return [int(text) + 6, int(text)]
    return []


def _taken(text: str) -> list[int]:
    return [int(text)] if _NUMBER.fullmatch(text) else []
