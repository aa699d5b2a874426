"""Sentences that the web app makes in Python: English in the code, the reader's language on the page.

`make texts` gathers what stands in `_("...")`, in templates and in Python. Sentences of the desk and below are English.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Self


class _Message(NamedTuple):
    """A sentence of the catalogue with the values of its placeholders."""

    words: str
    values: dict[str, object]


class Text(str):
    """A text that is English to the code, and is translated where a page shows it."""

    pieces: tuple[_Message | str, ...]

    @classmethod
    def of(cls, pieces: tuple[_Message | str, ...]) -> Self:
        """The text of messages and plain words, one after the other."""
        made = cls("".join(_shown(piece, str) for piece in pieces))
        made.pieces = pieces
        return made

    def __add__(self, more: str) -> Text:
        return Text.of((*self.pieces, *_pieces(more)))

    def __radd__(self, before: str) -> Text:
        return Text.of((*_pieces(before), *self.pieces))


def text(message: str, **values: object) -> Text:
    """A sentence of the catalogue; its placeholders are as in templates.

    >>> text("There is no board %(board)s.", board=99) + " " + text("Load the page again.")
    'There is no board 99. Load the page again.'
    """
    return Text.of((_Message(message, values),))


def translated(value: Any, translate: Callable[[str], str]) -> Any:
    """What a page shows: a text in the language of `translate`, anything else as it is."""
    return "".join(_shown(piece, translate) for piece in value.pieces) if isinstance(value, Text) else value


def _pieces(words: str) -> tuple[_Message | str, ...]:
    return words.pieces if isinstance(words, Text) else (str(words),)


def _shown(piece: _Message | str, translate: Callable[[str], str]) -> str:
    if isinstance(piece, str):
        return piece
    values = {name: translated(value, translate) for name, value in piece.values.items()}
    return translate(piece.words) % values
