"""From files and options to an event: a flag beats the rulings file, which beats the default."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Annotated

import typer

from amends.awards import Mixture
from amends.cli.options.common import AcceptScores, SettingList, argument, option, read_regulation, with_options
from amends.cli.output import finding_line, print_error, print_forbidden, reading_bar, warn
from amends.cli.streams import INPUT_NAME, is_stream, only_once, read_input
from amends.desk.file_event import (
    EventChoices,
    event_from_file,
    event_from_file_again,
    no_results,
    ruled_regulation,
)
from amends.desk.importing.printed_ranking import OTHER_RANKING
from amends.event import Event, Form
from amends.event.rows import in_force, table_of
from amends.exact import many
from amends.faults import Fault, Faults, one_of, refuse
from amends.formats import known as formats
from amends.formats import load as load_file
from amends.formats import loads as load_data
from amends.formats import rulings_file
from amends.formats.common.building import INCONSISTENT
from amends.formats.common.files import decoded
from amends.formats.common.own_words import NOT_IN_THE_SCORE
from amends.formats.rulings_file.tables import RulingsFile
from amends.journal.chain import Document
from amends.regulations import Regulation
from amends.regulations.load import known as regulations
from amends.rulings.checks.in_event import check_event, forbidden, lawful

Results = Annotated[Path, argument("FILE", "A results file in any format that amends reads, or - for standard input.")]
RulingsPath = Annotated[Path | None, option("--rulings", "A rulings file (TOML), or - for standard input.")]
Scoring = Annotated[
    str | None,
    option(
        "--scoring",
        "One of matchpoints, butler, cross-imps, total-points; for teams imps, bam, patton.",
        default="as the file says",
        choices=("matchpoints", "butler", "cross-imps", "total-points", "imps", "bam", "patton"),
    ),
]
FormOption = Annotated[
    str | None,
    option(
        "--form",
        "One of pairs, swiss-pairs, individual, teams.",
        default="as the file says",
        choices=tuple(form.value for form in Form),
    ),
]
Winners = Annotated[
    int | None,
    option("--winners", "1, or 2 for a winner in each direction.", "1|2", default="as the file says, else 1"),
]
Knockout = Annotated[bool, option("--knockout", "Teams: knockout matches (12C4), no victory points.")]
EventRegulation = Annotated[
    str | None,
    option(
        "--regulation",
        "A shipped regulation (amends regulations lists them) or a .toml file.",
        default="exact",
        choices=regulations,
    ),
]

FormatName = Annotated[
    str | None,
    option("--from", "Input format, if the content and the name do not tell it.", "FORMAT", choices=formats),
]
Strict = Annotated[
    bool,
    option(
        "--strict",
        "Refuse an event with a forbidden ruling (exit status 1), or a file with lines that cannot be right (2).",
    ),
]
Recompute = Annotated[
    bool, option("--recompute", "Score boards again where the file's own figures do not follow from its scores.")
]

ListAll = Annotated[bool, option("--all", "List everything in the file that is odd or left out, not only how much.")]


@dataclass(frozen=True, kw_only=True)
class EventOptions:
    """What the command line says about an event."""

    scoring: Scoring = None
    form: FormOption = None
    winners: Winners = None
    knockout: Knockout = False
    regulation: EventRegulation = None
    set: SettingList = None
    from_: FormatName = None
    recompute: Recompute = False
    accept_scores: AcceptScores = False
    all_: ListAll = False

    @property
    def say(self) -> bool:
        """Whether anything is said about the event itself, not only about how its file is read."""
        said = (self.scoring, self.form, self.winners, self.regulation, self.set)
        return self.knockout or any(each is not None for each in said)


OF_A_NEW_EVENT = ("scoring", "form", "winners", "knockout", "regulation", "set")
"""The options about the event itself; the others say how its file is read."""


def with_event_options(command: Callable[..., None]) -> Callable[..., None]:
    """Makes a command take the options of an event, and have them in its parameter `options`."""
    return with_options(EventOptions, [each.name for each in fields(EventOptions)])(command)


def read_document(
    path: Path, format: str | None = None, winners: int | None = None, accept_scores: bool = False
) -> Document:
    """What a file or standard input holds, with a bar while a large file is read."""
    if is_stream(path):
        data = read_input()
        return load_data(data, INPUT_NAME, format=format, winners=winners, accept_scores=accept_scores)
    with reading_bar(path) as progress:
        return load_file(path, format=format, winners=winners, progress=progress, accept_scores=accept_scores)


def read_rulings(path: Path) -> RulingsFile:
    """What a rulings file or standard input holds; a regulation file it names lies beside it, or in this folder."""
    if not is_stream(path):
        return rulings_file.load(path)
    return rulings_file.loads(decoded(read_input(), INPUT_NAME), INPUT_NAME, folder=Path())


def read_event(path: Path, rulings: Path | None, options: EventOptions, *, strict: bool = False) -> Event:
    """The event that a file of results and a rulings file make; faults of both at once."""
    return read_both(path, rulings, options, strict=strict).event


def note_lines(document: Document) -> tuple[str, ...]:
    """Everything that the reader of a file noticed, a line each, for JSON."""
    return tuple(map(str, document.notes))


def read_both(
    path: Path,
    rulings: Path | None,
    options: EventOptions,
    *,
    deals_alone: bool = False,
    keep_history: bool = False,
    strict: bool = False,
) -> Document:
    """The document in a file of results, its event with the rulings of a rulings file and what the options say.

    With `deals_alone` a file may have deals and no results; with `keep_history` one that has a journal of its own keeps
    all that follows from it; with `strict` a line that cannot be as it is printed is refused.
    """
    only_once(path, rulings)
    faults: list[Fault] = []
    read, ruled = None, RulingsFile()
    try:
        read = read_document(path, options.from_, options.winners, options.accept_scores)
        inconsistent = [note for note in read.notes if note.kind == INCONSISTENT] if strict else []
        faults += (
            Fault(note.words, "a file that is consistent", file=str(path), line=note.line) for note in inconsistent
        )
    except Faults as trouble:
        faults += trouble.faults
    try:
        ruled = read_rulings(rulings) if rulings else ruled
        choices = choices_of(options, "", ruled, read.event.regulation if read else None)
    except Faults as trouble:
        faults += trouble.faults
    if faults or read is None:
        raise Faults(faults)
    keep_history = keep_history and bool(read.journal)
    if keep_history and rulings is None and not options.say:
        return read
    title = read.event.title or ("" if keep_history or is_stream(path) else path.stem)
    _say_notes(read, path, every=options.all_)
    if not read.event.results and not (deals_alone and rulings is None and read.event.deals):
        raise Faults([no_results(read, str(path))])
    choices = replace(choices, title=title, recompute=options.recompute or keep_history)
    made = event_from_file(read, ruled, choices, str(path))
    if made.other_ranking is not None:
        warn([f"{path.name}: {made.other_ranking}"])
    warn(f"{each}; kept as awarded (--recompute scores it again)" for each in made.awarded)
    say_scale(made.swiss_scale)
    return made.document


def read_again(
    path: Path,
    event: Event,
    format: str | None = None,
    recompute: bool = False,
    accept_scores: bool = False,
    every: bool = False,
) -> Document:
    """The document in a file that is imported into an event: read in the way in which the event was."""
    read = read_document(path, format, event.winners if event.form is Form.PAIRS else None, accept_scores)
    if not read.journal:
        _say_notes(read, path, every=every)
    return event_from_file_again(read, event, str(path), recompute=recompute)


def choices_of(
    options: EventOptions, title: str = "", ruled: RulingsFile | None = None, own: Regulation | None = None
) -> EventChoices:
    """What the options and a rulings file choose for an event; `own` is the regulation of its file."""
    ruled = ruled or RulingsFile()
    return EventChoices(
        title=title,
        form=_named_form(options.form),
        scoring=options.scoring,
        winners=options.winners,
        knockout=options.knockout,
        regulation=event_regulation(options.regulation, ruled, options.set, own),
        keep_scale=_says("vp_scale", options.set, ruled),
        recompute=options.recompute,
    )


def say_scale(scale: str) -> None:
    """Say that another scale of victory points is taken, if one is."""
    if scale:
        warn([f"Swiss pairs at matchpoints: victory points by the scale {scale} (--set vp_scale=… for another)"])


def _says(setting: str, changes: list[str] | None, ruled: RulingsFile) -> bool:
    """Whether somebody has chosen a setting for this event."""
    return setting in (ruled.settings or {}) or any(change.split("=")[0].strip() == setting for change in changes or ())


_SAID = ("waiting", INCONSISTENT, "several-events", "boards-missing", NOT_IN_THE_SCORE)
"""The kinds of notes that are said one by one: the ranking is another one without them."""

_REMEDIES = {
    "several-events": "; amends split makes a file of each",
    NOT_IN_THE_SCORE: "; a rulings file (--rulings) can say it",
}


def _say_notes(read: Document, path: Path, *, every: bool = False) -> None:
    """What waits for the director, line by line; of what else the reader noticed, how much there is, or everything."""
    notes = [note for note in read.notes if note.kind != OTHER_RANKING]  # it is said of the event as it is scored now
    said = [note for note in notes if every or note.kind in _SAID]
    warn((f"{path.name}: {note}{_REMEDIES.get(note.kind, '')}" for note in said), every=every)
    others = len(notes) - len(said)
    if others:
        warn([f"{path.name}: {many(others, 'thing was', 'things were')} odd or left out; --all lists them"])


def sidecar(path: Path) -> Path:
    """The event document beside a file: friday.xml has friday.amends.json."""
    if path.name.endswith(".amends.json"):
        return path
    return path.with_name(f"{path.name.removesuffix(path.suffix)}.amends.json")


def event_regulation(
    name: str | None, ruled: RulingsFile, changes: list[str] | None, own: Regulation | None = None
) -> Regulation:
    """The regulation of a flag, of the rulings file or the event's own, with the file's settings and those of --set."""
    return read_regulation(ruled_regulation(name, ruled, own), changes)


def without_forbidden(event: Event, strict: bool) -> Event:
    """The event as it is scored: forbidden rulings have no effect, which is said; with `strict`, exit status 1."""
    if strict:
        refuse_forbidden(event)
        return event
    scored, found = lawful(event)
    for ruling, finding in found:
        played = isinstance(table_of(ruling, event.results).result, Mixture)
        stands = "The table result stands." if played else "The board counts as not played."
        print_error(f"{finding_line(ruling, finding)}  {stands}")
    return scored


def refuse_forbidden(event: Event, only: Collection[str] | None = None) -> None:
    """Exit status 1 with the findings, where a ruling in force (one of `only`, where that is said) is unlawful."""
    if not any(only is None or ruling.id in only for ruling in in_force(event.rulings)):
        return
    found = [each for each in forbidden(check_event(event)) if only is None or each[0].id in only]
    for ruling, finding in found:
        print_error(finding_line(ruling, finding))
    if found:
        print_forbidden(finding_line(*each) for each in found)
        raise typer.Exit(1)


def _named_form(name: str | None) -> Form | None:
    names = [form.value for form in Form]
    if name is None or name in names:
        return None if name is None else Form(name)
    raise refuse(f"--form {name!r}", one_of(names, name))
