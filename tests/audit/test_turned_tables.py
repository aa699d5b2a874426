"""Totals of two pairs who sat the other way round where they met."""

from __future__ import annotations

from amends.audit import audit
from amends.formats import usebio
from amends.journal.chain import Document


def event(**percentages: str) -> Document:
    """Four pairs, three rounds of one board; the pairs' percentages as they are given, else as they follow."""
    scores = {1: ((1, 2, 420), (3, 4, -50)), 2: ((1, 3, -100), (2, 4, 110)), 3: ((1, 4, 90), (2, 3, 140))}
    totals = dict.fromkeys((1, 2, 3, 4), 0)
    boards = ""
    for board, tables in scores.items():
        boards += f"<BOARD><BOARD_NUMBER>{board}</BOARD_NUMBER>"
        for ns, ew, points in tables:
            won = 2 * sum(points > other for _, _, other in tables)
            totals[ns] += won
            totals[ew] += 2 - won
            boards += f"<TRAVELLER_LINE><NS_PAIR_NUMBER>{ns}</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{ew}</EW_PAIR_NUMBER>"
            boards += f"<SCORE>{points}</SCORE><NS_MATCH_POINTS>{won}</NS_MATCH_POINTS>"
            boards += f"<EW_MATCH_POINTS>{2 - won}</EW_MATCH_POINTS></TRAVELLER_LINE>"
        boards += "</BOARD>"
    pairs = ""
    for pair, total in totals.items():
        percent = percentages.get(f"pair_{pair}", f"{total * 100 / 6:.2f}")
        pairs += f"<PAIR><PAIR_NUMBER>{pair}</PAIR_NUMBER><PERCENTAGE>{percent}</PERCENTAGE></PAIR>"
    text = (
        f'<USEBIO Version="1.2"><EVENT EVENT_TYPE="PAIRS"><PARTICIPANTS>{pairs}</PARTICIPANTS>{boards}</EVENT></USEBIO>'
    )
    return usebio.loads(text, "t.xml")


def turned(document: Document) -> list[str]:
    return [remark for remark in audit(document).remarks if "the other way round" in remark]


def test_totals_that_follow_need_no_explanation() -> None:
    assert turned(event()) == []


def test_two_totals_that_are_exchanged_on_the_board_where_the_two_met() -> None:
    document = event(pair_1="0.00", pair_2="100.00")
    assert turned(document) == ["the totals of pairs 1 and 2 follow if they sat the other way round on board 1"]
    assert len([each for each in audit(document).findings if each.kind == "percentage"]) == 2


def test_two_totals_that_this_does_not_explain() -> None:
    assert turned(event(pair_1="40.00", pair_2="60.00")) == []
