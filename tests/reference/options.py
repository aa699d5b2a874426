"""The settings of RULES.md that can matter for a board, a match or a VP scale."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .figures import number, percentage, whole

# Choices; the first is the default.
CHOICES: dict[str, tuple[str, ...]] = {
    "expected_results": ("scheduled", "obtained"),
    "imp_factoring": ("own", "expected"),
    "factoring": ("neuberg", "tie-with-average", "proportional", "none"),
    "artificial_top": ("expected", "own"),
    "small_groups": ("formula", "ebu", "acbl-1991"),
    "few_results": ("factored", "percentages"),
    "adjusted_field": ("frequencies", "excluded"),
    "split_field": ("two-charts", "half-weights"),
    "self_inflicted_field": ("as-awarded", "normal", "actual"),
    "rounding": (
        "exact",
        "favour-non-offending",
        "half-away-from-average",
        "half-towards-average",
    ),
    "average_imps_per": ("board", "comparison"),
    "session_score": ("session", "match", "stage", "off"),
    "session_basis": ("real-boards", "other-boards"),
    "after_limit": ("average", "not-scored"),
    "butler_trim": ("0", "1", "2", "5%", "10%", "median"),
    "butler_tie": ("away", "even"),
    "butler_weighted": ("fractional", "excluded"),
    "cross_imps_divisor": ("comparisons", "tables", "root", "sum"),
    "vp_margin": ("formula", "round-board", "round-match", "interpolate"),
    "eights": ("average", "sum", "total"),
}

# Settings of proposals, checks, ranking and events: nothing that is calculated here.
IRRELEVANT = (
    "edition",
    "field",
    "rank_on",
    "weighting",
    "benefit_factor",
    "benefit_binds",
    "poll_minimum",
    "logical_alternative_share",
    "most_outcomes",
    "standard_penalty",
    "correction_minutes",
    "appeal_minutes",
)


@dataclass(frozen=True)
class Options:
    """The settings in force, with the defaults of the regulation "exact"."""

    matchpoints_per_win: int = 2
    expected_results: str = "scheduled"
    imp_factoring: str = "own"
    factoring: str = "neuberg"
    artificial_top: str = "expected"
    small_groups: str = "formula"
    few_results: str = "factored"
    adjusted_field: str = "frequencies"
    split_field: str = "two-charts"
    self_inflicted_field: str = "as-awarded"
    rounding: str = "exact"
    unit_matchpoints: Fraction = Fraction(1, 2)
    unit_imps: Fraction = Fraction(1)
    line_rounding: Fraction | None = None
    average_plus_percent: Fraction = Fraction(60)
    average_minus_percent: Fraction = Fraction(40)
    average_plus_imps: Fraction = Fraction(3)
    average_imps_per: str = "board"
    session_score: str = "session"
    session_basis: str = "real-boards"
    sit_out: Fraction | None = None
    average_plus_limit: int = 0
    after_limit: str = "average"
    butler_trim: str = "0"
    butler_round_to: Fraction = Fraction(10)
    butler_tie: str = "away"
    butler_weighted: str = "fractional"
    cross_imps_divisor: str = "comparisons"
    imp_cap: int = 24
    vp_scale: str = "wbf-continuous"
    vp_margin: str = "formula"
    knockout_average: bool = True
    eights: str = "average"
    aggregate_points: Fraction = Fraction(4, 3)
    aggregate_unit: Fraction | None = None


def read_options(settings: dict[str, Any]) -> Options:
    """Read the settings of a case; an unknown key or choice is refused."""
    values: dict[str, Any] = {}
    for key, value in settings.items():
        if key in IRRELEVANT:
            continue
        if key in CHOICES:
            if str(value) not in CHOICES[key]:
                raise ValueError(f"{key} cannot be {value!r}")
            values[key] = str(value)
        elif key in ("matchpoints_per_win", "average_plus_limit", "imp_cap"):
            values[key] = whole(value)
        elif key in ("average_plus_percent", "average_minus_percent"):
            values[key] = percentage(value)
        elif key in ("average_plus_imps", "butler_round_to", "aggregate_points"):
            values[key] = number(value)
        elif key == "rounding_unit":
            for unit, size in value.items():
                if unit not in ("matchpoints", "imps", "vp"):
                    raise ValueError(f"no rounding unit for {unit!r}")
                if unit != "vp":  # no ruled row is in VPs here
                    values[f"unit_{unit}"] = number(size)
        elif key == "line_rounding":
            values[key] = None if value == "none" else number(value)
        elif key == "aggregate_unit":
            if value not in ("none", "1/2", "1"):
                raise ValueError(f"{key} cannot be {value!r}")
            values[key] = None if value == "none" else number(value)
        elif key == "sit_out":
            values[key] = None if value == "none" else percentage(value)
        elif key == "weighting_allowed" and isinstance(value, bool):
            continue  # a matter of what may be awarded: nothing that is calculated here
        elif key == "vp_scale":
            values[key] = str(value)
        elif key == "knockout_average" and isinstance(value, bool):
            values[key] = value
        else:
            raise ValueError(f"unknown setting: {key} = {value!r}")
    if values.get("matchpoints_per_win", 2) not in (1, 2):
        raise ValueError("matchpoints_per_win is 1 or 2")
    if not 0 <= (values.get("sit_out") or 0) <= 100:
        raise ValueError("sit_out is a percentage")
    if values.get("aggregate_points", 0) < 0:
        raise ValueError("aggregate_points cannot be negative")
    return Options(**values)


def refuse_unknown(given: dict[str, Any], known: str) -> None:
    """Refuse a key that the kind of case does not have."""
    for key in given:
        if key not in known.split():
            raise ValueError(f"unknown key: {key}")
