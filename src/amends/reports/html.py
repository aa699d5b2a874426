"""Reports as one web page: nothing is loaded from outside, everything is escaped, and it prints in black and white."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from amends.faults import printable
from amends.reports.table import Table


class Markup(str):
    """A piece of a page; any other text is escaped when it is put into one."""

    __slots__ = ()


_STYLE = """
:root { color-scheme: light dark; --ink: #1b1b1b; --paper: #fff; --line: #bbb; --shade: #f3f3f1; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e8e6; --paper: #161616; --line: #555; --shade: #242424; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 75rem; color: var(--ink); background: var(--paper);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
h1 { font-size: 1.5rem; line-height: 1.25; }
h2 { font-size: 1.2rem; margin-top: 2rem; }
p { max-width: 45rem; }
.box { overflow-x: auto; margin: 1rem 0; }
.box:focus-visible { outline: 2px solid; }
pre { margin: 0; font: 0.95rem/1.35 ui-monospace, monospace; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: bold; padding: 0.25rem 0; }
th, td { padding: 0.2rem 0.6rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
thead > tr > * { background: var(--shade); border-bottom: 2px solid var(--line); vertical-align: bottom; }
.words { text-align: left; white-space: normal; overflow-wrap: normal; }
@media print {
  :root { color-scheme: light; --ink: #000; --paper: #fff; --line: #000; --shade: #fff; }
  body { padding: 0; max-width: none; font-size: 10pt; }
  .box { overflow: visible; }
  th, td { white-space: normal; }
  thead { display: table-header-group; }
  tr, pre { break-inside: avoid; }
  h1, h2, caption { break-after: avoid; }
}
"""

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""A browser that reads it loads and runs nothing, whatever a file has put into a name."""


def page(title: str, *parts: str) -> str:
    """The whole page; a part that none of these functions made is a paragraph."""
    body = "\n".join(part if isinstance(part, Markup) else paragraph(part) for part in parts)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(_POLICY)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{_text(title)}</title>\n<style>{_STYLE}</style>\n</head>\n"
        f"<body>\n<main>\n<h1>{_text(title)}</h1>\n{body}\n</main>\n</body>\n</html>\n"
    )


def heading(text: str) -> Markup:
    """The heading of a part of the page."""
    return Markup(f"<h2>{_text(text)}</h2>")


def paragraph(text: str) -> Markup:
    """A paragraph.

    >>> paragraph('4♥ < 4♠ & all that')
    '<p>4♥ &lt; 4♠ &amp; all that</p>'
    """
    return Markup(f"<p>{_text(text)}</p>")


def lines(rows: Iterable[str], name: str) -> Markup:
    """Lines that keep their blanks, such as a diagram; `name` is what a screen reader calls them."""
    shown = "\n".join(escape(printable(row)) for row in rows)
    return _box(name, f"<pre>{shown}</pre>")


def table(report: Table) -> Markup:
    """A report as a table that scrolls in its own box; above it the diagrams of its deals."""
    diagrams = [lines(deal.lines(), f"Deal of board {deal.board}") for deal in report.deals]
    heads = "".join(_head(head, place in report.left) for place, head in enumerate(report.heads))
    rows = "\n".join(_row(row, report.left) for row in report.rows)
    caption = f"<caption>{_text(report.title)}</caption>\n" if report.title else ""
    made = f"<table>\n{caption}<thead>\n<tr>{heads}</tr>\n</thead>\n<tbody>\n{rows}\n</tbody>\n</table>"
    return Markup("\n".join([*diagrams, _box(report.title or "Table", made)]))


def _head(text: str, words: bool) -> str:
    """The head of a column; a column without one has a plain cell, which nobody reads out."""
    return f'<th scope="col"{_kind(words)}>{_text(text)}</th>' if text else "<td></td>"


def _row(cells: Iterable[str], left: Sequence[int]) -> str:
    made = (f"<td{_kind(place in left)}>{_text(cell)}</td>" for place, cell in enumerate(cells))
    return f"<tr>{''.join(made)}</tr>"


def _kind(words: bool) -> str:
    """Words stand on the left, figures on the right."""
    return ' class="words"' if words else ""


def _box(name: str, inside: str) -> Markup:
    """What may be wider than the page; it can be reached and moved with the keyboard."""
    return Markup(f'<div class="box" role="region" tabindex="0" aria-label="{_text(name)}">{inside}</div>')


def _text(text: str) -> str:
    """A text from anywhere, with single blanks, without control characters, escaped."""
    return escape(printable(" ".join(text.split())))
