"""Reports as a page: well formed, escaped, with nothing from outside."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amends.bridge import Deal, Seat, Vulnerable
from amends.reports.layout import html
from amends.reports.layout.diagram import Diagram
from amends.reports.layout.html import Across, Table, heading, lines, page, paragraph, table

DEAL = Diagram(
    15, Seat.SOUTH, Vulnerable.NS, Deal.parse("N:KQT6.AJT.T984.65 A75.KQ65.A32.KQ2 J984.98732..AJT7 32.4.KQJ765.9843")
)
RANKING = Table("Ranking", ["place", "names", "%", ""], [["1", "A & B", "62.50", "⚖"], ["2", "<b>", "37.50", ""]], (1,))
EVIL = "\"'><script>alert(1)</script>&amp;\x00\x1b[31m\ud800"
VOID = {"meta"}
LOADING = {"script", "link", "img", "iframe", "object", "embed", "video", "audio", "base", "form", "svg"}


class Reading(HTMLParser):
    """The elements and the text of a page; refuses what is not well nested."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.text: dict[str, list[str]] = {}
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)
            self.text.setdefault(tag, []).append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open:
            self.text[self.open[-1]][-1] += data

    def tags(self) -> set[str]:
        return {tag for tag, _ in self.seen}


def test_a_page_has_what_a_browser_needs() -> None:
    made = page("Audit", heading("A part"), paragraph("Words."), table(RANKING))
    assert made.startswith('<!DOCTYPE html>\n<html lang="en">')
    read = Reading(made)
    metas = [attributes for tag, attributes in read.seen if tag == "meta"]
    assert {"charset": "utf-8"} in metas
    assert {"name": "viewport", "content": "width=device-width, initial-scale=1"} in metas
    assert read.text["title"] == read.text["h1"] == ["Audit"]
    assert (read.text["h2"], read.text["p"]) == (["A part"], ["Words."])


def test_nothing_is_loaded_and_nothing_runs() -> None:
    made = page("Audit", table(RANKING), paragraph("Words."))
    read = Reading(made)
    assert not read.tags() & LOADING
    assert not re.search(r"url\(|@import|https?:|//", made)
    assert not [name for _, attributes in read.seen for name in attributes if name.startswith("on") or name == "style"]
    [policy] = [found["content"] for _, found in read.seen if found.get("http-equiv") == "Content-Security-Policy"]
    assert policy == "default-src 'none'; style-src 'unsafe-inline'"


def test_a_table_has_a_caption_heads_and_cells() -> None:
    read = Reading(table(RANKING))
    assert read.text["caption"] == ["Ranking"]
    assert read.text["th"] == ["place", "names", "%"]
    assert read.text["td"] == ["", "1", "A & B", "62.50", "⚖", "2", "<b>", "37.50", ""]
    words = [attributes.get("class") == "words" for tag, attributes in read.seen if tag == "td"]
    assert words == [False, *[False, True, False, False] * 2]
    assert all(attributes["scope"] == "col" for tag, attributes in read.seen if tag == "th")


def test_a_table_scrolls_in_a_box_that_the_keyboard_reaches() -> None:
    [box] = [attributes for tag, attributes in Reading(table(RANKING)).seen if tag == "div"]
    assert box == {"class": "box", "role": "group", "tabindex": "0", "aria-label": "Ranking"}
    assert re.search(r"\.box \{[^}]*overflow-x: auto", page("x"))


def test_light_dark_and_print() -> None:
    made = page("x")
    assert "color-scheme: light dark" in made
    assert "@media (prefers-color-scheme: dark)" in made
    assert made.index("@media print") > made.index("prefers-color-scheme"), "paper is white, whatever the screen is"


def test_a_traveller_has_its_diagram_above_with_its_blanks_kept() -> None:
    read = Reading(table(Table("Board 15", ["N-S"], [["1"]], deals=[DEAL])))
    assert read.text["pre"] == [DEAL.text()]
    assert [tag for tag, _ in read.seen if tag in ("pre", "table")] == ["pre", "table"]


