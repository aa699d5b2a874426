"""Percentages of lines that are made of rounded points."""

from __future__ import annotations

from dataclasses import replace

from amends.audit import audit
from amends.bridge import BySide
from amends.event.published import Printed, PublishedFigures, PublishedLine
from amends.formats import travellers_csv
from amends.journal.chain import Document

EVENT = "board,ns,ew,result,award_ns,award_ew\n1,1,2,+100,,\n1,3,4,+90,,\n1,5,6,+80,,\n1,7,8,np,A,A\n"


def printing(*percents: str) -> Document:
    """Three results of four, so that points are factored: 5 2/3, 3 and 1/3 of 6."""
    document = travellers_csv.loads(EVENT, "t.csv")
    figures = ((Printed(ns), Printed(ew)) for ns, ew in (pair.split("/") for pair in percents))
    tables = [result.id for result in document.event.results]
    lines = {id: PublishedLine(percent=BySide(ns, ew)) for id, (ns, ew) in zip(tables, figures, strict=False)}
    return replace(document, published=PublishedFigures(lines))


def test_percentages_of_the_points_themselves() -> None:
    found = audit(printing("94.44/5.56", "50.00/50.00", "5.56/94.44"))
    assert (found.findings, found.conventions) == ((), ())


def test_percentages_of_points_that_were_rounded() -> None:
    found = audit(printing("94.50/5.50", "50.00/50.00", "5.50/94.50"))
    assert found.findings == ()
    assert any("rounded to 0.01" in words for words in found.conventions)


def test_percentages_that_follow_neither_way() -> None:
    assert len(audit(printing("94.50/5.50", "51.00/49.00", "5.50/94.50")).findings) == 3


def one_table_each(*figures: tuple[str, str]) -> Document:
    """Boards that one table played, with what was printed of North-South: points and percentage."""
    lines = "".join(f"{board},1,2,+100\n" for board in range(1, len(figures) + 1))
    document = travellers_csv.loads(f"board,ns,ew,result\n{lines}", "t.csv")
    printed = {
        result.id: PublishedLine(
            points=BySide(Printed(points) if points else None, None),
            percent=BySide(Printed(percent) if percent else None, None),
        )
        for result, (points, percent) in zip(document.event.results, figures, strict=True)
    }
    return replace(document, published=PublishedFigures(printed))


def test_figures_of_boards_of_which_the_file_has_one_table_are_not_compared_and_do_not_follow() -> None:
    for figures in ([("", "26.32"), ("", "97.3")], [("5", "")]):
        found = audit(one_table_each(*figures))
        assert (found.findings, found.tallies) == ((), ())
        remarks = [f"not compared: board {board}: the file has only one of its tables" for board in (1, 2)]
        assert list(found.remarks)[: len(figures)] == remarks[: len(figures)]


def test_nothing_printed_for_the_only_table_of_a_board_follows() -> None:
    found = audit(one_table_each(("0", "")))
    assert [str(tally) for tally in found.tallies if "lines" in tally.what and tally.follow == 1]
    assert not any("not compared" in remark for remark in found.remarks)
