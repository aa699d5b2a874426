"""A whole event: a folder with travellers.csv, rulings.toml, and the standings that must come out."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from amends.event import Form
from amends.faults import refuse
from amends.formats import rulings_file, travellers_csv
from amends.formats.assembling import assembled
from amends.formats.reading import Given
from amends.formats.rulings_file import RulingsFile
from amends.regulations import Regulation
from amends.scoring.event import score

KIND = "event"


def evaluate(given: Given, regulation: Regulation) -> Mapping[str, Any]:
    """The standings, list by list, in the order of their places."""
    folder, winners = Path(given.text("folder")), given.whole("winners", 1)
    form, scoring = given.text("form"), given.text("scoring")
    knockout = given.raw("knockout", False)
    if form not in [each.value for each in Form]:
        raise refuse(f"form = {form!r}", f"one of {', '.join(each.value for each in Form)}")
    document = travellers_csv.load(folder / "travellers.csv", winners=winners)
    rulings = folder / "rulings.toml"
    file = rulings_file.load(rulings) if rulings.exists() else RulingsFile()
    event = assembled(
        document,
        file,
        form=Form(form),
        scoring=scoring,
        regulation=file.under(regulation),
        winners=winners,
        knockout=bool(knockout),
    )
    return {
        "standings": [
            {
                "list": name,
                "place": entry.place,
                "contestant": entry.contestant,
                "total": entry.total,
                "percent": entry.percent,
                "boards": entry.boards,
            }
            for name, entries in score(event).lists.items()
            for entry in entries
        ]
    }
