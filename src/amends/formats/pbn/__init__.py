"""PBN, Portable Bridge Notation 2.1: boards with their ScoreTables, tables with auction and play, deals."""

from __future__ import annotations

import re
from collections.abc import Iterator

from amends.formats.common.format import MEGABYTE, Format, Progress, check_winners, from_path, to_path
from amends.journal.chain import Document

_BEGINS = re.compile(rb"\s*(?:%|\[|\{|;)")
_SAYS_SO = re.compile(rb"\s*%\s*PBN\b", re.IGNORECASE)
_TAGS = re.compile(rb'^[^\S\n]*+\[\s*+(?:Board|Dealer|Deal|Vulnerable|ScoreTable|TotalScoreTable)\s*+"', re.MULTILINE)


def loads(data: str | bytes, name: str = "pbn", *, winners: int | None = None, progress: Progress = None) -> Document:
    """The document of a PBN text.

    >>> table = '[Board "7"][ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result"] 3 11 4H N 10'
    >>> [(row.id, str(row.result)) for row in loads(table).event.results]
    [('7/3-11', '4H N =')]
    """
    from amends.formats.pbn.reader import read

    check_winners(winners)
    return read(data, name, winners, progress)


def dumps(document: Document) -> bytes:
    """The PBN of a document, in the standard's export format."""
    from amends.formats.pbn.writer import write

    return write(document)


def losses(document: Document) -> Iterator[str]:
    """What PBN cannot hold of a document, a line each."""
    from amends.formats.pbn.writer import lost

    return lost(document)


def recognises(head: bytes) -> bool:
    """Whether a file begins like PBN: it says so, or has tags that only bridge has."""
    head = head.removeprefix(b"\xef\xbb\xbf")
    return bool(_SAYS_SO.match(head) or (_BEGINS.match(head) and _TAGS.search(head)))


load = from_path(loads)
dump = to_path(dumps)

FORMAT = Format(
    name="pbn",
    title="PBN",
    suffixes=(".pbn",),
    largest=8 * MEGABYTE,
    recognises=recognises,
    loads=loads,
    dumps=dumps,
    losses=losses,
)
