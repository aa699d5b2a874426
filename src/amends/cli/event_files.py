"""From files and options to an event: a flag beats the rulings file, which beats the default."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from amends.cli.options import read_regulation
from amends.event import Event, Form
from amends.event.rows import in_force, rows_in_force
from amends.faults import Fault, Faults, refuse
from amends.formats import rulings_file, travellers_csv
from amends.formats.assembling import assembled
from amends.formats.rulings_file import RulingsFile
from amends.regulations import Regulation, load
from amends.rulings.event_checks import check_event, forbidden
from amends.scoring.event import score
from amends.scoring.methods import method_names

Travellers = Annotated[Path, typer.Argument(help="Travellers as CSV.")]
RulingsPath = Annotated[Path | None, typer.Option("--rulings", help="A rulings file (TOML).")]
Scoring = Annotated[
    str | None,
    typer.Option(
        "--scoring", help="matchpoints, butler, cross-imps, total-points; teams: imps, bam.", show_default="matchpoints"
    ),
]
FormOption = Annotated[
    str | None, typer.Option("--form", help="pairs, swiss-pairs, individual or teams.", show_default="by the columns")
]
Winners = Annotated[int, typer.Option("--winners", help="1, or 2 for a winner in each direction.")]
Knockout = Annotated[bool, typer.Option("--knockout", help="Teams: knockout matches (12C4), no victory points.")]
EventRegulation = Annotated[
    str | None, typer.Option("--regulation", help="A shipped regulation or a .toml file.", show_default="exact")
]

_LARGE = 2_000_000


@dataclass(frozen=True)
class Options:
    """What the command line says about an event."""

    scoring: str | None = None
    form: str | None = None
    winners: int = 1
    knockout: bool = False
    regulation: str | None = None
    changes: list[str] | None = None


def read_event(path: Path, rulings: Path | None, options: Options) -> Event:
    """The event that a file of travellers and a rulings file make; faults of both at once."""
    if options.winners not in (1, 2):
        raise refuse(f"--winners {options.winners}", "1 or 2")
    faults: list[Fault] = []
    read, ruled = None, RulingsFile()
    try:
        with _progress(path) as progress:
            read = travellers_csv.load(path, winners=options.winners, progress=progress)
    except Faults as trouble:
        faults += trouble.faults
    try:
        ruled = rulings_file.load(rulings) if rulings else ruled
        regulation = event_regulation(options.regulation, ruled, options.changes)
    except Faults as trouble:
        faults += trouble.faults
    if faults or read is None:
        raise Faults(faults)
    form = _form(options.form, read.form)
    _fitting(options, form)
    if not read.results:
        raise Faults([Fault("a header and no row", "a row for each table", file=str(path))])
    event = assembled(
        read,
        ruled,
        form=form,
        scoring=_scoring(options.scoring, form),
        regulation=regulation,
        winners=options.winners,
        knockout=options.knockout,
        title=path.stem,
    )
    try:
        rows_in_force(event.results, event.rulings)
        if event.penalties or event.carry_overs or event.awards:
            score(replace(event, rulings=()))  # refuses those that do not fit
    except Faults as trouble:
        raise ruled.placed(trouble) from None
    return event


def event_regulation(name: str | None, ruled: RulingsFile, changes: list[str] | None) -> Regulation:
    """The regulation of a flag or of the rulings file, with the file's settings and, over these, those of --set."""
    return read_regulation(ruled.under(load(name or ruled.regulation or "exact")), changes)


def _fitting(options: Options, form: Form) -> None:
    """Refuse options that say nothing about this form of contest."""
    if options.knockout and form is not Form.TEAMS:
        raise refuse(f"--knockout for {form.value}", "--knockout for teams alone")
    if options.winners == 2 and form is not Form.PAIRS:
        raise refuse(f"--winners 2 for {form.value}", "--winners 2 for pairs alone")


def refuse_forbidden(event: Event) -> None:
    """Exit status 1 with the findings, where a ruling in force is unlawful."""
    if not in_force(event.rulings):
        return
    found = forbidden(check_event(event))
    for ruling, finding in found:
        print(f"amends: ruling {ruling.id}: forbidden by {finding.clause}: {finding.words}", file=sys.stderr)
    if found:
        raise typer.Exit(1)


def _form(said: str | None, found: Form) -> Form:
    if said is None:
        return found
    if said not in [form.value for form in Form]:
        raise refuse(f"--form {said!r}", f"one of {', '.join(form.value for form in Form)}")
    if (found is Form.PAIRS) != (Form(said) in (Form.PAIRS, Form.SWISS_PAIRS)):
        raise refuse(f"--form {said} for a file with the columns of {found.value}", "a form that fits the columns")
    return Form(said)


def _scoring(said: str | None, form: Form) -> str:
    known = ("imps", "bam") if form is Form.TEAMS else tuple(name for name in method_names() if name != "bam")
    if said is None:
        return "imps" if form is Form.TEAMS else "matchpoints"
    if said not in known:
        raise refuse(f"--scoring {said!r} for {form.value}", f"one of {', '.join(known)}")
    return said


@contextmanager
def _progress(path: Path) -> Iterator[Callable[[int], None] | None]:
    """A bar on standard error while a large file is read."""
    try:
        large = path.stat().st_size > _LARGE
    except OSError:
        large = False
    if not large:
        yield None
        return
    columns = (
        TextColumn("reading {task.fields[name]}"),
        BarColumn(),
        TextColumn("{task.completed:,} rows"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("reading", total=None, name=path.name)
        yield lambda rows: bar.update(task, completed=rows)
