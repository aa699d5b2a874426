"""Reasons of penalties and other awards name nobody where names are off."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from unittest.mock import Mock

import pytest

from amends.desk.commands.penalties import penalising
from amends.event import Contestant, Player
from amends.event.ruling import CarryOver, Penalty
from amends.explain import Explained, given, total
from amends.reports import anonymise
from amends.reports.anonymise import NamedPeople, anonymous_event, anonymous_figure
from support.desks import NAME, desk_at
from support.desks import evening as evening_in
from support.evenings import Evening


def reason(evening: Evening) -> str:
    """A reason that names a player in full, a partner by the surname, and somebody of another pair."""
    first, second = (player.name for player in evening.event.contestants["7"].players)
    other = evening.event.contestants["11"].players[0].name
    return f"{first} and {second.split()[1]} (late) saw {other}"


def test_every_reason_is_without_names_and_people_are_looked_for_once(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = Mock(wraps=NamedPeople.of)
    monkeypatch.setattr(NamedPeople, "of", looked)
    words, event = reason(evening), evening.event
    made = anonymous_event(
        replace(
            event,
            penalties=(Penalty("7", "10%", reason=words),) * 20,
            carry_overs=(CarryOver("7", Fraction(1), words), CarryOver("11", Fraction(1))),
        ),
        evening.history,
    )
    assert {each.reason for each in made.penalties} == {"a player and a player (late) saw a player"}
    assert [each.reason for each in made.carry_overs] == ["a player and a player (late) saw a player", ""]
    assert looked.call_count == 1
    assert (made.contestants, made.results) == (event.contestants, event.results)


def test_a_figure_says_the_reason_without_names_and_all_else_as_it_was(evening: Evening) -> None:
    words = reason(evening)
    event = replace(evening.event, penalties=(Penalty("7", "10%", reason=words),))
    name = event.name("7")
    figure: Explained = total(
        f"total of {name}", given(Fraction(3), "board 1 (played)"), given(Fraction(-1), f"penalty ({words})")
    )
    made = anonymous_figure(figure, event, evening.history)
    assert [part.words for part in made.walk()] == [
        f"total of {name}", "board 1 (played)", "penalty (a player and a player (late) saw a player)"
    ]  # fmt: skip
    assert made.value == figure.value
    assert anonymous_figure(figure, replace(event, penalties=()), evening.history) is figure


def test_the_names_of_all_are_prepared_once_whatever_the_number_of_rulings(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A congress has hundreds of pairs and of rulings: the one times the other took minutes."""
    prepared = Mock(wraps=anonymise._spellings)
    monkeypatch.setattr(anonymise, "_spellings", prepared)
    people = {
        str(id): Contestant(str(id), players=(Player(f"Ann Ash{id}"), Player(f"Bo Ash{id}"))) for id in range(100, 500)
    }
    event = replace(evening.event, contestants={**evening.event.contestants, **people})
    reason = "Ann Ash477 and Ash477 thought"
    rulings = tuple(replace(event.rulings[0], id=str(id), reason=reason) for id in range(20))
    made = anonymous_event(replace(event, rulings=rulings), evening.history)
    assert {each.reason for each in made.rulings} == {"a player and Ash477 thought"}
    assert 400 < prepared.call_count < 1600, "400 names, and those at a table for each of 20 rulings"


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("'t Hooft Jan", "Then 't Hooft  Jan led", "Then a player led"),
        ("Jan O’Neill", "O'NEILL, o'neill's and McO'Neill", "a player, a player's and McO'Neill"),
        ("J. Dupont", "J. Dupont, J.Dupont, J. Duponte", "a player, J.a player, J. Duponte"),
        ("Smith & Sons", "Smith & Sons, a smith & sonson", "a player, a smith & sonson"),
    ],
)
def test_a_name_ends_where_its_words_end(evening: Evening, name: str, text: str, said: str) -> None:
    assert anonymiser(evening, name).words(text) == said


