"""Whole events: the engine and the brute-force reference give the same standings; every number is explained."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given

import reference
from amends import Faults, Form, Standings, load_regulation, score
from amends.formats import rulings_file, travellers_csv
from amends.formats.common.building import assembled
from support import events
from support.examples import examples
from test_explanations import recomputed


def scored(travellers: str, rulings: str, options: dict[str, Any]) -> Standings:
    """The standings of an event given as texts."""
    winners = int(options.get("winners", 1))
    read, ruled = travellers_csv.loads(travellers, winners=winners, accept_scores=True), rulings_file.loads(rulings)
    form = Form(options.get("form", read.event.form.value))
    event = assembled(
        replace(
            read,
            event=replace(
                read.event,
                form=form,
                scoring=options.get("scoring", "imps" if form is Form.TEAMS else "matchpoints"),
                regulation=load_regulation("exact").having(**{**(ruled.settings or {}), **options.get("settings", {})}),
                winners=winners,
                knockout=bool(options.get("knockout", False)),
            ),
        ),
        ruled,
    )
    return score(event)


def plain(standings: Standings) -> dict[str, Any]:
    """Lists and lines in the form of the reference."""
    lists = {
        name: [
            {"contestant": e.contestant, "place": e.place, "total": e.total, "percent": e.percent, "boards": e.boards}
            for e in entries
        ]
        for name, entries in standings.lists.items()
    }
    return {"lists": lists}


@examples(60, long=400)
@given(events.events(further=True))
def test_standings_of_random_events_of_every_form(case: tuple[str, str, dict[str, Any]]) -> None:
    try:
        expected = reference.evaluate_event(*case)
    except ValueError:
        expected = None
    try:
        actual = plain(scored(*case))
    except Faults:
        actual = None
    if expected is None or actual is None:
        assert expected is None
        assert actual is None
        return
    for name, entries in expected["lists"].items():
        for entry in entries:
            entry.setdefault("percent", None)
        by_id = {entry["contestant"]: entry for entry in entries}
        assert {entry["contestant"]: entry for entry in actual["lists"][name]} == by_id


@examples(50, long=100)
@given(events.events(further=True))
def test_every_line_and_total_of_an_event_is_explained(case: tuple[str, str, dict[str, Any]]) -> None:
    try:
        standings = scored(*case)
    except Faults:
        return
    for entries in standings.lists.values():
        for entry in entries:
            for line in standings.lines(entry.contestant):
                figure = line.explain()
                assert (figure.value if figure else None) == line.figure
                for part in figure.walk() if figure else ():
                    assert recomputed(part), part.text()
            if entry.total is None:
                continue
            total = standings.explain(entry.contestant)
            assert total.value == (entry.total if entry.percent is None else entry.percent)
            for part in total.walk():
                assert recomputed(part), part.text()
