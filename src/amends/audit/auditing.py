"""The audit of a document: everything is computed again from the raw scores and compared with what was printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from amends import exact
from amends.audit.computed import Computed, Scorer
from amends.audit.conventions import FITS, WORDS
from amends.audit.findings import KINDS, NOTES, Audit, AuditFinding, AuditTally, Parts
from amends.audit.hidden_scores import not_looked_for
from amends.audit.locations import at_table
from amends.audit.matches import audit_teams, match_finding
from amends.audit.overrides import fitted, with_awards
from amends.audit.possible_scores import possible
from amends.audit.totals import audit_totals, total_choices
from amends.audit.turned_tables import turned_tables
from amends.awards import Artificial, Mixture
from amends.bridge import BySide, PassedOut, Points, Result
from amends.event import Event, Form
from amends.event.published import Printed
from amends.exact import many
from amends.faults import Faults
from amends.journal.chain import Document, Note
from amends.regulations.settings import usable_scales
from amends.scoring.event import score
from amends.scoring.events.swiss_pairs import SwissPairsStandings
from amends.scoring.methods import method


def audit_scores(document: Document) -> Parts:
    """Each line with a contract and a printed score, and each score without a contract."""
    event, lines = document.event, document.published.lines
    tables = {result.id: result for result in event.results}
    outcomes = {
        id: result.result.plain if isinstance(result.result, Mixture) else None for id, result in tables.items()
    }
    parts = Parts()
    for note in document.notes:
        if note.kind == "contract":
            where = f"board {note.board}" if note.board else "the file"
            where = at_table(tables[note.table]) if note.table in tables else where
            parts.findings.append(AuditFinding("contract", where, "", "", note.words, note.table))
    wrong = {finding.table for finding in parts.findings}
    for note in document.notes:
        if note.kind == "inconsistent":
            where = f"line {note.line}" if note.line else "the file"
            parts.findings.append(AuditFinding("table", where, "", "", note.words))
    both = {
        id
        for id, outcome in outcomes.items()
        if id in wrong or (isinstance(outcome, Result | PassedOut) and id in lines and lines[id].score is not None)
    }
    parts.tallies.append(AuditTally("contracts and scores", len(both - wrong), len(both)))
    for id, outcome in outcomes.items():
        result = tables[id]
        conditions = event.conditions(result.board, result)
        if isinstance(outcome, Points) and outcome.ns not in possible(conditions):
            words = f"the score {outcome} is given by no contract with {conditions.words}"
            parts.findings.append(AuditFinding("impossible", at_table(result), str(outcome), "", words, id))
    return parts


def audit_swiss_pairs(document: Document) -> Parts:
    """The match scores of Swiss pairs, by the scale that fits best."""
    event = document.event
    by = "percentage" if event.scoring == "matchpoints" else "margin"
    tried = {
        scale: _swiss(replace(event, regulation=event.regulation.having(vp_scale=scale)), document)
        for scale, data in usable_scales().items()
        if data["by"] == by
    }
    if not tried or not document.published.matches:
        return Parts()
    scale, parts = max(tried.items(), key=lambda entry: entry[1].tallies[0].follow)
    tally = parts.tallies[0]
    if tally.follow < FITS * (tally.printed - tally.follow):
        return Parts(remarks=["the victory points follow no scale that is known here; they were not checked"])
    return replace(parts, conventions=[f"victory points by the scale {scale}"], settings={"vp_scale": scale})


def _swiss(event: Event, document: Document) -> Parts:
    try:
        standings = score(event)
        assert isinstance(standings, SwissPairsStandings)
        ranked = [standing.contestant for each in standings.lists.values() for standing in each]
        points = {name: standings.match_points(name) for name in ranked}
    except Faults:
        return Parts([AuditTally("match scores", 0, 1)])
    findings = []
    for match in document.published.matches:
        values = [points.get(name, {}).get((match.session, match.round)) for name in (match.home, match.away)]
        figures = [None if value is None else value.value for value in values]
        if not all(
            text is None or (value is not None and text.agrees(value))
            for text, value in zip(match.scores, figures, strict=True)
        ):
            findings.append(match_finding(match, figures))
    parts = Parts()
    parts.count("match scores", len(document.published.matches), findings)
    return parts


def audit_datums(computed: Computed, printed: Mapping[tuple[str, str, int], Printed]) -> Iterator[AuditFinding]:
    """Each printed datum that does not follow."""
    for (session, section, board), figure in printed.items():
        value = computed.datums.get((session, section, board), computed.datums.get((session, "", board)))
        if value is None or not figure.agrees(value):
            gives = "nothing" if value is None else exact.brief(value)
            where = f"{f'session {session}, ' if session else ''}board {board}"
            words = f"the file prints a datum of {figure}, the scores give {gives}"
            yield AuditFinding("datum", where, str(figure), gives, words)


def audit(document: Document, name: str = "") -> Audit:
    """What of a document's published figures follows from its scores, and what does not."""
    document = _of_one_table(document)
    event = document.event
    report = audit_scores(document)
    try:
        if event.results and event.form is Form.TEAMS:
            report.add(audit_teams(document))
        elif event.results:
            _field(report, document)
    except Faults as trouble:
        report.findings += (
            AuditFinding("scoring", fault.where or "the event", fault.found, fault.expected, str(fault))
            for fault in trouble.faults
        )
    report.remarks += _remarks(document)
    return Audit(
        name=name,
        format=document.source,
        program=" ".join(filter(None, (document.about.get("program"), document.about.get("program_version")))),
        form=event.form.value,
        scoring=event.scoring,
        tallies=tuple(tally for tally in report.tallies if tally.printed),
        conventions=tuple(dict.fromkeys(report.conventions)),
        settings=report.settings,
        findings=tuple(sorted(report.findings, key=lambda finding: list(KINDS).index(finding.kind))),
        remarks=tuple(report.remarks),
        hidden=tuple(report.hidden),
    )


