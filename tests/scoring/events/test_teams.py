"""Teams of eight and Patton as events: from files to totals, through the formats and back."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from amends import Event, Faults
from amends.formats import pbn, travellers_csv, usebio
from amends.journal.chain import Document
from amends.scoring.event import score
from amends.scoring.events.teams import TeamsStandings

EIGHTS = """match,room,board,ns,ew,result
1,open,1,A,B,4H N =
1,closed,1,B,A,3H N +1
1,open 2,1,A,B,4H N -1
1,closed 2,1,B,A,4H N =
1,open,2,A,B,3NT S =
1,closed,2,B,A,3NT S +1
1,open 2,2,A,B,2S W =
1,closed 2,2,B,A,1NT N =
"""
PATTON = """match,room,board,ns,ew,result
1,open,1,A,B,4H N =
1,closed,1,B,A,3H N +1
1,open,2,A,B,4S N -1
1,closed,2,B,A,4S N -1
1,open,3,A,B,2H S =
1,closed,3,B,A,2H S +1
"""


def document(text: str, scoring: str = "imps", **settings: object) -> Document:
    read = travellers_csv.loads(text)
    regulation = read.event.regulation.having(**settings)
    return replace(read, event=replace(read.event, scoring=scoring, regulation=regulation))


def margins(event: Event) -> list[Fraction]:
    standings = score(event)
    assert isinstance(standings, TeamsStandings)
    return [figure.value for figure in standings.matches[0].margin]


def test_eight_have_a_line_for_each_board_whatever_the_tables() -> None:
    event = document(EIGHTS).event
    assert [line.figure for line in score(event).lines("A")] == [Fraction(-5, 2), Fraction(-7, 4)]


def test_a_board_of_eight_without_a_result_at_one_table_has_no_comparison() -> None:
    event = document(EIGHTS.replace("1,closed 2,1,B,A,4H N =\n", "")).event
    assert [line.figure for line in score(event).lines("A")] == [None, Fraction(-7, 4)]


def test_a_match_of_eight_whose_first_board_is_in_at_the_second_tables_alone_is_scored() -> None:
    event = document(EIGHTS.replace("1,open,1,A,B,4H N =\n1,closed,1,B,A,3H N +1\n", "")).event
    assert [line.figure for line in score(event).lines("A")] == [None, Fraction(-7, 4)]


def test_rooms_of_eight_in_which_a_team_sits_the_same_way_are_refused() -> None:
    with pytest.raises(Faults, match="sitting the same way"):
        score(document(EIGHTS.replace("1,closed 2,1,B,A", "1,closed 2,1,A,B")).event)


@pytest.mark.parametrize(("text", "scoring"), [(EIGHTS, "imps"), (EIGHTS, "bam"), (PATTON, "patton")])
@pytest.mark.parametrize("written", ["usebio", "pbn", "csv"])
def test_a_file_that_is_written_and_read_again_scores_the_same(text: str, scoring: str, written: str) -> None:
    before = document(text, scoring)
    if written == "usebio":
        event = usebio.loads(usebio.dumps(before)).event
    elif written == "pbn":
        event = pbn.loads(pbn.dumps(before)).event
    else:  # travellers do not say how they are scored
        event = replace(travellers_csv.loads(travellers_csv.dumps(before)).event, scoring=scoring)
    assert event.scoring == scoring
    assert margins(event) == margins(before.event)


def weighted(results: int) -> str:
    """An award of so many results, with nearly as many scores."""
    contracts = [
        f"{level}{suit}{risk} N" for level in range(1, 8) for suit in ("C", "S", "NT") for risk in ("", "x", "xx")
    ]
    outcomes = [f"{contract} {tricks}" for contract in contracts for tricks in ("=", "-1", "-3", "-5")]
    return "; ".join(f"1/{results} {outcome}" for outcome in outcomes[:results])


@pytest.mark.parametrize("settings", [{"eights": "average"}, {"eights": "sum"}, {"eights": "total"}])
@pytest.mark.parametrize("scoring", ["imps", "bam", "patton"])
def test_weights_at_many_tables_are_refused_before_all_of_them_are_compared(
    scoring: str, settings: dict[str, str]
) -> None:
    rooms = [f"{room}{number}" for number in ("", " 2", " 3", " 4") for room in ("open", "closed")]
    sides = {"o": "A,B", "c": "B,A"}
    rows = [f"1,{room},1,{sides[room[0]]},pass,{weighted(64)},{weighted(64)}" for room in rooms]
    event = document("match,room,board,ns,ew,result,award_ns,award_ew\n" + "\n".join(rows), scoring, **settings).event
    with pytest.raises(Faults, match="too many results to compare"):
        score(event)


@pytest.mark.parametrize(("results", "refused"), [(1, False), (4, True)])
def test_the_better_of_two_weighted_scores_at_many_tables_counts_for_each_choice(results: int, refused: bool) -> None:
    rooms = [f"{room}{number}" for number in ("", " 2", " 3", " 4") for room in ("open", "closed")]
    sides = {"o": "A,B", "c": "B,A"}
    award = f"better of {weighted(results)} | {weighted(results).replace(' N ', ' S ')}"
    rows = [f"1,{room},1,{sides[room[0]]},pass,{award},{award}" for room in rooms]
    event = document("match,room,board,ns,ew,result,award_ns,award_ew\n" + "\n".join(rows)).event
    if refused:
        with pytest.raises(Faults, match="too many results to compare"):
            score(event)
    else:
        assert all(line.figure is not None for line in score(event).lines("A"))


@pytest.mark.parametrize("settings", [{"eights": "average"}, {"eights": "total"}])
def test_two_weighted_scores_of_the_largest_kind_are_compared(settings: dict[str, str]) -> None:
    award = f",{weighted(64)},{weighted(64)}\n"
    head, *rows = EIGHTS.splitlines()
    rows = [f"{row}{award if number < 2 else ',,'}" for number, row in enumerate(rows)]
    event = document(f"{head},award_ns,award_ew\n" + "\n".join(row.strip() for row in rows), **settings).event
    assert all(line.figure is not None for line in score(event).lines("A"))


def test_a_match_has_no_victory_points_until_its_scale_has_a_table_for_so_many_boards() -> None:
    """As results come in: the scale of the ACBL begins at six boards."""

    def standings(boards: int) -> TeamsStandings:
        rooms = "".join(f"1,open,{board},A,B,4H N =\n1,closed,{board},B,A,4H N -1\n" for board in range(1, boards + 1))
        found = score(document(f"match,room,board,ns,ew,result\n{rooms}", vp_scale="acbl-20").event)
        assert isinstance(found, TeamsStandings)
        return found

    five, six = standings(5), standings(6)
    assert [match.victory_points for match in five.matches] == [None]
    assert [entry.total for entries in five.lists.values() for entry in entries] == [0, 0]
    assert list(five.notices()) == [
        "match 1: no victory points, for the scale acbl-20 has none for a match of 5 boards."
    ]
    assert [entry.total for entries in six.lists.values() for entry in entries] == [20, 0]
    assert list(six.notices()) == []
