"""From what the devices sent, and what they did not send, to the lines of the event."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from amends.awards import Award, Mixture, NotScored
from amends.event.event import Form
from amends.faults import Faults
from amends.formats.building import Sat
from amends.formats.bws import form as forms
from amends.formats.bws.contest import Contest
from amends.formats.bws.movement import outstanding, outstanding_in_matches
from amends.formats.bws.received import Received, faults_in_words, place, played
from amends.formats.bws.records import Records
from amends.formats.bws.remarks import Meaning

NOT_PLAYED, SIT_OUT = NotScored(expected=True), NotScored(expected=False)

Notes = list[tuple[str, str]]


def line(row: Received, contest: Contest, records: Records) -> Sat:
    """A row of results."""
    result, notes = _result(row)
    sat = contest.sat(row.key[:3], row.board, row.ns, row.ew, result)
    sat.record, odd = records.record(row)
    notes += [("unreadable", words) for words in odd]
    sat.notes = tuple((kind, f"{place(row)}: {words}") for kind, words in notes)
    sat.turned = row.remark.meaning is Meaning.TURNED
    if "" not in (*row.ns, *row.ew):
        sat.awards = row.remark.awards
    sat.line = row.id or None
    return sat


def _result(row: Received) -> tuple[Award, Notes]:
    """What happened at the table, and what a scorer should know of the row."""
    meaning = row.remark.meaning
    if "" in (*row.ns, *row.ew):
        return SIT_OUT, [("left-out", f"{row.sent}, though nobody sat on one side")] if _is_result(row) else []
    if meaning is Meaning.NOT_PLAYED:
        return NOT_PLAYED, [("contract", f"{row.sent}, which is read as not played")] if _is_result(row) else []
    if meaning is Meaning.WAITING:
        return NOT_PLAYED, [("waiting", f"{row.sent}: the director has still to decide")]
    if meaning is Meaning.AWARD:
        return _awarded(row)
    notes: Notes = []
    if meaning is Meaning.UNKNOWN:
        notes.append(("unreadable", f"the remark {row.cells.text('Remarks')!r}"))
    try:
        outcome, odd = played(row.cells)
    except Faults as trouble:
        return NOT_PLAYED, [*notes, ("unreadable", f"{faults_in_words(trouble)}; it is read as not played")]
    return Mixture.of(outcome), notes + [("unreadable", words) for words in odd]


def _awarded(row: Received) -> tuple[Award, Notes]:
    """The result in place of which something was awarded, where the row has one."""
    notes: Notes = []
    if None in row.remark.awards:
        notes.append(("waiting", f"{row.sent} is of N-S alone: the director has still to decide the score of E-W"))
    try:
        return Mixture.of(played(row.cells)[0]), notes
    except Faults:
        return NOT_PLAYED, notes


def _is_result(row: Received) -> bool:
    """Whether a contract with its result stands in the row."""
    try:
        played(row.cells)
    except Faults:
        return False
    return True


def unsent(contest: Contest, results: Sequence[Received]) -> Iterator[Sat]:
    """Lines for what the movement has and no device sent: boards that were not played, and sit-outs."""
    if contest.form is Form.TEAMS:
        found = outstanding_in_matches(contest.plan.values(), results)
    else:
        apart = contest.winners == 2 and forms.share_numbers(results)
        found = outstanding(contest.plan.values(), results, apart=apart)
    for scheduled, board in found:
        result = SIT_OUT if "" in (*scheduled.ns, *scheduled.ew) else NOT_PLAYED
        yield contest.sat(scheduled.place, board, scheduled.ns, scheduled.ew, result)
