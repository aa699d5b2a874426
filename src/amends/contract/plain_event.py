"""The plain event: what any scoring program can write, read by the same pipeline as files.

Results are rows of the travellers CSV, rulings are those of a rulings file. All faults are told at once, each with the
JSON pointer of what is wrong. The event document with its journal is accepted wherever a plain event is.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from amends.desk.file_event import EventChoices, check_form, event_from_file, forms
from amends.event import Event, Form
from amends.event.limits import MOST_ROWS, size_faults
from amends.faults import Fault, Faults, Refusal
from amends.formats import event_document, rulings_file
from amends.formats.common.csv_table import LONGEST_CELL, CsvTable, Gathered
from amends.formats.rulings_file import SENT_AS
from amends.formats.rulings_file.tables import RulingsFile
from amends.formats.travellers_csv.cells import TravellerCells, check_columns
from amends.formats.travellers_csv.reader import TravellersReader
from amends.garbage import collection_paused
from amends.journal.chain import Document
from amends.regulations import Regulation, known, load

MOST_ODD = 50
"""Rows that are no rows, after which the others are not read."""

KEYS = (
    *("contract", "kind", "name", "form", "scoring", "winners", "knockout", "regulation", "settings"),
    *("accept_scores", "results", *SENT_AS.values()),
)
"""The keys of a plain event."""


@dataclass(frozen=True, slots=True)
class SentEvent:
    """An event that was sent, ready to be scored, and what was decided about it."""

    document: Document
    notices: tuple[str, ...] = ()

    @property
    def event(self) -> Event:
        """The event itself."""
        return self.document.event


def read_event(data: object, path: str = "/event") -> SentEvent:
    """The event of a plain event or an event document; `path` is where it stands in what was sent."""
    if not isinstance(data, Mapping):
        raise Faults([Fault(brief(data), "an event: an object with results", path=path)])
    if "amends" in data:
        return _sealed(data, path)
    try:
        return _plain(data)
    except Refusal as trouble:
        raise Faults([Fault(str(trouble), "", path=path)]) from None
    except Faults as trouble:
        raise Faults(
            replace(fault, file=None, line=None, path=path + (fault.path or "")) for fault in trouble.faults
        ) from None


def _sealed(data: Mapping[str, Any], path: str) -> SentEvent:
    try:
        document = event_document.loads(json.dumps(data, ensure_ascii=False), "event")
    except Faults as trouble:
        raise Faults(replace(fault, file=None, line=None, path=path) for fault in trouble.faults) from None
    if not document.event.results:
        raise Faults([Fault("an event without results", "results", path=path)])
    if faults := tuple(size_faults(document.event)):
        raise Faults(replace(fault, path=path) for fault in faults)
    return SentEvent(document)


def _plain(data: Mapping[str, Any]) -> SentEvent:
    faults: list[Fault] = []

    def attempt(read: Callable[[], Any]) -> Any:
        try:
            return read()
        except Faults as trouble:
            faults.extend(trouble.faults)
            return None

    expected = f"one of {', '.join(KEYS)}"
    faults += [Fault(f"the key {key!r}", expected, path=f"/{_escaped(key)}") for key in data if key not in KEYS]
    for key, only in (("contract", "1"), ("kind", "event")):
        if data.get(key, only) != only:
            faults.append(Fault(brief(data[key]), f'"{only}"', path=f"/{key}"))
    name = attempt(lambda: _typed(data, "name", str, "a text", ""))
    form = attempt(lambda: _form(data))
    scoring = attempt(lambda: _typed(data, "scoring", str, "a way of scoring, such as matchpoints", None))
    winners = attempt(lambda: _winners(data))
    knockout = attempt(lambda: _typed(data, "knockout", bool, "true or false", False))
    accept = attempt(lambda: _typed(data, "accept_scores", bool, "true or false", False))
    regulation = attempt(lambda: read_rules(data))
    read = attempt(lambda: _results(data.get("results"), winners, bool(accept)))
    ruled = attempt(lambda: _rulings(data))
    if faults:
        raise Faults(faults)
    if form is not None and form not in forms(read.event.form):
        expected = f"one of {', '.join(each.value for each in forms(read.event.form))}, by the keys of its results"
        raise Faults([Fault(f"the form {form.value}", expected, path="/form")])
    choices = EventChoices(
        title=name,
        form=form,
        scoring=scoring,
        winners=winners,
        knockout=knockout,
        regulation=regulation,
        keep_scale="vp_scale" in (data.get("settings") or {}),
    )
    check_form(form or read.event.form, scoring or read.event.scoring, winners or 1, knockout)
    try:
        made = event_from_file(read, ruled, choices, "results", on_a_server=True)
    except Refusal:
        raise
    except Faults as trouble:
        raise Faults(_placed(fault, ruled) for fault in trouble.faults) from None
    scale = f"Victory points are by the scale {made.swiss_scale}; settings.vp_scale names another."
    return SentEvent(made.document, (scale,) if made.swiss_scale else ())


def with_rulings(sent: SentEvent, rulings: object) -> Event:
    """The event with further rulings in the form of a plain event; their faults have pointers from /rulings on."""
    if not isinstance(rulings, list) or not rulings:
        raise Faults([Fault(brief(rulings), "a list of rulings", path="/rulings")])
    ruled = _rulings({"rulings": rulings})
    given = {ruling.id for ruling in sent.event.rulings}
    if twice := [place for place, ruling in enumerate(ruled.rulings) if ruling.id in given]:
        expected = "the id of a ruling that the event does not have yet"
        raise Faults(
            Fault(f"the ruling {ruled.rulings[place].id!r} twice", expected, path=f"/rulings/{place}/id")
            for place in twice
        )
    event = sent.event
    choices = EventChoices(regulation=event.regulation, keep_scale=True, recompute=True, knockout=event.knockout)
    try:
        return event_from_file(sent.document, ruled, choices, "results", on_a_server=True).document.event
    except Refusal:
        raise
    except Faults as trouble:
        raise Faults(_placed(fault, ruled) for fault in trouble.faults) from None


# Parts


def _typed(data: Mapping[str, Any], key: str, type_: type, expected: str, default: Any) -> Any:
    value = data.get(key)
    if value is None:
        return default
    if not isinstance(value, type_):
        raise Faults([Fault(brief(value), expected, path=f"/{key}")])
    return value


def _form(data: Mapping[str, Any]) -> Form | None:
    names = [each.value for each in Form]
    name = data.get("form")
    if name is None:
        return None
    if name not in names:
        raise Faults([Fault(brief(name), f"one of {', '.join(names)}", path="/form")])
    return Form(name)


def _winners(data: Mapping[str, Any]) -> int | None:
    winners = data.get("winners")
    if winners is not None and (winners not in (1, 2) or isinstance(winners, bool)):
        raise Faults([Fault(brief(winners), "1 or 2", path="/winners")])
    return winners


def read_rules(data: Mapping[str, Any]) -> Regulation:
    """The regulation that is named, with the settings beside it; only one that comes with amends has a name here."""
    name, changes = data.get("regulation"), data.get("settings")
    if name is not None and name not in known():
        raise Faults([Fault(brief(name), f"one of {', '.join(known())}", path="/regulation")])
    if changes is not None and not isinstance(changes, Mapping):
        raise Faults([Fault(brief(changes), "an object of settings", path="/settings")])
    rules = load(name or "exact")
    faults: list[Fault] = []
    for key, value in (changes or {}).items():
        try:
            rules = rules.having(**{key: value})
        except Faults as trouble:
            faults += (replace(fault, path=f"/settings/{_escaped(key)}") for fault in trouble.faults)
    if faults:
        raise Faults(faults)
    return rules


@dataclass(frozen=True, slots=True)
class SentRows(CsvTable):
    """Results that were sent, as a table: the lines are counted from 1."""

    sent: Sequence[Sequence[str] | None] = ()
    """The cells of each row; None for one of which a fault is told already."""

    def rows(self, faults: Gathered | None = None) -> Iterator[tuple[int, list[str]]]:
        """Each row with its line."""
        for line, cells in enumerate(self.sent, 1):
            if cells is not None:
                yield line, list(cells)


def _results(sent: object, winners: int | None, accept_scores: bool) -> Document:
    """The results by the reader of the travellers; faults have the pointers of their rows."""
    if not isinstance(sent, list) or not sent:
        found = "no results" if sent is None or sent == [] else brief(sent)
        raise Faults([Fault(found, "a list with an object for each table", path="/results")])
    if len(sent) > MOST_ROWS:
        raise Faults([Fault(f"{len(sent):,} results", f"at most {MOST_ROWS:,}", path="/results")])
    faults = Gathered("results")
    there: set[str] = set().union(*(row for row in sent if isinstance(row, dict)))
    columns = [each for each in TravellerCells._fields if each in there]
    cells = [_cells(row, columns, line, faults) for line, row in enumerate(sent, 1)]
    if not columns and not faults.count:
        faults.add(1, Fault("an object without keys", "the columns of a traveller, such as board, ns, ew and result"))
    table = SentRows("", ",", 1, {name: place for place, name in enumerate(columns)}, cells)
    try:
        if not columns or faults.count > MOST_ODD:
            faults.finish()
        before = faults.count
        check_columns(table, faults)
        if faults.count > before:  # without a column there is no more to be said of the rows, as with a file
            faults.finish()
        with collection_paused():
            reader = TravellersReader(table, faults, winners or 1, accept_scores)
            reader.read(None)
        faults.finish()
    except Faults as trouble:
        raise Faults(map(_of_row, trouble.faults)) from None
    event = Event(
        form=reader.form,
        scoring="imps" if reader.form is Form.TEAMS else "matchpoints",
        winners=winners or 1 if reader.form is Form.PAIRS else 1,
        results=tuple(reader.results),
        contestants=reader.seating.contestants,
        rulings=tuple(reader.rulings),
        vulnerable=reader.vulnerable,
    )
    return Document(event=event, source="travellers", lines=reader.lines)


def _cells(row: object, columns: Sequence[str], line: int, faults: Gathered) -> list[str] | None:
    """The cells of a row in the order of the columns; None where they are no cells."""
    if not isinstance(row, dict):
        faults.add(line, Fault(brief(row), "an object with the columns of a traveller"))
        return None
    fit, cells = True, []
    for key in row.keys() - _COLUMNS:
        faults.add(line, Fault(f"the key {key!r}", f"one of {', '.join(TravellerCells._fields)}"))
    for name in columns:
        value = row.get(name)
        if isinstance(value, str):
            text = value.strip()
        elif value is None:
            text = ""
        elif isinstance(value, int) and not isinstance(value, bool):
            text = str(value)
        else:
            faults.add(line, Fault(brief(value), "a text or a whole number", f"column {name}"))
            fit = False
            continue
        if len(text) > LONGEST_CELL:
            long = Fault(f"a text of {len(text):,} characters", f"at most {LONGEST_CELL:,}", f"column {name}")
            faults.add(line, long)
            fit = False
        cells.append(text)
    return cells if fit else None


_COLUMNS = set(TravellerCells._fields)


def _of_row(fault: Fault) -> Fault:
    """A fault of a row with its pointer, to the key where it names a column."""
    place = "/results" if fault.line is None or fault.line < 1 else f"/results/{fault.line - 1}"
    column = fault.where.removeprefix("column ") if fault.where.startswith("column ") else ""
    return replace(fault, path=f"{place}/{column}" if column else place, where="" if column else fault.where)


def _rulings(data: Mapping[str, Any]) -> RulingsFile:
    """Rulings, penalties, carry-overs and victory points by the reader of the rulings file."""
    wrong = [
        Fault(brief(data[key]), "a list of objects", path=f"/{key}")
        for key in SENT_AS.values()
        if data.get(key) is not None and not isinstance(data[key], list)
    ]
    if wrong:
        raise Faults(wrong)
    tables = {table: data[key] for table, key in SENT_AS.items() if data.get(key)}
    for table, rows in tables.items():
        if unfit := [place for place, row in enumerate(rows) if not isinstance(row, Mapping)]:
            raise Faults(Fault(brief(rows[place]), "an object", path=f"/{SENT_AS[table]}/{place}") for place in unfit)
    return rulings_file.from_tables({table: [_without_null(row) for row in rows] for table, rows in tables.items()})


def _without_null(row: Mapping[str, Any]) -> dict[str, Any]:
    """A table as TOML could have it: a key that is null is not there."""
    return {key: value for key, value in row.items() if value is not None}


def _placed(fault: Fault, ruled: RulingsFile) -> Fault:
    """A fault that was found later, with the pointer of the row or of the ruling it is about."""
    if fault.line is not None and fault.file == "results":
        return _of_row(fault)
    for key, entries, words in (
        ("rulings", ruled.rulings, "ruling {0.id}"),
        ("penalties", ruled.penalties, "penalty for {0.contestant}"),
        ("carry_overs", ruled.carry_overs, "what {0.contestant} brings"),
        ("victory_points", ruled.awards, "victory points for {0.contestant}"),
    ):
        for place, entry in enumerate(entries):
            if fault.where.startswith(words.format(entry)):
                return replace(fault, path=f"/{key}/{place}")
    return fault


def brief(value: object) -> str:
    """A value that was sent, in a few words."""
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, list):
        return "a list"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:59]}…"


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