def test_what_has_no_reasons_stays(evening: Evening) -> None:
    event = replace(evening.event, rulings=(), penalties=(), carry_overs=(), awards=())
    assert anonymous_event(event, evening.history) is event
    assert anonymise.Anonymiser(event, evening.history).words("") == ""


def test_whoever_has_entered_anything_is_named_in_no_reason(tmp_path: Path) -> None:
    """Somebody who only corrected a score, or gave a penalty, is no director of a case."""
    path = tmp_path / "club.db"
    evening_in(path)
    with desk_at(path) as desk:
        opened = desk.open(NAME)
        typed = replace(desk, who="W. Typist")
        after = typed.confirm(
            opened, penalising(Penalty("7", "10%", reason="W. Typist saw it; ask the director"))
        ).after
    assert after.history.authors[-1] == "W. Typist"
    made = anonymous_event(after.event, after.history)
    assert [each.reason for each in made.penalties][-1] == "an official saw it; ask the director"


def anonymiser(evening: Evening, *players: str, pair: str = "") -> anonymise.Anonymiser:
    """For a text about a pair of these players."""
    contestant = Contestant("7", pair, players=tuple(map(Player, players)))
    event = replace(evening.event, contestants={**evening.event.contestants, "7": contestant})
    return anonymise.Anonymiser(event, evening.history, about=["7"])


@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("Ann Ashdown", "Ann Ashdown|ANN ASHDOWN|Ashdown|Ann|Ann B. Ashdown"),
        ("DUPONT Jean", "DUPONT Jean|Dupont|DUPONT|Jean Dupont|Jean|J. Dupont"),
        ("DE LA TOUR Anne", "Anne de la Tour|De la Tour Anne|Tour"),
        ("Ashdown, Ann", "Ashdown, Ann|Ann Ashdown|Ashdown"),
        ("Fan Wu", "Wu|Fan Wu|WU"),
        ("John Smith Jr", "John Smith Jr|John Smith|Smith"),
        ("Ben Birchall (sub)", "Ben Birchall|Birchall"),
        ("Sepp Groß", "Groß|GROSS|Gross|Sepp Gross"),
        ("Ayşe Yıldız", "Yıldız|YILDIZ|Yildiz|AYŞE YILDIZ|Ayse Yildiz"),
        ("Ilker Kaya", "İlker|ILKER|İLKER KAYA"),
        ("Uli Müller", "Müller|MÜLLER|Muller|Mueller|Uli Mueller"),
        ("Jan van der Berg", "Berg|van der Berg|Jan van der Berg"),
    ],
)
def test_a_name_is_known_however_it_is_written(evening: Evening, name: str, texts: str) -> None:
    known = anonymiser(evening, name)
    parts = {part.casefold().strip("(),.") for part in name.split()} - {"jr", "sub", "de", "la", "van", "der"}
    for text in texts.split("|"):
        said = known.words(f"Then {text} thought")
        assert "a player" in said, text
        assert not parts & set(said.casefold().split()), said


def test_first_name_and_surname_are_one_player_and_two_players_are_two(evening: Evening) -> None:
    known = anonymiser(evening, "DUPONT Jean", "Ashdown, Ann")
    assert known.words("Jean Marc DUPONT asked") == "a player Marc a player asked"
    assert known.words("Ann  Ashdown asked Jean, Dupont passed") == "a player asked a player, a player passed"


@pytest.mark.parametrize("text", ["Will thought", "May 5", "No trumps", "He and So", "the dean of ash", "Heart lead"])
def test_words_that_are_names_too_stay(evening: Evening, text: str) -> None:
    known = anonymiser(evening, "Will Heart", "May So", "Dean Ash", "No He")
    assert known.words(text) == text


def test_words_of_a_team_s_name_stay_and_its_name_does_not(evening: Evening) -> None:
    known = anonymiser(evening, "Ann Ashdown", pair="Red Lions Oxford")
    assert known.words("A Red card for Red Lions Oxford, and Lions") == "A Red card for a pair, and Lions"
