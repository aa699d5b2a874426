"""A fielded psyche in the guided ruling: the better of A+ and the result, A-, and the penalty, by a regulation."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from amends.awards import parse_award
from amends.bridge import BySide
from amends.desk import Desk
from amends.desk.guide import Question, Ready, next_question
from amends.desk.unfinished_rulings import Unfinished, keep, kept_draft, proposed_by
from amends.event import Event, Form, TableResult
from amends.faults import Faults
from amends.journal.chain import Document
from support import desks
from support.guided import WHERE, begin, keys, opened, question

FIELDED = {**WHERE, "irregularity": "psyche", "regulation": "Blue Book on psyches", "non_offending": "ns"}
LAST = {"laws": "", "reason": "", "accept 12C2(a)": "the regulation says so", "accept 12B1": "the regulation says so"}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A desk with the event before any ruling."""
    with desks.desk_at(tmp_path / "amends.db") as made:
        desks.begin(made)
        yield made


def fielded(**answers: str) -> Ready:
    """The ruling that follows."""
    found = next_question(opened("pairs"), {**keys({**FIELDED, **answers}), **LAST})
    assert isinstance(found, Ready), found
    return found


def test_it_is_one_ruling_with_its_penalty() -> None:
    done = fielded(psyche_penalty="")
    assert [str(award) for award in done.ruling.awards] == ["better of A+ | 4S E =", "A-"]
    assert done.ruling.laws == ("Blue Book on psyches", "12C2(a)", "90")
    [penalty] = done.penalties
    assert (penalty.contestant, penalty.amount, penalty.law) == ("16", "10%", "90")


def test_without_a_penalty() -> None:
    done = fielded(psyche_penalty="none")
    assert (done.penalties, done.ruling.laws) == ((), ("Blue Book on psyches", "12C2(a)"))


def test_the_penalty_is_entered_with_the_ruling_in_its_case(desk: Desk) -> None:
    effect = desk.confirm(desk.open("friday"), fielded(psyche_penalty="").draft())
    history = effect.after.history
    [case] = history.cases.values()
    assert len(case.penalties) == len(case.rulings) == 1
    assert history.penalties[case.penalties[0]].penalty.reason == "fielded psyche: Blue Book on psyches"
    assert "a fielded psyche" in case.what_happened


def test_a_draft_keeps_the_penalty(desk: Desk) -> None:
    friday = desk.open("friday")
    id = keep(desk, friday, Unfinished({**keys({**FIELDED, "psyche_penalty": ""}), **LAST}))
    proposed = proposed_by(kept_draft(desk, friday, id), friday)
    assert proposed is not None
    assert len(proposed.penalties) == 1


def test_a_regulation_is_asked_for_and_a_law_is_none() -> None:
    asked = question("pairs", **WHERE, irregularity="fielded-psyche")
    assert (asked.key, asked.optional) == ("regulation", False)
    assert "a regulation that says so" in asked.note
    with pytest.raises(Faults, match="not a clause"):
        question("pairs", **{**FIELDED, "regulation": "40A"})


def test_a_board_that_was_not_played_goes_the_ordinary_way() -> None:
    assert question("teams", board="1", table="closed", irregularity="psyche").key == "result"


def test_in_an_individual_the_one_to_blame_is_penalised(tmp_path: Path) -> None:
    with desks.desk_at(tmp_path / "amends.db") as desk:
        rows = [("1", "2", "3", "4", "4H N ="), ("5", "6", "7", "8", "4H N -1")]
        results = tuple(
            TableResult(north, parse_award(result), BySide((north, south), (east, west)), board=1)
            for north, south, east, west, result in rows
        )
        begin(desk, Document(event=Event(form=Form.INDIVIDUAL, results=results)))
        answers = {"board": "1", "table": "1", "irregularity": "psyche", "regulation": "ours", "non-offending": "ns"}
        found = next_question(desk.open(desks.NAME), {**answers, "psyche-penalty": "standard-2", **LAST})
        assert not isinstance(found, Question), found
        assert isinstance(found, Ready)
        assert [penalty.contestant for penalty in found.penalties] == ["4"]
