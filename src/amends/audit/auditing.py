"""The audit of a document: everything is computed again from the raw scores and compared with what was printed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from amends.audit.computed import Scorer
from amends.audit.conventions import WORDS, line_choices
from amends.audit.datums import audit_datums
from amends.audit.findings import KINDS, Audit, Finding, Parts, Tally
from amends.audit.hidden import fitted
from amends.audit.matches import audit_teams
from amends.audit.overrides import with_awards
from amends.audit.scores import audit_scores
from amends.audit.swiss_pairs import audit_swiss_pairs
from amends.audit.totals import audit_totals, total_choices
from amends.awards import Artificial
from amends.event import Form
from amends.event.published import PublishedStanding
from amends.faults import Faults
from amends.journal.document import Document


@dataclass(slots=True)
class _Report:
    """Gathers what the parts of an audit give."""

    tallies: list[Tally] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    conventions: list[str] = field(default_factory=list)
    settings: dict[str, str] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)


def audit(document: Document, name: str = "") -> Audit:
    """What of a document's published figures follows from its scores, and what does not."""
    report = _Report()
    event = document.event
    tallies, findings = audit_scores(document)
    report.tallies += tallies
    report.findings += findings
    try:
        if event.results and event.form is Form.TEAMS:
            _add(report, audit_teams(document))
        elif event.results:
            _field(report, document)
    except Faults as trouble:
        report.findings += (
            Finding("scoring", fault.where or "the event", fault.found, fault.expected, str(fault))
            for fault in trouble.faults
        )
    report.remarks += _remarks(document)
    return Audit(
        name=name,
        format=document.source,
        program=" ".join(filter(None, (document.about.get("program"), document.about.get("program_version")))),
        form=event.form.value,
        scoring=event.scoring,
        tallies=tuple(report.tallies),
        conventions=tuple(dict.fromkeys(report.conventions)),
        settings=report.settings,
        findings=tuple(sorted(report.findings, key=lambda finding: list(KINDS).index(finding.kind))),
        remarks=tuple(report.remarks),
    )


def _add(report: _Report, found: Parts) -> None:
    report.tallies += found.tallies
    report.findings += found.findings
    report.conventions += found.conventions
    report.settings |= found.settings
    report.remarks += found.remarks


def _field(report: _Report, document: Document) -> None:
    """Pairs, individuals and Swiss pairs: lines, datums, totals, places."""
    document, lines, hidden = fitted(document)
    report.remarks += hidden
    event, published = document.event, document.published
    choices = line_choices(event)
    scorer = lines.scorer
    said = lines.convention.words(choices)
    if lines.tally.printed:
        report.tallies.append(lines.tally)
    if lines.percents.printed:
        report.tallies.append(lines.percents)
    report.findings += lines.findings
    if published.datums:
        tally, findings = audit_datums(scorer(lines.convention), published.datums)
        report.tallies.append(tally)
        report.findings += findings
    if event.form is Form.SWISS_PAIRS:
        _add(report, audit_swiss_pairs(document))
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
    for session, standings in _by_session(played):
        wider = total_choices(event, standings, choices)
        totals = audit_totals(_within(scorer, session), standings, wider, lines.convention)
        if totals.findings and awarded is not event:
            as_awarded = audit_totals(_within(Scorer(awarded), session), standings, wider, lines.convention)
            totals = min(totals, as_awarded, key=lambda found: len(found.findings))
        report.tallies += (
            replace(tally, what=f"{tally.what}, session {session}") if session else tally for tally in totals.tallies
        )
        report.findings += totals.findings
        other = {key: way for key, way in totals.convention.chosen.items() if lines.convention[key] not in ("", way)}
        if other and lines.tally.printed:
            report.conventions += (f"in the lines, {words}" for words in said)
            said = []
            report.conventions += (f"in the totals, {words}" for words in _all_words(other))
        report.conventions += (
            words for words in totals.convention.words(wider) if words not in said and not other
        )  # fmt: skip
        if other:
            beyond = {key: ways for key, ways in wider.items() if key not in choices}
            report.conventions += totals.convention.words(beyond)
        settings |= totals.convention.settings
    report.conventions += said
    usual = event.regulation
    report.settings |= {
        key: str(value) for key, value in settings.items() if str(getattr(usual, key)) != str(value)
    }  # fmt: skip


def _all_words(chosen: dict[str, str]) -> Iterable[str]:
    return (WORDS[key, way] for key, way in chosen.items() if (key, way) in WORDS)


def _by_session(standings: tuple[PublishedStanding, ...]) -> list[tuple[str, list[PublishedStanding]]]:
    """The printed lists: of each session, and of the event."""
    sessions = dict.fromkeys(standing.session for standing in standings)
    return [(session, [each for each in standings if each.session == session]) for session in sessions]


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
        count = f"{len(silent)} artificial score{'s' if len(silent) > 1 else ''}"
        remarks.append(f"{count} (board {boards}), and the file does not say why")
    for kind, words in (
        ("waiting", "waiting for the director"),
        ("erased", "erased or sent again"),
        ("repeated", "printed twice"),
        ("unreadable", "not readable"),
        ("left-out", "left out"),
    ):
        found = [note for note in document.notes if note.kind == kind]
        remarks += dict.fromkeys(f"{words}: {note}" for note in found[:20])
        if len(found) > 20:
            remarks.append(f"{words}: {len(found) - 20} more")
    if not document.published:
        remarks.append("the file publishes no figures: only its scores were looked at")
    return remarks
