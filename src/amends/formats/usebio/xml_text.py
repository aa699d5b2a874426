"""Writing XML: one element a line and no blanks before it, since some programs that check files stumble over them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SIGNS = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"}
_IN_ATTRIBUTES = {**_SIGNS, '"': "&quot;", "\n": "&#10;", "\t": "&#9;"}
_TEXT, _ATTRIBUTE = str.maketrans(_SIGNS), str.maketrans(_IN_ATTRIBUTES)


class Xml:
    """Elements as they are written."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)

    @contextmanager
    def within(self, tag: str, **attributes: str) -> Iterator[None]:
        """An element around what is written meanwhile."""
        given = "".join(f' {name}="{_clean(value).translate(_ATTRIBUTE)}"' for name, value in attributes.items())
        self.lines.append(f"<{tag}{given}>")
        yield
        self.lines.append(f"</{tag}>")

    def text(self, tag: str, text: object, *, needed: bool = False) -> None:
        """An element with a text; nothing where the text is empty, unless the element is needed."""
        shown = str(text)
        if shown or needed:
            self.lines.append(f"<{tag}>{_clean(shown).translate(_TEXT)}</{tag}>")

    def texts(self, **texts: object) -> None:
        """Several of them."""
        for tag, text in texts.items():
            self.text(tag, text)

    def __str__(self) -> str:
        return "\n".join(self.lines) + "\n"


def _clean(text: str) -> str:
    """The text without the signs that XML cannot hold."""
    return _NO_XML.sub("\ufffd", text)
