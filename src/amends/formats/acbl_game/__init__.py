"""Game files of ACBLscore (.AC0 … .ACM): pairs at matchpoints; read only (docs/formats/acbl-game.md)."""

from __future__ import annotations

from amends.faults import Fault, Faults
from amends.formats.common.format import Format, Progress, check_winners, from_path
from amends.journal.chain import Document

MAGIC = b"\x12\x0a\x03AC3"
"""How every game file begins: the length of its master table, and the text "AC3"."""


def recognises(head: bytes) -> bool:
    """Whether a file begins as a game file."""
    return head.startswith(MAGIC)


def loads(
    data: str | bytes, name: str = "game file", *, winners: int | None = None, progress: Progress = None
) -> Document:
    """The document of a file's bytes; its faults at once, each with its byte."""
    from amends.formats.acbl_game.reader import GameReader

    check_winners(winners)
    if isinstance(data, str) or not recognises(data):
        found = "a text" if isinstance(data, str) else f"the bytes {data[:6].hex(' ') or '(none)'}"
        raise Faults([Fault(found, f"a game file of ACBLscore ({MAGIC.hex(' ')})", "byte 0", file=name)])
    return GameReader(data, name, progress).document(winners)


load = from_path(loads)

FORMAT = Format(
    "acbl-game",
    "Game file of ACBLscore",
    tuple(f".ac{sign}" for sign in "0123456789aelm"),
    recognises,
    loads,
)