@pytest.mark.parametrize(
    "made",
    [
        page(EVIL),
        page("x", EVIL),
        page("x", paragraph(EVIL)),
        page("x", heading(EVIL)),
        page("x", lines([EVIL], EVIL)),
        page("x", table(Table(EVIL, [EVIL], [[EVIL]], (0,)))),
    ],
    ids=["title", "bare text", "paragraph", "heading", "lines", "table"],
)
def test_what_a_file_says_stays_text(made: str) -> None:
    read = Reading(made)
    assert "script" not in read.tags()
    assert made.encode("utf-8")
    assert not set(made) & set("\x00\x1b")
    shown = "".join(text for texts in read.text.values() for text in texts)
    assert "\"'><script>alert(1)</script>&amp;\\x00\\x1b[31m\\ud800" in shown


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_text_gives_a_well_formed_page(one: str, other: str) -> None:
    made = page(one, other, table(Table(other, [one, other], [[other, one]])), lines([one], other))
    read = Reading(made)
    assert read.tags() <= {
        *("html", "head", "meta", "title", "style", "body", "main", "h1", "p", "div", "pre"),
        *("table", "caption", "thead", "tbody", "tr", "th", "td"),
    }
    made.encode("utf-8")


def test_a_text_is_escaped_once() -> None:
    assert "<p>A &amp; B</p>" in page("x", "A & B")
    assert "<p>A &amp; B</p>" in page("x", paragraph("A & B"))
    assert isinstance(paragraph("A"), html.Markup)


def test_cells_may_be_pieces_of_a_page_and_a_column_may_name_its_row() -> None:
    made = html.rows("x", ["pair", "%"], [[html.link("pair-7.html", "<7>"), "<50>"]], (0,), named_by=0)
    read = Reading(made)
    assert read.text["a"] == ["<7>"]
    assert read.text["td"] == ["<50>"]
    assert ("th", {"scope": "row", "class": "words"}) in read.seen
    assert ("a", {"href": "pair-7.html"}) in read.seen


@pytest.mark.parametrize("symbol", ["♥", "♥\ufe0e", "♥\ufe0f"])
def test_a_suit_has_its_colour_its_name_and_never_a_picture(symbol: str) -> None:
    span = '<span class="suit hearts" role="img" aria-label="hearts">♥\ufe0e</span>'
    assert html.suits(f"4{symbol} <b>") == f"4{span} &lt;b&gt;"


def test_suits_in_the_name_of_a_box_stay_as_they_are() -> None:
    made = html.coloured(table(Table("4♥?", ["♠"], [["♦"]])))
    read = Reading(made)
    assert [found["aria-label"] for tag, found in read.seen if tag == "div"] == ["4♥?"]
    assert len(read.text["span"]) == 3


def test_what_stands_around_a_page_is_outside_its_main_part() -> None:
    made = page("t", "words", head="h", style=".x { }", above=html.Markup("<p>a</p>"), below=html.Markup("<p>b</p>"))
    assert re.search(r"<p>a</p><main>.*<h1>h</h1>.*</main>\n<p>b</p></body>", made, re.DOTALL)
    assert "<title>t</title>" in made
    assert ".x { }</style>" in made


@given(st.text(max_size=60))
def test_any_text_has_its_suits_coloured_safely(words: str) -> None:
    read = Reading(page("x", html.suits(words + "♠"), html.joined([words, html.link(words, words)], " ")))
    assert set(read.tags()) <= {"html", "head", "meta", "title", "style", "body", "main", "h1", "span", "a"}


@pytest.mark.parametrize("made", [paragraph, heading, lambda words: html.labelled([("", words)])])
def test_no_line_ends_within_the_name_of_a_side(made: Callable[[str], str]) -> None:
    shown = made("E-W, then N-S")
    assert '<span class="nobr">E-W</span>, then <span class="nobr">N-S</span>' in shown
    assert re.search(r"\.nobr \{ white-space: nowrap", page("x").partition("@media print")[2]), "on paper too"


def test_a_box_to_tick_stays_with_its_words() -> None:
    assert "☐\u00a0varied" in html.labelled([("Decision", "☐ the ruling stands   ☐ varied")])


def test_a_cell_can_stand_in_two_columns() -> None:
    """Those after it keep their kind."""
    row = html.rows("x", ["a", "result", "score", "names"], [["1", Across("60% of +620"), "A & B"]], (3,))
    assert '<td>1</td><td colspan="2">60% of +620</td><td class="words">A &amp; B</td>' in row


def test_a_figure_that_becomes_another_may_take_two_lines_on_a_telephone() -> None:
    row = html.rows("x", ["%", "place"], [["48.08 → 48.93", "4"]])
    assert '<td class="becomes">48.08 → 48.93</td><td>4</td>' in row


def test_a_table_under_a_heading_has_a_name_to_be_read_out() -> None:
    assert 'aria-label="Process"' in table(replace(RANKING, title="", name="Process"))
