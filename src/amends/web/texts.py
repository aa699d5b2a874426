"""Catalogues of texts: every sentence of a page is looked up, whole, in the language of the reader.

The sentences in the templates are the English ones; a catalogue `locale/fr/LC_MESSAGES/amends.po` holds others.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from babel import negotiate_locale
from babel.support import NullTranslations, Translations

PLACE = Path(__file__).parent / "locale"
DOMAIN = "amends"
ENGLISH = "en"


def languages() -> tuple[str, ...]:
    """The languages there are catalogues for; English needs none."""
    found = (path.parent.parent.name for path in PLACE.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
    return (ENGLISH, *sorted(found))


@lru_cache
def catalogue(language: str) -> NullTranslations:
    """The catalogue of a language; English where there is none."""
    return NullTranslations() if language == ENGLISH else Translations.load(PLACE, [language], DOMAIN)


def language_of(accepted: str) -> str:
    """The language of those there are that a browser would rather have (its Accept-Language)."""
    wanted = [piece.partition(";")[0].strip().replace("-", "_") for piece in accepted[:200].split(",")]
    return negotiate_locale([each for each in wanted if each], languages()) or ENGLISH
