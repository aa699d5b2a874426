"""A saved web page: its tables with their rows and cells, whatever the state of its mark-up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser

from amends.faults import Fault, Faults

LONGEST_TEXT = 10_000
"""The most characters of a cell or of the text before a table that are kept."""

MOST_CELLS = 400_000
"""The most cells of a page: far more than any event has."""

_SUITS = {
    **dict.fromkeys(("s", "spades", "spade"), "♠"),
    **dict.fromkeys(("h", "hearts", "heart"), "♥"),
    **dict.fromkeys(("d", "diams", "diamonds", "diamond"), "♦"),
    **dict.fromkeys(("c", "clubs", "club"), "♣"),
    **dict.fromkeys(("n", "nt"), "NT"),
}
"""How a picture or a style says a suit, by the sign that stands in its place."""

_SIGNS = str.maketrans({"♤": "♠", "♡": "♥", "♢": "♦", "♧": "♣", "×": "x", "\xa0": " ", "\ufe0e": None, "\ufe0f": None})
"""Signs that mean the same, as one of them."""
_SILENT = ("script", "style")
_NAMED = ("title", "option", "h1", "h2", "h3", "h4", "h5", "h6")
_BREAKS = ("br", "p", "div", "li", "h1", "h2", "h3", "h4", "h5", "h6", "option", "tr", "td", "th", "table")


@dataclass(slots=True)
class HtmlCell:
    """A cell: its text (a break is a line feed, a picture of a suit the sign of that suit), and what it leads to."""

    line: int
    attributes: Mapping[str, str] = field(default_factory=dict)
    parts: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    scripts: list[str] = field(default_factory=list)
    """What a click on the cell's links would run."""
    titles: list[str] = field(default_factory=list)

    @property
    def lines(self) -> list[str]:
        """The lines of the cell, each with single blanks."""
        return [" ".join(line.split()) for line in "".join(self.parts)[:LONGEST_TEXT].translate(_SIGNS).split("\n")]

    @property
    def text(self) -> str:
        """All lines as one."""
        return " ".join(line for line in self.lines if line)

    @property
    def kinds(self) -> list[str]:
        """The classes of the cell."""
        return self.attributes.get("class", "").lower().split()

    @property
    def columns(self) -> int:
        """How many columns it stands over."""
        return self._span("colspan")

    @property
    def rows(self) -> int:
        """How many rows it stands over."""
        return self._span("rowspan")

    def _span(self, key: str) -> int:
        text = self.attributes.get(key, "").strip()
        return min(max(int(text), 1), 100) if text.isascii() and text.isdigit() and len(text) < 4 else 1


@dataclass(slots=True)
class HtmlRow:
    """A row of a table."""

    line: int
    attributes: Mapping[str, str] = field(default_factory=dict)
    cells: list[HtmlCell] = field(default_factory=list)

    @property
    def texts(self) -> list[str]:
        """The texts of its cells."""
        return [cell.text for cell in self.cells]

    @property
    def kinds(self) -> list[str]:
        """The classes of the row."""
        return self.attributes.get("class", "").lower().split()

    def spread(self) -> list[HtmlCell]:
        """Its cells, each as often as it has columns."""
        return [cell for cell in self.cells for _ in range(cell.columns)]

    def cell(self, kind: str) -> HtmlCell | None:
        """The first cell of a class."""
        return next((cell for cell in self.cells if kind in cell.kinds), None)


@dataclass(slots=True)
class HtmlTable:
    """A table; a table within a cell is a table of its own, and no part of that cell."""

    line: int
    attributes: Mapping[str, str] = field(default_factory=dict)
    before: str = ""
    """The text between the table before it and this one."""
    rows: list[HtmlRow] = field(default_factory=list)
    caption: str = ""


@dataclass(slots=True)
class HtmlPage:
    """What a page shows."""

    title: str = ""
    generator: str = ""
    tables: list[HtmlTable] = field(default_factory=list)
    headings: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    options: list[tuple[str, str, bool]] = field(default_factory=list)
    """The choices of lists: what they show, where they lead, and whether they are chosen."""
    text: str = ""
    """All that stands outside of tables."""
    load: str = ""
    """What the page runs when it is loaded."""

    def rows(self) -> Iterator[HtmlRow]:
        """The rows of all tables."""
        for table in self.tables:
            yield from table.rows


def _sign(tag: str, found: Mapping[str, str]) -> str:
    """The sign of the suit that a picture shows, or that a style puts before a text."""
    if tag == "img":
        source = found.get("src", "").rpartition("/")[2].rpartition(".")[0]
        return _SUITS.get((found.get("alt") or source).lower(), "")
    kinds = found.get("class", "").lower().split()
    return "".join(_SUITS[kind] for kind in kinds if len(kind) > 1 and kind in _SUITS)


