"""Game files of ACBLscore: sections, numbers, words in place of scores, printed figures, damaged bytes."""

from __future__ import annotations

import struct
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amends import Faults, formats
from amends.audit import audit
from amends.awards import NotScored
from amends.bridge import BySide
from amends.event.event import Player
from amends.formats import acbl_game
from amends.formats.acbl_game.reader import read_score
from amends.journal.chain import Document
from amends.scoring.event import score_anew
from support.acbl_game_files import (
    AVERAGE,
    AVERAGE_MINUS,
    AVERAGE_PLUS,
    EMPTY,
    HOWELL,
    LATE,
    NOT_PLAYED,
    Section,
    Table,
    game_file,
)
from support.examples import examples
from support.saved_pages import check_outcome, one_format, spoiled, tallies

CODES = {1: (42, -5, 17, 14), 2: (-10, 0, 11, AVERAGE_PLUS), 3: (40, 40, -5, NOT_PLAYED), 4: (62, -20, 60, 65)}


def mitchell(letters: str, turn: int = 0) -> Section:
    """Four tables over four boards; on board 2 table 4 has average plus and minus, on board 3 it did not play."""
    tables = [
        Table(board, place + 1, (place + board) % 4 + 1, code, AVERAGE_MINUS if code == AVERAGE_PLUS else None)
        for board, codes in CODES.items()
        for place, code in enumerate(codes[turn:] + codes[:turn])
    ]
    return Section(letters, tables)


def howell(letters: str = "A") -> Section:
    """Six pairs over three boards; each meets others on each board."""
    seats = [((1, 2), (3, 4), (5, 6)), ((3, 1), (5, 2), (6, 4)), ((1, 4), (2, 6), (3, 5))]
    codes = ((42, -5, 17), (14, 11, -10), (0, 42, -20))
    tables = [
        Table(board + 1, ns, ew, code)
        for board, row in enumerate(seats)
        for (ns, ew), code in zip(row, codes[board], strict=True)
    ]
    return Section(letters, tables, movement=HOWELL)


def read(*sections: Section, winners: int | None = None, together: bool = False, **more: int) -> Document:
    return acbl_game.loads(game_file(*sections, together=together, **more), "g.ac1", winners=winners)


def rows(document: Document) -> dict[str, str]:
    return {each.id: str(each.result) for each in document.event.results}


def check_follows(document: Document, lines: int, pairs: int) -> None:
    """All printed figures follow from the scores."""
    found = audit(document)
    assert not found.findings
    follow = tallies(document)
    assert follow["matchpoint lines"] == (lines, lines)
    assert follow["totals"] == follow["percentages"] == (pairs, pairs)


def test_two_winners_with_averages_and_a_board_not_played() -> None:
    document = read(mitchell("A"))
    event = document.event
    assert (event.title, event.winners, event.scoring) == ("Open Pairs", 2, "matchpoints")
    assert rows(document)["/A/1/2NS-3EW"] == "-50"
    assert rows(document)["/A/2/2NS-4EW"] == "pass"
    assert rows(document)["/A/3/4NS-3EW"] == "np"
    assert [str(award) for award in event.rulings[0].awards] == ["A+", "A-"]
    assert document.published.lines["/A/2/1NS-3EW"].points.map(str) == BySide("0.17", "2.83")
    assert event.contestants["3EW"].players == (Player("Ann A3E", "1003"), Player("Bob A3E", "1003"))
    first = document.published.standings[0]
    assert (first.contestant, str(first.total), str(first.percent), first.boards) == ("1NS", "6.67", "60.61", 4)
    assert document.about == {
        "club": "A Club",
        "club_id": "123456",
        "date": "2031-01-08",
        "director": "Vera Dir",
        "program": "ACBLscore",
        "program_version": "7.81",
        "notes": "Thu Aft",
    }
    check_follows(document, 15, 8)


