"""The plain event is what the files say, and its faults have JSON pointers."""

from __future__ import annotations

import csv
import io
import json
import tomllib
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from amends import formats
from amends.contract import schemas
from amends.contract.operations import operate
from amends.contract.plain_event import KEYS, read_event
from amends.contract.plain_event_schema import PlainEvent, PlainResult, PlainRuling, keys
from amends.demo import demonstration
from amends.desk.file_event import EventChoices, event_from_file
from amends.event.ruling import Penalty
from amends.faults import Faults
from amends.formats import event_document, rulings_file
from amends.formats.rulings_file import SENT_AS
from amends.formats.rulings_file.tables import _KEYS as RULING_KEYS
from amends.formats.travellers_csv.cells import TravellerCells
from amends.journal.chain import Document
from amends.journal.from_event import journal_of
from amends.regulations import load
from amends.web.api.examples import FRIDAY
from support.plain_events import EVENT, RULED, RULING

FINE = "1/1000003 4H N =; 1000002/1000003 4H N -1"


def faults(event: object) -> dict[str, str]:
    """What is found, by the pointer of where it is."""
    with pytest.raises(Faults) as trouble:
        read_event(event)
    return {fault.path or "": fault.found for fault in trouble.value.faults}


@pytest.mark.parametrize(
    ("row", "ruling", "found"),
    [
        ({"section": "9" * 41}, {}, "a section of 41 characters"),
        ({"ns": "9" * 41}, {}, "a contestant of 41 characters"),
        ({}, {"id": "9" * 41}, "a ruling of 41 characters"),
        ({}, {"both": FINE}, "finer parts than millionths"),
    ],
)
def test_an_event_beyond_a_limit_is_refused(row: dict[str, str], ruling: dict[str, str], found: str) -> None:
    first, *others = EVENT["results"]
    told = faults({**EVENT, "results": [{**first, **row}, *others], "rulings": [{**RULING, **ruling}]})
    assert any(found in each for each in told.values()), told


def test_the_demonstration_is_the_same_as_a_plain_event_and_as_files() -> None:
    with demonstration() as (travellers, rulings):
        document, ruled = formats.load(travellers, winners=2), rulings_file.load(rulings)
        tables = tomllib.loads(rulings.read_text(encoding="utf-8"))
        rows = list(csv.DictReader(io.StringIO(travellers.read_text(encoding="utf-8"))))
    choices = EventChoices(title="Friday", winners=2, regulation=ruled.under(load(ruled.regulation or "exact")))
    from_files = event_from_file(document, ruled, choices, "travellers.csv").document.event
    sent = {key: tables[table] for table, key in SENT_AS.items() if table in tables}
    sent |= {key: tables[key] for key in ("regulation", "settings") if key in tables}
    plain = json.loads(json.dumps({"name": "Friday", "winners": 2, "results": rows, **sent}, default=str))
    assert read_event(plain).event == from_files


def test_sides_are_written_in_small_or_capital_letters() -> None:
    """As in rulings files, which others turn into JSON as they stand."""
    ruling = {"board": 15, "table": {"ns": "2"}, "both": "4H N =", "vulnerable": "NS", "laws": ["16B1"]}
    for side in ("ns", "NS"):
        event = {**FRIDAY, "rulings": [{**ruling, "non_offending": side}]}
        assert operate("check", {"event": event}).model_dump()["verdict"] == "allowed"


def test_the_schema_has_the_keys_that_are_read() -> None:
    assert set(keys(PlainEvent)) == set(KEYS)
    assert keys(PlainResult) == list(TravellerCells._fields)
    assert set(keys(PlainRuling)) == set(RULING_KEYS)


@pytest.mark.parametrize("event", [EVENT, RULED])
def test_the_schema_accepts_a_plain_event(event: dict[str, Any]) -> None:
    Draft202012Validator(schemas.published("event")).validate(event)
    assert read_event(event).event.title == "Friday"


