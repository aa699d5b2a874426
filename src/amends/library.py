"""Files in, figures out, in a few lines: what a program or a notebook begins with.

>>> event = loads("board,ns,ew,result\\n7,1,2,4H N =\\n7,3,4,4H N -1\\n7,5,6,4S E =\\n")
>>> ruled = event.rule(board=7, ns="5", both="60% 4H N =; 40% 4H N -1", non_offending="ns")
>>> print(ruled.score().ranking()[0].rows[0])
['1', '4', '90.00', '1', '']
>>> print(ruled.explain("5", board=7).sentence())
5: board 7 against 6: 2⅕
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from amends import formats
from amends.cached import cached_property
from amends.desk.file_event import EventChoices, FileEvent, event_from_file, refuse_empty, ruled_regulation
from amends.event import Event, Form, Ruling, TableResult
from amends.event.rows import table_of
from amends.exact import many
from amends.explain import Explained, Finding, Verdict
from amends.faults import Fault, Faults, refuse
from amends.formats import rulings_file
from amends.formats.common import files
from amends.formats.common.toml_table import Given
from amends.formats.rulings_file.tables import RulingsFile, read_ruling
from amends.journal.chain import Document, Note
from amends.regulations import Regulation
from amends.reports.card import score_card
from amends.reports.layout import html
from amends.reports.layout.html import Table
from amends.reports.ranking import match_list, ranking
from amends.reports.traveller import travellers
from amends.rulings.checks.in_event import check_event, event_findings, forbidden, lawful
from amends.rulings.checks.of_ruling import verdict
from amends.rulings.consequences.late_rulings import event_notices
from amends.scoring.event import score
from amends.scoring.standings import Line, Standings
from amends.wording.names import names

if TYPE_CHECKING:
    import pyarrow as pa

Name = str | PathLike[str]


def load(  # noqa: PLR0913  # each is said about the event, and named
    path: Name,
    *,
    format: str | None = None,
    form: str | None = None,
    scoring: str | None = None,
    winners: int | None = None,
    knockout: bool = False,
    regulation: str | Regulation | None = None,
    settings: Mapping[str, object] | None = None,
    recompute: bool = False,
) -> LoadedEvent:
    """The event in a file of results, of any format that amends reads; raises all faults of the file at once.

    The file decides what is not said: `form` and `scoring` as `amends score` takes them, a `regulation` by its name or
    as a file, `settings` on top of it. `recompute` scores again what the file awards in figures of its own.
    """
    said = _said(form, scoring, winners, knockout, recompute)
    read = formats.load(path, format=format, winners=winners)
    return LoadedEvent(read, Path(path).stem, str(path), said, RulingsFile(), regulation, settings or {})


def loads(  # noqa: PLR0913  # as above
    data: str | bytes,
    name: str = "results",
    *,
    format: str | None = None,
    form: str | None = None,
    scoring: str | None = None,
    winners: int | None = None,
    knockout: bool = False,
    regulation: str | Regulation | None = None,
    settings: Mapping[str, object] | None = None,
    recompute: bool = False,
) -> LoadedEvent:
    """The same for the content of a file; `name` is what faults call it."""
    said = _said(form, scoring, winners, knockout, recompute)
    read = formats.loads(data, name, format=format, winners=winners)
    return LoadedEvent(read, "", name, said, RulingsFile(), regulation, settings or {})


def save(event: LoadedEvent, path: Name, *, format: str | None = None, force: bool = False) -> list[str]:
    """Write an event with its rulings in force, in the format that the file's name says; what that cannot hold.

    Only `.amends.json` holds everything. A file that is there is replaced with `force` alone; an event with a forbidden
    ruling is not written.
    """
    found = formats.named(format) if format else formats.to_write(Path(path))
    if unlawful := event.check().forbidden:
        raise Faults(
            Fault(f"a forbidden award: {finding.words}", "a lawful one", f"ruling {ruling.id}", kind=finding.clause)
            for ruling, finding in unlawful
        )
    losses = list(found.losses(event.document))
    files.write(Path(path), formats.dumps(event.document, found.name), force=force)
    return losses


def _said(form: str | None, scoring: str | None, winners: int | None, knockout: bool, recompute: bool) -> EventChoices:
    forms = [each.value for each in Form]
    if form is not None and form not in forms:
        raise refuse(f"the form {form!r}", f"one of {', '.join(forms)}")
    chosen = None if form is None else Form(form)
    return EventChoices(form=chosen, scoring=scoring, winners=winners, knockout=knockout, recompute=recompute)


@dataclass(frozen=True, repr=False, eq=False)
class LoadedEvent:
    """An event from a file, with rulings on top. Nothing changes it: each method gives a new one, or an answer."""

    read: Document
    """What stands in the file."""
    title: str
    name: str
    """What faults call the file."""
    choices: EventChoices
    ruled: RulingsFile
    """The rulings on top, and the regulation that a rulings file names."""
    regulation: str | Regulation | None = None
    settings: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        refuse_empty(self.read, self.name)
        self._made  # noqa: B018  # what is wrong is said here, not when somebody asks for a figure

    @cached_property
    def _made(self) -> FileEvent:
        ruled = self.ruled
        regulation = ruled_regulation(self.regulation, ruled, self.read.event.regulation)
        choices = replace(
            self.choices,
            title=self.read.event.title or self.title,
            regulation=regulation.having(**self.settings),
            keep_scale="vp_scale" in {**self.settings, **(ruled.settings or {})},
        )
        return event_from_file(self.read, ruled, choices, self.name)

    @property
    def document(self) -> Document:
        """The event document, as it would be written."""
        return self._made.document

    @property
    def event(self) -> Event:
        """The event as a value: results, contestants, rulings, regulation."""
        return self._made.document.event

    @property
    def notes(self) -> tuple[Note, ...]:
        """What the reader of the file noticed: odd or left out."""
        return tuple(self.read.notes)

    # Rulings

    def with_rulings(self, rulings: Name | Mapping[str, Any]) -> LoadedEvent:
        """With the rulings and penalties of a rulings file, or of its tables as a mapping, on top."""
        if isinstance(rulings, Mapping):
            return self._with(rulings_file.from_tables(rulings))
        return self._with(rulings_file.load(Path(rulings)))

    def rule(self, **keys: Any) -> LoadedEvent:
        """With one ruling more: the keys of a ruling in a rulings file, and `ns` or `ew` for its table.

        Awards are `both`, or `award_ns` and `award_ew`. `id` is the next number where none is given.
        """
        return self._with(RulingsFile(rulings=(read_ruling(Given(self._table(keys), "ruling")),)))

    def _table(self, keys: Mapping[str, Any]) -> dict[str, Any]:
        """The table of a ruling from named values, in which ns and ew say where it was."""
        table: dict[str, Any] = {"id": str(len(self.event.rulings) + 1), **keys}
        seats = {side: table.pop(side) for side in ("ns", "ew") if side in table}
        if seats and "table" not in table:
            table["table"] = {side: str(value) for side, value in seats.items()}
        elif seats:
            raise refuse("ns or ew beside table", "the seats in one of them")
        for side in ("ns", "ew"):
            if f"award_{side}" in table:
                table[side] = table.pop(f"award_{side}")
        return table

    def _with(self, more: RulingsFile) -> LoadedEvent:
        had = self.ruled
        ids = {ruling.id for ruling in (*self.read.event.rulings, *had.rulings)}
        if twice := [ruling.id for ruling in more.rulings if ruling.id in ids]:
            raise refuse(f"the ruling {twice[0]!r} twice", "an id of its own for each ruling")
        together = replace(
            more,
            regulation=more.regulation or had.regulation,
            settings={**(had.settings or {}), **(more.settings or {})} or None,
            rulings=(*had.rulings, *more.rulings),
            penalties=(*had.penalties, *more.penalties),
            carry_overs=(*had.carry_overs, *more.carry_overs),
            awards=(*had.awards, *more.awards),
        )
        return replace(self, ruled=together)

    # Answers

    def check(self) -> Checks:
        """All that there is to say about all rulings: forbidden, unusual, allowed."""
        found = check_event(self.event)
        return Checks(
            tuple(RulingCheck(ruling, findings, table_of(ruling, self.event.results)) for ruling, findings in found),
            event_findings(self.event),
        )

    def score(self) -> Scores:
        """The scores; forbidden rulings have no effect, and stand in `Scores.forbidden`."""
        return self._scores

    @cached_property
    def _scores(self) -> Scores:
        event, found = lawful(self.event)
        return Scores(score(event), tuple(found))

    def explain(self, contestant: str, board: int | None = None, session: str | None = None) -> Explained:
        """Why this number: a contestant's figure on a board, or its total."""
        return self.score().explain(contestant, board, session)

    def to_dict(self) -> dict[str, Any]:
        """The ranking as a document of the contract, as `amends score --json` gives it."""
        return self.score().to_dict()

    def to_frame(self, of: str = "ranking") -> pa.Table:
        """The ranking as an Arrow table, or with "lines" every board of every contestant. Needs pyarrow."""
        return self.score().to_frame(of)

    def __repr__(self) -> str:
        return f"<{self._words}>"

    def _repr_html_(self) -> str:
        return html.paragraph(self._words) + self.score()._repr_html_()

    @property
    def _words(self) -> str:
        event = self.event
        boards = len({result.board for result in event.results})
        counted = f"{many(len(event.results), 'result')} on {many(boards, 'board')}"
        title = f"{event.title}: " if event.title else ""
        ruled = f", {many(len(event.rulings), 'ruling')}" if event.rulings else ""
        return f"{title}{event.form.value} at {event.scoring}, {counted}{ruled}, regulation {event.regulation.name}"


