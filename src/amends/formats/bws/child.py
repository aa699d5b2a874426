"""The child process that takes an Access file apart: bytes on its standard input, tables as JSON on its output.

A damaged file of this kind can make its reader loop or ask for all memory there is. Whatever happens happens here,
under limits of time and memory, and the process that asked says so in words (`access`).
"""

from __future__ import annotations

import json
import logging
import sys

from amends.formats.bws.pages import DamagedError, Pages, Table, Value

WANTED = (
    *("ReceivedData", "IntermediateData", "RoundData", "Section", "Session", "PlayerNumbers", "PlayerNames"),
    *("HandRecord", "BiddingData", "PlayData"),
)
"""The tables that are read."""

CATALOGUE = 2
"""The page with the definition of the table of tables."""

MEMORY = 1024 * 1024 * 1024
OUTPUT = 128 * 1024 * 1024


def limit(seconds: int) -> None:
    """Set the limits, as far as the system has them."""
    try:
        import resource
    except ImportError:  # Windows: the parent's clock alone
        return
    limits = (
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, OUTPUT),
        (resource.RLIMIT_CORE, 0),
    )
    for kind, most in limits:
        hard = resource.getrlimit(kind)[1]
        allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
        try:
            resource.setrlimit(kind, (allowed, allowed))
        except (OSError, ValueError):  # not every system has every limit
            continue


def catalogue(pages: Pages) -> dict[str, int]:
    """The pages of the tables' definitions by their names in small letters."""
    found = {}
    for row in Table(pages, CATALOGUE).rows():
        name, id = row.get("Name"), row.get("Id")
        if isinstance(name, str) and isinstance(id, int) and row.get("Type") == 1:
            found[name.lower()] = id & 0xFFFFFF
    return found


def read(data: bytes) -> dict[str, object]:
    """The version, the tables that are wanted, and which of them have another number of rows than they say."""
    pages = Pages(data)
    known = catalogue(pages)
    if "receiveddata" not in known:
        names = ", ".join(sorted(name for name in known if not name.startswith("msys"))[:12]) or "no tables"
        return {"found": f"an Access file with {names}", "expected": "one with Bridgemate's table ReceivedData"}
    tables: dict[str, list[dict[str, Value]]] = {}
    miscounted: dict[str, int] = {}
    for name in WANTED:
        if name.lower() in known:
            table = Table(pages, known[name.lower()])
            tables[name] = list(table.rows())
            if table.said != len(tables[name]):
                miscounted[name] = table.said
    return {"version": pages.version, "tables": tables, "miscounted": miscounted}


def main() -> None:
    """Read, and answer; what goes wrong is part of the answer."""
    limit(int(sys.argv[1]))
    logging.disable()
    try:
        answer = json.dumps(read(sys.stdin.buffer.read()))
    except DamagedError as trouble:
        answer = json.dumps({"damaged": str(trouble)})
    except MemoryError:
        answer = '{"damaged": "it asks for more memory than there is"}'
    except Exception as trouble:  # whatever the pages brought about: the file is no good
        answer = json.dumps({"damaged": type(trouble).__name__})
    sys.stdout.buffer.write(answer.encode())


if __name__ == "__main__":
    main()
