"""Sentences that are read back, and commentary that is none of ours; for whole files see test_scored_again.py."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from amends import Event
from amends.event import Form
from amends.event.event import Contestant
from amends.event.rows import rows_in_force
from amends.event.ruling import CarryOver, Penalty, VictoryPointAward
from amends.formats.common.building import NOT_PLAYED
from amends.formats.common.own_words import as_remark, award_words, event_words, with_own_words
from amends.journal.chain import Document
from support.ruled_events import PAIRS, given, ruling, teams

OURS = {"program": "amends"}


def read(event: Event, *texts: str) -> tuple[Document, list[str]]:
    return with_own_words(Document(event=event, about=OURS), texts)


@pytest.mark.parametrize(
    "text",
    ["Board 1, pairs 2 and 12: weighted score.", "a talk about board 1, pairs 2 and 12", "x" * 5000, "Penalty for 2"],
)
def test_other_commentary_is_a_remark(text: str) -> None:
    document, remarks = read(PAIRS, text)
    assert (document.event, remarks, document.notes) == (PAIRS, [text], ())


@pytest.mark.parametrize(
    "text",
    [
        "Board 1, pairs 2 and 12: weighted score. Both sides: 60% 9H N =; 40% nonsense.",
        "Board 9, pairs 2 and 12: weighted score. Both sides: 60% +420; 40% -50.",
        "Penalty for nobody: 3.",
    ],
)
def test_a_sentence_that_fits_nothing_is_said(text: str) -> None:
    document, remarks = read(replace(PAIRS, contestants={"2": Contestant("2")}), text)
    assert (document.event.rulings, document.event.penalties, remarks) == ((), (), [])
    assert [note.words for note in document.notes] == [f"not in the score, for nobody in the file fits it: {text}"]


def test_an_amount_that_is_no_number_is_said() -> None:
    text = "Carry-over of 2: banana."
    document, remarks = read(replace(PAIRS, contestants={"2": Contestant("2")}), text)
    assert (document.event.carry_overs, remarks) == ((), [])
    assert [note.words for note in document.notes] == [f"not in the score, for its amount is no number: {text}"]


def test_the_sentences_of_another_program_are_its_own_affair() -> None:
    document = Document(event=PAIRS, about={"program": "amendsomething"})
    text = "Board 1, pairs 2 and 12: weighted score. Both sides: 60% +420; 40% -50."
    assert with_own_words(document, [text]) == (document, [text])


def test_an_award_in_words_has_its_table_in_full() -> None:
    event = given(PAIRS, ruling("1", 1, "2", "60% +420; 40% -50"))
    row = next(row for row in rows_in_force(event.results, event.rulings) if row.ruling)
    words = award_words(row, event.form)
    assert words == "Board 1, pairs 2 and 12: weighted score. Both sides: 60% +420; 40% -50. At the table: -50."
    document, _ = read(PAIRS, f"{words} Law 16B1. The slow pass suggested it.")
    assert [str(award) for award in document.event.rulings[0].awards] == ["60% +420; 40% -50"] * 2


@pytest.mark.parametrize("name", ["X", "St. John's: B, round 2", "7 in match 2", "Penalty for X"])
def test_amounts_come_back_whatever_their_contestants_are_called(name: str) -> None:
    event = replace(
        teams(knockout=True),
        contestants={name: Contestant(name)},
        penalties=(Penalty(name, "10%"), Penalty(name, "1.5 VP", match="1", session="2"), Penalty(name, "1/3")),
        carry_overs=(CarryOver(name, Fraction(7, 3), match="1"), CarryOver(name, Fraction(-3, 2), unit="imps")),
        awards=(VictoryPointAward(name, "3", "12 VP"),),
    )
    bare = replace(event, knockout=False, penalties=(), carry_overs=(), awards=())
    document, remarks = read(bare, *event_words(event))
    assert remarks == []
    assert document.event == event
    assert document.event.form is Form.TEAMS


@pytest.mark.parametrize(
    "text",
    [
        "Penalty for 2: 10%.",
        "Penalty for\x012:\t10%.",
        "Carry-over of 2: 7/2 imps.",
        "Victory points for 2: 12.",
        "A knockout: no victory points.",
        "As there. Board 1, pairs 2 and 12: weighted score. Both sides: 60% +420; 40% -50. At the table: -50.",
    ],
)
def test_the_words_of_others_are_no_sentences(text: str) -> None:
    event = replace(PAIRS, contestants={"2": Contestant("2")})
    assert read(event, " ".join(text.replace("\x01", " ").split()))[0].event != event
    document, remarks = read(event, as_remark(text))
    assert (document.event, remarks, document.notes) == (event, [as_remark(text)], ())


def test_a_reason_after_an_award_adds_nothing_to_it() -> None:
    award = "Board 1, pairs 2 and 12: weighted score. Both sides: 60% +420; 40% -50."
    document, _ = read(PAIRS, f"{award} {as_remark('At the table: +170.')}")
    assert document.event.results[1].result == NOT_PLAYED


@pytest.mark.parametrize("text", ["Slow play: a warning", "Penalty: none", "board 3:  two  blanks"])
def test_other_remarks_stay_as_they_are(text: str) -> None:
    assert as_remark(text) == text


def test_a_remark_about_a_board_hides_no_award_after_it() -> None:
    award = "Board 1, pairs 2 and 12: weighted score. Both sides: 60% +420; 40% -50."
    document, _ = read(PAIRS, f"{award} As on board 2, pairs 1 and 11 {award.replace('2 and 12', '3 and 13')}")
    assert [ruling.table.ns for ruling in document.event.rulings] == ["2", "3"]
    assert document.notes == ()


def test_a_long_remark_is_read_at_once() -> None:
    text = f"Penalty for {': 1 in match a in session b' * 3000}"
    document, remarks = read(PAIRS, text)
    assert (document.event, remarks) == (PAIRS, [text])
