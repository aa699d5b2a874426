"""TOML files, read with faults that say file and line instead of a traceback."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from amends.faults import Fault, Faults, unreadable

_PLACE = re.compile(r" ?\(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)")


def read_toml(path: Path, shown: str | None = None) -> dict[str, Any]:
    """The tables of a TOML file."""
    name = shown or str(path)
    return parse_toml(read_text(path, name), name)


def read_text(path: Path, shown: str | None = None) -> str:
    """The text of a file in UTF-8."""
    name = shown or str(path)
    try:
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as trouble:
        line = trouble.object[: trouble.start].count(b"\n") + 1
        fault = Fault(f"the byte 0x{trouble.object[trouble.start]:02X}", "text in UTF-8", file=name, line=line)
        raise Faults([fault]) from None
    except (OSError, ValueError) as trouble:  # ValueError: a zero byte in the name
        raise Faults([unreadable(name, trouble)]) from None


def parse_toml(text: str, name: str) -> dict[str, Any]:
    """The tables of a TOML text; `name` is what faults call it."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as trouble:
        place = _PLACE.search(str(trouble))
        line = int(place["line"]) if place and place["line"] else text.count("\n") + 1
        column = int(place["column"]) if place and place["column"] else None
        message = _PLACE.sub("", str(trouble))
        fault = Fault(f"a syntax error ({message})", "valid TOML", file=name, line=line, column=column)
        raise Faults([fault]) from None
    except (RecursionError, ValueError) as trouble:  # nested too deeply, a number with thousands of digits
        raise Faults([Fault(f"something too long or too deep ({trouble})", "valid TOML", file=name)]) from None
