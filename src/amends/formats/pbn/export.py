"""The lines of the export format: tag pairs, tables, commentary; at most 255 characters a line, its end included."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from amends import exact
from amends.awards import Artificial, Award, Mixture, NotScored, Unit
from amends.bridge import BySide, Outcome, PassedOut, Result, Side, Vulnerable
from amends.event.event import Form
from amends.event.ruling import Ruling
from amends.event.table_result import Row
from amends.formats.common.building import NOT_PLAYED, SIT_OUT
from amends.formats.common.own_words import as_remark, award_words
from amends.formats.common.scored_rows import ScoredRow, kind
from amends.formats.pbn.tokens import CONTROL
from amends.formats.pbn.values import ARTIFICIAL
from amends.laws import law77

LONGEST = 253
"""The most characters of a line before its end."""

MANDATORY = (
    "Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal", "Scoring",
    "Declarer", "Contract", "Result",
)  # fmt: skip
"""The tags that each game has, in this order."""

_BARE = re.compile(r"[!#-$&-:<-Z\\^-z|~]+", re.ASCII)
_SUITS = {"♠": r"\S", "♥": r"\H", "♦": r"\D", "♣": r"\C"}


def plain(text: str) -> str:
    """A text that stays on its line and writes nothing else: each control character is a blank."""
    return CONTROL.sub(" ", text).strip()


def cut(text: str, most: int) -> str:
    """A text with at most so many characters.

    >>> cut('a long name', 7)
    'a long…'
    """
    return text if len(text) <= most else text[: max(most - 1, 0)].rstrip() + "…"


def string(text: str) -> str:
    """A string token."""
    escaped = plain(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def element(text: str) -> str:
    """An element of a table; nothing is a hyphen."""
    if not text:
        return "-"
    return text if _BARE.fullmatch(text) and text != "-" else string(text)


def tag(name: str, value: str) -> str:
    """A tag pair, cut where it is too long for its line."""
    line = f"[{name} {string(value)}]"
    over = len(line) - LONGEST
    while over > 0:
        value = cut(value, len(plain(value)) - over - 1)
        line = f"[{name} {string(value)}]"
        over = len(line) - LONGEST
    return line


@dataclass(frozen=True, slots=True)
class Head:
    """A column: its name, whether its elements stand at the right, and whether they may be cut to fit the line."""

    name: str
    right: bool = True
    words: bool = False


def table(name: str, heads: Sequence[Head], rows: Sequence[Sequence[str]]) -> list[str]:
    """The tag of a table and its rows, a line each; elements of one column stand below each other."""
    fitted = [_fitted(heads, row) for row in rows]
    widths = [max((len(row[place]) for row in fitted), default=1) for place in range(len(heads))]
    named = [
        head.name if head.words else f"{head.name}\\{width}{'R' if head.right else 'L'}"
        for head, width in zip(heads, widths, strict=True)
    ]
    first = f'[{name} "{";".join(named)}"]'
    padded = len(first) <= LONGEST and sum(widths) + len(widths) <= LONGEST
    if not padded:
        return [f'[{name} "{";".join(head.name for head in heads)}"]', *(" ".join(row) for row in fitted)]
    lines = []
    for row in fitted:
        cells = [
            cell if head.words else cell.rjust(width) if head.right else cell.ljust(width)
            for head, width, cell in zip(heads, widths, row, strict=True)
        ]
        lines.append(" ".join(cells).rstrip())
    return [first, *lines]


def _fitted(heads: Sequence[Head], row: Sequence[str]) -> list[str]:
    """The elements of a row; words are cut where the line would be too long."""
    values = list(row)
    cells = [element(value) for value in values]
    for place in (place for place, head in enumerate(heads) if head.words):
        over = sum(map(len, cells)) + len(cells) - LONGEST
        while over > 0 and values[place]:
            values[place] = cut(values[place], len(values[place]) - over - 2)
            values[place] = "" if values[place] == "…" else values[place]
            cells[place] = element(values[place])
            over = sum(map(len, cells)) + len(cells) - LONGEST
    return cells


def commentary(texts: Iterable[str]) -> list[str]:
    """Commentary in braces, with suits as the standard has them; empty without a text."""
    lines: list[str] = []
    for text in texts:
        tidy = plain(text).replace("{", "(").replace("}", ")")
        for symbol, word in _SUITS.items():
            tidy = tidy.replace(symbol, word)
        # A line of commentary must not begin with the sign of an escape line.
        wrapped = textwrap.wrap(tidy, 78, break_on_hyphens=False)
        lines += [f" {line}" if line.startswith("%") else line for line in wrapped]
    return [f"{{{lines[0]}", *lines[1:-1], f"{lines[-1]}}}"] if len(lines) > 1 else [f"{{{line}}}" for line in lines]


@dataclass(slots=True)
class WrittenGame:
    """A game to be written: its tags, and its sections as lines."""

    tags: dict[str, str]
    remarks: list[str] = field(default_factory=list)
    calls: list[list[str]] = field(default_factory=list)
    tables: list[list[str]] = field(default_factory=list)

    def lines(self) -> list[str]:
        """Its lines, in the order of the export format."""
        more = sorted(name for name in self.tags if name not in MANDATORY)
        found = [tag(name, self.tags.get(name, "")) for name in (*MANDATORY, *more)]
        found += commentary(self.remarks)
        for section in (*self.calls, *sorted(self.tables)):
            found += section
        return found


def encoded(games: Sequence[WrittenGame]) -> bytes:
    """The bytes of a file: Latin-1 as the standard has it where that is enough, else UTF-8; both are declared.

    Text in Latin-1 that could be taken for UTF-8 is written as UTF-8 too, so that a reader is never in doubt.
    """
    body = "\n\n".join("\n".join(game.lines()) for game in games)
    charset = _charset(body)
    head = ["% PBN 2.1", "% EXPORT", *([f"%Content-type: text/x-pbn; charset={charset}"] if charset else [])]
    text = "\n".join(head) + "\n" + (f"{body}\n" if body else "")
    return text.replace("\n", "\r\n").encode(charset or "ascii", "replace")


def _charset(text: str) -> str:
    """The character set that a text needs; "" for plain ASCII."""
    if text.isascii():
        return ""
    if all(character < "\x80" or "\xa0" <= character <= "\xff" for character in text):
        try:
            text.encode("latin-1").decode("utf-8")
        except UnicodeDecodeError:
            return "ISO-8859-1"
    return "UTF-8"


_GRADES = (Fraction(60), Fraction(50), Fraction(40))
_EMPTY = BySide("", "")


@dataclass(frozen=True, slots=True)
class Written:
    """A table as it is written; each score in its side's own view."""

    contract: str = ""
    declarer: str = ""
    tricks: str = ""
    scores: BySide[str] = _EMPTY
    points: BySide[str] = _EMPTY
    percent: BySide[str] = _EMPTY


