"""Reads the pages of a publication as a browser would: elements, places, links."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag

VOID = {"meta", "br"}


class PageRead(HTMLParser):
    """The elements, ids, addresses and text of a page; refuses what is not well nested."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.source = text
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.text = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.seen.append((tag, found))
        if found.get("id"):
            self.ids.append(str(found["id"]))
        if "href" in found:
            self.links.append(str(found["href"]))
        if tag != "span":
            self.text += " "
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text += data

    def tags(self) -> list[str]:
        return [tag for tag, _ in self.seen]

    @property
    def words(self) -> str:
        """What is read, with single blanks and plain suit symbols."""
        return " ".join(self.text.replace("\ufe0e", "").split())


@dataclass
class Site:
    """The files of a publication."""

    files: Mapping[str, str]
    pages: dict[str, PageRead] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.pages = {name: PageRead(text) for name, text in self.files.items() if name.endswith(".html")}

    @classmethod
    def at(cls, folder: Path) -> Site:
        return cls({path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()})

    def data(self, name: str) -> Any:
        return json.loads(self.files[name])

    def broken_links(self) -> list[tuple[str, str]]:
        """Each link that leads to no file, or to no place in one."""
        broken = []
        for name, page in self.pages.items():
            assert len(page.ids) == len(set(page.ids)), name
            for link in page.links:
                file, place = urldefrag(link)
                target = unquote(file) or name
                there = target in self.files and (not place or place in self.pages[target].ids)
                if not there:
                    broken.append((name, link))
        return broken
