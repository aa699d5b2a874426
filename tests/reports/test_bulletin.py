"""The bulletin names nobody, unless it is asked to."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import pytest

from amends.bridge import Side
from amends.event import Player
from amends.event.case import AppealDecision, PollAnswer, Statement
from amends.journal.history import History
from amends.reports.anonymise import Anonymiser, NamedPeople
from amends.reports.bulletin import Bulletin, bulletin
from reports.test_slip_page import VARIED
from support.evenings import SURNAMES, Evening, decided, with_names


def talkative(evening: Evening) -> History:
    """The history in whose texts everybody is named."""
    north, south = (player.name for player in evening.event.contestants["7"].players)
    surname, other = north.split()[1], evening.event.contestants["11"].players[0].name
    case = evening.history.cases["1"]
    said = Statement(f"{north} asked {south}; {other} heard it.", side=Side.NS, who=north)
    told = replace(
        case,
        statements=(*case.statements, (said, case.statements[0][1])),
        facts=replace(case.facts, happened=f"{surname} waited; R. Fox was called by {evening.event.name('16')}."),
    )
    given = replace(evening.history.rulings[0].ruling, reason=f"{south.upper()} could not know. C.  Cole agreed.")
    rulings = (replace(evening.history.rulings[0], ruling=given), *evening.history.rulings[1:])
    return replace(evening.history, cases={**evening.history.cases, "1": told}, rulings=rulings)


def everything(made: Bulletin) -> str:
    return made.text() + made.page() + json.dumps(made.data(), ensure_ascii=False)


def test_no_name_occurs_anywhere(evening: Evening) -> None:
    shown = everything(bulletin(talkative(evening), evening.event))
    names = {player.name for each in evening.event.contestants.values() for player in each.players}
    whole_words = {word.casefold() for word in re.findall(r"\w+", shown)}
    assert not whole_words & {name.casefold() for name in (*SURNAMES, "Fox", "Cole")}
    assert [name for name in names if name.casefold() in shown.casefold()] == []


def test_names_are_replaced_by_the_side_or_by_a_player(evening: Evening) -> None:
    text = bulletin(talkative(evening), evening.event).text()
    assert "N-S asked N-S; a player heard it." in text
    assert "N-S waited; the director was called by E-W." in text
    assert "Reason             N-S could not know. E-W agreed." in text


def test_with_names_everybody_is_named(evening: Evening) -> None:
    shown = bulletin(talkative(evening), evening.event, names=True)
    assert f"7 {evening.event.name('7')}" in shown.text()
    assert "by R. Fox" in shown.text()
    assert shown.data()["cases"][0][0]["director"] == "R. Fox"  # type: ignore[index]


def test_every_ruling_stands_in_it_in_the_maastricht_form(evening: Evening) -> None:
    text = bulletin(evening.history, evening.event, date="2026-11-13").text()
    assert text.startswith("Rulings · Friday pairs · 2026-11-13")
    assert [line for line in text.splitlines() if line[:1].isdigit() and ". Board" in line] == [
        "1. Board 15: unauthorised information",
        "2. Board 3",
        "3. Board 6",
        "4. Board 2",
    ]
    assert "60% of  NS +620   (4♥ N =)" in text
    assert "♠ KQ106" in text
    assert "Decision           It is not decided yet." in text
    assert "Laws               82C, 12C1(b)" in text


def test_a_decided_appeal_and_what_the_ruling_became(tmp_path: Path) -> None:
    evening = with_names(decided(tmp_path / "amends.db", AppealDecision.VARIED, VARIED))
    made = bulletin(evening.history, evening.event)
    assert "Decision           The ruling was varied. See ruling 1.2." in made.text()
    assert "1.2, 2026-11-13" in made.text()
    assert "Holly" not in everything(made)
    assert [len(chain) for chain in made.cases] == [2, 1, 1, 1]


def test_an_event_without_rulings(evening: Evening) -> None:
    assert "There was no ruling." in bulletin(History(), evening.event).text()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("A. Ivory passed.", None),
        ("the King of hearts", "the King of hearts"),
        ("ivory keys", "ivory keys"),
        ("A jay sang.", "A jay sang."),
        ("R. Foxglove", "R. Foxglove"),
        ("", ""),
    ],
)
def test_only_names_are_veiled(evening: Evening, text: str, shown: str | None) -> None:
    table = next(result for result in evening.event.results if result.id == "15/7-16")
    veiled = Anonymiser(evening.event, evening.history, table).words(text)
    assert veiled == shown if shown is not None else "Ivory" not in veiled


@pytest.mark.parametrize("name", ["Zoë O'Malley", "Zoe\u0308 O’Malley"])
@pytest.mark.parametrize("typed", ["Zoë O'Malley", "Zoe\u0308 O’Malley", "Zoë  O’Malley", "O'Malley", "O’Malley"])
def test_a_name_is_veiled_however_it_is_typed(evening: Evening, name: str, typed: str) -> None:
    table = next(result for result in evening.event.results if result.id == "15/7-16")
    contestant = replace(evening.event.contestants["7"], name="", players=(Player(name),))
    event = replace(evening.event, contestants={**evening.event.contestants, "7": contestant})
    assert Anonymiser(event, evening.history, table).words(f"{typed} passed.") == "N-S passed."


def test_neither_a_deposit_nor_a_standard_names_anybody(evening: Evening) -> None:
    player = evening.event.contestants["7"].players[0].name
    case, appeal = evening.history.cases["1"], evening.history.appeals["1"]
    polls = tuple(
        (replace(poll, answers=(PollAnswer("4H N =", (), f"as {player}"),)), made) for poll, made in case.polls
    )
    told = replace(
        evening.history,
        cases={**evening.history.cases, "1": replace(case, polls=polls)},
        appeals={"1": replace(appeal, deposit=f"10, of {player}")},
    )
    made = bulletin(told, evening.event)
    assert player not in made.text()
    assert player not in json.dumps(made.data(), ensure_ascii=False)
    assert player in bulletin(told, evening.event, names=True).text()


def test_who_is_named_is_found_once_for_all_rulings(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    found = Mock(wraps=NamedPeople.of)
    monkeypatch.setattr(NamedPeople, "of", found)
    assert len(bulletin(evening.history, evening.event).cases) > 1
    assert found.call_count == 1


@pytest.mark.parametrize(
    ("names", "by"),
    [(True, "by the reviewer (C. Holly) on appeal 1 [93]"), (False, "by the reviewer on appeal 1 [93]")],
)
def test_a_varied_ruling_is_given_by_those_who_decided(tmp_path: Path, names: bool, by: str) -> None:
    evening = with_names(decided(tmp_path / "amends.db", AppealDecision.VARIED, VARIED))
    made = bulletin(evening.history, evening.event, names=names)
    assert f"1.2, 2026-11-13 19:31 {by}, replaces ruling 1" in made.text()
    assert "19:31 by R. Fox" not in made.text()
    [chain] = [chain for chain in made.cases if len(chain) == 2]
    assert [each.review for each in chain] == ["", ""]


def test_each_ruling_says_until_when_a_review_may_be_asked_for(evening: Evening) -> None:
    text = bulletin(evening.history, evening.event).text()
    assert text.count("A review may be asked for until 19:37.") == 4
