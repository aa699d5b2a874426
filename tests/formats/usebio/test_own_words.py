"""Awards that USEBIO has no place for: written in words under NOTES, read back, and scored as before."""

from __future__ import annotations

from dataclasses import replace

import pytest

from amends import Event, Faults, formats
from amends.audit import audit
from amends.awards import Award, parse_award
from amends.bridge import BySide
from amends.event import Form, Ruling
from amends.event.rows import reference_to
from amends.event.ruling import Penalty
from amends.formats import usebio
from amends.formats.common.own_words import NOT_IN_THE_SCORE
from amends.journal.chain import Document
from amends.scoring.event import score
from support.audited_files import pairs

TEAMS = """\
round,match,room,board,ns,ew,result
1,1,open,1,Ash,Birch,4H N =
1,1,closed,1,Birch,Ash,4H N -1
1,1,open,2,Ash,Birch,3NT S =
1,1,closed,2,Birch,Ash,3NT S +1
"""

AWARDS = [
    ("60% +140; 40% -100", "60% +140; 40% -100"),
    ("+140", "50% +140; 50% -100"),
    ("better of A+ | +170", "A-"),
]


def ruled(event: Event, place: int, ns: str, ew: str) -> Event:
    table = event.results[place]
    awards: BySide[Award | None] = BySide(parse_award(ns), parse_award(ew))
    return replace(event, rulings=(Ruling("1", table.board, reference_to(table), awards),))


def again(event: Event) -> Document:
    return usebio.loads(usebio.dumps(Document(event=event)), "again.xml")


def standings(event: Event) -> list[tuple[str, object]]:
    return [
        (standing.contestant, standing.total)
        for each in score(event).lists.values()
        for standing in sorted(each, key=lambda standing: standing.contestant)
    ]


@pytest.mark.parametrize(("ns", "ew"), AWARDS)
@pytest.mark.parametrize("scoring", ["matchpoints", "cross-imps", "butler"])
def test_pairs_score_as_before_and_are_not_accused(scoring: str, ns: str, ew: str) -> None:
    event = ruled(replace(pairs(3), scoring=scoring), 7, ns, ew)
    document = again(event)
    assert standings(document.event) == standings(event)
    assert document.event.results[7].result == event.results[7].result
    assert audit(document).findings == ()


@pytest.mark.parametrize(("ns", "ew"), AWARDS[:2])
@pytest.mark.parametrize("scoring", ["imps", "bam", "patton"])
def test_teams_score_as_before_and_are_not_accused(scoring: str, ns: str, ew: str) -> None:
    event = formats.loads(TEAMS.encode(), "teams.csv").event
    event = ruled(replace(event, scoring=scoring), 0, ns, ew)
    assert event.form is Form.TEAMS
    document = again(event)
    assert standings(document.event) == standings(event)
    assert audit(document).findings == ()


def test_two_sections_with_the_same_numbers() -> None:
    event = pairs(4, tables=4, boards=4, sections=2)
    place = next(number for number, table in enumerate(event.results) if table.section == "B")
    event = ruled(event, place, *AWARDS[0])
    assert standings(again(event).event) == standings(event)


def test_a_penalty_of_ours_is_read_and_that_of_others_is_said() -> None:
    event = replace(pairs(5), penalties=(Penalty("3", "2"),))
    text = usebio.dumps(Document(event=event))
    assert standings(usebio.loads(text, "ours.xml").event) == standings(event)
    other = usebio.loads(text.replace("<PROGRAM_NAME>amends", "<PROGRAM_NAME>Another"), "other.xml")
    assert other.event.penalties == ()
    assert [str(note) for note in other.notes if note.kind == NOT_IN_THE_SCORE] == [
        "1 adjustment not in the score: -2 for 3"
    ]
    assert audit(other).findings == ()


def test_words_of_other_programs_are_no_awards() -> None:
    text = usebio.dumps(Document(event=ruled(pairs(6), 2, *AWARDS[0])))
    text = text.replace("<PROGRAM_NAME>amends", "<PROGRAM_NAME>Another")
    [ruling] = usebio.loads(text, "other.xml").event.rulings
    assert "%" in str(ruling.awards.ns)
    assert ";" not in str(ruling.awards.ns)
    with pytest.raises(Faults):
        usebio.loads(text[:200], "cut.xml")


def test_remarks_of_other_programs_do_not_become_ours() -> None:
    notes = "Penalty for 3: 10%.\nA knockout: no victory points.\nThank you all."
    document = Document(event=pairs(5), about={"program": "Another", "notes": notes})
    written = usebio.loads(usebio.dumps(document), "ours.xml")
    assert standings(written.event) == standings(document.event)
    assert written.about["notes"].splitlines() == [
        "Penalty for 3 – 10%.",
        "A knockout – no victory points.",
        "Thank you all.",
    ]
