"""Writes docs/laws/index.md: what amends does with each law, from the index of clauses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from amends.laws.clauses import EDITIONS, law_words, parse
from amends.laws.editions import clause
from amends.laws.index import CLAUSES, ClauseRole

PAGE = Path(__file__).resolve().parents[1] / "docs" / "laws" / "index.md"

HEAD = """# The index of the Laws

What amends does with the Laws of Duplicate Bridge, clause by clause:

- **calculates**: a function works out a figure or a time by this clause.
- **forbids**: a finding of `amends check` rests on this clause.
- **cites**: the director applies the clause; a ruling names it in `laws`, and it appears on the slip.

You can cite every other clause of Laws 1 to 93 too, at any depth and in any spelling: `12c1c`, `Law 12 C1 (c)` and
`12C1(c)` are the same. A number that the event's edition does not have is a fault, and the message has the nearest
ones; other words cite a regulation.

```python
>>> from amends.laws.editions import read_law
>>> read_law("law 16 b1a", 2017), read_law("White Book 8.12", 2017)
('16B1(a)', 'White Book 8.12')
>>> read_law("86D", 2017)
Traceback (most recent call last):
    ...
amends.faults.Faults: found 86D; expected a clause of the Laws of 2017, such as 86B or 86A; 86D is of 2007

```

`tools/laws_page.py` writes this page from `amends.laws.index`. `laws/clauses.toml` lists the clauses.

## What amends does

If an older edition has no such clause, the regulation of the event is cited.
"""


def text() -> str:
    """The whole page."""
    return "\n".join([HEAD, *_clauses(), "", "## All laws", "", *_laws()]) + "\n"


def _clauses() -> Iterator[str]:
    yield "| 2017 | 2007 | 1997 | about | amends |"
    yield "| --- | --- | --- | --- | --- |"
    for entry in CLAUSES.values():
        numbers = " | ".join(clause(entry.number, edition) for edition in EDITIONS)
        does = f"{entry.role}: `{entry.function}`" if entry.function else str(entry.role)
        yield f"| {numbers} | {entry.words} | {does} |"


def _laws() -> Iterator[str]:
    yield "| law | about | amends |"
    yield "| --- | --- | --- |"
    for law, words in law_words().items():
        roles = {entry.role for entry in CLAUSES.values() if parse(entry.number)[0] == law}
        page = next((name for name in (f"law{law}.md", *_SHARED.get(law, ())) if (PAGE.parent / name).exists()), "")
        number = f"[{law}]({page})" if page else law
        yield f"| {number} | {words} | {', '.join(role for role in ClauseRole if role in roles)} |"


_SHARED = {"91": ("law90.md",), "93": ("law92.md",)}
"""Laws that stand on the page of another one."""


if __name__ == "__main__":
    PAGE.write_text(text(), encoding="utf-8")
