"""One event from a file of results and a rulings file beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from amends.event import Event, Form, Ruling
from amends.event.rows import rows_in_force, seated_twice
from amends.faults import Fault, Faults
from amends.formats.rulings_file import RulingsFile
from amends.journal.document import Document
from amends.laws.citation import read_law
from amends.regulations import Regulation
from amends.scoring.event import score


def assembled(
    document: Document,
    ruled: RulingsFile,
    *,
    form: Form | None = None,
    scoring: str | None = None,
    regulation: Regulation | None = None,
    winners: int | None = None,
    knockout: bool | None = None,
    title: str = "",
    file: str = "",
    fitting: bool = False,
) -> Event:
    """The event of a document with the rulings, penalties, carry-overs and awards of a rulings file after its own.

    What is not given is as the document has it. Laws that are no clause and contestants who play a board twice are
    refused; with `fitting`, at the same time, rulings without a table and amounts without a contestant or match. `file`
    is what the faults call the file.
    """
    event = document.event
    edition = (regulation or event.regulation).edition
    rulings, faults = with_laws(ruled.rulings, edition)
    made = replace(
        event,
        form=form or event.form,
        scoring=scoring or event.scoring,
        regulation=regulation or event.regulation,
        winners=winners or event.winners,
        knockout=event.knockout if knockout is None else knockout,
        title=title or event.title,
        rulings=(*event.rulings, *rulings),
        penalties=(*event.penalties, *ruled.penalties),
        carry_overs=(*event.carry_overs, *ruled.carry_overs),
        awards=(*event.awards, *ruled.awards),
    )
    twice = seated_twice(made, document.lines, file or None)
    faults += twice
    if fitting:
        faults += _faults_of(lambda: rows_in_force(made.results, made.rulings))
    if fitting and not twice and (made.penalties or made.carry_overs or made.awards):
        faults += _faults_of(lambda: score(replace(made, rulings=())))  # refuses amounts that do not fit
    if faults:
        raise Faults(faults)
    return made


def _faults_of(work: Callable[[], object]) -> Sequence[Fault]:
    try:
        work()
    except Faults as trouble:
        return trouble.faults
    return ()


def with_laws(rulings: Sequence[Ruling], edition: int) -> tuple[tuple[Ruling, ...], list[Fault]]:
    """The rulings with their laws in one spelling; what is no clause of the edition is a fault."""
    found: list[Ruling] = []
    faults: list[Fault] = []
    for ruling in rulings:
        laws = []
        for law in ruling.laws:
            try:
                laws.append(read_law(law, edition))
            except Faults as trouble:
                where = f"ruling {ruling.id}"
                faults += [replace(each, found=f"the law {law!r}", where=where) for each in trouble.faults]
        found.append(replace(ruling, laws=tuple(laws)))
    return tuple(found), faults