def written(scored: ScoredRow, vulnerable: Vulnerable) -> Written:
    """The cells of a table."""
    row = scored.row
    outcome = plain_outcome(row)
    ruled = outcome is None and not without_score(row)

    def figure(value: Fraction | None) -> str:
        return "" if value is None else f"{ARTIFICIAL if ruled else ''}{exact.brief(value)}"

    def share(side: Side) -> str:
        own, top = scored.figures[side], scored.tops[side]
        return figure(own / top * 100 if own is not None and top else None)

    points, percent = scored.figures.map(figure), BySide.of(share)
    if without_score(row):  # of a board at teams the other room's award, which is none of this table
        points = percent = _EMPTY
    if outcome is None:
        return Written(scores=_scores(row, vulnerable), points=points, percent=percent)
    contract, declarer, tricks = "Pass" if isinstance(outcome, PassedOut) else "", "", ""
    if isinstance(outcome, Result):
        bid = outcome.contract
        contract = f"{bid.level}{bid.denomination.value}{bid.doubling.value.upper()}"
        declarer, tricks = outcome.declarer.value, str(outcome.tricks)
    worth = law77.points(outcome, vulnerable)
    scores = BySide(str(worth) if worth >= 0 else "", str(-worth) if worth <= 0 else "")
    return Written(contract, declarer, tricks, scores, points, percent)


def plain_outcome(row: Row) -> Outcome | None:
    """The one result that counts for both sides, if it is that and both sides were there."""
    award, (ns, ew) = row.awards.ns, row.table.seats
    if len(ns) != len(ew):
        return None
    return award.plain if isinstance(award, Mixture) and award == row.awards.ew else None


def without_score(row: Row) -> bool:
    """Whether neither side has a score."""
    return all(isinstance(award, NotScored) for award in row.awards)


def _scores(row: Row, vulnerable: Vulnerable) -> BySide[str]:
    """The score cells of a table that has no plain result."""
    seats = row.table.seats
    if without_score(row):
        cancelled = row.awards == BySide(SIT_OUT, SIT_OUT) and seats.ns and seats.ew
        return BySide("sit-out", "sit-out") if cancelled else _EMPTY
    return BySide.of(lambda side: _cell(row.awards[side], side, vulnerable) if seats[side] else "")


def _cell(award: Award, side: Side, vulnerable: Vulnerable) -> str:
    """An artificial value: what was awarded to a side, as far as a cell can say it."""
    if isinstance(award, Mixture) and award.plain is not None:
        return f"{ARTIFICIAL}{law77.points(award.plain, vulnerable) * side.sign}"
    if isinstance(award, Artificial):
        return f"{ARTIFICIAL}{_artificial(award)}"
    if award in (NOT_PLAYED, SIT_OUT):
        return f"{ARTIFICIAL}{award}"
    return f"{ARTIFICIAL}adj"


def _artificial(award: Artificial) -> str:
    """An artificial score; fixed shares of 60, 50 and 40% have a decimal, for without it they are the grades."""
    if isinstance(award.grade, Fraction) and award.unit is Unit.PERCENT:
        percent = award.grade * 100
        return f"{exact.decimal(percent, 1)}%" if percent in _GRADES else f"{exact.brief(percent, 6)}%"
    if isinstance(award.grade, Fraction):
        return f"{'+' if award.grade > 0 else ''}{exact.brief(award.grade, 6)} IMP"
    return str(award)


def remarks(row: Row, ruling: Ruling | None, form: Form) -> Iterator[str]:
    """The ruling in words, where the cells do not say all of it."""
    said = kind(row) in ("result", "artificial score", "board without a score")
    said = said and (kind(row) == "result" or not isinstance(row.table.result, Mixture))
    if said and not (ruling and (ruling.reason or ruling.laws)):
        return
    words = [award_words(row, form)]
    if ruling and ruling.laws:
        words.append(f"Law{'s' if len(ruling.laws) > 1 else ''} {', '.join(ruling.laws)}.")
    if ruling and ruling.reason:
        words.append(as_remark(ruling.reason))
    yield " ".join(words)
