"""Addresses of the app: their parts as no server or browser misreads them, and which addresses are our own."""

from __future__ import annotations

import re
from urllib.parse import quote, urlsplit

from starlette.convertors import IntegerConvertor, register_url_convertor

_APART = re.compile(r"[~/\\.%?#\x00-\x1f\x7f]")
"""Signs by which servers and browsers tell parts of an address, or that they leave out on the way."""
_WRITTEN = re.compile("~([0-9A-F]{2})")


class PathNumber(IntegerConvertor):
    """A number in a path, such as that of a board; one with more digits is no address of ours."""

    regex = "[0-9]{1,9}"


register_url_convertor("int", PathNumber())


def path_part(part: object) -> str:
    """A part as addresses have it.

    >>> path_part('12C1(c)'), path_part('A/3'), path_part('..'), path_part('Ash & Birch')
    ('12C1%28c%29', 'A~2F3', '~2E~2E', 'Ash%20%26%20Birch')
    """
    return quote(_APART.sub(lambda found: f"~{ord(found[0]):02X}", str(part)), safe="~")


def path_value(part: str) -> str:
    """What a part of an address, of which the server has taken the percent signs away, stands for.

    >>> path_value('A~2F3'), path_value('~2E~2E'), path_value('7')
    ('A/3', '..', '7')
    """
    return _WRITTEN.sub(lambda found: chr(int(found[1], 16)), part)


def own_address(address: str) -> str:
    """An address of this app; anything else, such as another site, is the first page.

    >>> [own_address(each) for each in ('/e/7/ranking', '//evil.example/', 'https://evil.example', '')]
    ['/e/7/ranking', '/', '/', '/']
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
