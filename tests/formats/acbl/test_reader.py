"""Results of ACBL clubs: what is read from the JSON and from pages, with its place where it is wrong."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amends import Faults, formats
from amends.awards import NotScored
from amends.bridge import Seat, Side, Vulnerable
from amends.event.event import Form, Player
from amends.event.published import PublishedLine
from amends.formats import acbl
from amends.formats.acbl import FORMAT, load, loads
from amends.formats.common.csv_table import MOST_FAULTS
from amends.formats.common.format import HEAD
from amends.formats.common.scored_rows import scored
from amends.journal.chain import Document
from amends.regulations import load as regulation

DATA = Path(__file__).resolve().parents[2] / "data" / "acbl"
FILES = sorted(path for path in DATA.iterdir() if path.suffix != ".md")
LINE = {
    "round_number": 1,
    "table_number": 2,
    "ns_pair": "3",
    "ew_pair": "4",
    "ns_score": "420",
    "ew_score": "-420",
    "contract": "4 H",
    "declarer": "N",
    "result": "=",
    "tricks_taken": "10",
    "opening_lead": "",
    "ns_match_points": "1.50",
    "ew_match_points": "0.50",
}


def game(*lines: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The data of a game of one section and one board."""
    results = [{**LINE, **line} for line in lines or ({},)]
    section = {"name": "A", "pair_summaries": [], "boards": [{"board_number": 1, "board_results": results}]}
    return {"id": 7, "name": "A game", "type": "PAIRS", "winner_type": 1, **more} | (
        {"sessions": [{"number": 1, "hand_records": [], "sections": [section]}]} if "sessions" not in more else {}
    )


def read(data: object, **options: Any) -> Document:
    return loads(json.dumps(data), "g.json", **options)


def faults(data: object) -> list[str]:
    with pytest.raises(Faults) as trouble:
        loads(data if isinstance(data, str | bytes) else json.dumps(data), "g.json")
    return [str(fault) for fault in trouble.value.faults]


def notes(document: Document) -> list[tuple[str, str]]:
    return [(note.kind, note.words) for note in document.notes]


def whole(name: str = "two-winners.json") -> Any:
    return json.loads((DATA / name).read_text(encoding="utf-8"))


# A game


def test_a_game_has_its_results_and_awards() -> None:
    event = load(DATA / "two-winners.json").event
    assert (event.form, event.scoring, event.winners, event.title) == (Form.PAIRS, "matchpoints", 2, "Monday pairs")
    assert {row.id: str(row.result) for row in event.results} == {
        "/A/1/1NS-1EW": "4H N =",
        "/A/1/2NS-1EW": "4H N -1",
        "/A/1/3NS-1EW": "np",
        "/A/2/2NS-2EW": "pass",
        "/A/2/3NS-2EW": "2S E =",
        "/A/2/1NS-2EW": "3NT S +1",
        "/A/3/3NS-3EW": "4Sx E =",
        "/A/3/1NS-3EW": "3NT W -3",
        "/A/3/2NS-3EW": "np",
    }
    assert [(ruling.board, *map(str, ruling.awards)) for ruling in event.rulings] == [
        (1, "A+", "A-"),
        (2, "None", "+600"),
    ]
    assert all(ruling.from_travellers for ruling in event.rulings)


def test_where_and_when_a_board_was_played_is_kept() -> None:
    first, *_ = load(DATA / "two-winners.json").event.results
    assert (first.section, first.round, first.table, first.session) == ("A", "1", "1", "")
    assert str(first.record and first.record.lead) == "SA"


def test_what_a_file_says_of_itself() -> None:
    assert load(DATA / "two-winners.json").about == {
        "club": "An invented club",
        "club_id": "123456",
        "date": "2026-04-20",
        "director": "Player 99",
        "program": "ACBLscore",
        "program_version": "7.83",
        "event_id": "4711",
    }


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("04/20/2026", "2026-04-20"),
        ("4/2/2026", "2026-04-02"),
        ("2026-04-20 13:00:00", "2026-04-20"),
        ("13/45/2026", "13/45/2026"),
        ("yesterday", "yesterday"),
    ],
)
def test_the_day_is_written_month_first(text: str, day: str) -> None:
    assert read(game(start_date=text)).about["date"] == day


