"""How pages are made: templates, and the filters by which they show suits, results, figures and times."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from amends import exact
from amends.bridge.tricks import in_notation
from amends.desk import clock
from amends.desk.rights import Right
from amends.reports import html
from amends.reports.figures import percent, precise
from amends.web import assets, texts

if TYPE_CHECKING:
    from amends.web.page import Page

TEMPLATES = Path(__file__).parent / "templates"


class Renderer:
    """Makes pages of templates."""

    def __init__(self) -> None:
        self._environments: dict[str, Environment] = {}

    def render(self, template: str, page: Page, context: Mapping[str, Any]) -> str:
        """A page for who asks for it."""
        language = page.visitor.language
        if language not in self._environments:
            self._environments[language] = environment(language)
        visitor = page.visitor
        around = {"page": page, "visitor": visitor, "look": visitor.look, "may": visitor.may, "language": language}
        return self._environments[language].get_template(template).render(around | dict(context))


def environment(language: str) -> Environment:
    """The templates with the texts of a language."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    made.install_gettext_translations(texts.catalogue(language), newstyle=True)  # type: ignore[attr-defined]
    made.filters.update(FILTERS)
    made.globals.update(asset=assets.address, Right=Right, version=assets.VERSION)
    return made


@pass_context
def bridge(context: Context, words: str) -> Markup:
    """Words with results in the reader's notation of tricks, and suits in their colours."""
    said = in_notation(str(words), context["look"].notation)
    return Markup(html.suits(said))


def marked(made: str) -> Markup:
    """A piece of a page that a report or a picture has made."""
    if not isinstance(made, html.Markup):
        raise TypeError("a text that no report has made into a piece of a page")
    return Markup(html.coloured(made))


@pass_context
def figure(context: Context, value: Fraction | None, sign: bool = False) -> Markup:
    """A figure as the reader wants it, 12⅓ or 12.33; the exact one is in its title."""
    return _titled(in_figures(value, context["look"].figures, sign), value)


def in_figures(value: Fraction | None, figures: str, sign: bool = False) -> str:
    """A figure as fraction or with two decimals.

    >>> in_figures(Fraction(37, 3), 'fractions'), in_figures(Fraction(-37, 3), 'decimals'), in_figures(Fraction(3), 'decimals')
    ('12⅓', '−12.33', '3')
    """
    if value is None:
        return "–"
    plain = figures == "fractions" or value.denominator == 1
    shown = exact.mixed(value) if plain else exact.decimal(value).replace("-", "−")
    return f"+{shown}" if sign and value > 0 else shown


def hundredths(value: Fraction | None) -> Markup:
    """A percentage to two places; the exact one is in its title."""
    return _titled(percent(value), value)


def _titled(shown: str, value: Fraction | None) -> Markup:
    precisely = precise(value)
    if precisely is None or precisely == shown:
        return Markup("{}").format(shown)
    return Markup('<span title="{}">{}</span>').format(precisely, shown)


def when(at: datetime, beside: datetime | None = None) -> Markup:
    """A time as the clock on the wall shows it, with the day unless it is that of the time beside it."""
    return Markup('<time datetime="{}">{}</time>').format(at.isoformat(), clock.shown(at, beside))


def hour(at: datetime) -> Markup:
    """The hour and minute of a time."""
    return Markup('<time datetime="{}">{}</time>').format(at.isoformat(), f"{clock.local(at):%H:%M}")


FILTERS: dict[str, Callable[..., Any]] = {
    "bridge": bridge,
    "figure": figure,
    "percent": hundredths,
    "marked": marked,
    "when": when,
    "hour": hour,
}
