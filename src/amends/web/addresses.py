"""A part of an address: anything that somebody may be called stays one part, whatever signs it has."""

from __future__ import annotations

import re
from urllib.parse import quote, urlsplit

from starlette.convertors import IntegerConvertor, register_url_convertor

_APART = re.compile(r"[~/\\.%?#\x00-\x1f\x7f]")
"""Signs by which servers and browsers tell parts of an address, or that they leave out on the way."""
_WRITTEN = re.compile("~([0-9A-F]{2})")


class Number(IntegerConvertor):
    """A number in a path, such as that of a board; one with more digits is no address of ours."""

    regex = "[0-9]{1,9}"


register_url_convertor("int", Number())


def written(part: object) -> str:
    """A part as addresses have it.

    >>> written('12C1(c)'), written('A/3'), written('..'), written('Ash & Birch')
    ('12C1%28c%29', 'A~2F3', '~2E~2E', 'Ash%20%26%20Birch')
    """
    return quote(_APART.sub(lambda found: f"~{ord(found[0]):02X}", str(part)), safe="~")


def read(part: str) -> str:
    """What a part of an address, of which the server has taken the percent signs away, stands for.

    >>> read('A~2F3'), read('~2E~2E'), read('7')
    ('A/3', '..', '7')
    """
    return _WRITTEN.sub(lambda found: chr(int(found[1], 16)), part)


def within(address: str) -> str:
    """An address of this app; anything else, such as another site, is the first page.

    >>> within('/e/7/ranking'), within('//evil.example/'), within('https://evil.example'), within('')
    ('/e/7/ranking', '/', '/', '/')
    """
    ours = address.startswith("/") and not address.startswith(("//", "/\\")) and address.isprintable()
    return address if ours else "/"


def site_of(address: str) -> str | None:
    """The host and port of an address, as a browser names them; None where it has none that can be read.

    >>> site_of('http://Laptop:8765'), site_of('http://['), site_of('null')
    ('laptop:8765', None, None)
    """
    try:
        return urlsplit(address).netloc.lower() or None
    except ValueError:
        return None
