"""Tables for people: a long one is laid out at once, and nobody can tell."""

from __future__ import annotations

import pytest

from amends.cli import output

SHORT = [["1", "7NS", "66.67", "⚖"], ["2=", "11NS", "−3.50", ""], ["–", "Zoë ß", "0.00", ""]]
ODD = {
    "wide signs": "東京",
    "a sign that combines": "e\u0301",
    "a line end": "two\nlines",
    "a tab": "a\tb",
    "blanks around": " 7 ",
    "a long name": "x" * 500,
}


def printed(rows: list[list[str]], title: str, capsys: pytest.CaptureFixture[str]) -> str:
    output.table(title, ["place", "contestant", "%", "ruled"], rows, (1,))
    return capsys.readouterr().out


@pytest.mark.parametrize("title", ["Ranking · friday", "", "a title that is longer than all of the table is wide" * 2])
@pytest.mark.parametrize("odd", ["", *ODD.values()], ids=["nothing odd", *ODD])
def test_a_long_table_looks_as_a_short_one(
    odd: str, title: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [*SHORT, *([["4", odd, "1.00", ""]] if odd else [])]
    as_short = printed(rows, title, capsys)
    monkeypatch.setattr(output, "LONG", 1)
    assert printed(rows, title, capsys) == as_short


def test_a_long_table_has_every_row_in_its_column(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [[str(place), f"{place}NS", "50.00", ""] for place in range(1, 3 * output.LONG)]
    title, heads, *lines = printed(rows, "Ranking", capsys).splitlines()
    assert title == "Ranking"
    assert heads == "place  contestant      %  ruled"
    assert lines[0] == "    1  1NS         50.00       "
    assert [line.split()[0] for line in lines] == [row[0] for row in rows]
    assert {len(line) for line in lines} == {len(heads)}
