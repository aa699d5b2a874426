"""Single figures from what people and programs send: the same for a command and for an operation of the engine."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from amends import explain
from amends.awards import Artificial, Award, Mixture, NotScored, Redress, parse_award, parse_awards, parse_field
from amends.bridge import BySide, Outcome, Points, Side, Vulnerable
from amends.event import Board, ByTeam, Match, MatchBoard, Room, Row, SelfInflictedInRoom, TableResult, Team
from amends.event.limits import within_limits
from amends.event.table_result import played_field
from amends.exact import number
from amends.explain import Explained
from amends.faults import Faults, refuse
from amends.laws import law77, law78
from amends.laws.editions import clause
from amends.laws.law12 import SelfInflicted
from amends.regulations import Regulation
from amends.regulations.settings import scale_data
from amends.scoring import ScoredBoard, score_board, score_match
from amends.scoring.columns import spread
from amends.scoring.events.match import MatchScorer
from amends.scoring.methods.matchpoints import MatchpointChart
from amends.scoring.victory_points import percentage_points, victory_points


def read_mixture(text: str, expected: str, where: str = "") -> Mixture:
    """A result, or several with weights that add up; `expected` is what is said of anything else."""
    award = parse_award(text)
    if not isinstance(award, Mixture):
        raise refuse(repr(text), expected, where)
    return within_limits(award).checked()


def points_in(*awards: object) -> list[int]:
    """The scores that awards give as bare points."""
    mixtures = [award for award in awards if isinstance(award, Mixture)]
    return [outcome.ns for mixture in mixtures for _, outcome in mixture.parts if isinstance(outcome, Points)]


def refuse_impossible(scores: Iterable[int], vulnerable: Vulnerable | None, accept: bool) -> None:
    """Refuse scores that cannot occur, all at once; None: at any vulnerability."""
    wrong = [] if accept else [score for score in dict.fromkeys(scores) if not law77.is_possible(score, vulnerable)]
    if wrong:
        from amends.formats.travellers_csv.cells import impossible

        raise Faults(fault for score in wrong for fault in impossible(score, vulnerable).faults)


@dataclass(frozen=True, slots=True)
class CalculationConditions:
    """Under what a figure is calculated; `said` is the vulnerability where somebody said it."""

    vulnerable: Vulnerable
    said: Vulnerable | None
    accept_scores: bool = False


def _data(figure: Explained | None, wanted: bool) -> dict[str, object]:
    return {"explanation": figure.data()} if wanted and figure is not None else {}


# Points


def read_results(texts: Sequence[str], conditions: CalculationConditions) -> list[Mixture]:
    """Results, or weighted ones, all read before anything is said about one."""
    awards = [read_mixture(text, 'a result such as "4Sx N -1"') for text in texts]
    refuse_impossible(points_in(*awards), conditions.said, conditions.accept_scores)
    return awards


def points_data(awards: Sequence[Mixture], vulnerable: Vulnerable) -> dict[str, object]:
    """The document `points`."""

    def row(place: int, weight: Fraction, outcome: Outcome) -> dict[str, object]:
        points = law77.points(outcome, vulnerable)
        return {"award": place, "result": str(outcome), "weight": weight, "ns": points, "ew": -points}

    rows = [row(place, *part) for place, award in enumerate(awards, 1) for part in award.parts]
    return {"vulnerable": vulnerable.value, "results": rows}


# IMPs

_WEIGHTED = 'a result or several with weights, such as "60% +620; 40% -100"'


@dataclass(frozen=True, slots=True)
class ImpsOfAward:
    """An award against the other room: each pair of results with its weight, and both sides' IMPs."""

    regulation: Regulation
    rows: Sequence[tuple[int, int, Fraction]]
    ns: Explained
    ew: Explained

    def data(self, explaining: bool = False) -> dict[str, object]:
        """The document `imps`."""
        parts = [
            {"score": points, "against": theirs, "imps": law78.imps(points - theirs), "weight": weight}
            for points, theirs, weight in self.rows
        ]
        explanation = {"explanation": {"ns": self.ns.data(), "ew": self.ew.data()}} if explaining else {}
        figures = {"ns": self.ns.value, "ew": self.ew.value}
        return {"regulation": self.regulation.name, "parts": parts, **figures, **explanation}


