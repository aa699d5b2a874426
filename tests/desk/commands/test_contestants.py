"""Names after the start: one by one and as a list, with whoever was removed for good, and by two people at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from amends import formats
from amends.bridge import Side
from amends.desk import Desk
from amends.desk.commands.contestants import (
    contestants_of,
    is_named,
    names_text,
    naming,
    own_name,
    read_names,
    substituting,
    with_own_players,
    with_players,
    without_substitute,
)
from amends.desk.commands.people import forget
from amends.desk.file_event import EventChoices
from amends.desk.typing.new_event import MovementLayout, found, founded, read_contestants
from amends.desk.typing.results import Typed, entering
from amends.desk.views.journal import journal_log
from amends.event import Contestant, Event, Form, Player, Substitute
from amends.event.event import TeamPair
from amends.event.movements import mitchell
from amends.faults import Faults
from amends.formats import event_document
from amends.journal.chain import Document, people_of, verify
from amends.journal.entries import ContestantsEntered
from amends.reports.anonymise import Anonymiser
from amends.reports.card import substitute_words
from support.desks import desk_at

CLUB = "Club"
TWO_LISTS = "N-S\n1 Ash – Birch\n2 Cole – Dean\nE-W\n1 Elm – Fir\n2 Gorse – Holly"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with desk_at(tmp_path / "amends.db") as made:
        yield made


@pytest.fixture
def club(desk: Desk) -> Desk:
    """Six pairs in a Mitchell movement, of whom nothing but the number is known."""
    found(desk, founded(CLUB, layout=MovementLayout(mitchell(3), 1)))
    return desk


def event(text: str, form: Form = Form.PAIRS, winners: int = 1) -> Event:
    return founded(CLUB, EventChoices(form=form, winners=winners), contestants=read_contestants(text, form, winners))


def pair(id: str, *names: str) -> Contestant:
    return Contestant(id, players=tuple(map(Player, names)))


def called(desk: Desk) -> dict[str, str]:
    return {id: each.called for id, each in desk.open(CLUB).event.contestants.items()}


# One contestant


def test_names_are_entered_outside_the_chain_and_can_be_mended(club: Desk) -> None:
    club.confirm(club.open(CLUB), naming([pair("1", "Ann Ash", "Bea Brich")]))
    club.confirm(club.open(CLUB), naming([pair("1", "Ann Ash", "Bea Birch")]))
    opened = club.open(CLUB)
    assert opened.event.contestants["1"].called == "Ann Ash & Bea Birch"
    assert [line.words for line in journal_log(opened)[-2:]] == ["contestant 1 entered"] * 2
    assert "Ash" not in repr(opened.entries[-1].payload)
    assert not verify(opened.entries)


def test_what_is_known_already_enters_nothing(club: Desk) -> None:
    club.confirm(club.open(CLUB), naming([pair("1", "Ann Ash", "Bea Birch")]))
    assert not club.confirm(club.open(CLUB), naming([pair("1", "Ann Ash", "Bea Birch")])).new


@pytest.mark.parametrize(
    ("contestant", "words"),
    [
        (pair("9", "Ann Ash"), "There is no pair 9"),
        (pair("1", "A" * 101), "at most 100"),
        (pair("1", "Ann\x07"), "printable"),
        (Contestant("1", players=(Player("", "901"),)), "Whose number is 901"),
        (pair("1", *"abcdefghijklm"), "13 players are too many"),
    ],
)
def test_names_that_cannot_be_are_refused(club: Desk, contestant: Contestant, words: str) -> None:
    with pytest.raises(Faults, match=words):
        club.confirm(club.open(CLUB), naming([contestant]))


def test_a_pair_of_whom_only_results_tell_can_be_named(desk: Desk) -> None:
    found(desk, event(""))
    desk.confirm(desk.open(CLUB), entering(1, [Typed("4hn=", ("1",), ("2",))]))
    desk.confirm(desk.open(CLUB), naming([pair("2", "Ann Ash", "Bea Birch")]))
    assert called(desk) == {"1": "1", "2": "Ann Ash & Bea Birch"}


def test_players_of_a_team_stay_in_their_pairs() -> None:
    ash, birch = Player("Ash"), Player("Birch")
    team = Contestant("1", "Oaks", pairs=(TeamPair("1", (ash, birch)), TeamPair("2", (Player("Cole"), Player("Dean")))))
    made = with_players(team, [ash, Player("Beech"), Player("Cole"), Player("Dean")])
    assert [[player.name for player in each.players] for each in made.pairs] == [["Ash", "Beech"], ["Cole", "Dean"]]


def test_a_pair_under_one_name_is_two_players() -> None:
    assert with_own_players(Contestant("1", "Ash & Birch")).players == (Player("Ash"), Player("Birch"))
    assert with_own_players(Contestant("1", "The Oaks")).players == ()
    assert own_name(Contestant("1", "Ash & Birch", players=(Player("Ash"), Player("Birch")))) == ""


def test_who_has_no_names_is_known(club: Desk) -> None:
    club.confirm(club.open(CLUB), naming([pair("1", "Ann Ash", "Bea Birch")]))
    every = contestants_of(club.open(CLUB).event)
    assert [id for id, each in every.items() if not is_named(each)] == ["2", "3", "4", "5", "6"]


# Whoever was removed


def test_somebody_removed_for_good_stays_so_when_the_partner_is_mended(club: Desk) -> None:
    club.confirm(club.open(CLUB), naming([pair("1", "Ann Ash", "Bea Brich")]))
    forget(club, club.open(CLUB), "Ann Ash")
    before = club.open(CLUB).event.contestants["1"]
    assert before.players == (Player(), Player("Bea Brich"))
    effect = club.confirm(club.open(CLUB), naming([replace(before, players=(Player(), Player("Bea Birch")))]))
    [payload] = [entry.payload for entry in effect.new]
    assert isinstance(payload, ContestantsEntered)
    first = payload.contestants[0].players[0]
    assert first, "the place keeps its reference"
    assert first not in people_of(club.open(CLUB).entries)
    assert names_text(club.open(CLUB).event).splitlines()[0] == "1"


# Two at once


def test_names_of_one_pair_by_two_people_at_once_are_not_lost(club: Desk) -> None:
    seen = club.open(CLUB)
    club.confirm(seen, naming([pair("1", "Ann Ash", "Bea Birch")]))
    with pytest.raises(Faults, match="the names of 1"):
        club.confirm(seen, naming([pair("1", "Cyd Cole", "Don Dean")]))
    assert called(club)["1"] == "Ann Ash & Bea Birch"
    with pytest.raises(Faults, match="the names of 1"):
        club.confirm(seen, naming([Contestant("1", players=(Player("Xi"),)), pair("2", "Ed Elm", "Flo Fir")]))


def test_names_of_two_pairs_and_the_same_names_twice_go_through(club: Desk) -> None:
    seen = club.open(CLUB)
    club.confirm(seen, naming([pair("1", "Ann Ash", "Bea Birch")]))
    club.confirm(seen, naming([pair("2", "Cyd Cole", "Don Dean")]))
    assert not club.confirm(seen, naming([pair("1", "Ann Ash", "Bea Birch")])).new
    assert (called(club)["1"], called(club)["2"]) == ("Ann Ash & Bea Birch", "Cyd Cole & Don Dean")


def test_a_new_pair_in_two_results_at_once_is_no_clash(desk: Desk) -> None:
    found(desk, event("1 Ash – Birch\n2 Cole – Dean"))
    seen = desk.open(CLUB)
    desk.confirm(seen, entering(1, [Typed("4hn=", ("1",), ("13",))]))
    desk.confirm(seen, entering(2, [Typed("4hn=", ("2",), ("13",))]))
    assert len(desk.open(CLUB).event.results) == 2


# Substitutes


def test_a_substitute_stands_on_the_card_changes_no_score_and_can_be_taken_back(club: Desk) -> None:
    club.confirm(club.open(CLUB), naming([pair("1", "Ann Ash", "Bea Birch")]))
    before = club.open(CLUB).standings.lists
    club.confirm(club.open(CLUB), substituting("1", Substitute(" Cyd  Cole", 2, 1, 6)))
    club.confirm(club.open(CLUB), substituting("1", Substitute("Don Dean", 1, 3, 3, rounds=True)))
    opened = club.open(CLUB)
    words = ["boards 1–6: Cyd Cole for Bea Birch", "round 3: Don Dean for Ann Ash"]
    assert substitute_words(opened.event, "1") == words
    assert opened.standings.lists == before
    assert "Cole" not in repr(opened.entries[-1].payload)
    assert journal_log(opened)[-1].words == "2 substitutes for contestant 1 entered"
    club.confirm(opened, without_substitute("1", 1))
    assert substitute_words(club.open(CLUB).event, "1") == words[1:]
    with pytest.raises(Faults, match="no such substitute"):
        club.confirm(club.open(CLUB), without_substitute("1", 7))


def test_a_substitute_can_be_removed_for_good_and_stays_so(club: Desk) -> None:
    club.confirm(club.open(CLUB), substituting("1", Substitute("Cyd Cole", 2, 1, 6)))
    forget(club, club.open(CLUB), "Cyd Cole")
    assert substitute_words(club.open(CLUB).event, "1") == ["boards 1–6: (name removed) for player 2"]
    club.confirm(club.open(CLUB), substituting("1", Substitute("Don Dean", 2, 7, 7)))
    opened = club.open(CLUB)
    assert substitute_words(opened.event, "1")[0] == "boards 1–6: (name removed) for player 2"
    assert not verify(opened.entries)


@pytest.mark.parametrize(
    ("contestant", "substitute", "words"),
    [
        ("9", Substitute("Cyd"), "There is no pair 9"),
        ("1", Substitute(" "), "The name of the substitute is missing"),
        ("1", Substitute("Cyd", 1, 6, 1), "These boards or rounds cannot be"),
    ],
)
def test_a_substitute_who_cannot_be_is_refused(club: Desk, contestant: str, substitute: Substitute, words: str) -> None:
    with pytest.raises(Faults, match=words):
        club.confirm(club.open(CLUB), substituting(contestant, substitute))


def test_two_who_enter_substitutes_of_a_pair_at_once_are_told(club: Desk) -> None:
    seen = club.open(CLUB)
    club.confirm(seen, substituting("1", Substitute("Cyd Cole")))
    with pytest.raises(Faults, match="the names of 1"):
        club.confirm(seen, substituting("1", Substitute("Don Dean")))


def test_substitutes_are_in_a_document_and_out_of_texts_without_names(club: Desk) -> None:
    club.confirm(club.open(CLUB), substituting("1", Substitute("Cyd Cole", 2, 1, 6)))
    opened = club.open(CLUB)
    read = formats.loads(event_document.dumps(Document(event=opened.event, journal=opened.entries)))
    assert read.event.substitutes == {"1": (Substitute("Cyd Cole", 2, 1, 6),)}
    anonymous = Anonymiser(opened.event, opened.history, opened.event.results[0])
    assert "Cole" not in anonymous.words("Cyd Cole hesitated.")


# A list


def test_a_list_says_what_it_changes_and_a_bad_line_stops_no_other() -> None:
    read = read_names(event("1 Ash – Birch\n2 Cole – Dean\n3"), "1 Ash – Birch\n2 Cole – Daen\n9 Elm – Fir\n3 a, b")
    assert [(each.before.called, each.after.called) for each in read.changes] == [("Cole & Dean", "Cole & Daen")]
    assert (read.same, [each.place for each in read.refused]) == (1, [3, 4])
    assert read.left == "9 Elm – Fir\n3 a, b"
    assert "There is no pair 9" in read.refused[0].fault.found


def test_headings_and_whole_numbers_find_the_pairs_of_two_lists() -> None:
    two = event(TWO_LISTS, winners=2)
    read = read_names(two, "E-W\n1 Ivy – Juniper\n9 x – y\n2ns Kapok – Larch")
    assert {each.after.id: each.after.called for each in read.changes} == {
        "1EW": "Ivy & Juniper",
        "2NS": "Kapok & Larch",
    }
    assert read.left == "E-W\n9 x – y"
    assert "1 may be 1NS or 1EW" in read_names(two, "1 Ivy – Juniper").refused[0].fault.found
    assert all(each.after.direction is Side.parse(each.after.id[1:]) for each in read.changes)


def test_a_number_alone_leaves_its_names_and_a_name_twice_is_said() -> None:
    read = read_names(event("1 Ash – Birch\n2 Cole – Dean"), "1\n2 Cole – Ash")
    assert ([each.after.id for each in read.changes], read.twice) == (["2"], ("Ash (1, 2)",))


def test_a_player_who_is_typed_again_keeps_the_number() -> None:
    known = replace(event("1"), contestants={"1": Contestant("1", players=(Player("Ann Ash", "901"), Player("Bea")))})
    [change] = read_names(known, "1 Bea – ann ash").changes
    assert change.after.players == (Player("Bea"), Player("ann ash", "901"))


def test_an_event_without_anybody_takes_the_whole_list(desk: Desk) -> None:
    found(desk, event("", winners=2))
    read = read_names(desk.open(CLUB).event, TWO_LISTS)
    desk.confirm(desk.open(CLUB), naming([change.after for change in read.changes]))
    assert called(desk) == {"1NS": "Ash & Birch", "2NS": "Cole & Dean", "1EW": "Elm & Fir", "2EW": "Gorse & Holly"}


@pytest.mark.parametrize(
    ("text", "form", "winners"),
    [
        (TWO_LISTS, Form.PAIRS, 2),
        ("1 Ash – Birch\n2 The Oaks\n3", Form.PAIRS, 1),
        ("1 Oaks: Ash, Birch, Cole, Dean\n2 Elms", Form.TEAMS, 1),
        ("1 Ann Ash\n2 Bea Birch", Form.INDIVIDUAL, 1),
    ],
)
def test_the_list_of_an_event_reads_back_as_it_is(text: str, form: Form, winners: int) -> None:
    known = event(text, form, winners)
    assert names_text(known) == text
    assert not read_names(known, names_text(known)).changes


def test_names_that_a_list_would_read_otherwise_stand_as_numbers() -> None:
    known = replace(event("1"), contestants={"1": pair("1", "Ann and Bob Ash", "Bea Birch"), "2": pair("2", "A", "B")})
    assert names_text(known) == "1\n2 A – B"


def test_players_of_a_team_in_pairs_are_typed_all_or_one_by_one() -> None:
    pairs = (TeamPair("1", (Player("Ash"), Player("Birch"))), TeamPair("2", (Player("Cole"), Player("Dean"))))
    known = replace(event("1", Form.TEAMS), contestants={"1": Contestant("1", "Oaks", pairs=pairs)})
    assert names_text(known) == "1 Oaks: Ash, Birch, Cole, Dean"
    [change] = read_names(known, "1 Oaks: Ash, Beech, Cole, Dean").changes
    assert change.after.pairs[0].players[1] == Player("Beech")
    assert "4 players in pairs" in read_names(known, "1 Oaks: Ash").refused[0].fault.found