class _Parser(HTMLParser):
    """Puts texts where they stand; end tags may be missing, and those of what was never begun are passed over."""

    def __init__(self, name: str) -> None:
        super().__init__(convert_charrefs=True)
        self.file = name
        self.page = HtmlPage()
        self.open: list[tuple[HtmlTable, HtmlRow | None, HtmlCell | None]] = []
        self.outside: list[str] = []
        self.since: list[str] = []
        self.silent = ""
        self.named = ""
        self.name: list[str] = []
        self.cells = 0

    def read(self, text: str) -> HtmlPage:
        """The page of a text."""
        try:
            self.feed(text)
            self.close()
        except AssertionError:  # of the library: a declaration that never ends
            fault = Fault("mark-up that cannot be read", "a page as a browser saves it")
            raise Faults([replace(fault, file=self.file, line=self.getpos()[0])]) from None
        self._end_name()
        self.page.text = "".join(self.outside).translate(_SIGNS)
        return self.page

    # What begins

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """What begins with a tag."""
        found = {key: value or "" for key, value in reversed(attrs)}
        if tag in _SILENT:
            self.silent = tag
        if tag in _NAMED:
            self._end_name()
            self.named, self.name = tag, []
        if tag in _BREAKS:
            self._text("\n")
        if tag in ("table", "tr", "td", "th"):
            self._part(tag, found)
        elif tag in ("img", "span"):
            self._text(_sign(tag, found))
        elif tag in ("a", "frame"):
            self._link(found)
        else:
            self._fact(tag, found)
        if "title" in found and (cell := self._open_cell()) is not None:
            cell.titles.append(found["title"][:LONGEST_TEXT])

    def _fact(self, tag: str, found: Mapping[str, str]) -> None:
        """What a page says of itself."""
        if tag == "meta" and found.get("name", "").lower() == "generator":
            self.page.generator = found.get("content", "")[:LONGEST_TEXT]
        elif tag == "body":
            self.page.load = found.get("onload", "")[:LONGEST_TEXT]
        elif tag == "option":
            self.page.options.append(("", found.get("data-url", "")[:LONGEST_TEXT], "selected" in found))

    def _part(self, tag: str, found: Mapping[str, str]) -> None:
        """A part of a table; rows and cells outside of one are passed over."""
        line = self.getpos()[0]
        if tag == "table":
            table = HtmlTable(line, found, "".join(self.since)[-LONGEST_TEXT:].translate(_SIGNS).strip())
            self.since = []
            self.page.tables.append(table)
            self.open.append((table, None, None))
        elif self.open and tag == "tr":
            self._row(HtmlRow(line, found))
        elif self.open:
            self._cell(HtmlCell(line, found))

    def _row(self, row: HtmlRow) -> None:
        table, _, _ = self.open[-1]
        table.rows.append(row)
        self.open[-1] = (table, row, None)

    def _cell(self, cell: HtmlCell) -> None:
        table, row, _ = self.open[-1]
        if row is None:
            self._row(HtmlRow(cell.line))
            row = self.open[-1][1]
        assert row is not None
        self.cells += 1
        if self.cells > MOST_CELLS:
            found = f"more than {MOST_CELLS:,} cells"
            raise Faults([Fault(found, "a page of results", file=self.file, line=cell.line)])
        row.cells.append(cell)
        self.open[-1] = (table, row, cell)

    def _link(self, found: Mapping[str, str]) -> None:
        address = found.get("href") or found.get("src") or ""
        self.page.links.append(address)
        cell = self._open_cell()
        if cell is not None:
            cell.links.append(address)
            cell.scripts.append(found.get("onclick", ""))

    # What ends

    def handle_endtag(self, tag: str) -> None:
        """What ends with a tag."""
        if tag == self.silent:
            self.silent = ""
        if tag == self.named:
            self._end_name()
        if tag in _BREAKS and tag not in ("table", "tr", "td", "th"):
            self._text("\n")
        if not self.open:
            return
        table, row, _ = self.open[-1]
        match tag:
            case "table":
                self.open.pop()
            case "tr":
                self.open[-1] = (table, None, None)
            case "td" | "th":
                self.open[-1] = (table, row, None)

    def _end_name(self) -> None:
        text = " ".join("".join(self.name)[:LONGEST_TEXT].translate(_SIGNS).split())
        if self.named == "title":
            self.page.title = self.page.title or text
        elif self.named == "option":
            _, address, chosen = self.page.options[-1]
            self.page.options[-1] = (text, address, chosen)
        elif self.named:
            self.page.headings.append(text)
        self.named = ""

    # Texts

    def handle_data(self, data: str) -> None:
        """A text."""
        if not self.silent:
            self._text(data)

    def _text(self, text: str) -> None:
        if self.named:
            self.name.append(text)
        cell = self._open_cell()
        if cell is not None:
            cell.parts.append(text)
        elif self.open and not self.open[-1][0].rows:
            table = self.open[-1][0]
            table.caption = (table.caption + text).strip()[:LONGEST_TEXT]
        elif self.named != "title":
            self.outside.append(text)
            self.since.append(text)

    def _open_cell(self) -> HtmlCell | None:
        return self.open[-1][2] if self.open else None

    # Declarations of XML and of old programs say nothing

    def parse_marked_section(self, i: int, report: int = 1) -> int:
        """Pass over "<![...]": the parser of the library stumbles over words it does not know."""
        end = self.rawdata.find(">", i)
        return end + 1 if end >= 0 else -1


def parse(text: str, name: str) -> HtmlPage:
    """The page of a text; mark-up that ends in the middle is read as far as it goes."""
    return _Parser(name).read(text)