@dataclass(frozen=True)
class RulingCheck:
    """A ruling in force, what there is to say about it, and the table it is about."""

    ruling: Ruling
    findings: tuple[Finding, ...]
    table: TableResult

    @property
    def verdict(self) -> Verdict:
        """The worst of the findings."""
        return verdict(self.findings)

    def __str__(self) -> str:
        head = f"Ruling {self.ruling.id}, board {self.ruling.board}, {self.table.words}: {self.verdict.value}"
        said = [f"  {each.verdict.value}: {each.words}  [{each.clause}]" for each in self.findings]
        return "\n".join([head, *said])


@dataclass(frozen=True, repr=False)
class Checks:
    """The rulings of an event with their findings, and what there is to say about the event itself."""

    rulings: tuple[RulingCheck, ...]
    event: tuple[Finding, ...] = ()

    @property
    def forbidden(self) -> list[tuple[Ruling, Finding]]:
        """The findings that forbid a ruling."""
        return forbidden(self._pairs)

    @property
    def _pairs(self) -> list[tuple[Ruling, tuple[Finding, ...]]]:
        return [(each.ruling, each.findings) for each in self.rulings]

    def to_dict(self) -> dict[str, Any]:
        """A document of the contract, as `amends check --json` gives it."""
        from amends.contract.documents.rulings import check_document

        return check_document(self._pairs, self.event).model_dump(mode="json")

    def __iter__(self) -> Iterator[RulingCheck]:
        return iter(self.rulings)

    def __len__(self) -> int:
        return len(self.rulings)

    def __repr__(self) -> str:
        event = [f"The event: {each.verdict.value}: {each.words}  [{each.clause}]" for each in self.event]
        return "\n".join([*event, *map(str, self.rulings)]) or "There is no ruling."

    def _repr_html_(self) -> str:
        cells = [
            [each.ruling.id, str(each.ruling.board), each.verdict.value, finding.words, finding.clause]
            for each in self.rulings
            for finding in each.findings
        ]
        heads = ("ruling", "board", "verdict", "what there is to say", "clause")
        return html.table(Table("Rulings", heads, cells, (2, 3, 4))) if cells else html.paragraph(repr(self))