def test_places_of_the_only_section() -> None:
    section = replace(mitchell("A"), places={(4, 0): (1, 1), (2, 0): (4, 4), (3, 1): (1, 1), (1, 1): (3, 4)})
    places = {each.contestant: each.place for each in read(section).published.standings if each.place}
    assert places == {"4NS": "1", "2NS": "4", "3EW": "1", "1EW": "3="}
    assert not any(each.place for each in read(section, mitchell("B")).published.standings)


def test_one_winner() -> None:
    document = read(howell())
    assert document.event.winners == 1
    assert rows(document)["/A/2/5-2"] == "+110"
    assert document.event.contestants["6"].players[0] == Player("Ann A6N", "1006")
    check_follows(document, 9, 6)


def test_sections_for_themselves_and_together() -> None:
    apart = read(mitchell("A"), mitchell("B", turn=1))
    assert apart.event.regulation.field == "section"
    assert apart.event.contestants["B2EW"].section == "B"
    check_follows(apart, 30, 16)
    together = read(mitchell("A"), mitchell("B", turn=1), together=True)
    assert together.event.regulation.field == "event"
    check_follows(together, 30, 16)


def test_some_sections_together_is_said() -> None:
    linked = replace(mitchell("A"), after=2), replace(mitchell("B"), before=1), mitchell("C")
    assert any("scored together" in note.words for note in read(*linked).notes)


def test_a_mitchell_beside_a_howell_has_one_list() -> None:
    document = read(mitchell("A"), howell("B"))
    assert document.event.winners == 1
    assert {"A3NS", "A3EW", "B3"} <= set(document.event.contestants)
    assert {"3NS", "3EW"} <= set(read(mitchell("A"), winners=1).event.contestants)
    check_follows(document, 24, 14)


@pytest.mark.parametrize("phantom", [4, -4])
def test_a_phantom_is_nobody(phantom: int) -> None:
    section = mitchell("A")
    seat = 1 if phantom > 0 else 2
    tables = [
        Table(table.board, table.ns, table.ew, EMPTY if table[seat] == 4 else (11, 14, -10, 9)[table.ns - 1])
        for table in section.tables
    ]
    document = read(replace(section, tables=tables, phantom=phantom))
    assert ("4NS" in document.event.contestants, "4EW" in document.event.contestants) == (phantom < 0, phantom > 0)
    assert len(document.event.results) == 12
    check_follows(document, 12, 7)


def test_a_pair_without_names_and_scores_sits_out_its_opponents() -> None:
    tables = [
        table._replace(code=NOT_PLAYED, ew_code=None) if table.ns == 4 else table for table in mitchell("A").tables
    ]
    data = game_file(Section("A", tables, phantom=4))
    document = acbl_game.loads(data, "g.ac1")
    assert "4NS" not in document.event.contestants
    assert len(document.event.results) == 12


def test_numbers_that_were_changed() -> None:
    document = read(replace(mitchell("A"), renumbered={(3, 1): 13}))
    assert rows(document)["/A/1/2NS-13EW"] == "-50"
    assert document.event.contestants["13EW"].players[0].name == "Ann A3E"
    changed = read(replace(howell(), renumbered={(6, 0): 16}))
    assert changed.event.contestants["16"].players[0].name == "Ann A6N"
    check_follows(changed, 9, 6)


@pytest.mark.parametrize(
    ("codes", "result", "awards"),
    [
        ((LATE, LATE), "np", None),
        ((AVERAGE, AVERAGE), "np", ("A", "A")),
        ((42, -17), "+420", ("None", "+170")),
        ((42, AVERAGE_PLUS), "+420", ("None", "A+")),
        ((AVERAGE_PLUS, -5), "+50", ("A+", "None")),
        ((42, NOT_PLAYED), "+420", ("None", "np")),
    ],
)
def test_what_two_codes_say(codes: tuple[int, int], result: str, awards: tuple[str, str] | None) -> None:
    others = mitchell("A").tables[1:]
    document = read(Section("A", [Table(1, 1, 2, *codes), *others]))
    assert rows(document)["/A/1/1NS-2EW"] == result
    ruled = {ruling.id: ruling.awards for ruling in document.event.rulings}
    found = ruled.get("file /A/1/1NS-2EW")
    assert (found and tuple(map(str, found))) == awards
    score_anew(document.event)


