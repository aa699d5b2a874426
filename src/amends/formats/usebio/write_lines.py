"""A row of an event as a line of a traveller: its result, or the nearest that the format has, and its exact points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from amends import exact
from amends.awards import Artificial, Award, Grade, Mixture, NotScored, Published
from amends.awards.award import Unit
from amends.bridge import BySide, Outcome, PassedOut, Result, Side
from amends.event import Event, Form, Room, Team
from amends.formats.common.scored_rows import Scored, ScoredRow, kind
from amends.formats.usebio.header import SectionPlace
from amends.laws.law77 import points
from amends.scoring.events.swiss_pairs import SwissPairsStandings
from amends.scoring.events.team_lines import PlayedMatch
from amends.scoring.events.teams import TeamsStandings

POINTS = {"matchpoints": "MATCH_POINTS", "butler": "BUTLER_POINTS", "cross-imps": "CROSS_IMP_POINTS"}
"""What the points of a line are called, by the scoring of the event; at total points it is the score alone."""

MOST = 99
"""The most per cent that two digits hold."""

_GRADES = {Grade.PLUS: 60, Grade.AVERAGE: 50, Grade.MINUS: 40}
_UNITS = {"matchpoints": "matchpoints", "bam": "matchpoints", "patton": "matchpoints", "total-points": "points"}


class LineElements(NamedTuple):
    """The elements of a line from its contract on, and in words what of the row they do not hold."""

    cells: dict[str, str]
    lost: str = ""


def figure(value: Fraction) -> str:
    """A figure with up to two decimals.

    >>> figure(Fraction(57, 5)), figure(Fraction(-3)), figure(Fraction(2, 3))
    ('11.4', '-3', '0.67')
    """
    text = exact.decimal(value, 2)
    return text.rstrip("0").rstrip(".") if "." in text else text


def is_written(scored: ScoredRow) -> bool:
    """Whether a row has a line at all: a sit-out or a cancelled row has none."""
    return not all(award == NotScored(expected=False) for award in scored.row.awards)


def line(scored: ScoredRow, event: Event) -> LineElements:
    """What a row is written as."""
    written = _score(scored, event)
    record = scored.table.record
    if record is not None and record.lead is not None:
        order = ("CONTRACT", "PLAYED_BY", "LEAD", "TRICKS", "SCORE")
        cells = {**written.cells, "LEAD": str(record.lead)}
        written = written._replace(cells={name: cells[name] for name in order if name in cells})
    if event.scoring in POINTS:
        tags = BySide.of(lambda side: f"{side.value}_{POINTS[event.scoring]}")
        values = {tags[side]: scored.figures[side] for side in Side}
        printed = {tag: figure(value) for tag, value in values.items() if value is not None}
        written = written._replace(cells={**written.cells, **printed})
    return written


def lost_of(scored: ScoredRow, event: Event) -> str:
    """In words what the line of a row does not hold; the figures, which take long to write, are not written for it."""
    return _score(scored, event).lost


def _score(scored: ScoredRow, event: Event) -> LineElements:
    ns, ew = scored.row.awards
    result = scored.table.result
    if isinstance(ns, Mixture) and ns == ew and ns.plain is not None:
        lost = "" if ns == result else f"{kind(scored.row)} written as a result{_instead_of(result)}"
        return LineElements(_outcome(ns.plain, event, scored.table.board), lost)
    if isinstance(ns, NotScored) and isinstance(ew, NotScored):
        lost = f"not scored{_instead_of(result)}" if isinstance(result, Mixture) else ""
        return LineElements({"CONTRACT": "NP"}, lost)
    if event.scoring == "total-points":
        return _total_points(scored)
    shown = _shown(scored)
    if shown is not None and shown.plain is not None and event.scoring in POINTS:
        lost = (
            f"{kind(scored.row)} written as {_final(scored, event)} beside {'the result' if shown == result else shown}"
        )
        return LineElements(
            _outcome(shown.plain, event, scored.table.board), lost if shown == result else lost + _instead_of(result)
        )
    percents = BySide.of(lambda side: _percent(scored, event, side))
    cells = {"SCORE": f"A{percents.ns:02d}{percents.ew:02d}"}
    if isinstance(ns, Artificial) and isinstance(ew, Artificial):
        return LineElements(cells, _artificial_lost(scored, event, percents))
    final = "the points it gave" if scored.figures.ns is None else _final(scored, event)
    return LineElements(cells, f"{kind(scored.row)} written as {final}{_instead_of(result)}")


def _shown(scored: ScoredRow) -> Mixture | None:
    """What the field is shown beside figures that were awarded, if it is the same for both sides."""
    if not any(isinstance(award, Published) for award in scored.row.awards):
        return None
    ns, ew = (award.shows if isinstance(award, Published) else award for award in scored.row.awards)
    return ns if isinstance(ns, Mixture) and ns == ew else None


def _outcome(outcome: Outcome, event: Event, board: int) -> dict[str, str]:
    score = {"SCORE": str(points(outcome, event.conditions(board)))}
    match outcome:
        case Result():
            contract, declarer = str(outcome.contract), outcome.declarer.value
            return {"CONTRACT": contract, "PLAYED_BY": declarer, "TRICKS": str(outcome.tricks), **score}
        case PassedOut():
            return {"CONTRACT": "PASS", **score}
        case _:
            return score


def _total_points(scored: ScoredRow) -> LineElements:
    """At total points nothing but a score can be written: that of N-S, to the nearest point."""
    own, other = scored.figures
    if own is None:
        return LineElements({"CONTRACT": "NP"}, f"{kind(scored.row)} left out")
    nearest = exact.nearest(own, Fraction(1))
    split = "" if other == -own else f", that of E-W ({figure(other or Fraction(0))}) left out"
    return LineElements({"SCORE": str(nearest)}, f"{kind(scored.row)} written as the score {nearest}{split}")


def _percent(scored: ScoredRow, event: Event, side: Side) -> int:
    """The nearest percentage to what a side was awarded: of a top, or the grade that its IMPs are most like."""
    award, own, top = scored.row.awards[side], scored.figures[side], scored.tops[side]
    if isinstance(award, Artificial) and isinstance(award.grade, Grade):
        return _GRADES[award.grade]
    if isinstance(award, Artificial) and award.unit is Unit.PERCENT:
        return _whole(Fraction(award.grade) * 100)
    if own is None:
        return 50
    if _UNITS.get(event.scoring) != "matchpoints":
        return 50 + 10 * ((own > 0) - (own < 0))
    return _whole(own / top * 100) if top else 50


def _whole(percent: Fraction) -> int:
    return min(max(int(exact.nearest(percent, Fraction(1))), 0), MOST)


# What is lost, in words


def _artificial_lost(scored: ScoredRow, event: Event, percents: BySide[int]) -> str:
    """What two digits do not say of an artificial score."""
    changed = [
        f"{side.words} {award} written as {percents[side]}%"
        for side in Side
        if not _holds(award := scored.row.awards[side], percents[side])
    ]
    changed += ["the result at the table left out"] if isinstance(scored.table.result, Mixture) else []
    return f"artificial score, {', '.join(changed)}" if changed else ""


def _holds(award: Award, percent: int) -> bool:
    """Whether a percentage read again is this award: 40, 50 and 60 are read as averages."""
    if not isinstance(award, Artificial):
        return False
    if isinstance(award.grade, Grade):
        return True
    return award.unit is Unit.PERCENT and award.grade * 100 == percent and percent not in _GRADES.values()


def _final(scored: ScoredRow, event: Event) -> str:
    unit = {"matchpoints": "matchpoints", "points": "points"}.get(_UNITS.get(event.scoring, ""), "IMPs")
    return f"its final {unit}"


def _instead_of(result: Award) -> str:
    return f", the result at the table ({result}) left out" if isinstance(result, Mixture) else ""


@dataclass(slots=True)
class WrittenBoard:
    """A board of a match: what it says besides its lines, and its lines with the direction of the home team."""

    texts: dict[str, str]
    lines: list[tuple[str, ScoredRow]] = field(default_factory=list)


@dataclass(slots=True)
class WrittenMatch:
    """A match: who played it, the round, the scores of both, and its boards by their numbers."""

    home: str
    away: str
    round: str
    scores: tuple[str, str] = ("", "")
    boards: dict[int, WrittenBoard] = field(default_factory=dict)


def matches(scored: Scored, event: Event) -> Mapping[SectionPlace, list[WrittenMatch]]:
    """The matches of an event by where they were played; a match that goes over sessions is one in each."""
    found: dict[SectionPlace, list[WrittenMatch]] = {}
    made = _of_teams(scored) if event.form is Form.TEAMS else _of_pairs(scored)
    for place, match in made:
        found.setdefault(place, []).append(match)
    return found


def _of_teams(scored: Scored) -> Iterator[tuple[SectionPlace, WrittenMatch]]:
    standings = scored.standings
    assert isinstance(standings, TeamsStandings)
    rows = {row.table.id: row for row in scored.rows}
    given: dict[tuple[int, str], Fraction] = {}
    for contestant in standings.contestants:
        given |= {(id(match), contestant): points for match, points in standings.points_on_the_boards(contestant)}
    for match in standings.matches:
        parts: dict[SectionPlace, WrittenMatch] = {}
        for index, rooms in enumerate(match.rows):
            table = next(iter(rooms.values())).table
            place = SectionPlace(table.session, table.section)
            part = parts.setdefault(place, WrittenMatch(match.teams.home, match.teams.away, table.round or table.match))
            board = part.boards.setdefault(table.board, WrittenBoard(_figures(match, index, standings.unit)))
            for room in Room:
                if room in rooms:
                    board.lines.append(("NS" if room.is_open else "EW", rows[rooms[room].table.id]))
        if parts:  # the score stands where the match ended
            home, away = (given.get((id(match), team)) for team in match.teams)
            list(parts.values())[-1].scores = (_match_figure(home), _match_figure(away))
        yield from parts.items()


def _figures(match: PlayedMatch, index: int, unit: str) -> dict[str, str]:
    """What a board gave: the IMPs of the home team, or the points of each."""
    assert match.scored is not None
    home, away = (match.scored.boards[index][team] for team in Team)
    if unit == "imps":
        return {"IMPS": _match_figure(home.value if home else None)}
    return {
        "TEAM_POINTS": _match_figure(home.value if home else None),
        "OPPOSING_TEAM_POINTS": _match_figure(away.value if away else None),
    }


def _of_pairs(scored: Scored) -> Iterator[tuple[SectionPlace, WrittenMatch]]:
    standings = scored.standings
    assert isinstance(standings, SwissPairsStandings)
    found: dict[tuple[SectionPlace, str, frozenset[str]], WrittenMatch] = {}
    given: dict[str, Mapping[tuple[str, str], str]] = {}
    for row in scored.rows:
        table = row.table
        if not is_written(row):
            continue
        ns, ew = ("".join(seats) for seats in table.seats)
        for pair in {ns, ew} - given.keys():
            points = standings.match_points(pair).items() if pair else ()
            given[pair] = {key: figure(value.value) for key, value in points}
        place = SectionPlace(table.session, table.section)
        match = found.get((place, table.round, frozenset((ns, ew))))
        if match is None:
            match = found[place, table.round, frozenset((ns, ew))] = WrittenMatch(ns, ew, table.round)
            key = (table.session, table.round)
            match.scores = (given[ns].get(key, ""), given[ew].get(key, ""))
        match.boards.setdefault(table.board, WrittenBoard({})).lines.append(("", row))
    yield from ((place, match) for (place, _, _), match in found.items())


def _match_figure(value: Fraction | None) -> str:
    return "" if value is None else figure(value)