@dataclass(frozen=True, repr=False, eq=False)
class Scores:
    """What an event comes to: lists of places, boards, score cards, and why."""

    standings: Standings
    forbidden: tuple[tuple[Ruling, Finding], ...] = ()
    """Rulings that have no effect, with the finding that forbids them."""

    def ranking(self) -> list[Table]:
        """A table for each list of places."""
        return ranking(self.standings)

    def matches(self) -> list[Table]:
        """The matches of a teams event."""
        return match_list(self.standings)

    def board(self, number: int, session: str | None = None) -> list[Table]:
        """The traveller and the frequencies of a board."""
        return list(travellers(self.standings, number, session))

    def card(self, contestant: str) -> Table:
        """The score card of a contestant."""
        return score_card(self.standings, contestant)

    def explain(self, contestant: str, board: int | None = None, session: str | None = None) -> Explained:
        """Why this number: a contestant's figure on a board, or its total."""
        return self.standings.explain(contestant, board, session)

    @property
    def notices(self) -> list[str]:
        """What the Laws have to say about the event as it stands."""
        return list(event_notices(self.standings))

    def to_dict(
        self, *, board: int | None = None, contestant: str | None = None, session: str | None = None
    ) -> dict[str, Any]:
        """A document of the contract: the ranking, a board, or the score card of a contestant."""
        from amends.contract.documents.standings import board_document, card_document, ranking_document

        if board is not None and contestant is not None:
            raise refuse("a board and a contestant", "one of the two")
        if board is not None:
            return board_document(self.standings, board, session).model_dump(mode="json")
        if contestant is not None:
            return card_document(self.standings, contestant).model_dump(mode="json")
        return ranking_document(self.standings, notices=self.notices).model_dump(mode="json")

    def to_frame(self, of: str = "ranking") -> pa.Table:
        """The ranking as an Arrow table, or with "lines" every board of every contestant. Needs pyarrow.

        Figures are decimal numbers for reading, and beside them, in `exact_…`, exact fractions as texts.
        """
        import pyarrow as pa

        kinds = {"ranking": self._places, "lines": self._lines}
        if of not in kinds:
            raise refuse(f"a frame of {of!r}", f"one of {', '.join(kinds)}")
        return pa.Table.from_pylist([_cells(row) for row in kinds[of]()])

    def _places(self) -> Iterator[dict[str, object]]:
        event = self.standings.event
        for direction, entries in self.standings.lists.items():
            for entry in entries:
                yield {
                    "direction": direction or None,
                    "place": entry.place,
                    "contestant": entry.contestant,
                    "names": names(event, entry.contestant) or None,
                    "boards": entry.boards,
                    "total": entry.total,
                    "percent": entry.percent,
                    "penalty": entry.penalty,
                    "carried": entry.carried,
                }

    def _lines(self) -> Iterator[dict[str, object]]:
        for entries in self.standings.lists.values():
            for entry in entries:
                for line in self.standings.lines(entry.contestant):
                    yield _line(line)

    def __repr__(self) -> str:
        return "\n\n".join(_text(each) for each in self.ranking())

    def _repr_html_(self) -> str:
        return "".join(html.table(each) for each in (*self.ranking(), *self.matches()))


def _line(line: Line) -> dict[str, object]:
    return {
        "contestant": line.contestant,
        "session": line.session,
        "round": line.round,
        "board": line.board,
        "side": line.side.value,
        "against": "-".join(line.opponents),
        "award": str(line.award),
        "figure": line.figure,
        "top": line.top,
        "ruling": line.ruling,
    }


_EXACT = ("total", "percent", "penalty", "carried", "figure", "top")


def _cells(row: dict[str, Any]) -> dict[str, object]:
    """A row with each exact figure as a decimal number, and as the fraction that it is."""
    found: dict[str, object] = {}
    for name, value in row.items():
        if name in _EXACT:
            found[name] = None if value is None else float(value)
            found[f"exact_{name}"] = None if value is None else str(value)
        else:
            found[name] = value
    return found


def _text(table: Table) -> str:
    """A table in plain text, the figures at the right."""
    rows = [list(table.heads), *(list(row) for row in table.rows)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(
            cell.ljust(width) if place in table.left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
    return "\n".join([table.title, *lines])
