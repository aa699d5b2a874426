"""What is wrong with input: where it is, what was found, what was expected; all faults of an input together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

IMPOSSIBLE_SCORE = "impossible score"
"""The kind of fault of a score that no contract gives; whoever reads the file may decide to keep such scores."""

UNAVAILABLE = "unavailable"
"""The kind of fault of a store that gives no answer: nothing is wrong with what was asked, and later it may work."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that cannot be read; without `expected`, what was found is said in a sentence of its own.

    >>> print(Fault('weights that add up to 90%', 'weights that add up to exactly 100%', file='r.toml', line=3))
    r.toml:3: found weights that add up to 90%; expected weights that add up to exactly 100%
    """

    found: str
    expected: str
    where: str = ""
    file: str | None = None
    line: int | None = None
    column: int | None = None
    kind: str = ""
    """Set where the reader of a message can be offered a way out."""
    stands_for: int = 1
    """How many faults it tells of: more than one where further ones are only counted."""
    path: str | None = None
    """Where it is in a JSON document that was sent, as a JSON pointer."""

    def __str__(self) -> str:
        numbers = [str(n) for n in (self.line, self.column) if n is not None]
        place = ":".join([self.file or "line", *numbers]) if self.file or numbers else ""
        prefix = ", ".join(part for part in (place, self.path, self.where) if part)
        words = f"found {_short(self.found)}; expected {self.expected}" if self.expected else self.found
        text = f"{prefix + ': ' if prefix else ''}{words}"
        return printable(text)


def unreadable(name: str, trouble: Exception) -> Fault:
    """The fault of a file that the system does not give: "friday.csv: no such file"."""
    if isinstance(trouble, FileNotFoundError):
        return Fault("no such file", "", file=name)
    return Fault(getattr(trouble, "strerror", None) or str(trouble), "a file that can be read", file=name)


def printable(text: str) -> str:
    """The text without control characters: what a file says must not write to a terminal."""
    return "".join(character if character.isprintable() else repr(character)[1:-1] for character in text)


def _short(text: str, most: int = 160) -> str:
    return text if len(text) <= most else f"{text[: most - 20]} … {text[-10:]} ({len(text)} characters)"


MOST_CHOICES = 12
"""The choices that are all listed beside the one that was probably meant."""

MOST_SHOWN = 50
"""So many faults people get to see; the others are counted."""


def first_of(faults: Sequence[Fault]) -> tuple[Sequence[Fault], int]:
    """The faults that people get to see, and how many more there are.

    >>> shown, more = first_of([Fault('a', 'b')] * 10_000)
    >>> len(shown), more
    (50, 9950)
    """
    return faults[:MOST_SHOWN], sum(fault.stands_for for fault in faults[MOST_SHOWN:])


class Faults(ValueError):
    """Raised with every fault of an input at once."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))

    @property
    def is_unavailable(self) -> bool:
        """Whether something gave no answer, such as a store that is away: it says nothing of what was asked for."""
        return any(fault.kind == UNAVAILABLE for fault in self.faults)

    def at(self, where: str) -> Faults:
        """The same faults, said to be at `where`."""
        return Faults(
            replace(fault, where=f"{where}, {fault.where}" if fault.where else where) for fault in self.faults
        )


def refuse(found: str, expected: str, where: str = "") -> Faults:
    """One fault, ready to be raised."""
    return Faults([Fault(found, expected, where)])


class Refusal(Faults):
    """A refusal to a person: one sentence in their words and, where there is one, what to do.

    >>> print(Refusal('No event is called "friday".', 'Events: travellers.'))
    No event is called "friday". Events: travellers.
    """

    def __init__(self, message: str, remedy: str = "") -> None:
        self.message, self.remedy = message, remedy
        super().__init__([Fault(message + " " + remedy if remedy else message, "")])  # added, so that a text stays one


def one_of(choices: Iterable[str], typed: str = "") -> str:
    """What was expected where there are choices; the one that was probably meant comes first.

    >>> one_of(['ns', 'ew'])
    'one of ns, ew'
    >>> one_of(['matchpoints', 'butler', 'cross-imps'], 'matchpoint')
    '"matchpoints"? Otherwise one of matchpoints, butler, cross-imps'
    >>> one_of(map(str, range(100_000, 100_040)), '10000')
    '"100030"? Otherwise one of 40, such as 100000, 100001, 100002'
    """
    every = list(choices)
    near = nearest(typed, every)
    if not near:
        return f"one of {', '.join(every)}"
    many = len(every) > MOST_CHOICES
    listed = f"{len(every)}, such as {', '.join(every[:3])}" if many else ", ".join(every)
    return did_you_mean(near, f"one of {listed}")


def nearest(typed: str, choices: Iterable[str]) -> str:
    """The choice that was probably meant, or nothing.

    >>> nearest('roundin', ['rounding', 'rank_on']), nearest('colour', ['rounding', 'rank_on'])
    ('rounding', '')
    """
    # A file may have very many unknown words: most of them are told apart by their length and their ends.
    alike = [
        choice
        for choice in choices
        if typed and abs(len(choice) - len(typed)) <= 3 and (choice[:1] == typed[:1] or choice[-1:] == typed[-1:])
    ]
    if not alike:
        return ""
    from difflib import get_close_matches

    return next(iter(get_close_matches(typed, alike, 1, 0.65)), "")


def did_you_mean(hint: str, expected: str) -> str:
    """What was expected, with what was probably meant in front.

    >>> did_you_mean('A+', 'an award')
    '"A+"? Otherwise an award'
    """
    return f'"{hint}"? Otherwise {expected}'
