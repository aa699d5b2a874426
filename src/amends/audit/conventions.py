"""The conventions of real programs: what each may do in its own way, and the search for the one that fits a file."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from itertools import product
from math import prod

from amends.awards import Artificial, Grade
from amends.event import Event
from amends.regulations import Regulation
from amends.regulations.load import default

Choices = Mapping[str, tuple[str, ...]]
"""For each thing that programs do differently the ways it is done, the usual one first."""

MOST_WORK = 60_000
"""Above so many rows times combinations, combinations are not tried."""

FITS = 4
"""Where at least so many figures follow for each that does not, they are made as we think; what is left was given by
somebody: an award, or a slip."""

FEW_LEFT = 20
"""Where only one figure in so many is left, the convention is found."""

WORDS = {
    (setting, value): words
    for setting, choices in tomllib.loads((files(__package__) / "conventions.toml").read_text(encoding="utf-8")).items()
    for value, words in choices.items()
}
"""What a choice means, for people; the usual ones need no words."""

NO_SETTINGS = (
    *("expected", "sit_outs", "tenths", "digits", "ranked", "phantom", "cut", "handicap", "adjustment", "percent_of"),
    *("total_is", "lists", "unplaced"),
)
"""Choices of an audit that are no settings of a regulation."""


SHOWN_BY_ONE = ("artificial_top", "average_plus_imps", "session_score")
"""Choices about artificial scores, of which a file often has one alone."""

ENOUGH = 12
"""From so many lines on, a choice needs more than one line that speaks for it."""


ASCHERMAN = ("tie-with-average", "yes")
"""A tie for one table more than there is: what Ascherman's method comes to."""


@dataclass(frozen=True, slots=True)
class Convention:
    """A choice for each thing."""

    chosen: Mapping[str, str] = field(default_factory=dict)

    def __getitem__(self, key: str) -> str:
        return self.chosen.get(key, "")

    def having(self, key: str, choice: str) -> Convention:
        """The same with one thing chosen otherwise."""
        return Convention({**self.chosen, key: choice})

    @property
    def settings(self) -> dict[str, object]:
        """What of it are settings of a regulation."""
        numbers = ("matchpoints_per_win", "butler_round_to", "imp_cap")
        return {
            key: int(choice) if key in numbers else choice
            for key, choice in self.chosen.items()
            if key not in NO_SETTINGS
        }

    def words(self, choices: Choices) -> list[str]:
        """What it means where programs differ and the file shows it: whatever is not the usual choice."""
        usually = {**{key: ways[0] for key, ways in choices.items()}, "lists": "", "ranked": "", "unplaced": ""}
        chosen = dict(self.chosen)
        words = []
        if (chosen.get("factoring"), chosen.get("phantom")) == ASCHERMAN and "factoring" in choices:
            words.append("matchpoints by Ascherman: a result ties with itself")
            del chosen["factoring"], chosen["phantom"]
        return words + [
            WORDS[key, choice]
            for key, choice in chosen.items()
            if choice != usually.get(key, choice) and (key, choice) in WORDS
        ]


def usual(choices: Choices) -> Convention:
    """What is done usually."""
    return Convention({key: ways[0] for key, ways in choices.items()})


def starting(choices: Choices, regulation: Regulation) -> Convention:
    """Where the search begins: at what is done usually, but for what the file itself says of its program's ways."""
    found, plain = usual(choices), default()
    for key, ways in choices.items():
        own = str(getattr(regulation, key, ""))
        if key not in NO_SETTINGS and own in ways and own != str(getattr(plain, key)):
            found = found.having(key, own)
    return found