def test_pairs_have_their_players_and_what_was_printed_for_them() -> None:
    found = load(DATA / "two-winners.json")
    pair = found.event.contestants["2EW"]
    assert (pair.direction, pair.section) == (Side.EW, "A")
    assert pair.players == (Player("Player 9", "1000009"), Player("Player 10"))  # made-up numbers are none
    standing = next(each for each in found.published.standings if each.contestant == "2EW")
    assert (str(standing.total), str(standing.percent), standing.boards, standing.place) == ("3.00", "50.00", 3, "1")


@pytest.mark.parametrize("name", ["two-winners.json", "page.html", "sections.json"])
def test_the_printed_figures_follow_from_the_results(name: str) -> None:
    found = load(DATA / name)
    result = scored(replace(found.event, regulation=regulation("acbl").having(few_results="factored")))
    assert result.rows
    for row in result.rows:
        line = found.published.lines.get(row.table.id, PublishedLine())
        for printed, figure in zip(line.points, row.figures, strict=True):
            assert (printed is None) == (figure is None)
            assert printed is None or figure is None or printed.agrees(figure)
    rankings = result.standings.lists.values()
    places = {each.contestant: each.place.rstrip("=") for ranking in rankings for each in ranking}
    assert {each.contestant: each.place for each in found.published.standings} == places


def test_hands_are_those_of_the_session() -> None:
    event = load(DATA / "two-winners.json").event
    assert [(dealt.board, dealt.dealer, dealt.deal.whole) for dealt in event.deals] == [
        (n, None, True) for n in (1, 2, 3)
    ]
    assert event.vulnerable == {}


def test_a_page_is_read_from_its_script_or_from_its_attribute() -> None:
    page = load(DATA / "page.html")
    assert page == load(DATA / "attribute.html")
    assert page.event.winners == 1
    assert set(page.event.contestants) == {"1", "2", "3", "4"}


def test_tricks_that_are_not_given_follow_from_the_score() -> None:
    found = load(DATA / "page.html")
    assert [str(row.result) for row in found.event.results] == [
        *("4H E -1", "4H E ="),
        *("2S N =", "5Sx N -3"),
        *("2Sxx S -3", "3NT W +1"),
        *("4S N =", "4S N ="),
    ]
    assert found.notes == ()


def test_the_play_of_a_table_gives_its_auction_and_its_hands() -> None:
    found = load(DATA / "page.html").event
    record = found.results[0].record
    assert record is not None
    assert str(record.auction) == "pass 1H pass 4H pass pass pass"
    assert [str(card) for card in record.play] == ["ST", "SK"]
    (dealt,) = found.deals
    assert (dealt.board, dealt.dealer) == (1, None)
    assert dealt.deal.whole


def test_sections_number_their_pairs_from_one() -> None:
    found = load(DATA / "sections.json").event
    assert sorted(found.contestants) == ["A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4"]
    assert found.scoring == "cross-imps"


@pytest.mark.parametrize("wrapped", ["event", "data", "results"])
def test_the_game_may_stand_within_another_object(wrapped: str) -> None:
    assert len(read({wrapped: game()}).event.results) == 1


# Who is who


def summaries(*pairs: tuple[str, str | None], players: str = "") -> list[dict[str, Any]]:
    return [
        {"pair_number": number, "direction": side, "players": [{"name": f"{players}{number}{side}"}]}
        for number, side in pairs
    ]