def imps_of(
    award: str,
    against: str,
    conditions: CalculationConditions,
    rules: Regulation,
    sides: BySide[bool] | None = None,
    knockout: bool = False,
) -> ImpsOfAward:
    """IMPs of an award against the result of the other room (Laws 78B, 12C1(c), 12C4)."""
    one, other = (read_mixture(text, _WEIGHTED) for text in (award, against))
    refuse_impossible(points_in(one, other), conditions.said, conditions.accept_scores)
    teams = None if sides is None else ByTeam(sides.ns, sides.ew)
    rooms = MatchBoard(conditions.vulnerable, ByTeam.both(one), ByTeam.both(other), non_offending=teams)
    figures = score_match(Match((rooms,), knockout), rules).boards[0].map(_there)
    ours, theirs = spread(one, conditions.vulnerable), spread(other, conditions.vulnerable)
    rows = [
        (points, against_points, Fraction(share * part, ours.unit * theirs.unit))
        for points, share in ours.parts
        for against_points, part in theirs.parts
    ]
    return ImpsOfAward(rules, rows, figures.home, figures.away)


def _there(figure: Explained | None) -> Explained:
    assert figure is not None
    return figure


# Victory points


@dataclass(frozen=True, slots=True)
class VictoryPoints:
    """Victory points of margins, or of percentages, by a scale."""

    scale: str
    boards: int
    by: str
    pool: Fraction
    margins: Sequence[Fraction]
    figures: Sequence[Explained]

    def data(self, explaining: bool = False) -> dict[str, object]:
        """The document `vp`."""
        points = [
            {"margin": margin, "vp": figure.value, "opponents": self.pool - figure.value, **_data(figure, explaining)}
            for margin, figure in zip(self.margins, self.figures, strict=True)
        ]
        return {"scale": self.scale, "boards": self.boards, "by": self.by, "points": points}


def victory_points_of(margins: Sequence[str], boards: int, scale: str | None, rules: Regulation) -> VictoryPoints:
    """Victory points by a scale, or by that of the regulation."""
    name = rules.vp_scale if scale is None else scale
    by, pool = scale_data(name)["by"], scale_data(name)["pool"]
    read = [_margin(text, by) for text in margins]
    figures = []
    for margin in read:
        figure = explain.given(margin, by)
        if by == "percentage":
            figures.append(percentage_points(figure, boards, name))
        else:
            figures.append(victory_points(figure, boards, name, rules.vp_margin))
    return VictoryPoints(name, boards, by, Fraction(pool), read, figures)


def _margin(text: str, by: str) -> Fraction:
    try:
        value = number(text)
    except Faults:
        raise refuse(repr(text), f"a {by} such as {'56.23' if by == 'percentage' else '14 or -7.5'}") from None
    if "%" in text and by != "percentage":
        raise refuse(repr(text), "a margin in IMPs: this scale does not go by percentages")
    value = value * 100 if "%" in text else value
    if by == "percentage" and not 0 <= value <= 100:
        raise refuse(repr(text), "a percentage from 0 to 100")
    return value


# Matchpoints


@dataclass(frozen=True, slots=True)
class ChartOfField:
    """A field on its chart, and the row of one more table that has an award."""

    scored: ScoredBoard
    place: int | None

    def top(self, side: Side, place: int | None = None) -> Fraction:
        """The top of a direction; of an artificial score, the top it is a percentage of."""
        chart = self.scored.chart(side)
        assert isinstance(chart, MatchpointChart)
        award = None if place is None else self.scored.board.rows[place].awards[side]
        return chart.claim(award).available if isinstance(award, Artificial) else chart.top

    @property
    def scores(self) -> list[int]:
        """The N-S scores of the field, the best first."""
        found = {side.sign * points for side in Side for points in self.scored.chart(side).values}
        return sorted(found, reverse=True)

    def value(self, side: Side, points: int) -> Fraction | None:
        """What a N-S score is worth to a side."""
        chart = self.scored.chart(side)
        value = chart.values.get(side.sign * points)
        return None if value is None else Fraction(value, chart.unit)

    def times(self, side: Side, points: int) -> Fraction:
        """How often a N-S score occurs."""
        return Fraction(self.scored.chart(side).tally.frequency(side.sign * points))

    def data(self, explaining: bool = False) -> dict[str, object]:
        """The document `matchpoints`."""
        chart = [
            {
                "score": points,
                "times": {side.value.lower(): self.times(side, points) for side in Side},
                "figure": {side.value.lower(): self.value(side, points) for side in Side},
            }
            for points in self.scores
        ]
        return {
            "regulation": self.scored.regulation.name,
            "expected": self.scored.board.expected,
            "top": {side.value.lower(): self.top(side) for side in Side},
            "chart": chart,
            **self._award(explaining),
        }

    def _award(self, explaining: bool) -> dict[str, object]:
        place = self.place
        if place is None:
            return {}

        def part(side: Side) -> dict[str, object]:
            value, top = self.scored.value(place)[side], self.top(side, place)
            return {
                "award": str(self.scored.board.rows[place].awards[side]),
                "matchpoints": value,
                "top": top,
                "percent": value / top * 100 if value is not None and top else None,
                **_data(self.scored.explain(place, side) if explaining else None, explaining),
            }

        return {"award": {side.value.lower(): part(side) for side in Side}}


