"""Swiss pairs: the victory points of each match, by the scale that fits best."""

from __future__ import annotations

from dataclasses import replace

from amends import exact
from amends.audit.conventions import FITS
from amends.audit.findings import Finding, Parts, Tally
from amends.audit.matches import called
from amends.event import Event
from amends.faults import Faults
from amends.journal.document import Document
from amends.regulations.scales import scale_data, scale_names
from amends.scoring.event import score
from amends.scoring.events.swiss_pairs import SwissPairsStandings


def audit_swiss_pairs(document: Document) -> Parts:
    """The match scores of Swiss pairs, by the scale that fits best."""
    event = document.event
    by = "percentage" if event.scoring == "matchpoints" else "margin"
    tried: list[tuple[int, int, str, Parts]] = []
    for scale in scale_names():
        if scale_data(scale)["by"] == by:
            found = _swiss(replace(event, regulation=event.regulation.having(vp_scale=scale)), document)
            tried.append((found.tallies[0].follow, -len(tried), scale, found))
    if not tried or not document.published.matches:
        return Parts()
    follow, _, scale, found = max(tried, key=lambda entry: entry[:2])
    if follow < FITS * (found.tallies[0].printed - follow):
        return Parts(remarks=("the victory points follow no scale that is known here; they were not checked",))
    return replace(found, conventions=(f"victory points by the scale {scale}",), settings={"vp_scale": scale})


def _swiss(event: Event, document: Document) -> Parts:
    try:
        standings = score(event)
        assert isinstance(standings, SwissPairsStandings)
        given = {name: standings.match_points(name) for each in standings.lists.values() for name in
                 (standing.contestant for standing in each)}  # fmt: skip
    except Faults:
        return Parts((Tally("match scores", 0, 1),))
    follow, findings = 0, []
    for match in document.published.matches:
        values = [given.get(name, {}).get((match.session, match.round)) for name in (match.home, match.away)]
        figures = [None if value is None else value.value for value in values]
        if all(
            text is None or (value is not None and text.agrees(value))
            for text, value in zip(match.scores, figures, strict=True)
        ):
            follow += 1
            continue
        said = " : ".join(str(text) for text in match.scores)
        gives = " : ".join("nothing" if value is None else exact.brief(value) for value in figures)
        findings.append(
            Finding("match", called(match), said, gives, f"the file prints {said}, its boards give {gives}")
        )
    return Parts((Tally("match scores", follow, len(document.published.matches)),), tuple(findings))