def test_a_late_play_says_so() -> None:
    document = read(Section("A", [Table(1, 1, 2, LATE), *mitchell("A").tables[1:]]))
    first = document.event.results[0]
    assert isinstance(first.result, NotScored)
    assert first.record
    assert first.record.remark == "late play"


def test_groups_of_a_fouled_board() -> None:
    codes = ((42, -42), (45, -45), (4010, 3990), (4005, 3995), (6011, 5989))
    assert [read_score(code) for pair in codes[2:] for code in pair] == [
        *((100, "F1"), (-100, "F1"), (50, "F1"), (-50, "F1"), (110, "F2"), (-110, "F2")),
    ]
    data = game_file(Section("A", [Table(1, place + 1, place + 1, *pair) for place, pair in enumerate(codes)]))
    assert [each.group for each in acbl_game.loads(data).event.results] == ["", "", "F1", "F1", "F2"]
    with pytest.raises(Faults, match="the groups F1 and F0"):
        read(Section("A", [Table(1, 1, 1, 4010, -10), Table(1, 2, 2, 42)]))


def test_scores_of_east_west_as_seen_from_north_south() -> None:
    same = [table if abs(table.code) >= 900 else table._replace(ew_code=table.code) for table in mitchell("A").tables]
    document = read(Section("A", same))
    assert rows(document) == rows(read(mitchell("A")))
    assert not [ruling for ruling in document.event.rulings if ruling.board != 2]
    assert any("seen from N-S" in note.words for note in document.notes)


def test_a_figure_that_does_not_follow_is_found_by_the_audit() -> None:
    data = bytearray(game_file(mitchell("A")))
    place = data.index(struct.pack("<HhiHhi", 1, 42, 300, 2, -42, 0))
    struct.pack_into("<h", data, place + 2, 12)
    struct.pack_into("<h", data, place + 10, -12)
    assert audit(acbl_game.loads(bytes(data))).findings


def test_what_is_not_in_the_score_is_said() -> None:
    document = read(replace(mitchell("A"), adjustments={(1, 0): -50}), handicap=1)
    words = [note.words for note in document.notes]
    assert "1 adjustment not in the score: -0.50 for 1NS" in words
    assert any("handicaps" in each for each in words)
    assert str(document.published.standings[0].adjustment) == "-0.50"


def test_totals_that_are_scaled_are_said() -> None:
    document = read(replace(mitchell("A"), scaled=Fraction(3, 2)))
    expected = "the printed totals of 8 pairs are scaled: they need not follow, percentages do"
    assert [note.words for note in document.notes] == [expected]
    assert tallies(document)["percentages"] == (8, 8)


def test_a_number_of_results_that_is_not_that_of_the_index_is_said() -> None:
    notes = read(replace(mitchell("A"), results_said=3)).notes
    assert notes[0].words == "board 1 of section A: 4 results; the index of boards says 3"


# Faults


@pytest.mark.parametrize(
    ("kind", "scoring", "found"),
    [
        (1, 7, "event 1 (Teams, Victory Points)"),
        (2, 0, "event 1 (Individual, Matchpoints)"),
        (0, 2, "event 1 (Pairs, Average IMPs)"),
        (77, 66, "event 1 (type 77, scoring 66)"),
    ],
)
def test_other_events_are_refused_by_name(kind: int, scoring: int, found: str) -> None:
    with pytest.raises(Faults) as trouble:
        read(mitchell("A"), type=kind, scoring=scoring)
    fault = trouble.value.faults[0]
    assert (fault.found, fault.where, fault.file) == (found, "byte 18 (0x12)", "g.ac1")


