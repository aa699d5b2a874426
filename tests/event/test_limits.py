"""Quantities beyond the limits are faults; everything that clubs really have is within them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from amends.awards import Mixture, parse_award
from amends.bridge import BySide, Deal, Points
from amends.desk.unfinished_rulings import LARGEST_DRAFT
from amends.event import Event, Ruling, TableReference, TableResult, limits
from amends.event.limits import (
    LARGEST_OF_A_BOARD,
    LONGEST_ID,
    MOST_BOARDS,
    MOST_DEALS,
    MOST_OUTCOMES,
    MOST_ROWS,
    award_faults,
    limit_faults,
    within_limits,
)
from amends.event.table_result import DealtBoard
from amends.faults import MOST_SHOWN, Faults
from amends.store import drafts, player_messages
from amends.web.forms.form import LARGEST_OF_A_STRANGER, MOST_FIELDS
from amends.web.hosting.changes import MOST_LISTENERS
from amends.web.screens.ruling.votes import MOST_SENT
from amends.web.security.middleware import LARGEST_FORM

DEAL = Deal.parse("N:KQJ2.AK3.QJ4.T98 A543.QJT.KT9.AKQ T98.9876.A876.J7 76.542.532.65432")


def row(id: str = "1", board: int = 1, result: str = "4H N =") -> TableResult:
    return TableResult(id, parse_award(result), BySide((id,), ("2",)), board=board)


def event(*rows: TableResult) -> Event:
    return Event(results=rows)


def test_an_ordinary_event_is_within_the_limits() -> None:
    rows = [row(str(number), result="1/3 4H N =; 2/3 4H N -1") for number in range(1, 30)]
    assert limit_faults(event(*rows), on_a_server=True) == []


@pytest.mark.parametrize("field", ["section", "session", "round", "table", "match", "room", "group"])
def test_an_id_has_a_length(field: str) -> None:
    longest, longer = (replace(row(), **{field: "9" * length}) for length in (LONGEST_ID, LONGEST_ID + 1))  # type: ignore[arg-type]
    assert limit_faults(event(longest)) == []
    [fault] = limit_faults(event(longer, longer))
    assert str(fault) == f"found a {field} of 41 characters: {'9' * 20!r} …; expected at most 40 characters"


def test_a_contestant_and_a_ruling_have_short_ids() -> None:
    long = Ruling("r" * 41, 1, TableReference(ns="1"))
    found = limit_faults(replace(event(row("p" * 41)), rulings=(long,)))
    assert [fault.found.split(" of")[0] for fault in found] == ["a contestant", "a ruling"]


@pytest.mark.parametrize(
    ("award", "words"),
    [
        ("1/1000000 +420; 999999/1000000 +450", ""),
        ("1/1000003 +420; 1000002/1000003 +450", "finer parts than millionths"),
        ("NS actual +100 | normal 1/1000003 +420; 1000002/1000003 +450 | expected +50", "finer parts"),
        ("better of A+ | 1/1000003 +420; 1000002/1000003 +450", "finer parts"),
        ("published 1/1000003", "finer parts"),
    ],
)
def test_weights_and_figures_have_denominators(award: str, words: str) -> None:
    found = " ".join(str(fault) for fault in award_faults(parse_award(award)))
    assert words in found
    assert bool(found) == bool(words)


def test_an_award_has_so_many_results() -> None:
    def mixed(number: int) -> Mixture:
        return Mixture(tuple((Fraction(1, number), Points(10 * each)) for each in range(number)))

    assert list(award_faults(mixed(MOST_OUTCOMES))) == []
    assert "65 results in one award" in str(*award_faults(mixed(MOST_OUTCOMES + 1)))


PRIMES = (1009, 1013, 1019, 1021, 1031, 1033, 1039, 1049, 1051, 1061, 1063, 1069)


def weighted(prime: int) -> str:
    return f"1/{prime} 4H N =; {prime - 1}/{prime} 4H N -1"


def test_the_weights_of_a_board_and_of_an_event_go_together() -> None:
    three = [row(str(number), 7, weighted(prime)) for number, prime in enumerate(PRIMES[:3])]
    assert limit_faults(event(*three[:2])) == []
    assert f"weights on board 7 whose common denominator is above {LARGEST_OF_A_BOARD}" in str(
        *limit_faults(event(*three))
    )
    apart = [row(str(number), number, weighted(prime)) for number, prime in enumerate(PRIMES, 1)]
    assert limit_faults(event(*apart[:9])) == []
    assert "weights and figures in the event whose common denominator is above 10^30" in str(
        *limit_faults(event(*apart))
    )


def test_a_server_takes_so_many_rows_and_boards() -> None:
    one = row()
    many = Event(results=(one,) * (MOST_ROWS + 1))
    assert limit_faults(many) == []
    assert "200001 results" in str(*limit_faults(many, on_a_server=True))
    boards = Event(results=tuple(replace(one, board=number) for number in range(MOST_BOARDS + 1)))
    assert limit_faults(boards) == []
    assert "10001 boards" in str(*limit_faults(boards, on_a_server=True))
    deals = Event(deals=tuple(DealtBoard(1, DEAL, section=str(number)) for number in range(MOST_DEALS + 1)))
    assert limit_faults(deals) == []
    assert "20001 deals" in str(*limit_faults(deals, on_a_server=True))


def test_deals_are_put_in_order_once_and_not_for_each_that_is_looked_for() -> None:
    """A board that has a deal for each section: the page of one took minutes, for which all other pages waited."""
    looked = list[int]()

    class Counted(tuple[DealtBoard, ...]):
        def __iter__(self) -> Iterator[DealtBoard]:
            looked.append(len(self))
            return super().__iter__()

    deals = Counted(DealtBoard(number % 7, DEAL, section=str(number)) for number in range(700))
    event = Event(deals=deals)
    assert [event.deal(number % 7, section=str(number)) for number in range(700)] == [DEAL] * 700
    assert event.deal(7) is event.deal(1, section="2") is None
    assert looked == [700]


def test_an_award_that_is_typed_is_refused_beyond_a_limit() -> None:
    assert within_limits(parse_award("A+")) == parse_award("A+")
    with pytest.raises(Faults, match="65 results in one award"):
        within_limits(parse_award("; ".join(f"1/65 +{10 * n}" for n in range(65))))


def test_the_documentation_names_every_limit() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "limits.md").read_text(encoding="utf-8")
    limits_there = re.findall(r"^\| [^|]+ \| ([0-9][^|]*?) \|$", page, re.MULTILINE)
    powers = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")

    def power(number: int) -> str:
        exponent = len(str(number)) - 1
        assert number == 10**exponent
        return f"10{str(exponent).translate(powers)}"

    assert limits_there == [
        f"{limits.LONGEST_ID} characters",
        f"{limits.LONGEST_NAME_OF_AN_EVENT} characters",
        f"{limits.LARGEST_DENOMINATOR:,}",
        f"{limits.MOST_OUTCOMES}",
        f"{limits.MOST_COMPARISONS:,}",
        power(limits.LARGEST_OF_A_BOARD),
        power(limits.LARGEST_OF_AN_EVENT),
        f"{limits.MOST_ROWS:,}",
        f"{limits.MOST_BOARDS:,}",
        f"{limits.MOST_DEALS:,}",
        f"{limits.MOST_ROWS_IN_FILES:,}",
        f"{limits.LARGEST_UPLOAD // 10**6} MB",
        f"{LARGEST_FORM // 10**6} MB and {MOST_FIELDS:,} fields;"
        f" {LARGEST_OF_A_STRANGER // 1000} kB where nobody is signed in",
        f"{MOST_SENT}",
        f"{LARGEST_DRAFT:,} characters",
        f"{drafts.MOST_DRAFTS}, with {drafts.MOST_CHARACTERS:,} characters in all",
        f"{player_messages.MOST_OF_A_DEVICE} of a device, {player_messages.MOST_OF_AN_ADDRESS} from an address"
        f" (of IPv6: from a /64 network), {player_messages.MOST_OF_AN_EVENT} in an event",
        f"{player_messages.MOST_IN_AN_HOUR} from an address, whatever became of them",
        f"{MOST_LISTENERS:,} for a process",
        f"{limits.MOST_SECONDS} seconds",
        f"{limits.MOST_MEMORY // 1024**2:,} MiB",
    ]
    assert f"the first {MOST_SHOWN}, and how many more" in page
