"""A page is read whatever the state of its mark-up."""

from __future__ import annotations

import pytest

from amends import Faults
from amends.formats.common import html_page
from amends.formats.common.html_page import parse


def test_tables_rows_and_cells() -> None:
    page = parse(
        "<html><title>A page</title><body onload='x()'><h1>Head</h1>Before<table id=t><caption>Board 7</caption>"
        "<tr class='a b'><th colspan=2>1<br>2</th><td>3&nbsp;4<td><a href='y.html' onclick='z()'>5</a></table>After",
        "p.html",
    )
    (table,) = page.tables
    (row,) = table.rows
    assert (page.title, page.headings, page.load) == ("A page", ["Head"], "x()")
    assert (table.caption, table.before, table.attributes["id"]) == ("Board 7", "Head\nBefore", "t")
    assert (row.texts, row.kinds, row.cells[0].columns, row.cells[0].lines) == (
        ["1 2", "3 4", "5"],
        ["a", "b"],
        2,
        ["1", "2"],
    )
    assert (row.cells[2].links, row.cells[2].scripts) == (["y.html"], ["z()"])
    assert [cell.text for cell in row.spread()] == ["1 2", "1 2", "3 4", "5"]


def test_suits_as_pictures_styles_and_signs() -> None:
    page = parse(
        "<table><tr><td>4<img src='../images/H.gif'></td><td>3<img src=N.gif alt=nt></td><td>2"
        "<span class='diams symbol'></span>&times;</td><td>1♤</td><td><img src=back.gif></td></tr></table>",
        "p.html",
    )
    assert page.tables[0].rows[0].texts == ["4♥", "3NT", "2♦x", "1♠", ""]


def test_a_table_within_a_cell_is_a_table_of_its_own() -> None:
    page = parse("<table><tr><td>out<table><tr><td>in</td></tr></table>side</td></tr></table>", "p.html")
    assert [[row.texts for row in table.rows] for table in page.tables] == [[["out side"]], [["in"]]]


def test_scripts_and_options() -> None:
    page = parse(
        "<script>var x='<table>';</script><select><option selected data-url='/a'>One<option>Two</select>", "p.html"
    )
    assert page.tables == []
    assert page.options == [("One", "/a", True), ("Two", "", False)]


@pytest.mark.parametrize(
    "text", ["", "<", "<table", "<![if x]><![x[", "<!doctype", "</td></table>", "<table><td>", "<!--", "<a href="]
)
def test_broken_mark_up(text: str) -> None:
    parse(text, "p.html")


def test_a_page_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(html_page, "MOST_CELLS", 3)
    with pytest.raises(Faults, match=r"p\.html:2: found more than 3 cells"):
        parse("<table>\n" + "<td>" * 4, "p.html")