def with_pairs(lines: list[dict[str, Any]], pairs: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    data = game(*lines, **more)
    data["sessions"][0]["sections"][0]["pair_summaries"] = pairs
    return data


def test_numbers_with_a_direction_behind_them_are_numbers() -> None:
    data = with_pairs(
        [{"ns_pair": "3-NS", "ew_pair": "3-EW"}], summaries(("3", "NS"), ("3", "EW")), winner_type=2
    )  # fmt: skip
    event = read(data).event
    assert set(event.contestants) == {"3NS", "3EW"}
    assert event.contestants["3NS"].players == (Player("3NS"),)


def test_pairs_that_share_numbers_with_one_winner_keep_their_direction() -> None:
    data = with_pairs([{"ns_pair": "3", "ew_pair": "3"}], summaries(("3", "NS"), ("3", "EW")), winner_type=1)
    event = read(data).event
    assert event.winners == 1
    assert {id: pair.players[0].name for id, pair in event.contestants.items()} == {"3NS": "3NS", "3EW": "3EW"}


def test_a_pair_that_sat_the_other_way_round_belongs_to_its_direction() -> None:
    data = with_pairs([{"ns_pair": "3-EW", "ew_pair": "4-NS"}], summaries(("4", "NS"), ("3", "EW")), winner_type=2)
    event = read(data).event
    (row,) = event.results
    assert (row.seats.ns, row.seats.ew) == (("3",), ("4",))
    assert (event.contestants["4"].direction, event.contestants["3"].direction) == (Side.NS, Side.EW)


@pytest.mark.parametrize(
    ("winner_type", "directions", "given_", "winners"),
    [
        (2, ("NS", "EW"), None, 2),
        (1, ("NS", "EW"), None, 1),
        (None, ("NS", "EW"), None, 2),
        (None, (None, None), None, 1),
        (0, (None, None), None, 1),
        (1, ("NS", "EW"), 2, 2),
        (2, ("NS", "EW"), 1, 1),
    ],
)
def test_winners_are_those_that_are_given_else_those_of_the_file_else_by_the_directions(
    winner_type: int | None, directions: tuple[str | None, str | None], given_: int | None, winners: int
) -> None:
    pairs = summaries(("3", directions[0]), ("4", directions[1]))
    assert read(with_pairs([{}], pairs, winner_type=winner_type), winners=given_).event.winners == winners


def test_a_pair_without_opponents_sits_out() -> None:
    (row,) = read(game({"ew_pair": "", "ns_score": "", "ew_score": "", "contract": ""})).event.results
    assert row.result == NotScored(expected=False)
    assert row.seats.ew == ()


def test_a_line_without_pairs_is_left_out() -> None:
    found = read(game({}, {"ns_pair": None, "ew_pair": ""}))
    assert notes(found) == [
        ("left-out", "sessions[0].sections[0].boards[0].board_results[1]: a line without pairs")
    ]  # fmt: skip


@pytest.mark.parametrize("number", ["0", "Phantom", "0-NS"])
def test_nobody_in_the_list_of_pairs_is_left_out(number: str) -> None:
    found = read(with_pairs([{}], summaries((number, None))))
    assert notes(found) == [("left-out", f"sessions[0].sections[0].pair_summaries[0]: {number!r} is no pair")]


def two_sessions(*names: str) -> dict[str, Any]:
    sessions = []
    for number, name in enumerate(names, 1):
        session = copy.deepcopy(with_pairs([{}], summaries(("3", None), ("4", None), players=name))["sessions"][0])
        sessions.append({**session, "number": number})
    return game(sessions=sessions)


def test_pairs_with_the_same_numbers_and_players_play_all_sessions() -> None:
    found = read(two_sessions("x", "x"))
    assert [row.id for row in found.event.results] == ["1/A/1/3-4", "2/A/1/3-4"]
    assert set(found.event.contestants) == {"3", "4"}
    assert [each.session for each in found.published.standings] == ["1", "1", "2", "2"]


def test_numbers_that_stand_for_others_in_another_session_are_kept_apart() -> None:
    found = read(two_sessions("x", "y"))
    assert set(found.event.contestants) == {"1A3", "1A4", "2A3", "2A4"}
    assert [kind for kind, _ in notes(found)] == ["left-out"]


@pytest.mark.parametrize(
    ("places", "sections", "winners", "place"),
    [
        ([(1, "3", "Section"), (2, "1", "Section")], 1, 1, "3"),
        ([(2, "1", "Section"), (1, "3", "Section")], 1, 2, "3"),
        ([(1, "3", "Section"), (1, "8", "Event")], 1, 2, "3"),
        ([(1, "8", "Event")], 1, 1, "8"),
        ([(2, "1", "Section")], 1, 1, ""),
        ([(1, "3", "Section"), (1, "8", "Event")], 2, 1, "8"),
        ([(1, "3", "Section"), (1, "8", "Overall")], 2, 2, ""),
        ([], 1, 1, ""),
    ],
)
def test_the_place_is_that_of_the_widest_stratum(
    places: list[tuple[int, str, str]], sections: int, winners: int, place: str
) -> None:
    pairs = summaries(("3", "NS"), ("4", "EW"))
    pairs[0]["strat_place"] = [{"strat_number": n, "rank": rank, "type": kind} for n, rank, kind in places]
    pairs[1]["strat_place"] = [{"strat_number": 1, "rank": "1", "type": "Section"}]
    data = with_pairs([{}], pairs, winner_type=winners)
    for number in range(1, sections):
        section = copy.deepcopy(data["sessions"][0]["sections"][0])
        data["sessions"][0]["sections"].append({**section, "name": f"B{number}"})
    assert read(data).published.standings[0].place == place


# Hands


def with_hands(**record: Any) -> dict[str, Any]:
    data = game()
    suits = {f"{seat}_{suit}": "" for seat in ("north", "east", "south", "west") for suit in ("spades", "clubs")}
    data["sessions"][0]["hand_records"] = [{"board": 1, **suits, **record}]
    return data


@pytest.mark.parametrize(
    ("text", "held"),
    [("A K 10", "AKT"), ("AKT", "AKT"), ("-----", ""), ("-", ""), ("void", ""), ("VOID", ""), (None, ""), ("", "")],
)
def test_suits_are_written_in_several_ways(text: str | None, held: str) -> None:
    (dealt,) = read(with_hands(north_spades=text, north_hearts="2")).event.deals
    assert dealt.deal.north is not None
    assert dealt.deal.north.suits == (held, "2", "", "")


@pytest.mark.parametrize(
    ("text", "found"),
    [("None", None), ("-", None), ("", None), ("N-S", Vulnerable.NS), ("E/W", Vulnerable.EW), ("Both", Vulnerable.ALL)],
)
def test_a_vulnerability_that_is_not_the_boards_own_is_kept(text: str, found: Vulnerable | None) -> None:
    assert read(with_hands(vulnerability=text)).event.vulnerable.get(1) is found


def test_the_vulnerability_of_the_record_scores_the_contract() -> None:
    data = with_hands(vulnerability="All")
    data["sessions"][0]["sections"][0]["boards"][0]["board_results"][0] |= {"ns_score": "620", "ew_score": "-620"}
    (row,) = read(data).event.results
    assert str(row.result) == "4H N ="


def test_a_dealer_that_is_not_the_boards_own_is_kept() -> None:
    assert read(with_hands(north_spades="A", dealer="E")).event.dealer(1) is Seat.EAST


@pytest.mark.parametrize("spades", ["A A", "AKQJT98765432A", "1", "A K X"])
def test_hands_that_cannot_be_are_only_noted(spades: str) -> None:
    found = read(with_hands(north_spades=spades))
    assert found.event.deals == ()
    ((kind, words),) = notes(found)
    assert kind == "unreadable"
    assert words.startswith("sessions[0].hand_records[0]: the hands of board 1 are left out, ")


# What is recognised


@pytest.mark.parametrize("path", FILES, ids=[path.name for path in FILES])
def test_the_files_are_recognised_by_what_stands_in_them(path: Path) -> None:
    assert formats.of_file(Path("unnamed"), path.read_bytes()[:HEAD]) is FORMAT


@pytest.mark.parametrize(
    "head",
    [
        b"",
        b"{}",
        b'{"amends": 1, "note": "board_results"}',
        b'{"sessions": []}',
        b"[1]",
        b"<html><body>nothing</body></html>",
        b"<!DOCTYPE html><script>var data = {};</script>",
        b"<?xml version='1.0'?><USEBIO/>",
        b"board_results,pair_summaries\n",
        b"pn|a,b,c,d|md|1|",
    ],
)
def test_other_files_are_not_recognised(head: bytes) -> None:
    assert not acbl.recognises(head)


# What is refused


ROW = "sessions[0].sections[0].boards[0].board_results[0]"


def changed(change: Callable[[Any], object]) -> Any:
    data = whole()
    change(data)
    return data


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (lambda d: d.update(sessions={"a": 1}), "sessions: found an object; expected a list"),
        (lambda d: d.update(sessions=True), "sessions: found true; expected a list"),
        (lambda d: d["sessions"].append(3), "sessions[1]: found the text '3'; expected an object"),
        (lambda d: d.update(name=[]), "name: found a list; expected a text or a number"),
        (lambda d: d.update(type="TEAMS"), "type: found 'TEAMS'; expected PAIRS"),
        (lambda d: d.update(type="INDIVIDUAL"), "type: found 'INDIVIDUAL'; expected PAIRS"),
        (lambda d: d.update(winner_type=3), "winner_type: found 3; expected 1 or 2"),
        (lambda d: d.update(winner_type="two"), "winner_type: found 'two'; expected a whole number"),
        (lambda d: d.update(board_scoring_method="BAM"), "board_scoring_method: found 'BAM'; expected MATCH_POINTS"),
        (lambda d: row(d).update(ns_score={}), f"{ROW}.ns_score: found an object; expected a text or a number"),
        (lambda d: row(d).update(ns_pair=False), f"{ROW}.ns_pair: found false; expected a text or a number"),
        (lambda d: row(d).update(ns_pair="x" * 99), f"{ROW}.ns_pair: found a text of 99 characters"),
        (lambda d: row(d).update(ns_match_points=[]), f"{ROW}.ns_match_points: found a list; expected a text"),
        (lambda d: row(d).update(board_results_add_ons=[1]), f"{ROW}.board_results_add_ons: found a list"),
        (lambda d: section(d)["boards"][1].update(board_number="two"),
         "sessions[0].sections[0].boards[1].board_number: found 'two'; expected a whole number"),
        (lambda d: section(d)["pair_summaries"][2].update(pair_number=None),
         "sessions[0].sections[0].pair_summaries[2].pair_number: found nothing; expected the number of a pair"),
        (lambda d: section(d)["pair_summaries"][2].update(direction="up"),
         "sessions[0].sections[0].pair_summaries[2].direction: found 'UP'; expected NS or EW"),
        (lambda d: d["sessions"][0]["hand_records"][1].update(vulnerability="who"),
         "sessions[0].hand_records[1].vulnerability: found vulnerable 'who'; expected none, ns, ew or all"),
        (lambda d: d["sessions"][0]["hand_records"].append({"board": 1, "vulnerability": "All"}),
         "sessions[0].hand_records[3].vulnerability: found all vulnerable on board 1; expected nobody vulnerable"),
        (lambda d: section(d).update(boards=[]), "sessions: found no results of boards; expected boards with"),
    ],
)  # fmt: skip
def test_a_fault_says_where_it_is(change: Callable[[Any], object], where: str) -> None:
    assert any(fault.startswith(f"g.json, {where}") for fault in faults(changed(change))), faults(changed(change))


