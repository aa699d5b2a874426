"""Kinds about whole events, and about rulings and polls in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from amends.conformance.event_files import RULINGS, TRAVELLERS, text_of_rows
from amends.event import Form, Team
from amends.faults import Faults, refuse
from amends.formats import rulings_file, travellers_csv
from amends.formats.common.building import assembled
from amends.formats.common.citations import with_laws
from amends.formats.common.toml_table import Given
from amends.formats.rulings_file.tables import RulingsFile, read_ruling
from amends.journal.chain import Document
from amends.regulations import Regulation
from amends.rulings.checks.in_event import check_event
from amends.rulings.checks.of_ruling import check, verdict
from amends.rulings.consequences.on_board import lone_context
from amends.rulings.polls.poll import Poll, poll_findings, shares
from amends.scoring.event import score
from amends.scoring.events.teams import TeamsStandings
from amends.scoring.standings import Line, Standings


def evaluate_event(given: Given, regulation: Regulation) -> Mapping[str, Any]:
    """The standings, matches, figures of lines, clauses of their explanations, and findings about the rulings.

    All rulings are scored as they are given, also those that a finding forbids: the arithmetic is what is held to.
    """
    winners = given.whole("winners", 1)
    form, scoring = given.text("form"), given.text("scoring")
    knockout = given.raw("knockout", False)
    if form not in [each.value for each in Form]:
        raise refuse(f"form = {form!r}", f"one of {', '.join(each.value for each in Form)}")
    accepted = bool(given.raw("accept_scores", False))
    document, file = _files(given, winners, accepted)
    event = replace(document.event, form=Form(form), scoring=scoring, winners=winners, knockout=bool(knockout))
    event = replace(event, regulation=file.under(regulation))
    event = assembled(replace(document, event=event), file)
    standings = score(event)
    return {  # each part is made when a case names it
        "standings": lambda: _standings(standings),
        "matches": lambda: _matches(standings),
        "figures": lambda: _lines(standings, lambda line: line.figure),
        "clauses": lambda: _lines(standings, _clauses),
        "findings": lambda: {ruling.id: [str(each) for each in found] for ruling, found in check_event(event)},
    }


def _files(given: Given, winners: int, accept_scores: bool) -> tuple[Document, RulingsFile]:
    """The travellers and the rulings of an event: files of a folder, or in the case itself."""
    if given.has("folder"):
        folder = Path(given.text("folder"))
        document = travellers_csv.load(folder / TRAVELLERS, winners=winners, accept_scores=accept_scores)
        return document, rulings_file.load(folder / RULINGS) if (folder / RULINGS).exists() else RulingsFile()
    text = text_of_rows(given.items("travellers"))
    document = travellers_csv.loads(text, "travellers", winners=winners, accept_scores=accept_scores)
    return document, rulings_file.from_tables(Given(given.raw("rulings", {}), "rulings").table)


def _standings(standings: Standings) -> list[dict[str, Any]]:
    return [
        {
            "list": name,
            "place": entry.place,
            "contestant": entry.contestant,
            "total": entry.total,
            "percent": entry.percent,
            "boards": entry.boards,
        }
        for name, entries in standings.lists.items()
        for entry in entries
    ]


def _matches(standings: Standings) -> list[dict[str, Any]]:
    """The matches of a teams event in the order of the file: final margins, victory points, the winner."""
    if not isinstance(standings, TeamsStandings):
        return []
    in_points = standings.in_victory_points
    return [
        {
            "match": match.column,
            "round": match.round,
            "home": match.teams.home,
            "away": match.teams.away,
            "margin": {team.value: match.final[team].value for team in Team},
            "vp": {team.value: points[team].value for team in Team if in_points and (points := match.victory_points)},
            "winner": match.winner or "",
        }
        for match in standings.matches
    ]


def _lines(standings: Standings, of: Callable[[Line], Any]) -> dict[str, dict[str, Any]]:
    """Something of each line, by contestant and by board; "2/7" is board 7 of round (or session) 2."""
    found: dict[str, dict[str, Any]] = {}
    for entries in standings.lists.values():
        for entry in entries:
            mine = found.setdefault(entry.contestant, {})
            for line in standings.lines(entry.contestant):
                for key in (str(line.board), f"{line.round}/{line.board}", f"{line.session}/{line.board}"):
                    mine.setdefault(key, of(line))
    return found


def _clauses(line: Line) -> frozenset[str]:
    """The clauses that the explanation of a line names."""
    figure = line.explain()
    return frozenset(part.clause for part in figure.walk() if part.clause) if figure else frozenset()


NOBODY_VULNERABLE = 1
"""The board of a ruling that names none."""


def evaluate_check(given: Given, regulation: Regulation) -> Mapping[str, Any]:
    """The gravest verdict, and the clauses of all findings."""
    table = given.needed("ruling")
    if isinstance(table, Mapping):
        table = {"board": NOBODY_VULNERABLE, **table}
    (ruling,), faults = with_laws([read_ruling(Given(table, "ruling"))], regulation.edition)
    if faults:
        raise Faults(faults)
    findings = check(ruling, lone_context(ruling, regulation))
    return {
        "verdict": verdict(findings).value,
        "clauses": frozenset(finding.clause for finding in findings),
        "findings": [str(finding) for finding in findings],
    }


def evaluate_poll(given: Given, regulation: Regulation) -> Mapping[str, Any]:
    """The share of each action that is allowed, and whether enough players were asked."""
    votes, disallowed = given.needed("votes"), given.raw("disallowed", [])
    if not isinstance(votes, dict) or not all(isinstance(count, int) for count in votes.values()):
        raise refuse(f"votes = {votes!r}", "a table of actions and whole numbers")
    poll = Poll.of(votes)
    findings = poll_findings([poll], regulation)
    return {"shares": shares(poll, disallowed), "findings": [str(finding) for finding in findings]}
