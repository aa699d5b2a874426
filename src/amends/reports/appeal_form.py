"""The appeal form: everything that a reviewer needs, the process too, and room for the decision."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from amends.bridge import Side
from amends.clock import local, shown_time
from amends.event import Event
from amends.event.case import AppealDecision
from amends.faults import refuse
from amends.journal.codec import time_text
from amends.journal.history import Appeal, History
from amends.reports.dossier import (
    Dossier,
    appeal_rows,
    board_parts,
    damage_rows,
    decision_rows,
    dossier,
    dossier_data,
    effect_of,
    fact_rows,
    given_words,
    poll_parts,
    result_rows,
    ruling_rows,
    statement_rows,
)
from amends.reports.layout.sheet import BlankLines, Heading, Labelled, Part, Sheet, SheetReport, SideBySide
from amends.reports.layout.table import Table
from amends.reports.preview import PreviewReport, seated_table
from amends.reports.slip import effect_words, place_words
from amends.rulings.consequences.preview import Preview
from amends.rulings.time_limits import review_ends
from amends.scoring.standings import Standings
from amends.wording.award_text import Rows, ruling_award
from amends.wording.names import committee, side_names


@dataclass(frozen=True, slots=True)
class AppealForm(SheetReport):
    """An appeal with the ruling it is against, what came before that, and what it was varied to.

    `blind`: for a committee that is not to know who is concerned or where they stand.
    """

    appeal: Appeal
    appealed: Dossier
    earlier: tuple[Dossier, ...]
    varied: Dossier | None
    effect: Preview
    scored: Standings
    """The event with the appealed ruling in force."""
    until: datetime | None
    """When the time to lodge it ends; None until an official score contains the ruling."""
    process: Table
    date: str = ""
    blind: bool = False

    @property
    def _event(self) -> Event:
        return self.appealed.event

    def sheet(self) -> Sheet:
        """The form in parts."""
        dossier = self.appealed
        parts: list[Part] = [
            SideBySide([[Labelled(rows)] for rows in self._head()]),
            *board_parts(dossier),
            Heading("Facts"),
        ]
        parts.append(Labelled([*result_rows(dossier), *fact_rows(dossier), *statement_rows(dossier)]))
        parts += [Heading("Poll"), *_in_twos(poll_parts(dossier)), Heading("Ruling")]
        given = [("Given", given_words(dossier)), *ruling_rows(dossier)]
        parts.append(
            Labelled(
                [*given, *damage_rows(self.scored.self_inflicted(dossier.table.id), dossier.event.regulation.edition)]
            )
        )
        effect = seated_table(self.effect, self._event, self.blind)
        parts.append(SideBySide([[Heading("Effect of the ruling"), effect], [Heading("Process"), self.process]]))
        if self.earlier:
            chain = [(f"Ruling {each.given.ruling.id}", _in_short(each)) for each in self.earlier]
            parts += [Heading("Earlier rulings"), Labelled(chain)]
        at_any_time = "at any time: no official score contains the ruling yet"
        lodged = f"until {shown_time(self.until)}" if self.until else at_any_time
        appeal = Labelled([*appeal_rows(self.appeal), ("Could be lodged", lodged)])
        parts += [Heading("Appeal"), appeal, SideBySide([[Heading("Decision"), *self._decision()]])]
        against = f"against ruling {dossier.given.ruling.id} · Board {dossier.given.ruling.board}"
        return Sheet(f"Appeal {self.appeal.id} {against}", parts, "8pt")

    def _head(self) -> list[Rows]:
        """Where it was, and who sat there."""
        dossier, event = self.appealed, self._event
        place = [f"session {dossier.table.session}"] if dossier.table.session and self.blind else []
        place += [] if self.blind else place_words(dossier.table)
        board = [str(dossier.table.board), f"{dossier.dealer.name.title()} deals", dossier.vulnerable.words, *place]
        where = [("Event", ", ".join(filter(None, [event.title, self.date]))), ("Board", ", ".join(board))]
        if self.blind:
            return [where]
        seats = dossier.table.seats
        return [
            where,
            [(side.words, side_names(event, seats[side])) for side in Side],
        ]

    def _decision(self) -> list[Part]:
        if self.appeal.decision is None:
            words = "☐ the ruling stands   ☐ varied   ☐ withdrawn   ☐ without merit"
            return [
                Labelled([("Decision", words)]),
                BlankLines("New ruling"),
                BlankLines("Reasons", 2),
                BlankLines("Signed, time"),
            ]
        rows = decision_rows(self.appeal)
        if self.varied is None:
            return [Labelled(rows)]
        said = {("Reason", self.appeal.reason)}
        given = [row for row in ruling_rows(self.varied) if row not in said]
        return [Labelled([*rows, *given, *_effect_rows(effect_of(self.varied)[0], self.blind)])]

    def data(self) -> dict[str, object]:
        """The same for programs."""
        table = seated_table(self.effect, self._event, blind=True)
        effect: object = PreviewReport(self.effect, self._event).data()
        if self.blind:
            effect = [dict(zip(table.heads, row, strict=True)) for row in table.rows]
        return {
            "event": self._event.title,
            "date": self.date,
            "appeal": self.appeal.id,
            "until": time_text(self.until) if self.until else None,
            "ruling": dossier_data(self.appealed),
            "earlier": [dossier_data(each) for each in self.earlier],
            "varied": dossier_data(self.varied) if self.varied else None,
            "effect": effect,
            "process": list(self.process.data),
        }


def appeal_form(appeal: str, history: History, event: Event, *, date: str = "", blind: bool = False) -> AppealForm:
    """The form of an appeal, decided or not; `date` is that of the event, else of the ruling.

    With `blind`, nobody is named and no total and no place is shown.
    """
    if appeal not in history.appeals:
        raise refuse(f"the appeal {appeal!r}", f"one of {', '.join(history.appeals) or 'none: there is no appeal'}")
    found = history.appeals[appeal]
    given = history.ruling(found.ruling)
    chain = history.chain(found.ruling)
    before = chain[: [each.ruling.id for each in chain].index(found.ruling)]
    appealed = dossier(history, event, given, names=not blind)
    varied = dossier(history, event, history.ruling(found.varied_to), names=not blind) if found.varied_to else None
    effect, scored = effect_of(appealed)
    mine = next(each for each in appealed.appeals if each.id == appeal)
    return AppealForm(
        mine,
        appealed,
        tuple(dossier(history, event, each, names=not blind) for each in before),
        varied,
        effect,
        scored,
        review_ends(history, given, event.regulation),
        process_table(appealed, history, mine),
        date or f"{local(given.ruling.time or given.made.at):%Y-%m-%d}",
        blind,
    )


def _in_twos(parts: list[Part]) -> list[Part]:
    """Two tables to a row; one in which words stand at the end of each line has a row to itself."""
    wide = [part for part in parts if isinstance(part, Table) and len(part.heads) - 1 in part.left]
    others = [part for part in parts if part not in wide]
    return [*wide, *(SideBySide([[part] for part in others[first : first + 2]]) for first in range(0, len(others), 2))]


def _effect_rows(effect: Preview, blind: bool) -> Rows:
    """What the board is worth in the end; to the blind not where it takes the players of an individual to say it."""
    ns, ew = (tuple(each.board for each in effect.sides[side]) for side in Side)
    return [] if blind and len(ns) > 1 else [("Effect", effect_words(ns, ew, effect.unit))]


def _in_short(dossier: Dossier) -> str:
    given = dossier.given
    award = ruling_award(given.ruling, dossier.event.regulation.edition)
    return f"{shown_time(given.made.at)}: {award} ({given.state.value})"


def process_table(dossier: Dossier, history: History, appeal: Appeal) -> Table:
    """What was done when and by whom: asked, polled, weighed, ruled, published, appealed, decided."""
    steps: list[tuple[datetime, str, str]] = []
    if (case := dossier.case) is not None:
        steps += [(case.called, "director called", "")] if case.called else []
        steps.append((case.opened.at, f"case {case.id} opened", case.opened.by))
        for said, made in case.statements:
            side = said.side or (said.seat.side if said.seat else None)
            steps.append((made.at, f"asked: statement of {side.words if side else 'a player'}", made.by))
        for poll, made in case.polls:
            steps.append((made.at, f"polled: {sum(poll.counted.values())} players", made.by))
    weighed = "weighed and ruled" if dossier.given.ruling.poll or (case and case.polls) else "ruled, without a poll"
    steps.append((dossier.given.made.at, f"{weighed}: ruling {dossier.given.ruling.id}", dossier.given.made.by))
    for each in history.publications:
        if each.made.seq > dossier.given.made.seq and (appeal.decided is None or each.made.seq < appeal.decided.seq):
            by = "" if dossier.anonymous else each.made.by
            steps.append((each.made.at, f"{'final' if each.final else 'provisional'} results published", by))
    steps.append((appeal.lodged.at, f"appeal {appeal.id} lodged", appeal.lodged.by))
    if appeal.decided is not None and appeal.decision is not None:
        withdrawn = appeal.decision is AppealDecision.WITHDRAWN or dossier.anonymous
        by = appeal.decided.by if withdrawn else committee(appeal.reviewers)
        steps.append((appeal.decided.at, f"decided: {appeal.decision.words}", by))
    steps.sort(key=lambda step: local(step[0]).timestamp())
    signed = any(by for _, _, by in steps)
    day = dossier.given.ruling.time or dossier.given.made.at
    rows = [[shown_time(at, day), words, *[by] * signed] for at, words, by in steps]
    data: list[dict[str, object]] = [
        {"at": time_text(at), "step": words, **({"by": by} if signed else {})} for at, words, by in steps
    ]
    return Table("", ["time", "what was done", *["by"] * signed], rows, (0, 1, 2), data, name="Process")
