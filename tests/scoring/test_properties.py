"""What must hold on every board, whatever was awarded at its tables."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from amends import Board, BySide, Row, Side, TableResult, Vulnerable, load_regulation, parse_award, score_board
from amends.awards import Award

POINTS = st.sampled_from((-500, -420, -100, -50, 0, 90, 110, 140, 170, 400, 420, 620, 1430))
METHODS = st.sampled_from(("matchpoints", "butler", "cross-imps"))


@st.composite
def weighted(draw: st.DrawFn) -> str:
    points = draw(st.lists(POINTS, min_size=1, max_size=4))
    parts = draw(st.lists(st.integers(1, 5), min_size=len(points), max_size=len(points)))
    return "; ".join(f"{part}/{sum(parts)} {score:+d}" for part, score in zip(parts, points, strict=True))


ROWS = st.lists(weighted(), min_size=1, max_size=10)


def board(awards: list[str], expected: int | None = None) -> Board:
    rows = [Row.played(str(place), award) for place, award in enumerate(awards)]
    return Board.of(rows, Vulnerable.NONE, expected=expected)


def figures(awards: list[str], method: str = "matchpoints", **changes: object) -> list[tuple[Fraction, Fraction]]:
    scored = score_board(board(awards), method, load_regulation("exact").having(**changes))
    values = [scored.value(place) for place in range(len(awards))]
    return [(value.ns, value.ew) for value in values if value.ns is not None and value.ew is not None]


@given(ROWS)
def test_a_field_of_n_totals_n_times_n_minus_one_in_each_direction(awards: list[str]) -> None:
    total = len(awards) * (len(awards) - 1)
    assert sum(ns for ns, _ in figures(awards)) == total
    assert sum(ew for _, ew in figures(awards)) == total


@given(ROWS, st.integers(0, 4))
def test_a_factored_field_totals_a_times_e_minus_one(awards: list[str], missing: int) -> None:
    expected = len(awards) + missing
    scored = score_board(board(awards, expected))
    values = [scored.value(place).ns for place in range(len(awards))]
    assert sum(value for value in values if value is not None) == len(awards) * (expected - 1)


@given(ROWS)
def test_every_figure_is_between_nothing_and_a_top(awards: list[str]) -> None:
    for ns, ew in figures(awards):
        assert 0 <= ns <= 2 * (len(awards) - 1)
        assert ns + ew == 2 * (len(awards) - 1)


@given(ROWS)
def test_cross_imps_sum_to_zero(awards: list[str]) -> None:
    assert sum(ns for ns, _ in figures(awards, "cross-imps")) == 0


@given(ROWS, METHODS)
def test_weight_one_is_a_plain_result(awards: list[str], method: str) -> None:
    plain = [*awards, "+420"]
    assert figures(plain, method) == figures([*awards, "100% +420"], method)


@given(ROWS, METHODS, st.integers(1, 9))
def test_splitting_a_weight_in_two_changes_nothing(awards: list[str], method: str, part: int) -> None:
    whole = [*awards, "60% +420; 40% -50"]
    divided = [*awards, f"{part * 3}/50 +420; {(10 - part) * 3}/50 +420; 40% -50"]
    assert figures(whole, method) == figures(divided, method)


@given(ROWS, METHODS, st.randoms(use_true_random=False))
def test_the_order_of_tables_does_not_matter(awards: list[str], method: str, random: object) -> None:
    order = list(range(len(awards)))
    random.shuffle(order)  # type: ignore[attr-defined]
    straight, shuffled = figures(awards, method), figures([awards[place] for place in order], method)
    assert [straight[place] for place in order] == shuffled


@given(ROWS, METHODS)
def test_north_south_and_east_west_mirror_each_other(awards: list[str], method: str) -> None:
    mirrored = [award.replace("+", "~").replace(" -", " +").replace("~", "-") for award in awards]
    assert [(ew, ns) for ns, ew in figures(awards, method)] == figures(mirrored, method)


@given(ROWS)
def test_a_scale_of_one_is_half_of_the_scale_of_two(awards: list[str]) -> None:
    halved = figures(awards, matchpoints_per_win=1)
    assert [(2 * ns, 2 * ew) for ns, ew in halved] == figures(awards)


@given(ROWS, weighted(), weighted())
def test_a_tables_own_matchpoints_depend_on_the_other_tables_alone(awards: list[str], one: str, other: str) -> None:
    """The value of an award is the mean of what its results would get as plain scores."""
    ruled = figures([*awards, one])[-1][0]
    parts = [part.strip().split(" ") for part in one.split(";")]
    plain = sum(Fraction(weight) * figures([*awards, score])[-1][0] for weight, score in parts)
    assert ruled == plain


@given(ROWS, weighted(), weighted())
def test_each_direction_of_a_split_score_is_the_field_of_its_own_awards(awards: list[str], ns: str, ew: str) -> None:
    rows = [Row.played(str(place), award) for place, award in enumerate(awards)]
    given_awards: BySide[Award] = BySide(parse_award(ns), parse_award(ew))
    split = Row(TableResult("split", parse_award("pass")), given_awards)
    scored = score_board(Board.of([*rows, split], Vulnerable.NONE))
    assert [scored.value(place).ns for place in range(len(rows) + 1)] == [value for value, _ in figures([*awards, ns])]
    assert [scored.value(place).ew for place in range(len(rows) + 1)] == [value for _, value in figures([*awards, ew])]


@given(ROWS, st.sampled_from(("A+", "A", "A-", "55%")))
def test_an_artificial_score_is_a_percentage_of_the_full_top_and_in_nobodys_frequencies(
    awards: list[str], grade: str
) -> None:
    scored = score_board(board([*awards, grade]))
    share = {"A+": Fraction(3, 5), "A": Fraction(1, 2), "A-": Fraction(2, 5), "55%": Fraction(11, 20)}[grade]
    assert scored.value(len(awards)) == BySide.both(share * 2 * len(awards))
    assert scored.chart(Side.NS).tally.actual == len(awards)
