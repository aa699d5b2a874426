"""Reports as one web page: nothing is loaded from outside, everything is escaped, and it prints in black and white."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from importlib.resources import files

from amends.faults import printable
from amends.reports.layout.diagram import Diagram


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells under heads; `left` are the columns that hold words.

    What people read has no control characters, wherever it came from: names and numbers are what a file says, and a
    file must not write to a terminal. `data` stays as it is.
    """

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    left: Sequence[int] = ()
    data: Sequence[dict[str, object]] = field(default_factory=list)
    deals: Sequence[Diagram] = ()
    """The board's diagram, to be shown above; several where sessions or sections had different cards."""
    name: str = ""
    """What a screen reader calls a table that stands under a heading and has no title."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", printable(self.title))
        object.__setattr__(self, "heads", [printable(head) for head in self.heads])
        object.__setattr__(self, "rows", [[printable(cell) for cell in row] for row in self.rows])

    def as_data(self) -> dict[str, object]:
        """The title and the rows as plain data, with the deal where it is known."""
        deals = [deal.data() for deal in self.deals]
        dealt: dict[str, object] = {"deals": deals} if len(deals) > 1 else {"deal": deals[0]} if deals else {}
        return {"title": self.title, "rows": list(self.data), **dealt}


class Markup(str):
    """A piece of a page; any other text is escaped when it is put into one."""

    __slots__ = ()

    def __html__(self) -> str:
        """Itself, by which templates know that nothing of it is to be escaped."""
        return str(self)


class Across(Markup):
    """A piece of a page that stands in its own cell of a table and in the next."""

    __slots__ = ()


_NOTHING = Markup("")


def style_sheet(package: str | None, name: str) -> str:
    """A style sheet that lies beside the modules of a package."""
    return "\n" + (files(package or "") / name).read_text(encoding="utf-8")


_STYLE = style_sheet(__package__, "page.css")
_ON_ONE_PAGE = style_sheet(__package__, "on_one_page.css")
"""What is handed out or put up stays one page, set as closely as its size says."""

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""A browser that reads it loads and runs nothing, whatever a file has put into a name."""


def page(
    title: str,
    *parts: str,
    print_size: str = "",
    head: str = "",
    style: str = "",
    above: Markup = _NOTHING,
    below: Markup = _NOTHING,
) -> str:
    """The whole page; a part that none of these functions made is a paragraph.

    With a `print_size` ("9pt") it prints closely set on A4. `head` is its first heading where that is not the title,
    `style` is added to the usual one, and `above` and `below` stand around what the page is about.
    """
    policy = _POLICY + ("; img-src data:" if "<img" in above else "")
    printed = _ON_ONE_PAGE.replace("PRINT_SIZE", print_size) if print_size else ""
    body = "\n".join(part if isinstance(part, Markup) else paragraph(part) for part in parts)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{_text(title)}</title>\n<style>{_STYLE}{printed}{style}</style>\n</head>\n"
        f"<body>\n{above}<main>\n<h1>{_text(head or title)}</h1>\n{body}\n</main>\n{below}</body>\n</html>\n"
    )


def heading(text: str) -> Markup:
    """The heading of a part of the page."""
    return Markup(f"<h2>{_words(text)}</h2>")


def paragraph(text: str, bold: bool = False) -> Markup:
    """A paragraph.

    >>> paragraph('4♥ < 4♠ & all that')
    '<p>4♥ &lt; 4♠ &amp; all that</p>'
    """
    return Markup(f"<p><strong>{_words(text)}</strong></p>" if bold else f"<p>{_words(text)}</p>")


def labelled(rows: Iterable[tuple[str, str]]) -> Markup:
    """Words beside their labels; a row without a label goes on from the one above, a line end stays one.

    >>> labelled([('Laws', '16B1'), ('', '12C1(c)')])
    '<dl>\\n<div><dt>Laws</dt><dd>16B1<br>12C1(c)</dd></div>\\n</dl>'
    """
    gathered: list[tuple[str, list[str]]] = []
    for label, words in rows:
        if label or not gathered:
            gathered.append((label, []))
        gathered[-1][1].extend(words.splitlines() or [""])
    made = (
        f"<div><dt>{_words(label)}</dt><dd>{_unbroken('<br>'.join(map(_kept, each)))}</dd></div>"
        for label, each in gathered
    )
    return Markup("\n".join(["<dl>", *made, "</dl>"]))


def blank(label: str, count: int) -> Markup:
    """So many empty lines to write on."""
    rows = "".join(f'<div><dt>{_text(each)}</dt><dd class="blank"></dd></div>' for each in (label, *[""] * (count - 1)))
    return Markup(f"<dl>{rows}</dl>")


def beside(groups: Iterable[Iterable[Markup]]) -> Markup:
    """Groups that stand beside each other where there is room, else below."""
    made = "\n".join("<div>{}</div>".format("\n".join(group)) for group in groups)
    return Markup(f'<div class="beside">\n{made}\n</div>')


def lines(rows: Iterable[str], name: str) -> Markup:
    """Lines that keep their blanks, such as a diagram; `name` is what a screen reader calls them."""
    shown = "\n".join(map(_kept, rows))
    return _box(name, f"<pre>{shown}</pre>")


