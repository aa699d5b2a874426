"""A whole event: a folder with travellers.csv, rulings.toml, and the standings that must come out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from amends.event import Event, Form, Team
from amends.faults import refuse
from amends.formats import rulings_file, travellers_csv
from amends.formats.assembling import assembled
from amends.formats.reading import Given
from amends.formats.rulings_file import RulingsFile
from amends.regulations import Regulation
from amends.rulings.checks.in_event import check_event
from amends.scoring.event import score
from amends.scoring.events.teams import TeamsStandings
from amends.scoring.standings import Line, Standings

KIND = "event"


def evaluate(given: Given, regulation: Regulation) -> Mapping[str, Any]:
    """The standings, matches, figures of lines, clauses of their explanations, and findings about the rulings.

    All rulings are scored as they are given, also those that a finding forbids: the arithmetic is what is held to.
    """
    folder, winners = Path(given.text("folder")), given.whole("winners", 1)
    form, scoring = given.text("form"), given.text("scoring")
    knockout = given.raw("knockout", False)
    if form not in [each.value for each in Form]:
        raise refuse(f"form = {form!r}", f"one of {', '.join(each.value for each in Form)}")
    accepted = bool(given.raw("accept_scores", False))
    document = travellers_csv.load(folder / "travellers.csv", winners=winners, accept_scores=accepted)
    rulings = folder / "rulings.toml"
    file = rulings_file.load(rulings) if rulings.exists() else RulingsFile()
    event = assembled(
        document,
        file,
        form=Form(form),
        scoring=scoring,
        regulation=file.under(regulation),
        winners=winners,
        knockout=bool(knockout),
    )
    return _Event(event, score(event))


class _Event(Mapping[str, Any]):
    """What can be expected of an event; each part is made when a case names it."""

    def __init__(self, event: Event, standings: Standings) -> None:
        self.parts: dict[str, Callable[[], Any]] = {
            "standings": lambda: _standings(standings),
            "matches": lambda: _matches(standings),
            "figures": lambda: _lines(standings, lambda line: line.figure),
            "clauses": lambda: _lines(standings, _clauses),
            "findings": lambda: {ruling.id: [str(each) for each in found] for ruling, found in check_event(event)},
        }

    def __getitem__(self, key: str) -> Any:
        return self.parts[key]()

    def __iter__(self) -> Iterator[str]:
        return iter(self.parts)

    def __len__(self) -> int:
        return len(self.parts)


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
            "vp": {team.value: match.victory_points[team].value for team in Team} if in_points else {},
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
