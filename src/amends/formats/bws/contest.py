"""What is known of the event before its rows are read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from amends.awards import Award
from amends.event.event import Form
from amends.formats.building import Builder, Sat
from amends.formats.bws import form as forms
from amends.formats.bws.movement import Place, Scheduled, followed, without
from amends.formats.bws.received import Received, Tables


@dataclass(frozen=True, slots=True)
class Contest:
    """Form, scoring and winners; sections and sessions; the movement, where the results follow it."""

    form: Form
    scoring: str
    winners: int
    sections: Mapping[int, forms.Section]
    sessions: Mapping[int, str]
    plan: Mapping[Place, Scheduled]
    rooms: Mapping[Place, str]

    def sat(self, where: Place, board: int, ns: tuple[str, ...], ew: tuple[str, ...], result: Award) -> Sat:
        """A table that played a board, with the session, section, round, table and room it was in."""
        section, round, table = where
        known = self.sections[section]
        return Sat(
            board=board,
            ns=ns,
            ew=ew,
            result=result,
            session=self.sessions.get(known.session, ""),
            section=known.letter,
            round=str(round) if round > 0 else "",
            table=str(table) if table > 0 else "",
            room=self.rooms.get(where, ""),
        )

    def present(self, row: Received) -> Received:
        """A row with nobody in the place of its section's missing pair."""
        missing = self.sections[row.section].missing
        if not missing or missing not in row.who:
            return row
        ns, ew = (tuple("" if number == missing else number for number in side) for side in (row.ns, row.ew))
        return replace(row, ns=ns, ew=ew)


def contest(
    tables: Tables,
    plan: Mapping[Place, Scheduled],
    results: Sequence[Received],
    builder: Builder,
    *,
    individual: bool,
    winners: int | None,
) -> Contest:
    """The contest of a file; the builder is told what is left out."""
    ids = {result.section for result in results} or {where[0] for where in plan}
    known = {
        id: replace(section, missing=_missing(section, results)) for id, section in forms.sections(tables, ids).items()
    }
    believed = _believed(plan, results, known, builder)
    used = [known[id] for id in sorted(ids)]
    if len({section.scoring for section in used}) > 1:
        builder.note("left-out", f"sections with other scoring than section {used[0].letter}: all are scored as it is")
    form, rooms = Form.INDIVIDUAL if individual else Form.PAIRS, dict[Place, str]()
    scoring = forms.SCORINGS.get(used[0].scoring, "matchpoints") if used else "matchpoints"
    if used and not individual and all(section.scoring == forms.TEAMS for section in used):
        found = forms.rooms(believed.values(), results)
        form, rooms, scoring = (Form.PAIRS, {}, "butler") if found is None else (Form.TEAMS, found, "imps")
        if found is None:
            words = "which two tables make a match of teams: not all have one with the pairs crossed; read as pairs"
            builder.note("left-out", words)
    count = winners if winners is not None else forms.winners(results, known, form)
    return Contest(form, scoring, count, known, forms.session_names(tables, known), believed, rooms)


def _believed(
    plan: Mapping[Place, Scheduled],
    results: Sequence[Received],
    known: Mapping[int, forms.Section],
    builder: Builder,
) -> dict[Place, Scheduled]:
    """The movement in those sections whose results follow it."""
    fits = followed(plan, results) if results else set(known)
    for id in sorted({where[0] for where in plan if where[0] in known} - fits):
        words = f"section {known[id].letter}: the movement in RoundData, which the results do not follow"
        builder.note("left-out", words)
    kept = {where: there for where, there in plan.items() if where[0] in known and where[0] in fits}
    return without(kept, {id: section.missing for id, section in known.items()})


def _missing(section: forms.Section, results: Sequence[Received]) -> str:
    """The pair that is missing; "" where it has a contract, since then it came after all."""
    came = any(
        result.section == section.id and section.missing in result.who and result.cells.text("Contract")
        for result in results
    )
    return "" if came else section.missing