def section(data: Any) -> Any:
    return data["sessions"][0]["sections"][0]


def row(data: Any) -> Any:
    return section(data)["boards"][0]["board_results"][0]


def test_all_faults_are_told_at_once() -> None:
    data = whole()
    for board in section(data)["boards"]:
        for line in board["board_results"]:
            line["ns_score"] = []
    assert len(faults(data)) == 9


def test_faults_are_counted_beyond_the_first() -> None:
    assert len(faults(game(*[{"ns_score": []}] * (MOST_FAULTS + 7)))) == MOST_FAULTS + 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "g.json: found an empty file; expected the results of a club game"),
        ("null", "g.json: found no data of a game; expected the results of a club game"),
        ("{}", "g.json: found no sessions; expected the results of a club game, an object with sessions"),
        ("{", "g.json:1: found Expecting property name enclosed in double quotes at character 1; expected JSON"),
        ('{"sessions": [}', "g.json:1: found Expecting value at character 14; expected JSON"),
        ('\n\n{"sessions": []}\n}', "g.json:4: found text after the end of the data; expected one JSON object"),
        ('{"sessions": ' + "[" * 200_000, "g.json: found brackets within brackets without end; expected JSON"),
        ("<html>var data = 3;</html>", "g.json: found no data of a game; expected the results of a club game"),
        ("<html>\nvar data = {'a': 1};", "g.json:2: found Expecting property name enclosed in double quotes"),
        ('<html>var data = {"a": 1};', "g.json: found no sessions"),
        ('{"sessions": [], "name": NaN}', "g.json, name: found NaN; expected a text or a number"),
        ('{"sessions": [], "name": -Infinity}', "g.json, name: found -Infinity; expected a text or a number"),
        ('{"sessions": [], "id": ' + "9" * 10_000 + "}", "g.json, id: found a text of 10,000 characters"),
        ('{"sessions": [], "name": "a", "name": "b"}', "g.json, name: found the key 'name' twice; expected"),
        (b"\xff\xfe{", "g.json:1: found the byte"),
    ],
)  # fmt: skip
def test_what_is_no_game_is_refused(text: str | bytes, message: str) -> None:
    assert faults(text)[0].startswith(message), faults(text)[0][:200]


