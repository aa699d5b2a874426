"""Collections of events in one PBN file: split by the tag Event, with what their games take over."""

from __future__ import annotations

from amends.formats import pbn
from amends.formats.pbn.collections import split


def room(event: str, board: int, which: str, tricks: int, teams: tuple[str, str] = ("Ash", "Birch")) -> str:
    return (
        f'[Event "{event}"]\n[Board "{board}"]\n[Vulnerable "None"]\n[Declarer "N"]\n[Contract "4H"]\n'
        f'[Result "{tricks}"]\n[HomeTeam "{teams[0]}"]\n[VisitTeam "{teams[1]}"]\n[Room "{which}"]\n\n'
    )


def match(event: str, teams: tuple[str, str] = ("Ash", "Birch")) -> str:
    return room(event, 1, "Open", 10, teams) + room(event, 1, "Closed", 9, teams)


HEAD = "% PBN 2.1\n% EXPORT\n"
COLLECTION = HEAD + match("Spring") + match("Autumn") + match("Autumn", ("Cedar", "Dogwood")) + match("Spring")


def test_each_event_is_a_file_of_its_own() -> None:
    found = split(COLLECTION)
    assert found["Autumn"] == HEAD + match("Autumn") + match("Autumn", ("Cedar", "Dogwood"))
    event = pbn.loads(found["Autumn"]).event
    assert (event.title, sorted(event.contestants)) == ("Autumn", ["Ash", "Birch", "Cedar", "Dogwood"])


def test_what_games_take_over_from_those_of_another_event_stands_in_the_new_file() -> None:
    text = '[Event "One"]\n[Site "##Hall"]\n[Scoring "IMP"]\n[Board "1"]\n\n[Event "Two"]\n[Scoring "#"]\n[Board "2"]\n'
    other = split(text)["Two"]
    assert '[Site "Hall"]' in other
    assert '[Scoring "IMP"]' in other
    assert "#" not in other


def test_the_lines_of_windows_and_quotes_in_names_are_kept() -> None:
    text = '[Event "The \\"Cup\\""]\r\n[Board "1"]\r\n\r\n[Event "Other"]\r\n[Board "1"]\r\n'
    assert list(split(text)) == ['The "Cup"', "Other"]


def test_one_that_is_read_whole_says_that_it_holds_several() -> None:
    notes = [note for note in pbn.loads(COLLECTION).notes if note.kind == "several-events"]
    assert [note.words for note in notes] == ["2 events (Spring, Autumn) are read as one"]
    assert not [note for note in pbn.loads(match("Spring")).notes if note.kind == "several-events"]
