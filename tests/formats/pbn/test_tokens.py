"""The text of PBN: tag pairs, inheritance, commentary, tables; what cannot be read is said with its line."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amends import Faults
from amends.formats import pbn
from amends.formats.common.csv_table import MOST_FAULTS, Gathered
from amends.formats.pbn.games import Game, read_games, rows
from amends.journal.chain import Document
from support.examples import examples

DATA = Path(__file__).resolve().parents[2] / "data" / "pbn"
TABLE = '[Board "1"]\n[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS;Score_EW"]\n'


def games(text: str) -> list[Game]:
    """The games of a text without faults."""
    faults = Gathered("a.pbn")
    found = read_games(text, faults).games
    faults.finish()
    return found


def cells(text: str) -> list[dict[str, str]]:
    """The rows of the first ScoreTable."""
    faults = Gathered("a.pbn")
    table = games(text)[0].section("scoretable")
    assert table is not None
    found = [dict(row.cells) for row in rows(table, faults)]
    faults.finish()
    return found


def outcome(data: str | bytes, winners: int | None = None) -> Document | Faults:
    """What reading gives: a document or faults, never anything else."""
    try:
        return pbn.loads(data, "a.pbn", winners=winners)
    except Faults as trouble:
        return trouble


def faults(text: str | bytes) -> list[str]:
    with pytest.raises(Faults) as trouble:
        pbn.loads(text, "a.pbn")
    return [str(fault) for fault in trouble.value.faults]


# Tags


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('[Event "Friday"]', "Friday"),
        ('[Event  "Friday" ]', "Friday"),
        ('[\n Event\n"Friday"\n]', "Friday"),
        ('% PBN 2.1\n[Board "1"] [Event "Friday"] [Site "Hall"]', "Friday"),
        ('[Event "the \\"Red\\" room"]', 'the "Red" room'),
        ('[Event "the "Red" room"]', 'the "Red" room'),
        ('[Event "C:\\\\boards"]', "C:\\boards"),
        ('[Event "C:\\boards\\"]', "C:\\boards\\"),
        ('[EVENT "Friday"]', "Friday"),
        ('[Event "?"]', ""),
        ("[Event]", ""),
        ('[Event "Friday"]\r\n[Event "again"]', "Friday"),
        ('\ufeff[Event "Friday"]'.removeprefix("\ufeff"), "Friday"),
    ],
)
def test_a_tag_is_read_as_people_and_programs_write_it(text: str, value: str) -> None:
    assert games(text)[0].said("event") == value


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ('[Date "a"]\n\n[Date "#"]\n\n[Date "#"]', ["a", "a", "a"]),
        ('[Date "#"]\n\n[Board "1"]', ["", ""]),
        ('[Date "a"]\n\n[Board "1"]\n\n[Date "#"]', ["a", "", "a"]),
        ('[Date "##a"]\n\n[Board "1"]\n\n[Board "2"]', ["a", "a", "a"]),
        ('[Date "##a"]\n\n[Date "b"]\n\n[Board "2"]', ["a", "b", "b"]),
        ('[Date "##a"]\n\n[Date "##"]\n\n[Board "2"]', ["a", "", ""]),
    ],
)
def test_a_value_is_inherited_from_the_game_before_or_holds_for_all_that_follow(text: str, values: list[str]) -> None:
    assert [game.said("date") for game in games(text)] == values


@pytest.mark.parametrize("name", ["Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Auction", "Play"])
def test_what_makes_a_game_playable_is_never_inherited(name: str) -> None:
    found = games(f'[Board "1"][{name} "##N"]\n\n[Board "2"]\n\n[Board "3"][{name} "#"]')
    assert [game.said(name.lower()) for game in found] == ["", "", ""]


def test_a_blank_line_or_the_next_board_begins_a_game() -> None:
    assert len(games('[Board "1"]\n\n[Board "2"]\n \t \n[Board "3"]\n')) == 3
    assert len(games('[Event "a"]\n[Board "1"]\n[Event "a"]\n[Board "2"]')) == 2
    assert len(games('[Board "1"]\n{a\n\nb}\n[Dealer "N"]')) == 1


def test_a_section_that_a_blank_line_sets_apart_belongs_to_its_game() -> None:
    (game,) = games('[Board "1"]\n[Contract "1C"]\n\n[Auction "N"]\n1C AP\n\n[Note "1:why"]\n\n[Play "E"]\nS2')
    assert [section.name for section in game.sections] == ["auction", "play"]
    assert game.notes == {"auction": {"1": "why"}}


def test_escape_lines_and_commentary_say_nothing() -> None:
    text = '[Board "1"] ; [Board "2"]\n%[Board "3"]\n{[Board "4"]\n{ } [Event "a"]'
    (game,) = games(text)
    assert (game.said("board"), game.said("event")) == ("1", "a")


# Tables


@pytest.mark.parametrize(
    "text",
    [
        "1 2 4S N 10 420 -\n3 4 4S N 9 - 50\n",
        "1 2 4S N\n10 420 -\n3 4 4S\nN 9 - 50\n",
        "1 2 4S N 10 420 - 3 4 4S N 9 - 50",
        '"1" "2" 4S N 10 "420" "-"\n%\n3 4 4S N 9 ? "50"\n',
        "  1\t2 4S  N 10  420   -   \n; nothing\n3 4 4S N 9 - 50\n",
        "1 2 4S N 10 420 -\n\n3 4 4S N 9 - 50\n",
    ],
)
def test_the_elements_of_a_table_are_counted_by_its_columns(text: str) -> None:
    first, second = cells(TABLE + text)
    assert list(first.values()) == ["1", "2", "4S", "N", "10", "420"]
    assert second == {
        "pairid_ns": "3",
        "pairid_ew": "4",
        "contract": "4S",
        "declarer": "N",
        "result": "9",
        "score_ew": "50",
    }


def test_a_quoted_element_may_hold_blanks_quotes_and_signs() -> None:
    text = '[Board "1"][ScoreTable "+Rank\\2R;-Names_NS\\13L; names_EW "]\n1 "A \\"B\\" {C};" [bye]\n'
    assert cells(text) == [{"rank": "1", "names_ns": 'A "B" {C};', "names_ew": "[bye]"}]


@pytest.mark.parametrize(
    ("row", "names"),
    [
        ("1 Alfa-Bravo    Charlie-Delta S4", ("Alfa-Bravo", "Charlie-Delta")),
        ("1 van Alfa-Bravo Charlie-Delta S4", ("van Alfa-Bravo", "Charlie-Delta")),
        ("1 Alfa-Bravo    de la Cruz-Delta S4", ("Alfa-Bravo", "de la Cruz-Delta")),
        ("1 Alfa-van Bravo-Smith Charlie S4", ("Alfa-van Bravo-Smith", "Charlie")),
    ],
)
def test_names_without_quotes_are_told_apart_by_the_width_of_their_column(row: str, names: tuple[str, str]) -> None:
    good = '1 "a" "b" S4\n' * 4
    found = cells(f'[Board "1"][ScoreTable "PairId_NS;Names_NS\\13L;Names_EW;Lead"]\n{good}{row}\n')[-1]
    assert (found["names_ns"], found["names_ew"], found["lead"]) == (*names, "S4")


# What is refused


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", ("a.pbn: ", "an empty file", 'tag pairs such as [Board "7"]')),
        (" \n\n\t\n", ("an empty file",)),
        ("% PBN 2.1\n", ("no tag pair",)),
        ("\n\nhello\n", ("a.pbn:3: ", "hello", "before anything else")),
        ('{a\n[Site "b"]\n', ("a.pbn:1: ", "commentary that begins with { and never ends")),
        ('[Board "1"]\n{a\n\n[Event "b"]\n[Board "2"]\n}\n', ("a.pbn:2: ", "runs into the next game")),
        ('[Board "1"]\n[Event "Friday]\n', ("a.pbn:2: ", "a quote that never ends", "a tag pair")),
        ('[Board "1"]\n[Event Friday]\n', ("a.pbn:2: ", "[Event Friday]", "a tag pair")),
        ('[Board "1"]\n["7"]\n', ("a.pbn:2: ", "a tag pair")),
        (TABLE + '1 2 4S N 10 420 -\n"1\n', ("a.pbn:4: ", "a quote that never ends")),
        (TABLE + "1 2 4S N 10 420 -\n1 2 4S\n", ("a.pbn:4: ", "3 elements", "7, as many as columns (line 2)")),
        (TABLE + "1 2 4S N 10 420 - x\n1 2 4S N 10 420 -\n", ("a.pbn:3: ", "8 elements in a row")),
        (TABLE + "1", ("1 element in a row",)),
        ('[Board "1"]\n[ScoreTable ""]\n1 2', ("a.pbn:2: ", "a table without columns")),
        ('[Board "1"]\n[ScoreTable "' + "a;" * 300 + '"]\n1 2', ("301 columns", "at most 200")),
        ('[Event "a"]\n[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n1 2 50', ("a.pbn:1: ", "no board number")),
        ('[Board "x"]\n[ScoreTable "PairId_NS;Score_NS"]\n1 50', ("a.pbn:1: ", "the board 'x'", "1 or more")),
        ('[Board "0"]\n[Contract "Pass"]', ("the board '0'",)),
        (TABLE + "1 2 4S N 10 420 -\n1 2 4S N 9 - 50", ("a.pbn:4: ", "board 1, 1 against 2 twice", "first on line 3")),
        ('[Board "1"]\n[Auction "N"]\n1C ]', ("a.pbn:3: ", "a ] that closes nothing")),
        ('[Board "1"][ScoreTable "Score_NS;Multiplicity"]\n50 1001', ("a.pbn:2: ", "stands for 1,001 tables")),
        ('[Board "1"]\n[Event "a\0b"]', ("a.pbn:2: ", "a NUL byte")),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_said_with_the_line_where_it_begins(text: str, parts: tuple[str, ...]) -> None:
    found = faults(text)
    assert len(found) == 1
    for part in parts:
        assert part in found[0]


def test_all_faults_come_at_once_and_after_a_hundred_they_are_counted() -> None:
    found = faults('[Board "x"]\n[Contract "Pass"]\n\n[Board "y"]\n[Contract "Pass"]\n[Event "z]\n')
    assert [fault.split(":")[1] for fault in found] == ["6", "1", "4"]
    assert len(faults("x\n" * 1000)) == MOST_FAULTS + 1


def test_more_than_two_winners_are_refused() -> None:
    with pytest.raises(Faults, match="3 winners"):
        pbn.loads('[Board "1"]', winners=3)


@pytest.mark.parametrize(
    "data",
    [
        '[Board "1"]'.encode("utf-16"),
        '[Board "1"]'.encode("utf-16-le"),
        b"\xff\xfe[",
        b"PK\x03\x04\0\0",
        bytes(range(256)),
    ],
)
def test_what_is_no_text_is_read_or_refused(data: bytes) -> None:
    assert outcome(data)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('[Event "Höst"]'.encode("latin-1"), "Höst"),
        ('[Event "Höst"]'.encode(), "Höst"),
        ('[Event "Höst"]'.encode("utf-8-sig"), "Höst"),
        ('[Event "Höst"]'.encode("utf-16"), "Höst"),
        ('[Event "Łódź – “x”"]'.encode(), "Łódź – “x”"),
        ('[Event "“x”"]'.encode("cp1252"), "“x”"),
        ('%Content-Type: text/x-pbn; charset=ISO-8859-2\n[Event "Łódź"]'.encode("iso-8859-2"), "Łódź"),
        ('%Content-Type: text/x-pbn; charset=ISO-8859-99\n[Event "Höst"]'.encode("latin-1"), "Höst"),
        ('%Content-Type: text/x-pbn; charset=nonsense\n[Event "Höst"]'.encode("latin-1"), "Höst"),
    ],
)
def test_the_character_set_is_found(text: bytes, name: str) -> None:
    assert pbn.loads(text).event.title == name


HUGE = 400_000


@pytest.mark.parametrize(
    "text",
    [
        "x" * HUGE, "x " * HUGE, '"' * HUGE, "[" * HUGE, "[\n" * HUGE, '[a "' * HUGE, "{\n" * HUGE, "%" * HUGE,
        '{\n[Board "1"]\n' * (HUGE // 10), '[a "' + "\\" * HUGE, TABLE + '"' + "\\" * HUGE,
        TABLE + "1\n" * (HUGE // 20), TABLE + '"\n' * (HUGE // 4),
        '[Board "1"][Contract "1C"][Auction "N"]' + "=1" * HUGE,
        '[Board "1"][Score "' + "NS " * HUGE + '"]', '[Board "1"][ScoreTable "' + "a;" * HUGE + '"]1 2',
        '[Board "1"][Room "Open"]' + '[Contract "Pass"]\n\n' * (HUGE // 20),
        '[Board ""][Deal "N:A... - - -"][Contract "Pass"]\n\n' * (HUGE // 40),
    ],
    ids=range(18),
)  # fmt: skip
def test_time_is_linear_in_the_length_of_the_file(text: str) -> None:
    found = outcome(text)
    assert isinstance(found, Document) or len(found.faults) <= MOST_FAULTS + 1


# Whatever the bytes are

FILES = [path.read_bytes() for path in sorted(DATA.glob("*.pbn"))]
PIECES = [b'"', b"\\", b"{", b"}", b";", b"[", b"]", b"^", b"#", b"##", b"%", b"-", b"?", b"\n", b"\r", b"\0", b"\xe9",
          b"99999999", b"1.5", b"NS 5 EW 7", b"A+", b"^adj", b'[Board "1"]', b'[Room "Open"]', b'[Winners "2"]',
          b'[Section "B"]', b'[Session "2"]', b'[Competition "Swiss Pairs"]', b"sit-out", b"PASS"]  # fmt: skip


@st.composite
def spoilt(draw: st.DrawFn) -> bytes:
    """A file with parts of it taken out, doubled, moved or replaced."""
    data = draw(st.sampled_from(FILES))
    for _ in range(draw(st.integers(1, 8))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.sampled_from((0, 1, 2, 5, 40, 400))))
        how = draw(st.sampled_from(("insert", "remove", "double", "byte", "move")))
        if how == "insert":
            data = data[:start] + draw(st.sampled_from(PIECES)) + data[start:]
        elif how == "remove":
            data = data[:start] + data[end:]
        elif how == "double":
            data = data[:end] + data[start:]
        elif how == "byte":
            data = data[:start] + draw(st.binary(max_size=3)) + data[end:]
        else:
            place = draw(st.integers(0, len(data)))
            data = data[:place] + data[start:end] + data[place:]
    return data


@examples(100, long=300)
@given(spoilt(), st.sampled_from((None, 1, 2)))
def test_a_spoilt_file_gives_a_document_or_faults_and_nothing_else(data: bytes, winners: int | None) -> None:
    document = outcome(data, winners)
    if isinstance(document, Faults):
        assert document.faults
        return
    list(pbn.losses(document))
    try:
        again = pbn.dumps(document)
    except Faults:  # an event that cannot be scored
        return
    assert {row.id for row in pbn.loads(again).event.results} == {row.id for row in document.event.results}


@given(st.binary(max_size=200))
def test_any_bytes_give_a_document_or_faults(data: bytes) -> None:
    assert outcome(data)