def _of_one_table(document: Document) -> Document:
    """The document, with a note on each board whose field is not in the file: no board of it has a second table."""
    event = document.event
    boards = [(result.session, result.board) for result in event.results]
    if event.form not in (Form.PAIRS, Form.INDIVIDUAL) or len(set(boards)) < len(boards):
        return document
    if method(event.scoring).unit not in ("matchpoints", "imps"):
        return document
    lines = document.published.lines.values()
    if not any(figure.value for line in lines for figure in (*line.points, *line.percent) if figure):
        return document
    notes = (
        Note("tables-missing", f"board {board}: the file has only one of its tables", board=board)
        for board in dict.fromkeys(board for _, board in boards)
    )
    return replace(document, notes=(*document.notes, *notes))


def _comparable(document: Document) -> Document:
    """The document without printed figures that cannot follow: not all tables or boards are in the file."""
    boards = {note.board for note in document.notes if note.kind == "tables-missing"}
    if not boards and not any(note.kind == "boards-missing" for note in document.notes):
        return document
    on_board = {result.id: result.board for result in document.event.results}
    lines = {
        id: replace(line, points=BySide(None, None), percent=BySide(None, None)) if on_board.get(id) in boards else line
        for id, line in document.published.lines.items()
    }
    return replace(document, published=replace(document.published, lines=lines, standings=()))


