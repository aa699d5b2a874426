"""The demonstration event: a club evening that could have been, ruled and entered as at a real desk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from itertools import pairwise

import pytest

from amends.awards import Artificial, Mixture
from amends.bridge import Deal, PassedOut, Result, Side
from amends.bridge.deal import SEATS
from amends.demo import evening
from amends.desk import Desk, OpenEvent
from amends.desk.commands.appeals import until, waiting
from amends.desk.demonstration import DIRECTOR, SCORER, SECOND_DIRECTOR, begin_demonstration
from amends.desk.views.overview import overview
from amends.double_dummy import makeable
from amends.event.case import Irregularity
from amends.faults import Faults
from amends.formats import pbn
from amends.journal.chain import verify
from amends.rulings.checks.in_event import check_event
from amends.rulings.consequences.moves import moves
from amends.store import open_store
from support.desks import START

PLAYED = pbn.loads(evening(), "evening.pbn").event
BOARDS = range(1, 27)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    with open_store(tmp_path_factory.mktemp("demonstration") / "events.db") as store:
        yield Desk(store, "", lambda: START)


@pytest.fixture(scope="module")
def opened(desk: Desk) -> OpenEvent:
    return begin_demonstration(desk)


# What was played


def test_there_are_48_pairs_with_names_at_24_tables_with_26_boards() -> None:
    players = [player.name for pair in PLAYED.contestants.values() for player in pair.players]
    assert (len(PLAYED.contestants), len(players), len(set(players))) == (48, 96, 96)
    assert Counter(pair.direction for pair in PLAYED.contestants.values()) == {Side.NS: 24, Side.EW: 24}
    assert PLAYED.winners == 2
    assert [dealt.board for dealt in PLAYED.deals if dealt.deal.whole] == list(BOARDS)
    assert {row.table for row in PLAYED.results} == {str(table) for table in range(1, 25)}


def test_every_board_is_played_by_every_pair_once() -> None:
    for side in Side:
        played = Counter((row.seats[side][0], row.board) for row in PLAYED.results)
        assert len(played) == 24 * 26
        assert set(played.values()) == {1}


def test_nobody_meets_anybody_in_two_rounds_and_sits_at_two_tables_in_one() -> None:
    met = {(row.seats.ns[0], row.seats.ew[0], row.round, row.table) for row in PLAYED.results}
    assert len(met) == 24 * 13
    assert len({(ns, ew) for ns, ew, _, _ in met}) == 24 * 13
    for place in (0, 1):
        assert len({(sitting[place], sitting[2]) for sitting in met}) == 24 * 13


def test_two_copies_of_the_boards_are_enough_and_a_table_has_two_boards_a_round() -> None:
    assert max(Counter((row.round, row.board) for row in PLAYED.results).values()) == 2
    assert set(Counter((row.round, row.table) for row in PLAYED.results).values()) == {2}
    assert max(Counter((row.table, row.board) for row in PLAYED.results).values()) == 1


@pytest.mark.parametrize("board", BOARDS)
def test_every_result_is_near_what_the_cards_make(board: int) -> None:
    pytest.importorskip("endplay")
    deal = PLAYED.deal(board)
    assert deal is not None
    tricks = makeable(deal)
    assert tricks is not None
    for row in PLAYED.results:
        outcome = row.result.plain if row.board == board and isinstance(row.result, Mixture) else None
        if isinstance(outcome, Result):
            cards = tricks[outcome.declarer][outcome.contract.denomination]
            assert abs(outcome.tricks - cards) <= 4, f"{row.where}: {outcome}, and {cards} tricks double dummy"


def test_every_lead_is_a_card_of_who_leads() -> None:
    for row in PLAYED.results:
        outcome = row.result.plain if isinstance(row.result, Mixture) else None
        if not isinstance(outcome, Result):
            assert row.record is None
            continue
        deal = PLAYED.deal(row.board)
        assert isinstance(deal, Deal)
        leader = deal[SEATS[(SEATS.index(outcome.declarer) + 1) % 4]]
        assert leader is not None
        assert row.record is not None
        assert row.record.lead in leader.cards, row.where


def test_a_field_plays_much_the_same_with_some_doubles_slams_and_passes() -> None:
    outcomes = [row.result.plain for row in PLAYED.results if isinstance(row.result, Mixture)]
    results = [outcome for outcome in outcomes if isinstance(outcome, Result)]
    assert 1 < sum(isinstance(outcome, PassedOut) for outcome in outcomes) < 20
    assert 1 < sum(result.contract.doubling.value == "x" for result in results) < 40
    assert 1 < sum(result.contract.level > 5 for result in results) < 40
    for board in BOARDS:
        plain = (row.result.plain for row in PLAYED.results if row.board == board and isinstance(row.result, Mixture))
        contracts = Counter(outcome.contract if isinstance(outcome, Result) else None for outcome in plain)
        assert contracts.most_common(1)[0][1] >= 6, f"board {board}"


# What was entered


def test_the_evening_in_its_big_numbers(opened: OpenEvent) -> None:
    found = overview(opened)
    assert (found.contestants, found.tables, found.boards, found.expected) == (48, 24, 26, 624)
    assert (found.rulings, found.under_appeal, found.cases, found.penalties) == (4, 1, 1, 1)
    assert sum(missing.lines for missing in found.missing) == 7
    assert found.published is not None
    assert not found.published.final


def test_the_journal_verifies_and_its_times_go_on_until_now(opened: OpenEvent) -> None:
    assert verify(opened.entries) == []
    assert all(one.at <= other.at for one, other in pairwise(opened.entries))
    assert opened.entries[-1].at < START


def test_three_people_made_it(opened: OpenEvent) -> None:
    rulings = {given.made.by for given in opened.history.rulings}
    assert rulings == {DIRECTOR, SECOND_DIRECTOR}
    assert [publication.made.by for publication in opened.history.publications] == [SCORER]


def test_nothing_is_to_be_said_against_the_rulings(opened: OpenEvent) -> None:
    assert [(ruling.id, findings) for ruling, findings in check_event(opened.event)] == [
        ("1", ()), ("2", ()), ("3", ()), ("4", ())
    ]  # fmt: skip


def test_the_rulings_are_of_four_kinds(opened: OpenEvent) -> None:
    unplayable, stands, own_fault, weighted = opened.event.rulings
    assert all(isinstance(award, Artificial) for award in unplayable.awards)
    assert stands.stands
    assert own_fault.self_inflicted is not None
    assert isinstance(weighted.awards.ns, Mixture)
    assert weighted.awards.ns.plain is None
    assert len(weighted.poll) == 2


@pytest.mark.parametrize("case", ["2", "3", "4", "5"])
def test_the_auction_of_a_case_leads_to_the_contract_of_its_table(opened: OpenEvent, case: str) -> None:
    found = opened.history.cases[case]
    row = next(row for row in opened.event.results if row.id == found.table.result)
    assert isinstance(row.result, Mixture)
    outcome = row.result.plain
    assert isinstance(outcome, Result)
    assert row.record is not None
    assert row.record.auction == found.facts.auction
    assert row.record.auction is not None
    assert row.record.auction.contract == (outcome.contract, outcome.declarer)
    assert row.record.auction.dealer == opened.event.dealer(row.board)


def test_an_appeal_waits_and_others_may_still_be_lodged(opened: OpenEvent) -> None:
    assert waiting("1", opened).ruling == "4"
    assert len(opened.history.cases["4"].statements) == 4
    ends = [until(ruling.id, opened) for ruling in opened.event.rulings]
    assert all(end is None or end > START for end in ends)


def test_a_case_waits_for_its_ruling(opened: OpenEvent) -> None:
    assert [case.irregularity for case in opened.history.cases.values() if case.waits] == [Irregularity.CLAIM]


def test_people_have_moved_since_the_publication(opened: OpenEvent) -> None:
    published = opened.until(opened.history.publications[-1].made.seq)
    changed = moves(published.standings, opened.standings)
    assert {"6", "28"} <= {move.contestant for move in changed}
    assert any(move.rank_changed for move in changed)


def test_a_second_one_needs_another_name(desk: Desk, opened: OpenEvent) -> None:
    with pytest.raises(Faults):
        begin_demonstration(desk)
    assert begin_demonstration(desk, "Saturday pairs").event.title == "Saturday pairs"


def test_the_files_are_small() -> None:
    assert sum(len(path.read_bytes()) for path in files("amends.demo").iterdir() if path.is_file()) < 400_000