def test_the_first_data_of_a_page_that_are_a_game_are_read() -> None:
    page = f"<html><script>var data = {{}}; let data = {{'x'}}; const data  =  {json.dumps(game())};</script>"
    assert len(loads(page).event.results) == 1


def test_winners_are_one_or_two() -> None:
    with pytest.raises(Faults, match="3 winners"):
        read(game(), winners=3)


def test_progress_is_told() -> None:
    told: list[int] = []
    lines = [{"ns_pair": str(n), "ew_pair": str(n + 50_000)} for n in range(10_001)]
    read(game(*lines), progress=told.append)
    assert told == [10_000]


def test_what_is_odd_but_readable_is_noted() -> None:
    found = read(game({"ns_match_points": "AVE", "opening_lead": "Z9", "board_results_add_ons": {"bbo_movie": "no"}}))
    assert sorted(notes(found)) == [
        ("unreadable", "bbo_movie: 'no' is left out"),
        ("unreadable", "ns_match_points: the figure 'AVE' is left out"),
        ("unreadable", "the lead 'Z9' is left out"),
    ]


def test_a_board_without_a_number_is_left_out() -> None:
    data = game()
    boards = data["sessions"][0]["sections"][0]["boards"]
    boards.append({**boards[0], "board_number": None})
    assert notes(read(data)) == [("left-out", "sessions[0].sections[0].boards[1]: a board without a number")]