def _field(report: Parts, document: Document) -> None:
    """Pairs, individuals and Swiss pairs: lines, datums, totals, places."""
    as_printed = _comparable(document)
    found = fitted(as_printed)
    document, lines = found.document, found.lines
    report.remarks += found.zeros
    left = not_looked_for(document, lines, found.is_complete) if lines.wrong else ""
    report.remarks += [left] if left else []
    report.hidden += (each for each in found.hidden if not each.is_slip)
    for each in found.hidden:
        if each.is_slip:
            table = each.rows[0].row.table
            report.findings.append(AuditFinding("points", each.where, "", "", each.words, table.id))
    event, published = document.event, document.published
    scorer = lines.scorer
    choices = lines.choices
    said = lines.convention.words(choices)
    report.tallies += (lines.tally, lines.percents)
    report.findings += lines.findings
    if published.datums:
        findings = audit_datums(scorer(lines.convention), published.datums)
        report.count("datums", len(published.datums), findings)
    if event.form is Form.SWISS_PAIRS:
        report.add(audit_swiss_pairs(document))
        report.conventions += said
        return
    settings = dict(lines.convention.settings) if lines.tally.printed else {}
    # Where a director has put figures into some lines, totals are right that follow from these figures.
    awarded, _ = with_awards(document, lines)
    seated = {seat for row in scorer.rows for seats in row.table.seats for seat in seats}
    played = tuple(standing for standing in published.standings if standing.contestant in seated)
    if len(played) < len(published.standings):
        count = len(published.standings) - len(played)
        report.remarks.append(f"{count} of those who are ranked have no line in the file: they were not checked")
    for session in dict.fromkeys(standing.session for standing in played):
        standings = [each for each in played if each.session == session]
        wider = total_choices(event, standings, choices)
        compared = partial(audit_totals, published=standings, choices=wider, start=lines.convention)
        of_session = _within(scorer, session)
        totals = compared(of_session)
        others = [Scorer(awarded)] if totals.findings and awarded is not event else []
        if totals.findings and any(each.field_only for each in found.hidden):
            others.append(Scorer(as_printed.event))  # a result that only the lines show may be missing in the totals
        for other_scorer in (_within(each, session) for each in others):
            if totals.findings and len((as_other := compared(other_scorer)).findings) < len(totals.findings):
                totals, of_session = as_other, other_scorer
        turned = turned_tables(of_session, totals, compared)
        report.remarks += [turned] if turned else []
        report.tallies += (
            replace(tally, what=f"{tally.what}, session {session}") if session else tally for tally in totals.tallies
        )
        report.findings += totals.findings
        report.remarks += totals.remarks
        other = {key: way for key, way in totals.convention.chosen.items() if lines.convention[key] not in ("", way)}
        if other and lines.tally.printed:
            report.conventions += (f"in the lines, {words}" for words in said)
            said = []
            report.conventions += (f"in the totals, {WORDS[choice]}" for choice in other.items() if choice in WORDS)
        if other:
            beyond = {key: ways for key, ways in wider.items() if key not in choices}
            report.conventions += totals.convention.words(beyond)
        else:
            report.conventions += (words for words in totals.convention.words(wider) if words not in said)
        settings |= totals.convention.settings
    report.conventions += said
    own = event.regulation
    report.settings |= {key: str(value) for key, value in settings.items() if str(getattr(own, key)) != str(value)}


def _within(scorer: Scorer, session: str) -> Scorer:
    """The scorer of one session, where the event has several."""
    sessions = {row.table.session for row in scorer.rows}
    if not session or len(sessions) < 2:
        return scorer
    return Scorer(scorer.event, [row for row in scorer.rows if row.table.session == session])


def _remarks(document: Document) -> list[str]:
    """What is no contradiction, and worth knowing."""
    event = document.event
    remarks = []
    artificial = [ruling for ruling in event.rulings if any(isinstance(each, Artificial) for each in ruling.awards)]
    silent = [ruling for ruling in artificial if ruling.from_travellers and not ruling.reason]
    if silent:
        boards = ", ".join(str(board) for board in dict.fromkeys(ruling.board for ruling in silent))
        remarks.append(f"{many(len(silent), 'artificial score')} (board {boards}), and the file does not say why")
    for kind, words in NOTES.items():
        remarks += dict.fromkeys(f"{words}: {note}" for note in document.notes if note.kind == kind)
    if not document.published:
        remarks.append("the file publishes no figures: only its scores were looked at")
    return remarks
