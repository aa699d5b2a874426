"""Whether an event has the ranking that its file prints: nobody should take the one for the other."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from amends import exact
from amends.event import Event
from amends.event.published import PublishedStanding
from amends.faults import Faults
from amends.journal.chain import Document, Note
from amends.scoring.event import score
from amends.scoring.standings import Standing

OTHER_RANKING = "other-ranking"
"""The kind of the note."""

Printed = Mapping[str, PublishedStanding]


def other_ranking(document: Document, event: Event) -> Note | None:
    """What is said where an event has other places than its file prints; in a file of ours also other totals."""
    if (event.scoring, event.winners) != (document.event.scoring, document.event.winners):
        return None
    printed = {each.contestant: each for each in document.published.standings if not each.session and each.place}
    if not printed:
        return None
    try:
        lists = score(event).lists.values()
    except Faults:
        return None  # scoring says it
    found = {each.contestant: each for entries in lists for each in entries}
    if document.is_own:
        places = {name: found[name].place if name in found else "" for name in printed}
        moved = [name for name, was in printed.items() if places[name].rstrip("=") != was.place.rstrip("=")]
        others = list(_places(moved, printed, found)) or list(_totals(printed, found))
        who, why = (
            "amends printed here",
            "the file does not hold all that the event was scored by, such as its regulation",
        )
    else:
        others = list(_places((name for entries in lists for name in _moved(entries, printed, event)), printed, found))
        who, why = "the file prints", "amends audit says whether it follows from the scores, and with which settings"
    if not others:
        return None
    few = f"{'; '.join(others[:3])}{' …' if len(others) > 3 else ''}"
    return Note(OTHER_RANKING, f"the ranking is not the one that {who} ({few}): {why}")


def _places(moved: Iterable[str], printed: Printed, found: Mapping[str, Standing]) -> Iterator[str]:
    for name in moved:
        place = found[name].place if name in found else ""
        yield f"{name} is {place or 'nowhere'} and was {printed[name].place}"


def _totals(printed: Printed, found: Mapping[str, Standing]) -> Iterator[str]:
    for name, was in printed.items():
        total = found[name].total
        if was.total and total is not None and not was.total.agrees(total):
            yield f"{name} has {exact.brief(total)} and had {was.total}"


def _moved(entries: Sequence[Standing], printed: Printed, event: Event) -> list[str]:
    """Those of a list whose printed places are not left open by the totals: ties may be broken by other means.

    A program may pass over those to whom it gives no place, and it may have a list for each section.
    """
    placed = [each for each in entries if each.contestant in printed]
    sections = defaultdict[str, list[Standing]](list)
    for each in placed:
        sections[event.contestants[each.contestant].section].append(each)
    ways = ([entries], [placed], list(sections.values()))
    return min(([name for each in way for name in _misplaced(each, printed)] for way in ways), key=len)


def _misplaced(entries: Sequence[Standing], printed: Printed) -> Iterator[str]:
    figures = [each.total if each.percent is None else each.percent for each in entries]
    for each, figure in zip(entries, figures, strict=True):
        place = re.match(r"\d+", printed[each.contestant].place.strip()) if each.contestant in printed else None
        if place is None or figure is None:
            continue
        better = sum(other is not None and other > figure for other in figures)
        if not better < int(place.group()) <= better + figures.count(figure):
            yield each.contestant