def test_a_list_with_gaps_is_a_list() -> None:
    data = game()
    data["sessions"] = {"0": data["sessions"][0]}
    assert len(read(data).event.results) == 1


# Nothing brings it down


def read_or_refused(data: str | bytes) -> None:
    """A document with results, or faults that can be printed."""
    said: list[object]
    try:
        said = [*loads(data, "g.json").event.results]
    except Faults as trouble:
        said = [*map(str, trouble.faults)]
    assert said


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from(("", "AVE+", "NP", "-420", "3 NT", "A", "7-EW", "0", "x" * 2000, "1e999", "½", "\x00", "N-S")),
    st.text(max_size=5),
    st.lists(st.integers(), max_size=2),
    st.dictionaries(st.sampled_from(("0", "sessions", "name")), st.integers(), max_size=2),
)


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A game in which values anywhere are other ones, or gone, or there twice."""
    data = whole(draw(st.sampled_from(("two-winners.json", "sections.json"))))
    for _ in range(draw(st.integers(1, 6))):
        node: Any = data
        for _ in range(draw(st.integers(0, 8))):
            inner = list(node.values()) if isinstance(node, dict) else node
            inner = [each for each in inner if isinstance(each, dict | list) and each]
            if not inner:
                break
            node = inner[draw(st.integers(0, len(inner) - 1))]
        keys = list(node) if isinstance(node, dict) else list(range(len(node)))
        key = keys[draw(st.integers(0, len(keys) - 1))]
        match draw(st.sampled_from(("replace", "replace", "remove", "again"))):
            case "replace":
                node[key] = draw(JUNK)
            case "remove" if len(node) > 1:
                del node[key]
            case "again" if isinstance(node, list):
                node.append(copy.deepcopy(node[key]))
    return json.dumps(data)


@given(damaged())
def test_a_game_with_strange_values_is_read_or_refused(text: str) -> None:
    read_or_refused(text)


@given(st.sampled_from(FILES), st.data())
def test_a_damaged_file_is_read_or_refused(path: Path, data: st.DataObject) -> None:
    content = path.read_bytes()
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(content)))
        end = min(len(content), start + data.draw(st.sampled_from((0, 1, 20, 3000))))
        new = data.draw(
            st.one_of(
                st.binary(max_size=4), st.sampled_from((b'"', b"{", b"]", b",", b"NaN", b"null", b"var data = {"))
            )
        )
        content = content[:start] + new + content[end:]
    read_or_refused(content)


@given(st.binary())
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    read_or_refused(data)
    read_or_refused(b'{"sessions": ' + data)
    acbl.recognises(data)


@pytest.mark.parametrize(
    "text",
    [
        "<html>" + "var data = {" * 50_000,
        "<html>" + 'x:data="{' * 50_000,
        "<html>" + "var data" + " " * 1_000_000,
        " " * 1_000_000 + "{",
        json.dumps(game(*[{"ns_pair": str(n), "ew_pair": str(n + 9000), "ns_score": "x" * 900} for n in range(3000)])),
        json.dumps(game(bbo_movie="x" * 1_000_000)),
    ],
)
def test_large_and_strange_texts_are_done_in_time(text: str) -> None:
    read_or_refused(text)


@pytest.mark.parametrize("key", ["name", "club_name", "club_director_name", "program_name", "bbo_event_description"])
def test_half_a_character_is_a_fault_of_its_place(key: str) -> None:
    [fault] = faults(game(**{key: "half \ud800"}))
    assert key in fault
    assert "half a character" in fault