def read_split(both: str | None, ns: str | None, ew: str | None) -> BySide[Award] | None:
    """The award of a table, to both sides or to each its own; None where there is none."""
    if both is None and ns is None and ew is None:
        return None
    if (ns is None) != (ew is None) and both is None:
        raise refuse("the award of one side", "the award of the other side too, or one for both")
    if ns is not None and ew is not None:
        return BySide(parse_award(ns), parse_award(ew)).map(within_limits)
    awards = parse_awards(both or "")
    split = BySide(awards.ns if ns is None else parse_award(ns), awards.ew if ew is None else parse_award(ew))
    return split.map(within_limits)


def chart_of(
    field: str,
    awards: BySide[Award] | None,
    conditions: CalculationConditions,
    rules: Regulation,
    sides: BySide[bool] | None = None,
    expected: int | None = None,
) -> ChartOfField:
    """The chart of a field, and what an award gets on it (Laws 78A, 12C1)."""
    scores = parse_field(field)
    rows = played_field(scores)
    said = points_in(*awards) if awards else []
    refuse_impossible([*scores, *said], conditions.said, conditions.accept_scores)
    if awards is not None:
        rows.append(Row(TableResult("award", NotScored()), awards, "award", sides))
    scored = score_board(Board.of(rows, conditions.vulnerable, expected=expected), "matchpoints", rules)
    _ = scored.columns  # refuses what cannot be scored before anything is printed
    return ChartOfField(scored, len(rows) - 1 if awards is not None else None)


# Redress

_EXPECTED = "a result, or several with weights"
REDRESS_RESULTS = ("actual", "normal", "expected")


@dataclass(frozen=True, slots=True)
class RedressOfBoard:
    """Both sides' figures, and 12C1(e) as it was judged."""

    unit: str
    results: Sequence[Mixture]
    innocent: Side
    figures: BySide[Explained]
    judged: SelfInflicted
    clause: str

    @property
    def compared(self) -> tuple[Explained, Explained, Explained]:
        """The three results as the non-offending side scores them."""
        return self.judged.actual, self.judged.normal, self.judged.expected

    def data(self, explaining: bool = False) -> dict[str, object]:
        """The document `redress`."""
        results = {
            name: {"result": str(result), "value": figure.value}
            for name, result, figure in zip(REDRESS_RESULTS, self.results, self.compared, strict=True)
        }
        figures = {side.value.lower(): self.figures[side] for side in Side}
        explanation = {side: figure.data() for side, figure in figures.items()}
        return {
            "unit": self.unit.lower(),
            "case": self.judged.damage.value,
            "clause": self.clause,
            "non_offending": self.innocent.value,
            "results": results,
            **{side: figure.value for side, figure in figures.items()},
            **({"explanation": explanation} if explaining else {}),
        }


def redress_of(
    results: Sequence[str],
    innocent: Side,
    conditions: CalculationConditions,
    rules: Regulation,
    *,
    field: str | None = None,
    against: str | None = None,
    knockout: bool = False,
) -> RedressOfBoard:
    """Redress by 12C1(e): at matchpoints in a field, at teams against the other room."""
    read = [read_mixture(text, _EXPECTED, name) for text, name in zip(results, REDRESS_RESULTS, strict=True)]
    scores = points_in(*read) + (list(parse_field(field)) if field is not None else [])
    refuse_impossible(scores, conditions.said, conditions.accept_scores)
    number = clause("12C1(e)", rules.edition)
    if field is not None:
        award = Redress(innocent, *read)
        ruled = Row(TableResult("ruled", read[0]), BySide(award, award), "ruling")
        board = score_board(
            Board.of([ruled, *played_field(parse_field(field))], conditions.vulnerable), "matchpoints", rules
        )
        judged = board.self_inflicted(0)
        assert judged is not None
        figures = BySide.of(lambda side: _there(board.explain(0, side)))
        return RedressOfBoard("matchpoints", read, innocent, figures, judged, number)
    other = read_mixture(against or "", _EXPECTED, "against")
    team = Team.HOME if innocent is Side.NS else Team.AWAY
    ruling = SelfInflictedInRoom(Room.OPEN, team, read[1], read[2])
    rooms = MatchBoard(conditions.vulnerable, ByTeam.both(read[0]), ByTeam.both(other), self_inflicted=(ruling,))
    match = Match((rooms,), knockout)
    both = score_match(match, rules).boards[0].map(_there)
    damage = MatchScorer(match, rules).damage(rooms, ruling)
    return RedressOfBoard("IMPs", read, innocent, BySide(both.home, both.away), damage, number)
