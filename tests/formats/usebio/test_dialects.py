"""USEBIO as programs write it: each dialect of tests/data/usebio gives the event, the people and what was printed."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from amends import Form, Side, formats, score
from amends.audit import audit
from amends.bridge import Seat
from amends.event import Contestant
from amends.event.event import Player, TeamPair
from amends.event.published import Printed, PublishedMatch, PublishedPair, PublishedStanding
from amends.formats import usebio
from amends.journal.chain import Document

DATA = Path(__file__).parents[2] / "data" / "usebio"
FILES = sorted(path.name for path in DATA.glob("*.xml"))


def read(name: str) -> Document:
    return usebio.load(DATA / name)


def results(document: Document) -> dict[str, str]:
    return {table.id: str(table.result) for table in document.event.results}


def awards(document: Document) -> dict[str, str]:
    by_board = {ruling.board: ruling for ruling in document.event.rulings}
    return {f"{board} {found.table}": " ".join(map(str, found.awards)) for board, found in by_board.items()}


def printed(document: Document, table: str) -> list[str]:
    line = document.published.lines[table]
    return [str(figure) for figure in (line.score, *line.points)]


@pytest.mark.parametrize("name", FILES)
def test_every_dialect_is_found_by_its_content_and_can_be_scored(name: str) -> None:
    assert usebio.recognises((DATA / name).read_bytes())
    document = formats.load(DATA / name)
    assert document.source == "usebio"
    assert document.event.results
    assert score(document.event).lists


@pytest.mark.parametrize(
    ("name", "form", "scoring", "winners"),
    [
        ("flat_1_0.xml", "pairs", "matchpoints", 1),
        ("nested_1_2.xml", "pairs", "matchpoints", 2),
        ("butler.xml", "pairs", "butler", 1),
        ("cross_imps.xml", "pairs", "cross-imps", 1),
        ("individual.xml", "individual", "matchpoints", 1),
        ("swiss_teams.xml", "teams", "imps", 1),
        ("teams_pab.xml", "teams", "bam", 1),
        ("swiss_pairs.xml", "swiss-pairs", "cross-imps", 1),
        ("online.xml", "pairs", "matchpoints", 2),
    ],
)
def test_form_scoring_and_winners(name: str, form: str, scoring: str, winners: int) -> None:
    event = read(name).event
    assert (event.form.value, event.scoring, event.winners) == (form, scoring, winners)


def test_a_flat_file_of_version_1_0() -> None:
    document = read("flat_1_0.xml")
    assert results(document) == {"1/1-2": "+420", "1/3-4": "-50", "2/1-4": "np", "2/3-2": "0"}
    assert awards(document) == {"2 1 against 4": "A A"}
    assert printed(document, "1/1-2") == ["420.0", "2.0", "0.0"]
    assert printed(document, "2/1-4") == ["None", "1.0", "1.0"]
    assert document.event.title == "Flat"
    assert document.about == {
        "club": "A club",
        "club_id": "123",
        "date": "2010-10-07",
        "description": "A flat event",
        "contact": "A contact",
        "scorer": "A scorer",
        "version": "1.0",
    }
    first = document.published.standings[0]
    assert (first.place, str(first.percent), str(first.master_points)) == ("1=", "75.0", "12.0")
    assert document.event.contestants["1"].players == (Player("Player 1", "1001"), Player("Player 2", "1002"))


def test_sessions_and_sections_nest_and_hands_stand_under_the_root() -> None:
    document = read("nested_1_2.xml")
    event = document.event
    assert results(document) == {
        "1/A/1/1-3": "3NT E =",
        "1/A/1/2-4": "3NT W +1",
        "1/A/2/1-4": "4Sx N =",
        "1/A/2/2-3": "4Sx N -1",
        "1/A/3/1-3": "1NT S =",
        "1/A/3/2-4": "1NT S =",
    }
    leads = [str(table.record.lead) if table.record else None for table in event.results]
    assert leads == ["DT", "DT", "D7", "DT", None, None]
    assert {id: known.direction for id, known in event.contestants.items()} == {
        "1": Side.NS,
        "2": Side.NS,
        "3": Side.EW,
        "4": Side.EW,
    }
    assert str(event.deal(1, "1", "A")).startswith("N:AKQJ.T98.765.432 T98.")
    # A place within a label is not the pair's, and the list of the only session is that of the event.
    assert document.published.standings[0] == PublishedStanding(
        "1", "1", percent=Printed("83.33"), boards=3, master_points=Printed("12")
    )


def test_numbers_with_directions_are_kept_where_both_directions_have_them() -> None:
    document = read("directions.xml")
    assert results(document) == {
        "1/1NS-1EW": "4H N =",
        "1/2NS-2EW": "4H N -1",
        "2/1NS-2EW": "pass",
        "2/2NS-1EW": "pass",
        "3/2EW-1NS": "2S E =",
    }
    assert {id: str(known.direction) for id, known in document.event.contestants.items()} == {
        "1NS": "Side.NS",
        "1EW": "Side.EW",
        "2NS": "Side.NS",
        "2EW": "Side.EW",
    }


def test_sections_right_under_the_event_number_their_pairs_each() -> None:
    document = read("sections.xml")
    assert list(results(document)) == ["/A/1/1NS-1EW", "/A/1/2NS-2EW", "/B/1/1NS-1EW", "/B/1/2NS-2EW"]
    assert sorted(document.event.contestants) == ["A1EW", "A1NS", "A2EW", "A2NS", "B1EW", "B1NS", "B2EW", "B2NS"]
    first = document.published.standings[0]
    assert (first.contestant, str(first.adjustment), str(first.handicap)) == ("A1NS", "-1.5", "4.5")


def test_one_list_above_sections_is_of_pairs_that_play_in_both() -> None:
    document = read("version_1_3.xml")
    assert list(results(document)) == ["1/A/1/1-2", "1/B/1/2-1"]
    assert sorted(document.event.contestants) == ["1", "2"]
    assert (document.about["event_id"], document.about["date"]) == ("77", "2018-01-31")
    assert document.event.winners == 1


def test_two_sessions_have_lists_and_hands_of_their_own() -> None:
    document = read("sessions.xml")
    assert results(document) == {"1//1/1-2": "2H N =", "2//1/1-2": "2H N -1"}
    assert [(entry.session, str(entry.percent)) for entry in document.published.standings] == [
        ("", "50.00"),
        ("", "50.00"),
        ("1", "50.00"),
        ("1", "40.00"),
        ("2", "50.00"),
        ("2", "40.00"),
    ]
    assert str(document.event.deal(1, "1")).startswith("N:AKQJ.T98")
    assert str(document.event.deal(1, "2")) == "N:AKQJT98765432... - - -"


def test_butler_has_its_datums() -> None:
    document = read("butler.xml")
    assert document.published.datums == {("", "", 1): Printed("190"), ("", "", 2): Printed("-110")}
    assert printed(document, "1/3-4") == ["-50", "-5", "5"]
    assert awards(document) == {"2 1 against 4": "A A"}
    assert str(document.published.standings[1].total) == "-6.00"


def test_individuals_sit_as_four() -> None:
    document = read("individual.xml")
    table = document.event.results[0]
    assert (table.id, table.seats.ns, table.seats.ew) == ("1/1+3-2+4", ("1", "3"), ("2", "4"))
    assert document.event.contestants["7"].players == (Player("Player 7", "1007"),)


def halves(second_score: str = "-90") -> str:
    """Two boards at two tables; each table in two lines, with partners who do not exist: 1 and 11, 2 and 22."""
    first = (("1", "2", "100"), ("11", "12", "100"), ("3", "5", "-50"), ("4", "6", "-50"))
    second = (("1", "2", "90"), ("12", "11", "90"), ("5", "3", "-90"), ("4", "6", second_score))
    percents = {"1": "100.00", "2": "0.00", "3": "50.00", "4": "0.00", "5": "50.00", "6": "100.00"}
    text = '<USEBIO Version="1.1"><EVENT EVENT_TYPE="INDIVIDUAL"><PARTICIPANTS EVENT_TYPE="INDIVIDUAL">'
    for number, percent in (percents | {"11": "50.00", "12": "50.00"}).items():
        text += f"<PLAYER><PLAYER_NUMBER>{number}</PLAYER_NUMBER><PERCENTAGE>{percent}</PERCENTAGE></PLAYER>"
    text += "</PARTICIPANTS>"
    for board, lines in enumerate((first, second), 1):
        text += f"<BOARD><BOARD_NUMBER>{board}</BOARD_NUMBER>"
        for north, east, points in lines:
            seats = {"N": north, "S": f"{north}1", "E": east, "W": f"{east}2"}
            text += "<TRAVELLER_LINE>"
            text += "".join(f"<{seat}_PLAYER_NUMBER>{own}</{seat}_PLAYER_NUMBER>" for seat, own in seats.items())
            won = "2" if int(points) > 0 else "0"
            text += f"<SCORE>{points}</SCORE><NS_MATCH_POINTS>{won}</NS_MATCH_POINTS>"
            text += f"<EW_MATCH_POINTS>{2 - int(won)}</EW_MATCH_POINTS></TRAVELLER_LINE>"
        text += "</BOARD>"
    return f"{text}</EVENT></USEBIO>"


def test_two_lines_with_partners_who_do_not_exist_are_one_table() -> None:
    document = usebio.loads(halves(), "i.xml")
    assert results(document) == {"1/1+11-2+12": "+100", "1/3+4-5+6": "-50", "2/1+12-2+11": "+90", "2/5+4-3+6": "-90"}
    assert set(document.event.contestants) == {"1", "2", "3", "4", "5", "6", "11", "12"}
    assert "two lines are read as one table" in document.notes[0].words
    found = audit(document)
    assert [(tally.what, tally.follow, tally.printed) for tally in found.tallies] == [
        ("matchpoint lines", 4, 4),
        ("percentages", 8, 8),
    ]


def test_lines_with_such_numbers_that_are_no_halves_stay_apart() -> None:
    assert len(usebio.loads(halves("-100"), "i.xml").event.results) == 8


def test_a_match_that_is_given_from_both_sides_is_one() -> None:
    document = read("swiss_teams.xml")
    assert results(document) == {
        "1//round 1/1/1-2/open": "4S N =",
        "1//round 1/1/2-1/closed": "4S N -1",
        "1//round 1/2/1-2/open": "3NT E =",
        "1//round 1/2/2-1/closed": "3NT E =",
    }
    assert document.notes == ()
    assert document.published.matches == (
        PublishedMatch(
            "1",
            "2",
            "1",
            "1",
            scores=(Printed("15"), Printed("5")),
            imps={1: Printed("10"), 2: Printed("0")},
        ),
    )
    assert printed(document, "1//round 1/1/1-2/open") == ["420", "3.5", "-3.5"]
    assert document.published.pairs[0] == PublishedPair("1", "1-1-2", Printed("3.50"), 2)
    herons = document.event.contestants["1"]
    assert (herons.name, herons.pairs[0]) == (
        "Herons",
        TeamPair("1-1-2", (Player("Player 1", "1001"), Player("Player 2", "1002"))),
    )
    record = document.event.results[1].record
    assert record is not None
    assert tuple(record.pairs) == ("2-1-2", "1-3-4")
    lines = score(document.event).lines("1")
    assert [line.figure for line in lines] == [Fraction(10), Fraction(0)]


def test_the_first_view_of_a_match_decides_who_is_at_home() -> None:
    text = (DATA / "swiss_teams.xml").read_text(encoding="utf-8")
    head, first, second, tail = _views(text)
    document = usebio.loads(head + second + first + tail)
    (match,) = document.published.matches
    assert (match.home, match.away, str(match.imps[1])) == ("2", "1", "-10")
    assert [str(figure) for figure in match.scores] == ["5", "15"]
    assert results(document)["1//round 1/1/2-1/open"] == "4S N -1"


def test_two_views_of_a_match_that_differ_are_a_fault() -> None:
    head, first, second, tail = _views((DATA / "swiss_teams.xml").read_text(encoding="utf-8"))
    changed = second.replace("<TRICKS>10</TRICKS>\n<SCORE>420", "<TRICKS>11</TRICKS>\n<SCORE>450")
    with pytest.raises(ValueError, match=r"1 against 2 twice: 4S N = and 4S N \+1 \(first on line 97\)"):
        usebio.loads(head + first + changed + tail)


def _views(text: str) -> tuple[str, str, str, str]:
    start, middle, end = text.index("<MATCH>"), text.rindex("<MATCH>"), text.index("</SESSION>")
    return text[:start], text[start:middle], text[middle:end], text[end:]


def test_a_second_match_of_two_teams_in_a_round_on_other_boards_is_another() -> None:
    head, first, second, tail = _views((DATA / "swiss_teams.xml").read_text(encoding="utf-8"))
    later = first.replace("<BOARD_NUMBER>1<", "<BOARD_NUMBER>11<").replace("<BOARD_NUMBER>2<", "<BOARD_NUMBER>12<")
    document = usebio.loads(head + first + later + tail)
    assert len(document.event.results) == 8
    assert [match.match for match in document.published.matches] == ["", "1 v 2, 2"]
    assert len(score(document.event).lines("1")) == 4
    assert second


def test_the_rooms_of_a_board_may_stand_in_boards_of_their_own() -> None:
    head, first, _, tail = _views((DATA / "swiss_teams.xml").read_text(encoding="utf-8"))
    apart = first.replace(
        "</TRAVELLER_LINE>\n<TRAVELLER_LINE>",
        "</TRAVELLER_LINE>\n</BOARD>\n<BOARD>\n<BOARD_NUMBER>1</BOARD_NUMBER>\n<TRAVELLER_LINE>",
        1,
    )
    assert apart != first
    assert results(usebio.loads(head + apart + tail)) == results(read("swiss_teams.xml"))


def test_point_a_board_has_the_points_of_both_teams() -> None:
    document = read("teams_pab.xml")
    (match,) = document.published.matches
    assert match.points == {1: (Printed("1"), Printed("0")), 2: (Printed("0.5"), Printed("0.5"))}
    assert [player.name for player in document.event.contestants["11"].players] == [
        "Player 1",
        "Player 2",
        "Player 3",
        "Player 4",
    ]
    assert list(results(document).values()) == ["4H S =", "4H S -1", "2S N =", "2S N ="]


def test_boards_of_teams_outside_of_matches_are_put_into_them() -> None:
    text = (DATA / "swiss_teams.xml").read_text(encoding="utf-8")
    loose = usebio.loads(_without_matches(text))
    assert [(table.seats.ns, table.seats.ew, table.room) for table in loose.event.results] == [
        (("1",), ("2",), "open"),
        (("2",), ("1",), "closed"),
        (("1",), ("2",), "open"),
        (("2",), ("1",), "closed"),
    ]
    assert [line.figure for line in score(loose.event).lines("1")] == [10, 0]


def _without_matches(text: str) -> str:
    head, first, _, tail = _views(text)
    boards = first[first.index("<BOARD>") : first.index("</MATCH>")]
    return head + boards.replace("<DIRECTION>NS</DIRECTION>", "").replace("<DIRECTION>EW</DIRECTION>", "") + tail


def test_a_match_of_swiss_pairs_gives_its_lines_their_pairs() -> None:
    document = read("swiss_pairs.xml")
    assert [(table.id, table.round) for table in document.event.results] == [
        ("1/A/1/1-2", "1"),
        ("1/A/2/1-2", "1"),
        ("1/A/1/3-4", "1"),
        ("1/A/2/3-4", "1"),
        ("1/A/3/1-3", "2"),
        ("1/A/3/4-2", "2"),
    ]
    first = document.published.matches[0]
    assert (first.home, first.away, first.round) == ("1", "2", "1")
    assert [str(figure) for figure in first.scores] == ["14.5", "5.5"]


def test_rounds_of_swiss_pairs_that_nobody_gave_are_taken_from_who_met_whom() -> None:
    met = {1: [("1", "2"), ("3", "4")], 2: [("2", "1"), ("4", "3")], 3: [("1", "3"), ("2", "4")]}
    boards = "".join(
        f"<BOARD><BOARD_NUMBER>{number}</BOARD_NUMBER>{''.join(_line(ns, ew) for ns, ew in tables)}</BOARD>"
        for number, tables in met.items()
    )
    document = usebio.loads(f'<USEBIO><EVENT EVENT_TYPE="SWISS_PAIRS">{boards}</EVENT></USEBIO>')
    assert [(table.board, table.round) for table in document.event.results] == [
        (1, "1"),
        (1, "1"),
        (2, "1"),
        (2, "1"),
        (3, "2"),
        (3, "2"),
    ]
    assert [note.kind for note in document.notes] == ["left-out"]


def _line(ns: str, ew: str) -> str:
    numbers = f"<NS_PAIR_NUMBER>{ns}</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{ew}</EW_PAIR_NUMBER>"
    return f"<TRAVELLER_LINE>{numbers}<SCORE>50</SCORE></TRAVELLER_LINE>"


def test_lin_data_gives_auction_play_and_deal_and_never_spoils_a_line() -> None:
    document = read("online.xml")
    assert results(document) == {"1/A/1/1NS-1EW": "1NTx N =", "1/A/2/1NS-1EW": "2C S ="}
    first, second = (table.record for table in document.event.results)
    assert first is not None
    assert first.auction is not None
    assert str(first.auction) == "1NT pass pass X pass pass pass"
    assert (first.auction.dealer, first.auction.calls[0].explanation) == (Seat.NORTH, "12-14")
    assert [call.alerted for call in first.auction.calls] == [False, False, False, True, False, False, False]
    assert [str(card) for card in first.play] == ["CA", "C8", "C5", "C2"]
    deal = document.event.deal(1, "1", "A")
    assert deal is not None
    assert deal.whole
    assert second is not None
    assert (second.auction, second.play) == (None, ())
    assert [str(entry.adjustment) for entry in document.published.standings] == ["0.00", "0.00"]


def test_adjusted_scores_of_all_dialects() -> None:
    document = read("adjusted.xml")
    assert results(document) == {
        "1/1-2": "np",
        "1/3-4": "-650",
        "1/5-6": "4S W =",
        "2/1-2": "np",
        "2/3-4": "np",
        "2/5-6": "np",
        "3/1-2": "np",
        "3/3-4": "-140",
        "3/5-6": "-250",
        "4/1-2": "np",
        "4/3-4": "np",
        "4/5-6": "np",
        "5/1-": "sit-out",
        "5/3-4": "3NT S =",
        "5/5-6": "4S S =",
    }
    given = {f"{each.board} {each.table}": " ".join(map(str, each.awards)) for each in document.event.rulings}
    assert given == {
        "1 1 against 2": "A A",
        "2 5 against 6": "A+ A-",
        "4 1 against 2": "55% 45%",
        "4 5 against 6": "A+ A+",
    }
    # What was printed is kept as it is, whether it follows or not.
    assert printed(document, "1/1-2") == ["None", "23", "11"]
    assert printed(document, "1/3-4") == ["-650", "21", "19"]
    assert [(note.kind, note.table, note.line) for note in document.notes] == [
        ("contract", "1/3-4", 20),
        ("waiting", "2/1-2", 43),
        ("waiting", "2/3-4", 53),
        ("unreadable", "3/3-4", 81),
        ("contract", "3/5-6", 89),
        ("waiting", "4/3-4", 109),
    ]


def test_text_in_latin_1() -> None:
    document = read("latin_1.xml")
    assert (document.about["club"], document.event.title) == ("Café Zürich", "Thé dansant")
    assert document.about["date"] == "2024-02-01"


def test_who_asks_for_one_winner_or_two_is_asked() -> None:
    data = (DATA / "directions.xml").read_bytes()
    one = usebio.loads(data, winners=1).event
    assert (one.winners, sorted(one.contestants)) == (1, ["1EW", "1NS", "2EW", "2NS"])
    assert one.contestants["1NS"] == Contestant(
        "1NS", players=(Player("Player 0", "1000"), Player("Player 1", "1001"))
    )  # fmt: skip
    flat = usebio.loads((DATA / "flat_1_0.xml").read_bytes(), winners=2).event
    assert flat.winners == 2
    assert flat.form is Form.PAIRS