def test_all_faults_are_told_at_once_with_their_pointers() -> None:
    wrong = {
        **EVENT,
        "weather": "fine",
        "form": "quads",
        "settings": {"rounding": "no", "nothing": 1},
        "results": [*EVENT["results"], {"board": "x", "ns": 1, "ew": 2, "result": "4Q"}, {"board": True}],
        "rulings": [{**RULING, "laws": ["99Z"], "both": "4Q"}],
        "penalties": [{"contestant": "7"}],
    }
    assert faults(wrong).keys() >= {
        "/event/weather",
        "/event/form",
        "/event/settings/rounding",
        "/event/settings/nothing",
        "/event/results/3/board",
        "/event/results/3/result",
        "/event/results/4/board",
        "/event/rulings/0/laws",
        "/event/rulings/0/both",
        "/event/penalties/0",
    }


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"results": []}, "/event/results"),
        ({"results": None}, "/event/results"),
        ({"results": {}}, "/event/results"),
        ({"results": [7]}, "/event/results/0"),
        ({"results": [*EVENT["results"], EVENT["results"][0]]}, "/event/results/3"),
        ({"results": [{**EVENT["results"][0], "colour": "red"}]}, "/event/results/0"),
        ({"results": [{**EVENT["results"][0], "result": "x" * 20_000}]}, "/event/results/0/result"),
        ({"form": "teams"}, "/event/form"),
        ({"winners": 3}, "/event/winners"),
        ({"winners": True}, "/event/winners"),
        ({"knockout": "yes"}, "/event/knockout"),
        ({"regulation": "club.toml"}, "/event/regulation"),
        ({"regulation": "../ebu"}, "/event/regulation"),
        ({"settings": []}, "/event/settings"),
        ({"contract": "2"}, "/event/contract"),
        ({"kind": "ranking"}, "/event/kind"),
        ({"rulings": {}}, "/event/rulings"),
        ({"rulings": [1]}, "/event/rulings/0"),
        ({"rulings": [{**RULING, "board": 99}]}, "/event/rulings/0"),
        ({"rulings": [RULING, RULING]}, "/event/rulings/1/id"),
        ({"rulings": [{**RULING, "replaces": "no"}]}, "/event/rulings/0/replaces"),
        ({"rulings": [{**RULING, "both": f"1/{10**9} 4H N =; 1/3 4H N -1"}]}, "/event/rulings/0"),
        ({"penalties": [{"contestant": "77", "amount": "10%"}]}, "/event/penalties/0"),
        ({"scoring": "frob"}, "/event"),
        ({"name": 7}, "/event/name"),
    ],
)
def test_a_fault_has_its_pointer(change: dict[str, Any], path: str) -> None:
    assert path in faults({**EVENT, **change})


PRIMES = [each for each in range(10_007, 11_000) if all(each % divisor for divisor in range(2, 106))]


def test_what_would_be_too_fine_to_be_written_is_refused_at_the_door_of_the_operations() -> None:
    """Each penalty is within the limits; all of them have a common denominator of hundreds of digits, or thousands."""
    penalties = [{"contestant": "1", "amount": f"1/{prime} MP"} for prime in PRIMES]
    assert "common denominator is above 10^30" in "".join(faults({**EVENT, "penalties": penalties}).values())
    given = tuple(Penalty("1", f"1/{10**59 + number} MP", "90", "late") for number in range(80))
    document = Document(event=replace(read_event(EVENT).event, penalties=given))
    sealed = replace(document, journal=journal_of(document, datetime(2026, 11, 13, 20), "amends"))
    found = faults(json.loads(event_document.dumps(sealed)))
    assert found == {"/event": "weights and figures whose common denominator has more than a thousand digits"}


@pytest.mark.parametrize("event", [None, [], "friday", 7, {"amends": 1}, {"amends": 99, "journal": []}])
def test_what_is_no_event_is_refused(event: object) -> None:
    assert set(faults(event)) == {"/event"}
