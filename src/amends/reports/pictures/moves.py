"""What moved in the standings: places before on the left, places after on the right, a line for each who moved."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from amends import exact
from amends.event import Event
from amends.reports.layout.html import Markup, joined
from amends.reports.movers import arrow, places_of, scores_of, shown_size
from amends.reports.pictures import drawing as svg
from amends.reports.ranking import list_title
from amends.rulings.consequences.moves import Move, rank
from amends.scoring.standings import Standing, natural
from amends.wording.names import number_and_names

MOST = 12
"""So many lines can be told apart; of more, the largest moves are drawn."""

_LINE, _SKIP, _GAP, _PILL = 28, 10, 6, 22
_SHORTEST, _FARTHEST = 56, 120
_LONGEST = 70
_NOWHERE = 10**9
"""The row of who has no place."""


@dataclass(frozen=True, slots=True)
class _End:
    """One end of a line: its place as a number, how that is written, and the row in which it stands."""

    rank: int
    place: str
    y: Fraction


def moves_picture(
    moves: Iterable[Move], event: Event, table: Collection[str] = (), *, most: int = MOST, name: str = "moved"
) -> Markup:
    """A picture for each list in which somebody has another place; nothing where everybody stands as before.

    `table` are the contestants at the table of the ruling: they are drawn bold, and also where they keep their place.
    Rows are the places that occur, so a line that rises is a better place; a broken line between rows stands for
    places that are left out. Of more than `most`, the largest moves are drawn, those of the table before all others.
    """
    by_list: dict[str, list[Move]] = {}
    for move in moves:
        by_list.setdefault(move.list, []).append(move)
    drawn = [
        _of_list(list_name, each, event, table, most, svg.named(name, list_name) if list_name else name)
        for list_name, each in by_list.items()
        if any(move.rank_changed for move in each)
    ]
    return joined(drawn, "\n")


def _of_list(
    list_name: str, moves: Sequence[Move], event: Event, table: Collection[str], most: int, name: str
) -> Markup:
    moving = [move for move in moves if move.rank_changed or move.contestant in table]
    by_size = sorted(moving, key=lambda move: (move.contestant in table, _size(move), shown_size(move)), reverse=True)
    chosen = {move.contestant for move in by_size[:most]}
    kept = [move for move in moving if move.contestant in chosen]
    left_out = sum(move.rank_changed for move in moving) - sum(move.rank_changed for move in kept)
    more = f"And {left_out} more whose place changes." if left_out else ""
    stays = sum(not move.rank_changed for move in moves if move.contestant not in chosen)
    scores = (
        f"{exact.many(stays, 'other score changes', 'other scores change')} without a change of place." if stays else ""
    )
    says = []
    for move in by_size[:most]:
        way = arrow(move).replace("▲", "up ").replace("▼", "down ")
        words = filter(None, (f"place {places_of(move).replace('→', 'to')}", way, scores_of(move)))
        says.append(f"{number_and_names(event, move.contestant)}: {', '.join(words)}.")
    drawn, high = _lines(kept, event, table, list_title(list_name) if list_name else "")
    title = f"{list_title(list_name)}: what moved"
    bold = "Bold: who sat at the table." if chosen & set(table) else ""
    return svg.figure(
        svg.drawing(name, title, [*says, more, scores], high, drawn), " ".join(filter(None, (bold, more, scores)))
    )


def _size(move: Move) -> int:
    """By how many places; who came or went stands above all who only moved."""
    return abs(move.climbed) if move.before and move.after and move.earlier_list is None else _NOWHERE


# Rows


def _lines(moves: Sequence[Move], event: Event, table: Collection[str], title: str) -> tuple[list[Markup], Fraction]:
    before = {move.contestant: move.before if move.earlier_list is None else None for move in moves}
    after = {move.contestant: move.after for move in moves}
    top = 48 if title else 26
    rows, skips, high = _rows([before, after], top)
    starts, ends = _ends(before, rows), _ends(after, rows)
    for move in moves:
        if before[move.contestant] is None:
            starts[move.contestant] = replace(starts[move.contestant], place=arrow(move))
        if move.went:
            ends[move.contestant] = replace(ends[move.contestant], place="gone")
    longest = max(svg.width(who, who in table) for who in starts)
    places = ([svg.width(end.place, bold=True) + 10 for end in side.values()] for side in (starts, ends))
    left, right = (max(Fraction(_PILL), *widths) for widths in places)
    called = {who: number_and_names(event, who) for who in starts}
    fixed = min(longest, Fraction(_LONGEST)) + left + right + 2 * _GAP
    room = svg.WIDE - fixed - max(svg.width(words, who in table) for who, words in called.items())
    lines = min(max(room, Fraction(_SHORTEST)), Fraction(_FARTHEST))
    columns = _MoveColumns(min(longest, Fraction(_LONGEST)), left, right, lines)
    drawn = [
        *([svg.lettered(0, 16, title, bold=True)] if title else []),
        svg.lettered(max(columns.start, svg.width("before")), top - 10, "before", "soft", "end"),
        svg.lettered(columns.end, top - 10, "after", "soft"),
        *(svg.stroke(0, y, svg.WIDE, y, "skip", dashes="2 5") for y in skips),
    ]
    for move in sorted(moves, key=lambda move: move.contestant in table):  # the bold ones lie above the others
        who = move.contestant
        drawn += _line(who, starts[who], ends[who], columns, called[who], who in table)
    return drawn, high


@dataclass(frozen=True, slots=True)
class _MoveColumns:
    """How wide the columns are: who it is, the place before, the place after, and the lines between them."""

    who: Fraction
    before: Fraction
    after: Fraction
    lines: Fraction

    @property
    def start(self) -> Fraction:
        """Where lines begin."""
        return self.who + _GAP + self.before

    @property
    def end(self) -> Fraction:
        """Where lines end."""
        return self.start + self.lines


def _line(who: str, start: _End, end: _End, columns: _MoveColumns, named: str, bold: bool) -> list[Markup]:
    way = "up" if end.rank < start.rank else "down" if end.rank > start.rank else "level"
    thick, kind = (4 if bold else 2), f"move {way}"
    beyond = columns.end + columns.after + _GAP
    return [
        svg.stroke(columns.start, start.y, columns.end, end.y, kind, thick),
        *_pill(columns.who + _GAP, columns.before, start, kind, bold),
        *_pill(columns.end, columns.after, end, kind, bold),
        svg.lettered(columns.who, start.y + 5, svg.fitted(who, columns.who, bold), anchor="end", bold=bold),
        svg.lettered(beyond, end.y + 5, svg.fitted(named, svg.WIDE - beyond, bold), bold=bold),
    ]


def _pill(x: Fraction, wide: Fraction, end: _End, kind: str, bold: bool) -> list[Markup]:
    """A place with a line around it."""
    box = svg.element(
        "rect",
        x=x + 1,
        y=end.y - Fraction(_PILL, 2),
        width=wide - 2,
        height=_PILL,
        rx=Fraction(_PILL, 2),
        kind=f"{kind} place",
        fill="none",
        stroke="currentColor",
        stroke_width=3 if bold else Fraction(3, 2),
    )
    return [box, svg.lettered(x + wide / 2, end.y + 5, end.place, anchor="middle", bold=bold)]


Places = dict[str, Standing | None]
"""Where each contestant stood."""


def _rows(sides: Sequence[Places], top: int) -> tuple[dict[int, Fraction], list[Fraction], Fraction]:
    """The height of the first row of each place that occurs, the heights at which places are left out, and of all."""
    shared = [[_rank(standing) for standing in side.values()] for side in sides]
    rows: dict[int, Fraction] = {}
    skips: list[Fraction] = []
    y, expected = Fraction(top), None
    for place in sorted({each for side in shared for each in side}):
        count = max(side.count(place) for side in shared)
        if expected is not None and place > expected:
            skips.append(y + Fraction(_SKIP, 2))
            y += _SKIP
        rows[place] = y + Fraction(_LINE, 2)
        y += count * _LINE
        expected = place + count
    return rows, skips, y


def _ends(standings: Places, rows: dict[int, Fraction]) -> dict[str, _End]:
    """Where each stands; who shares a place has the next row."""
    found: dict[str, _End] = {}
    taken: dict[int, int] = {}
    for who in sorted(standings, key=lambda who: (_rank(standings[who]), natural(who))):
        standing = standings[who]
        place = _rank(standing)
        y = rows[place] + taken.get(place, 0) * _LINE
        taken[place] = taken.get(place, 0) + 1
        found[who] = _End(place, (standing.place if standing else "") or "–", y)
    return found


def _rank(standing: Standing | None) -> int:
    found = rank(standing) if standing else None
    return _NOWHERE if found is None else found
