"""A pseudo-language made of the list of texts: each word is accented and about 30 % longer, placeholders stay."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations

from amends.web import rendering

LANGUAGE = "eo"
ACCENTED = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "áƀćđéƒǵĥíĵķĺɱńóƥɋŕśťúṽŵẋýźÁƁĆĐÉƑǴĤÍĴĶĹṀŃÓƤɊŔŚŤÚṼŴẊÝŹ"
)
KEPT = re.compile(r"%%|%\(\w+\)\w|\{\w*\}|<[^>]*>|&#?\w+;")
WORD = re.compile(r"[^\W\d_]+")


def pseudo(text: str) -> str:
    """A text in the pseudo-language.

    >>> pseudo("Board %(board)s <b>done</b>")
    'Ɓóóóáŕđ %(board)s <b>đóóńé</b>'
    """
    pieces, end = [], 0
    for kept in KEPT.finditer(text):
        pieces += [WORD.sub(_longer, text[end : kept.start()]), kept[0]]
        end = kept.end()
    return "".join([*pieces, WORD.sub(_longer, text[end:])])


def _longer(word: re.Match[str]) -> str:
    letters = word[0].translate(ACCENTED)
    more = round(len(letters) * 3 / 10)
    return letters[:2] + letters[1:2] * more + letters[2:]


def pseudo_catalogue() -> Translations:
    """The catalogue of the pseudo-language, in memory."""
    with (rendering.CATALOGUES / "amends.pot").open("rb") as file:
        catalogue = read_po(file, locale=LANGUAGE)
    for message in catalogue:
        if message.id:
            several = isinstance(message.id, tuple)
            message.string = tuple(map(pseudo, message.id)) if several else pseudo(str(message.id))
    made = io.BytesIO()
    write_mo(made, catalogue)
    made.seek(0)
    return Translations(made)


@contextmanager
def pseudo_language() -> Iterator[None]:
    """Meanwhile there is one more language, for browsers that prefer Esperanto."""
    texts, english = pseudo_catalogue(), NullTranslations()

    def catalogue(language: str) -> NullTranslations:
        return texts if language == LANGUAGE else english

    with (
        patch.object(rendering, "catalogue", catalogue),
        patch.object(rendering, "languages", lambda: (rendering.ENGLISH, LANGUAGE)),
    ):
        yield
