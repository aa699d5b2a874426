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
from amends.reports import dossier as records
from amends.reports.dossier import Dossier
from amends.reports.layout.html import Table
from amends.reports.layout.sheet import BlankLines, Heading, Labelled, Part, Sheet, SheetReport, SideBySide
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

    def sheet(self) -> Sheet:
        """The form in parts."""
        dossier = self.appealed
        parts: list[Part] = [
            SideBySide([[Labelled(rows)] for rows in self._head()]),
            *records.board_parts(dossier),
            Heading("Facts"),
        ]
        parts.append(
            Labelled([*records.result_rows(dossier), *records.fact_rows(dossier), *records.statement_rows(dossier)])
        )
        # Tables stand in twos; one in which words stand at the end of each line has a row to itself.
        polls = records.poll_parts(dossier)
        wide = [part for part in polls if isinstance(part, Table) and len(part.heads) - 1 in part.left]
        narrow = [[part] for part in polls if part not in wide]
        pairs = (SideBySide(narrow[first : first + 2]) for first in range(0, len(narrow), 2))
        parts += [Heading("Poll"), *wide, *pairs, Heading("Ruling")]
        damage = records.damage_rows(self.scored.self_inflicted(dossier.table.id), dossier.event.regulation.edition)
        parts.append(Labelled([("Given", records.given_words(dossier)), *records.ruling_rows(dossier), *damage]))
        effect = seated_table(self.effect, self.appealed.event, self.blind)
        parts.append(SideBySide([[Heading("Effect of the ruling"), effect], [Heading("Process"), self.process]]))
        if self.earlier:
            chain: Rows = []
            for each in self.earlier:
                ruling, award = each.given.ruling, ruling_award(each.given.ruling, each.event.regulation.edition)
                words = f"{shown_time(each.given.made.at)}: {award} ({each.given.state.value})"
                chain.append((f"Ruling {ruling.id}", words))
            parts += [Heading("Earlier rulings"), Labelled(chain)]
        at_any_time = "at any time: no official score contains the ruling yet"
        lodged = f"until {shown_time(self.until)}" if self.until else at_any_time
        appeal = Labelled([*records.appeal_rows(self.appeal), ("Could be lodged", lodged)])
        parts += [Heading("Appeal"), appeal, SideBySide([[Heading("Decision"), *self._decision()]])]
        against = f"against ruling {dossier.given.ruling.id} · Board {dossier.given.ruling.board}"
        return Sheet(f"Appeal {self.appeal.id} {against}", parts, "8pt")

    def _head(self) -> list[Rows]:
        """Where it was, and who sat there."""
        dossier, event = self.appealed, self.appealed.event
        place = [f"session {dossier.table.session}"] if dossier.table.session and self.blind else []
        place += [] if self.blind else place_words(dossier.table)
        board = [str(dossier.table.board), f"{dossier.dealer.name.title()} deals", dossier.vulnerable.words, *place]
        where = [("Event", ", ".join(filter(None, [event.title, self.date]))), ("Board", ", ".join(board))]
        if self.blind:
            return [where]
        return [where, [(side.words, side_names(event, dossier.table.seats[side])) for side in Side]]

    def _decision(self) -> list[Part]:
        if self.appeal.decision is None:
            words = "☐ the ruling stands   ☐ varied   ☐ withdrawn   ☐ without merit"
            return [
                Labelled([("Decision", words)]),
                BlankLines("New ruling"),
                BlankLines("Reasons", 2),
                BlankLines("Signed, time"),
            ]
        rows = records.decision_rows(self.appeal)
        if self.varied is None:
            return [Labelled(rows)]
        rows += [row for row in records.ruling_rows(self.varied) if row != ("Reason", self.appeal.reason)]
        effect = records.effect_of(self.varied)[0]
        ns, ew = (tuple(each.board for each in effect.sides[side]) for side in Side)
        if not self.blind or len(ns) <= 1:  # else it takes the players of an individual to say what the board is worth
            rows.append(("Effect", effect_words(ns, ew, effect.unit)))
        return [Labelled(rows)]

    def data(self) -> dict[str, object]:
        """The same for programs."""
        table = seated_table(self.effect, self.appealed.event, blind=True)
        effect: object = PreviewReport(self.effect, self.appealed.event).data()
        if self.blind:
            effect = [dict(zip(table.heads, row, strict=True)) for row in table.rows]
        return {
            "event": self.appealed.event.title,
            "date": self.date,
            "appeal": self.appeal.id,
            "until": time_text(self.until) if self.until else None,
            "ruling": records.dossier_data(self.appealed),
            "earlier": [records.dossier_data(each) for each in self.earlier],
            "varied": records.dossier_data(self.varied) if self.varied else None,
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
    appealed = records.dossier(history, event, given, names=not blind)
    varied = (
        records.dossier(history, event, history.ruling(found.varied_to), names=not blind) if found.varied_to else None
    )
    effect, scored = records.effect_of(appealed)
    mine = next(each for each in appealed.appeals if each.id == appeal)
    return AppealForm(
        mine,
        appealed,
        tuple(records.dossier(history, event, each, names=not blind) for each in before),
        varied,
        effect,
        scored,
        review_ends(history, given, event.regulation),
        process_table(appealed, history, mine),
        date or f"{local(given.ruling.time or given.made.at):%Y-%m-%d}",
        blind,
    )


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