def notes(each: Iterable[str]) -> Markup:
    """Notes below something, a line to each."""
    return Markup(f"<p>{'<br>'.join(map(_words, each))}</p>")


def table(report: Table) -> Markup:
    """A report as a table that scrolls in its own box; above it the diagrams of its deals."""
    diagrams = [lines(deal.lines(), f"Deal of board {deal.board}") for deal in report.deals]
    return Markup("\n".join([*diagrams, rows(report.title, report.heads, report.rows, report.left, name=report.name)]))


def rows(
    title: str,
    heads: Sequence[str],
    rows: Iterable[Sequence[str]],
    left: Sequence[int] = (),
    named_by: int | None = None,
    name: str = "",
) -> Markup:
    """A table of cells, which may be pieces of a page; the column `named_by` is what each row is called by.

    `name` is what a screen reader calls a table without a title.
    """
    # A column without a head has a plain cell there, which nobody reads out.
    head_cells = "".join(
        f'<th scope="col"{_kind(place in left)}>{_cell(head)}</th>' if head else "<td></td>"
        for place, head in enumerate(heads)
    )
    body = "\n".join([_row(row, left, named_by) for row in rows])
    caption = f"<caption>{_text(title)}</caption>\n" if title else ""
    whole = f"<table>\n{caption}<thead>\n<tr>{head_cells}</tr>\n</thead>\n<tbody>\n{body}\n</tbody>\n</table>"
    return _box(title or name or "Table", whole)


def text(words: str) -> Markup:
    """A text from anywhere as a piece of a page, with single blanks, without control characters, escaped.

    >>> text('4♥ < 4♠')
    '4♥ &lt; 4♠'
    """
    return Markup(_text(words))


def link(address: str, words: str) -> Markup:
    """Words that lead to an address beside the page.

    >>> link('board-7.html', '7')
    '<a href="board-7.html">7</a>'
    """
    return Markup(f'<a href="{escape(address)}">{words if isinstance(words, Markup) else _text(words)}</a>')


SUIT_NAMES = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}


@lru_cache(maxsize=4096)
def suits(words: str) -> Markup:
    """A text in which suits have their colours, and names for who does not see them."""
    return coloured(text(words))


def words(text: str) -> Markup:
    """A text from anywhere with suits in their colours, and no line end within "N-S"."""
    return coloured(Markup(_words(text)))


def coloured(made: Markup) -> Markup:
    """A piece of a page in which suits have their colours.

    The sign behind each (U+FE0E) keeps telephones from drawing little pictures.
    """
    if not any(symbol in made for symbol in SUIT_NAMES):
        return made

    # What stands in tags, such as the name of a box, stays as it is.
    def span(suit: re.Match[str]) -> str:
        name = SUIT_NAMES[suit[1]]
        return f'<span class="suit {name}" role="img" aria-label="{name}">{suit[1]}\ufe0e</span>'

    return Markup("".join(each if each.startswith("<") else _SUIT.sub(span, each) for each in _TAGS.split(made)))


_SUIT = re.compile("([♠♥♦♣])[\ufe0e\ufe0f]?")
_TAGS = re.compile("(<[^<>]*>)")


def joined(parts: Iterable[str], between: str = "") -> Markup:
    """Pieces of a page one after the other; any other text is escaped."""
    return Markup(between.join([part if isinstance(part, Markup) else _text(part) for part in parts]))


def _row(cells: Iterable[str], left: Sequence[int], named_by: int | None) -> str:
    written = []
    place = 0
    for cell in cells:
        shown = _cell(cell)
        tag, scope = ("th", ' scope="row"') if place == named_by else ("td", "")
        over = ' colspan="2"' if isinstance(cell, Across) else ""
        written.append(f"<{tag}{scope}{over}{_kind(place in left, ' → ' in shown)}>{shown}</{tag}>")
        place += 2 if over else 1
    return f"<tr>{''.join(written)}</tr>"


def _cell(words: str) -> str:
    return words if isinstance(words, Markup) else _words(words)


def _kind(words: bool, becomes: bool = False) -> str:
    """Words stand on the left, figures on the right; one that becomes another may need two lines on a telephone."""
    return ' class="words"' if words else ' class="becomes"' if becomes else ""


def _box(name: str, inside: str) -> Markup:
    """What may be wider than the page; it can be reached and moved with the keyboard."""
    return Markup(f'<div class="box" role="group" tabindex="0" aria-label="{_text(name)}">{inside}</div>')


@lru_cache(maxsize=4096)  # the same names and figures stand on many pages
def _text(text: str) -> str:
    """A text from anywhere, with single blanks, without control characters, escaped."""
    return escape(printable(" ".join(text.split())))


def _words(text: str) -> str:
    """The same where it is read: no line ends within "N-S", or between a box and what it is for."""
    return _unbroken(_text(text))


def _kept(text: str) -> str:
    """A line from anywhere with its blanks, without control characters, escaped."""
    return escape(printable(text.expandtabs(4)))


_SIDES = re.compile(r"\b(?:N-S|E-W)\b")


def _unbroken(shown: str) -> str:
    return _SIDES.sub(r'<span class="nobr">\g<0></span>', shown).replace("☐ ", "☐\u00a0")
