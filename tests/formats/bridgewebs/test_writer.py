"""BridgeWebs CSV: a reader finds the ranking and the travellers, and what cannot be written is said."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from amends import Event, Faults, Standings, exact, formats
from amends.awards import NotScored
from amends.bridge import Card, Deal
from amends.event import Contestant, DealtBoard, Form, Penalty, Player, TableRecord, TeamPair
from amends.formats import rulings_file, travellers_csv
from amends.formats.bridgewebs import FORMAT, dump, dumps, losses
from amends.formats.common.building import assembled
from amends.formats.common.scored_rows import Scored, scored
from amends.journal.chain import Document
from amends.regulations import load as load_regulation
from support import events
from support.examples import examples

PAGE = Path(__file__).resolve().parents[3] / "docs" / "formats" / "bridgewebs.md"

# A reader of the format


@dataclass
class Site:
    """What a site takes from a file."""

    options: dict[str, str] = field(default_factory=dict)
    lists: list[list[dict[str, str]]] = field(default_factory=list)
    board_columns: list[str] = field(default_factory=list)
    boards: list[tuple[dict[str, str], list[dict[str, str]]]] = field(default_factory=list)


def read(text: str) -> Site:
    """Options first, then the rankings, then the travellers, each with its header; every row as long as its header."""
    site, columns, part = Site(), list[str](), "options"
    for cells in csv.reader(text.splitlines()):
        option = cells[0][1:].lower() if cells[0].startswith("#") else ""
        if option in ("scores", "travellers"):
            assert (part, option) in (("options", "scores"), ("scores", "scores"), ("format", "travellers"))
            part, columns = option, []
            site.lists += [[]] if option == "scores" else []
        elif option == "boardformat":
            assert part == "scores"
            part, site.board_columns = "format", cells[1:]
        elif option == "board":
            assert part == "travellers"
            assert columns
            site.boards.append((named(site.board_columns, cells[1:]), []))
        elif option:
            assert part == "options"
            site.options[option] = cells[1]
        elif not columns:
            columns = cells
        else:
            (site.lists[-1] if part == "scores" else site.boards[-1][1]).append(named(columns, cells))
    return site


def named(columns: list[str], cells: list[str]) -> dict[str, str]:
    return dict(zip(columns, cells, strict=True))


def rounded(value: Fraction | None) -> str:
    return "" if value is None else exact.show(exact.nearest(value, Fraction(1, 100)))


# Small events

PAIRS = """\
session,round,board,ns,ew,result,lead,award_ns,award_ew
,1,1,1,2,4H N =,C4,,
,1,1,3,4,pass,,,
,1,2,1,2,-50,,,
,1,2,3,4,3NTx W -2,,A+,A-
,2,3,1,4,np,,,
,2,3,3,2,4S E +1,,"60% 4S E =; 40% 4S E -1",
"""


def document(text: str = PAIRS, winners: int = 1, rulings: str = "", **changes: Any) -> Document:
    event = assembled(travellers_csv.loads(text, winners=winners, accept_scores=True), rulings_file.loads(rulings))
    return Document(event=replace(event, **changes))


def test_the_head_says_what_it_is() -> None:
    about = {"date": "2026-11-15", "director": "The director", "scorer": "", "club": "The club"}
    options = read(dumps(replace(document(title="Friday,\nNovember"), about=about))).options
    assert options == {
        "version": "std1",
        "source": "amends",
        "date": "15/11/2026",
        "title": "Friday, November",
        "director": "The director",
        "pairs": "4",
        "boards": "3",
        "winners": "1",
        "rounds": "2",
        "comment": "Board 3, pairs 3 and 2: split and weighted score. N-S: 60% 4S E =; 40% 4S E -1. E-W: 4S E +1."
        " At the table: 4S E +1.",
    }
    assert "date" not in read(dumps(replace(document(), about={"date": "yesterday"}))).options


@pytest.mark.parametrize(
    ("scoring", "option"), [("butler", "butler"), ("cross-imps", "crossimp"), ("total-points", "aggregate")]
)
def test_the_head_says_how_it_was_scored(scoring: str, option: str) -> None:
    rows = PAIRS.replace("A+,A-", ",")
    site = read(dumps(document(rows, scoring=scoring)))
    assert site.options[option] == "1"
    assert "Percent" not in site.lists[0][0]


def test_a_traveller_has_contract_declarer_lead_tricks_and_the_score_of_the_side_that_has_one() -> None:
    (first, rows), (second, others), _ = read(dumps(document())).boards
    assert first == {"Board": "1", "Dealer": "N", "Vulnerable": "None"}
    assert second == {"Board": "2", "Dealer": "E", "Vulnerable": "NS"}
    assert [list(row.values()) for row in (*rows, *others)] == [
        ["1", "2", "4H", "N", "C4", "10", "420", "", "2", "0"],
        ["3", "4", "Pass", "", "", "", "0", "", "0", "2"],
        ["1", "2", "", "", "", "", "", "50", "1", "1"],
        ["3", "4", "A+/A-", "", "", "", "", "", "1.2", "0.8"],
    ]


def test_an_assigned_score_is_written_without_the_lead_of_the_contract_that_was_played() -> None:
    ruling = '[[ruling]]\nboard = 1\ntable = { ns = "1" }\nboth = "4H N -1"\n'
    row = read(dumps(document(rulings=ruling))).boards[0][1][0]
    assert (row["Contract"], row["Tricks"], row["Lead"], row["EWScore"]) == ("4H", "9", "", "50")


def test_names_stand_in_columns_of_their_own() -> None:
    known = {
        "1": Contestant("1", players=(Player("Player 1"), Player("Player 2"))),
        "2": Contestant("2", name="Player 3 and Player 4"),
        "3": Contestant("3", players=tuple(Player(f"Player {n}") for n in (5, 6, 7))),
    }
    rows = {row["Pair"]: row for row in read(dumps(document(contestants=known))).lists[0]}
    assert {pair: [row[f"Name{n}"] for n in (1, 2, 3)] for pair, row in rows.items()} == {
        "1": ["Player 1", "Player 2", ""],
        "2": ["Player 3 and Player 4", "", ""],
        "3": ["Player 5", "Player 6", "Player 7"],
        "4": ["4", "", ""],
    }


def test_two_winners_have_two_lists_and_share_their_numbers() -> None:
    rows = "board,ns,ew,score,remark\n1,1,1,50,\n1,2,2,100,\n2,1,2,0,wrong direction\n2,2,1,50,\n"
    found = document(rows, winners=2)
    site = read(dumps(found))
    assert [[row["Pair"] for row in entries] for entries in site.lists] == [["2", "1"], ["1", "2"]]
    assert [(row["NS"], row["EW"]) for _, board in site.boards for row in board] == [
        ("1", "1"), ("2", "2"), ("2EW", "1NS"), ("2", "1"),
    ]  # fmt: skip
    assert "board 2, pairs 2EW and 1NS: they sat the other way round, and are written with their directions" in losses(
        found
    )


def test_teams_have_a_name_and_players_and_a_row_for_each_room() -> None:
    rows = "round,board,room,ns,ew,result\n1,1,open,1,2,4S N =\n1,1,closed,2,1,4S N -1\n"
    pairs = (TeamPair("1", (Player("Player 1"), Player("Player 2"))), TeamPair("2", (Player("Player 3"),)))
    site = read(dumps(document(rows, contestants={"1": Contestant("1", "Herons", pairs=pairs)})))
    assert site.options["teams"] == "2"
    first = site.lists[0][0]
    assert (first["Team"], first["Name"], first["Name3"], site.lists[0][1]["Name1"]) == ("1", "Herons", "Player 3", "")
    ((_, (opened, closed)),) = site.boards
    assert (opened["NSPoints"], opened["EWPoints"]) == (closed["EWPoints"], closed["NSPoints"]) == ("10", "-10")


def test_individuals_have_a_column_for_each_seat() -> None:
    rows = "board,n,e,s,w,result\n1,1,2,3,4,+50\n1,5,6,7,8,-50\n"
    site = read(dumps(document(rows)))
    assert site.options["individual"] == "8"
    assert [site.boards[0][1][0][seat] for seat in "NSEW"] == ["1", "3", "2", "4"]


# What it cannot hold


def test_what_became_of_each_adjusted_score_is_said() -> None:
    rulings = (
        '[[ruling]]\nid = "1"\nboard = 1\ntable = { ns = "1" }\nboth = "4H N -1"\nreason = "late"\nlaws = ["12C1"]\n'
        '[[ruling]]\nid = "2"\nboard = 1\ntable = { ns = "3" }\nboth = "pass"\nreason = "the score stands"\n'
        '[[ruling]]\nid = "3"\nboard = 2\ntable = { ns = "1" }\n'
        'self_inflicted = { side = "NS", normal = "4H N =", expected = "-100" }\n'
    )
    assert list(losses(document(rulings=rulings)))[:6] == [
        "board 1, pairs 1 and 2: assigned score written as if it were the result; left out: reason and laws",
        "board 1, pairs 3 and 4: of ruling 2 only the result is written; left out: reason",
        "board 2, pairs 1 and 2: score by 12C1(e) written as its final matchpoints",
        "board 2, pairs 3 and 4: artificial score written as its final matchpoints",
        "board 3, pairs 1 and 4: not played, left out",
        "board 3, pairs 3 and 2: split and weighted score written as its final matchpoints",
    ]


PLAIN = "board,ns,ew,result\n1,1,2,+50\n1,3,4,-50\n"


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        (
            {"penalties": (Penalty("1", "10%"),)},
            "the penalty of 10% for 1 is in the total, and in words",
        ),
        ({"regulation": load_regulation("ebu")}, "the regulation ebu is left out: the figures follow from it"),
        ({"deals": (DealtBoard(1, Deal()),)}, "the deals of 1 board are left out"),
        ({"contestants": {"1": Contestant("1", players=(Player("Player 1", "77"),))}}, "the players' numbers"),
    ],
)
def test_what_else_is_left_out_is_said(changes: dict[str, Any], line: str) -> None:
    assert list(losses(document(PLAIN))) == []
    (found,) = losses(document(PLAIN, **changes))
    assert line in found


@pytest.mark.parametrize(
    ("rows", "line"),
    [
        ("session,board,ns,ew,result\n1,1,1,2,+50\n2,1,1,2,-50\n", "the sessions are left out"),
        ("table,board,ns,ew,result\n1,1,1,2,+50\n", "rounds and tables are left out"),
        ("group,board,ns,ew,result\nb,1,1,2,+50\n,1,3,4,0\n,1,5,6,0\n", "which deal of a fouled board"),
        ("board,ns,ew,result\n1,1,2,+50\n1,3,,\n", "board 1, pairs 3: a sit-out, left out"),
        ("board,ns,ew,result\n1,1,2,+50\n1,3,4,0\n1,5,6,0\n1,7,8,np\n", "figures are written with two decimals"),
    ],
)
def test_what_of_the_rows_is_left_out_is_said(rows: str, line: str) -> None:
    assert [found for found in losses(document(rows)) if line in found]


def test_a_lead_is_kept_and_a_remark_is_not() -> None:
    event = document(PLAIN).event
    record = TableRecord(lead=Card.parse("C4"), remark="slow")
    event = replace(event, results=tuple(replace(row, record=record) for row in event.results))
    assert list(losses(Document(event=event))) == ["remark: left out at 2 tables"]


# Events of every form


def shown_points(made: Scored) -> Iterator[tuple[str, str]]:
    """The figures of each row that has a score."""
    for each in made.rows:
        if not all(isinstance(award, NotScored) for award in each.row.awards):
            yield rounded(each.figures.ns), rounded(each.figures.ew)


def agree(site: Site, standings: Standings) -> None:
    """The lists of the site are those of the event."""
    for entries, (_, expected) in zip(site.lists, standings.lists.items(), strict=True):
        for row, entry in zip(entries, expected, strict=True):
            assert row["Position"] == entry.place.removesuffix("=")
            assert row["Score"] == rounded(entry.total)
            assert row.get("Percent", "") == rounded(entry.percent)
            assert row["Boards"] == str(entry.boards)
            assert (row.get("Pair") or row["Team"]) == entry.contestant.removesuffix("NS").removesuffix("EW")


@examples(40, long=150)
@given(events.events(held=True), st.sampled_from(["", "Player, 1", '"Player" 2', "#1\n2"]))
def test_a_reader_finds_the_standings_and_the_figures_of_any_event(
    case: tuple[str, str, dict[str, Any]], name: str
) -> None:
    travellers, rulings, options = case
    winners = int(options.get("winners", 1))
    read_in, ruled = travellers_csv.loads(travellers, winners=winners, accept_scores=True), rulings_file.loads(rulings)
    form = Form(options.get("form", read_in.event.form.value))
    usual = "imps" if form is Form.TEAMS else "matchpoints"
    regulation = load_regulation("exact").having(**{**(ruled.settings or {}), **options.get("settings", {})})
    event = assembled(
        replace(
            read_in,
            event=replace(
                read_in.event,
                form=form,
                scoring=options.get("scoring", usual),
                regulation=regulation,
                knockout=bool(options.get("knockout", False)),
            ),
        ),
        ruled,
    )
    event = replace(event, contestants={id: replace(each, name=name) for id, each in event.contestants.items()})
    try:
        made = scored(event)
    except Faults:
        assume(False)
    found = Document(event=event)
    site = read(dumps(found))
    agree(site, made.standings)
    lines = [(row["NSPoints"], row["EWPoints"]) for _, rows in site.boards for row in rows]
    assert sorted(lines) == sorted(shown_points(made))
    left_out = [line for line in losses(found) if "not played, left out" in line or "a sit-out, left out" in line]
    assert len(lines) + len(left_out) == len(event.results)


# On disk


def test_it_is_written_by_its_name_and_recognised(tmp_path: Path) -> None:
    path = tmp_path / "friday.bridgewebs.csv"
    formats.dump(document(), path)
    assert path.read_text() == dumps(document())
    with pytest.raises(Faults, match="already there"):
        dump(document(), path)
    dump(document(), path, force=True)
    assert [each for each in formats.known().values() if each.recognises(path.read_bytes())] == [FORMAT]


def test_the_day_is_written_as_the_site_has_it() -> None:
    day = date(2026, 2, 3)
    assert read(dumps(replace(document(), about={"date": day.isoformat()}))).options["date"] == "03/02/2026"


def test_an_event_without_results_has_a_head_and_empty_lists() -> None:
    site = read(dumps(Document(event=Event())))
    assert (site.options["pairs"], site.lists, site.boards) == ("0", [[]], [])


def test_the_documentation_shows_what_is_written() -> None:
    rows = (
        "board,ns,ew,result,lead,award_ns,award_ew\n1,1,2,4H N -1,C4,,\n1,3,4,pass,,,\n"
        "2,1,4,4S E =,,60% 4H N =; 40% 4H N -1,60% 4H N =; 40% 4H N -1\n2,3,2,np,,A+,A-\n"
    )
    names = {
        str(n): Contestant(str(n), players=(Player(f"Player {2 * n - 1}"), Player(f"Player {2 * n}")))
        for n in range(1, 5)
    }
    found = document(rows, title="Friday pairs", contestants=names)
    assert f"```csv\n{dumps(replace(found, about={'date': '2026-11-15'}))}```" in PAGE.read_text(encoding="utf-8")


def test_no_name_is_a_formula_for_a_spreadsheet() -> None:
    names = {str(n): Contestant(str(n), players=(Player("=HYPERLINK(1)"), Player("@Birch"))) for n in range(1, 5)}
    rows = "board,ns,ew,result\n1,1,2,4H N -1\n1,3,4,pass\n"
    written = dumps(document(rows, title="+1+1", contestants=names))
    cells = [cell for line in csv.reader(written.splitlines()) for cell in line]
    assert "'+1+1" in cells
    assert [cell for cell in cells if cell[:1] in ("=", "@")] == []
    assert "-50" in cells or "50" in cells
