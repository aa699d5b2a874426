"""Text for terminals: signs that the encoding of a terminal cannot hold are written in plain letters."""

from __future__ import annotations

import codecs
import io
import sys

PLAIN = {
    "♠": "S", "♥": "H", "♦": "D", "♣": "C", "−": "-", "–": "-", "×": "x", "…": "...", "·": "*", "√": "root ",
    "½": " 1/2", "⅓": " 1/3", "⅔": " 2/3", "¼": " 1/4", "¾": " 3/4", "⅕": " 1/5", "⅖": " 2/5", "⅗": " 3/5", "⅘": " 4/5",
    "⅙": " 1/6", "⅚": " 5/6", "⅛": " 1/8", "⅜": " 3/8", "⅝": " 5/8", "⅞": " 7/8", "▲": "^", "▼": "v", "⚖": "*",
    "├": "|", "└": "`", "│": "|", "─": "-",
}  # fmt: skip
NAME = "amends-plain"


def _plainly(error: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(PLAIN.get(character, "?") for character in error.object[error.start : error.end]), error.end


codecs.register_error(NAME, _plainly)


def install() -> None:
    """Standard output and error say plainly what their encoding cannot hold."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=NAME)


def as_printed(text: str) -> str:
    """The text as standard output will show it: for columns that are aligned before they are printed."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    if text.isascii() or encoding.lower().replace("-", "") == "utf8":
        return text
    return text.encode(encoding, NAME).decode(encoding)
