"""Figures of documents: the exact fraction, and the text that a page prints."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationInfo

from amends import exact
from amends.event import Event
from amends.wording import figures

EXACT = r"^-?[0-9]+(/[1-9][0-9]*)?$"
"""How the exact value is written: a whole number, or a fraction in lowest terms."""


class Part(BaseModel):
    """A part of a document: its keys are known, its values do not change."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        json_schema_serialization_defaults_required=True,
        json_schema_extra=lambda schema: schema.pop("additionalProperties", None),  # a reader meets keys added later
    )


class Figure(Part):
    """A figure: `exact` is the value, `shown` is what a page prints.

    >>> Figure.of(Fraction(595, 9), '66.11').model_dump()
    {'exact': '595/9', 'shown': '66.11'}
    """

    exact: Annotated[str, Field(pattern=EXACT)]
    shown: str

    @classmethod
    def of(cls, value: Fraction, shown: str) -> Figure:
        """The figure of a value."""
        return cls(exact=str(value), shown=shown)


def _shown(show: Callable[[Fraction, Event | None], str]) -> BeforeValidator:
    """Makes a figure of a fraction, a whole number, or the exact text of one."""

    zeros: dict[object, Figure] = {}  # half the figures of a ranking: no penalty, nothing carried over

    def read(value: Any, info: ValidationInfo) -> Any:
        event: Event | None = (info.context or {}).get("event")
        if value == "0":
            unit = None if event is None else (event.form, event.scoring, event.knockout)
            if unit not in zeros:
                zeros[unit] = Figure.of(Fraction(0), show(Fraction(0), event))
            return zeros[unit]
        if isinstance(value, str | int) and not isinstance(value, bool):
            value = exact.number(value)
        return Figure.of(value, show(value, event)) if isinstance(value, Fraction) else value

    return BeforeValidator(read)


def _of_a_side(value: Fraction, event: Event | None) -> str:
    plain = event is None or event.scoring in ("matchpoints", "bam", "patton")
    return figures.figure_text(value) if plain else figures.signed(value)


def _total(value: Fraction, event: Event | None) -> str:
    return figures.figure_text(value) if event is None else figures.total(event, value)


PlainFigure = Annotated[Figure, _shown(lambda value, _: figures.figure_text(value))]
"""As a traveller prints it: 12⅓, or with two decimals."""

PercentFigure = Annotated[Figure, _shown(lambda value, _: figures.percent(value))]
"""A percentage, or victory points: always with two decimals."""

SignedFigure = Annotated[Figure, _shown(lambda value, _: figures.signed(value))]
"""IMPs with their sign."""

MixedFigure = Annotated[Figure, _shown(lambda value, _: exact.mixed(value))]
"""As a single figure is explained: never rounded."""

WeightFigure = Annotated[Figure, _shown(lambda value, _: exact.percentage(value))]
"""A weight or a share: 60%, 1/3."""

SideFigure = Annotated[Figure, _shown(_of_a_side)]
"""What a side has on a board: with its sign where the event is not scored in matchpoints."""

TotalFigure = Annotated[Figure, _shown(_total)]
"""A total as the ranking of the event prints it."""
