"""Addresses as codes that a phone's camera reads."""

from __future__ import annotations

import io

import segno
from markupsafe import Markup


def qr_code(address: str) -> str:
    """An address as a code that a phone's camera reads, for a terminal."""
    drawn = io.StringIO()
    segno.make(address, error="l", micro=False).terminal(drawn, border=2, compact=True)
    return drawn.getvalue()


def qr_picture(address: str) -> Markup:
    """The same as a picture for a page; it is white behind, also where the page is dark."""
    return Markup(segno.make(address, error="m", micro=False).svg_inline(border=4, light="#fff", omitsize=True))
