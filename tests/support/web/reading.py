"""Reads a page as a person does: its words, and the cells of its tables."""

from __future__ import annotations

from html.parser import HTMLParser


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.rows: list[list[str]] = []
        self.links: list[str] = []
        self._cell: list[str] | None = None
        self._spans: list[bool] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "a":
            self.links.append(found.get("href") or "")
        if tag == "span":
            self._spans.append("away" in (found.get("class") or "").split())
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self._cell = []
        if tag == "br":
            self.handle_data(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag == "span" and self._spans:
            self._spans.pop()
        if tag in ("td", "th") and self._cell is not None:
            self.rows[-1].append(" ".join("".join(self._cell).split()))
            self._cell = None

    def handle_data(self, data: str) -> None:
        if any(self._spans):
            return
        shown = data.replace("\ufe0e", "").replace("\u2060", "").replace("\xa0", " ")
        self.words.append(shown)
        if self._cell is not None:
            self._cell.append(shown)


def _read(page: str) -> _Reader:
    reader = _Reader()
    reader.feed(page)
    return reader


def rows(page: str) -> list[list[str]]:
    """The rows of all tables, cell by cell, heads among them."""
    return _read(page).rows


def words(page: str) -> str:
    """All that is said, with single blanks."""
    return " ".join("".join(_read(page).words).split())


def links(page: str) -> list[str]:
    """Where it leads."""
    return _read(page).links
