"""How pages are made: templates in the language of the reader."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from amends.desk.accounts.roles import Right
from amends.web import assets, texts
from amends.web.board_filters import BOARD_FILTERS
from amends.web.filters import FILTERS, band

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
    made.filters.update({**FILTERS, **BOARD_FILTERS})
    made.globals.update(asset=assets.address, band=band, Right=Right, version=assets.VERSION)
    return made
