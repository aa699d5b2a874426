"""Pages from templates in the reader's language, and the static files they load.

The sentences in the templates are English; a catalogue `locale/fr/LC_MESSAGES/amends.po` holds translations.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from babel import negotiate_locale
from babel.support import NullTranslations, Translations
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from amends.accounts.accounts import Right
from amends.contract.documents.base import ContractDocument, StoredAt
from amends.desk import OpenEvent
from amends.desk.desk import for_visitors
from amends.faults import Fault
from amends.regulations.club import club_logo
from amends.version import __version__
from amends.web.filters import FILTERS
from amends.web.forms.texts import translated
from amends.web.hosting.lanes import give_way
from amends.web.hosting.repeated_lines import LOGGERS
from amends.web.ruling_filters import RULING_FILTERS

# Static files


STATIC = Path(__file__).parent / "static"
ASSETS = Path(__file__).parent / "assets"
VERSION = __version__

_FOREVER = "public, max-age=31536000, immutable"


@cache
def asset_url(name: str) -> str:
    """URL of a static file, with a content hash so that browsers can cache it forever."""
    place = STATIC / name if (STATIC / name).is_file() else ASSETS / name
    return f"/files/{sha256(place.read_bytes()).hexdigest()[:12]}/{name}"


class AssetFiles(StaticFiles):
    """Static files under URLs with a content hash, which only makes the URL change with the file."""

    def __init__(self) -> None:
        super().__init__(directory=STATIC)
        self.all_directories = [STATIC, ASSETS]

    def get_path(self, scope: Scope) -> str:
        """The path behind the digest."""
        return super().get_path(scope).partition(os.sep)[2]

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, cacheable forever."""
        answer = await super().get_response(path, scope)
        if answer.status_code == 200:
            answer.headers["Cache-Control"] = _FOREVER
        return answer


# Catalogues of texts


CATALOGUES = Path(__file__).parent / "locale"
DOMAIN = "amends"
ENGLISH = "en"


def languages() -> tuple[str, ...]:
    """The languages there are catalogues for; English needs none."""
    found = (path.parent.parent.name for path in CATALOGUES.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
    return (ENGLISH, *sorted(found))


@lru_cache
def catalogue(language: str) -> NullTranslations:
    """The catalogue of a language; English where there is none."""
    return NullTranslations() if language == ENGLISH else Translations.load(CATALOGUES, [language], DOMAIN)


def language_of(accepted: str) -> str:
    """The language of those there are that a browser would rather have (its Accept-Language)."""
    wanted = [piece.partition(";")[0].strip().replace("-", "_") for piece in accepted[:200].split(",")]
    return negotiate_locale([each for each in wanted if each], languages()) or ENGLISH


TEMPLATES = sorted(Path(__file__).parent.glob("**/templates"))
"""Folders of templates: the common ones, and those beside the screens; names are unique in all of them."""


class Renderer:
    """Makes pages of templates."""

    def render(self, template: str, language: str, context: Mapping[str, Any]) -> str:
        """The text of a page in a language."""
        return environment(language).get_template(template).render(context)


def environment(language: str) -> Environment:
    """The templates with the texts of a language."""
    return _environment(catalogue(language))


@cache
def _environment(texts: NullTranslations) -> Environment:
    """Made once for a catalogue: compiling a template takes longer than many pages of it."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
        finalize=lambda value: _final(value, texts),
    )
    made.install_gettext_translations(texts, newstyle=True)  # type: ignore[attr-defined]
    made.filters.update(FILTERS | RULING_FILTERS)
    made.globals.update(asset=asset_url, club_logo=club_logo, Right=Right, version=VERSION)
    return made


def _final(value: Any, texts: NullTranslations) -> Any:
    """A value as a page shows it. Pages consist of them, so this is where one that is made for readers gives way."""
    give_way()
    return translated(value, texts.gettext)


# JSON

JSON = "application/json"


def stored_at(opened: OpenEvent) -> StoredAt:
    """The event, and how far it is."""
    publications = opened.history.publications
    final = bool(publications and publications[-1].final)
    return StoredAt(
        event=opened.kept.name,
        date=opened.kept.date,
        entry=opened.seen,
        state="final" if final else "provisional" if publications else "not published",
    )


def json_response(document: ContractDocument) -> Response:
    """A document of the contract."""
    made = json.dumps(document.model_dump(mode="json"), ensure_ascii=True, indent=1)
    return Response(f"{made}\n", media_type=JSON)


def visible(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """Faults as visitors may read them; what is wrong with the store stands in the log."""
    shown = []
    for fault in faults:
        shown.append(for_visitors(fault))
        if shown[-1] is not fault:
            logging.getLogger(LOGGERS[0]).warning("%s", fault)
    return tuple(shown)