def test_an_event_beside_the_one_that_is_read_is_said() -> None:
    data = bytearray(game_file(mitchell("A")))
    struct.pack_into("<I", data, 0x16, 2580)
    struct.pack_into("<B", data, 0xDB, 1)
    struct.pack_into("<B", data, 0x10D, 7)
    words = [note.words for note in acbl_game.loads(bytes(data)).notes]
    assert words == ["event 2 (Teams, Victory Points) of the file is not read"]


def test_all_faults_at_once_with_their_bytes() -> None:
    wrong = [table._replace(code=1000) if table.ns == 1 else table for table in mitchell("B").tables]
    with pytest.raises(Faults) as trouble:
        read(replace(mitchell("A"), movement=5), Section("B", wrong))
    faults = trouble.value.faults
    assert faults[0].found == "the movement Barometer"
    assert faults[0].where.startswith("section A, byte ")
    assert faults[1].found == "the code 1000 for a score"
    assert faults[1].where.startswith("board 1 of section B, byte ")


@pytest.mark.parametrize("movement", [3, 7, 200])
def test_movements_whose_numbers_are_not_known(movement: int) -> None:
    with pytest.raises(Faults, match="the movement"):
        read(replace(mitchell("A"), movement=movement))


def test_a_file_that_is_cut_off() -> None:
    data = game_file(mitchell("A"))
    for length in (*range(40), 2579, 2600, len(data) - 1):
        with pytest.raises(Faults) as trouble:
            acbl_game.loads(data[:length], "g.ac1")
        assert "byte" in trouble.value.faults[0].where
    with pytest.raises(Faults, match=f"found a file of {len(data) - 1} bytes; expected {len(data)} bytes"):
        acbl_game.loads(data[:-1])


@pytest.mark.parametrize("data", [b"", b"AC3", "a text"])
def test_what_is_no_such_file(data: bytes | str) -> None:
    with pytest.raises(Faults):
        acbl_game.loads(data)


def test_a_game_without_boards() -> None:
    data = bytearray(game_file(mitchell("A")))
    struct.pack_into("<I", data, 0x13E + 8, 0)
    with pytest.raises(Faults, match="no results of boards"):
        acbl_game.loads(bytes(data))


def test_many_sections_that_share_their_boards_end() -> None:
    data = bytearray(game_file(mitchell("A")))
    summary = bytes(data[0x13E : 0x13E + 22])
    for place in range(100):
        start = 0x13E + 22 * place
        data[start : start + 22] = summary
        data[start + 1 : start + 4] = bytes([2, 65 + place // 26, 65 + place % 26])
    check_outcome(acbl_game.loads, bytes(data), "g.ac1")


def test_what_is_recognised() -> None:
    data = game_file(mitchell("A"))
    assert one_format(data) == ["acbl-game"]
    assert formats.loads(data, "310108.ACA").source == "acbl-game"


ORIGINALS = [game_file(mitchell("A"), howell("B")), game_file(mitchell("A"), mitchell("B"), together=True)]


@st.composite
def overwritten(draw: st.DrawFn) -> bytes:
    """A file with other bytes in some places: most of them where there are some already."""
    data = bytearray(draw(st.sampled_from(ORIGINALS)))
    filled = [place for place, byte in enumerate(data) if byte]
    for _ in range(draw(st.integers(1, 6))):
        place = draw(st.one_of(st.sampled_from(filled), st.integers(0, len(data) - 5)))
        new = draw(st.one_of(st.binary(min_size=1, max_size=4), st.sampled_from((b"\xff\xff", b"\0\0\0\0", b"\x03"))))
        data[place : place + len(new)] = new
    return bytes(data)


@examples(200, long=2000)
@given(overwritten())
def test_other_bytes_give_a_document_or_faults(data: bytes) -> None:
    check_outcome(acbl_game.loads, data, "g.ac1")


@examples(40)
@given(spoiled(ORIGINALS))
def test_a_spoiled_file_is_a_document_or_faults(data: bytes) -> None:
    check_outcome(acbl_game.loads, data, "g.ac1")