def best(
    choices: Choices,
    agreeing: Callable[[Convention], int],
    most: int,
    rows: int,
    start: Convention | None = None,
) -> tuple[Convention, int]:
    """The convention with which most figures agree, and how many; of equals the one nearest to the usual.

    One thing is changed at a time, the best of them, until nothing gets better. Where many figures are left, all
    combinations are tried, if they are not too many: `rows` says how much work it is to score once. `most` is as many
    as there are: nothing better is looked for. The search begins at `start`, or at what is done usually.
    """
    found = start or usual(choices)
    score = agreeing(found)
    while score < most:
        steps = [found.having(key, way) for key, ways in choices.items() for way in ways if way != found[key]]
        tried = ((agreeing(step), -place, step) for place, step in enumerate(steps))
        agreed, _, step = max(tried, key=lambda entry: entry[:2], default=(score, 0, found))
        if agreed <= score:
            break
        score, found = agreed, step
    if FEW_LEFT * (most - score) <= most or rows * prod(map(len, choices.values())) > MOST_WORK:
        return found, score
    for combination in _combinations(choices):
        if (agreed := agreeing(combination)) > score:
            found, score = combination, agreed
            if score == most:
                break
    return found, score


def without_single_witness(
    choices: Choices, found: Convention, agreeing: Callable[[Convention], int], follow: int, start: Convention | None
) -> tuple[Convention, int]:
    """The convention without what a single line speaks for: that line is a slip, not the way of a whole file.

    What few lines can show, such as what an artificial score is worth, is believed to a single line. `start` has the
    ways of the program, which no line needs to show.
    """
    for key, ways in choices.items():
        before = start[key] if start and start[key] in ways else ways[0]
        if key in SHOWN_BY_ONE or found[key] == before:
            continue
        tried = found.having(key, before)
        agreed = agreeing(tried)
        if agreed >= follow - 1:
            found, follow = tried, agreed
    return found, follow


def _combinations(choices: Choices) -> Iterator[Convention]:
    """All of them, those with the fewest departures from the usual first; of equals those that come first."""
    every = [dict(zip(choices, ways, strict=True)) for ways in product(*choices.values())]

    def departures(chosen: dict[str, str]) -> tuple[int, list[int]]:
        places = [place for place, key in enumerate(choices) if chosen[key] != choices[key][0]]
        return len(places), places

    every.sort(key=departures)
    return map(Convention, every[1:])


def line_choices(
    event: Event, *, unplayed: bool = False, phantoms: bool = False, few: bool = False
) -> dict[str, tuple[str, ...]]:
    """What may be done differently about the lines of this event.

    `unplayed`: some rows were not played. `phantoms`: some contestants never were there. `few`: some board has one or
    two results, and others have more.
    """
    choices: dict[str, tuple[str, ...]] = {}
    awards = [award for ruling in event.rulings for award in ruling.awards if isinstance(award, Artificial)]
    if event.scoring == "matchpoints":
        choices["factoring"] = ("neuberg", "none", "tie-with-average", "proportional")
        choices |= _complete(unplayed, phantoms)
        choices["matchpoints_per_win"] = ("2", "1")
        if awards:
            choices["artificial_top"] = ("expected", "own")
        if few:
            choices["few_results"] = ("factored", "percentages")
        choices["phantom"] = ("", "yes")
        choices["tenths"] = ("", "yes")
    elif event.scoring == "butler":
        choices["butler_trim"] = ("1", "0", "2", "10%", "5%", "median")
        choices["butler_round_to"] = ("10", "1")
        choices["butler_tie"] = ("away", "even")
    elif event.scoring == "cross-imps":
        choices["cross_imps_divisor"] = ("comparisons", "tables", "sum", "root")
        choices["imp_cap"] = ("24", "17")
    if event.scoring in ("butler", "cross-imps"):
        choices["imp_factoring"] = ("own", "expected")
        choices |= _complete(unplayed, phantoms)
    if event.scoring in ("butler", "cross-imps") and awards:
        choices["average_plus_imps"] = ("3", "0", "2")
    if len({result.section for result in event.results}) > 1:
        choices["field"] = ("event", "section")
    if any(award.grade in (Grade.PLUS, Grade.MINUS) for award in awards):
        choices["session_score"] = ("session", "off")
    choices["cut"] = ("", "yes")
    return choices


def _complete(unplayed: bool, phantoms: bool) -> dict[str, tuple[str, ...]]:
    """What may be done differently about the results that a complete board has."""
    choices: dict[str, tuple[str, ...]] = {"expected": ("", "own")}
    if unplayed:
        choices["expected_results"] = ("scheduled", "obtained")
    if phantoms:
        choices["sit_outs"] = ("", "apart")
    return choices
