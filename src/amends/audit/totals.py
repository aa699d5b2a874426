"""Lines against totals, and totals against places: each printed standing against what the lines add up to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from amends import exact
from amends.audit.computed import Scorer
from amends.audit.conventions import Choices, Convention, best
from amends.audit.findings import AuditFinding, AuditTally, Parts
from amends.audit.printed_figures import agrees, in_last_digit
from amends.event import Event
from amends.event.published import Printed, PublishedStanding, unit_of
from amends.scoring.standings import Standing

HUNDREDTH = Fraction(1, 100)


@dataclass(frozen=True, slots=True)
class Totals:
    """The printed standings, the convention that fits them best, and what it does not explain."""

    convention: Convention
    tallies: tuple[AuditTally, ...]
    findings: tuple[AuditFinding, ...] = ()
    remarks: tuple[str, ...] = ()


def total_choices(event: Event, published: Sequence[PublishedStanding], choices: Choices) -> dict[str, tuple[str, ...]]:
    """What may be done differently about the totals of this event, beyond what is done about its lines."""
    found = {key: ways for key, ways in choices.items() if key not in ("tenths", "digits")}
    found["line_rounding"] = ("none", "0.1", "0.01")
    if any(standing.handicap and standing.handicap.value for standing in published):
        found["handicap"] = ("", "half", "whole")
    if any(standing.adjustment and standing.adjustment.value for standing in published):
        found["adjustment"] = ("", "added", "taken", "points")
    if any(standing.percent for standing in published):
        found["percent_of"] = ("", "rounded")
    if any(standing.total for standing in published):
        matchpoints = event.scoring == "matchpoints"
        found["total_is"] = ("", "percentage", "scaled") if matchpoints else ("", "scaled", "average")
    return found


def audit_totals(scorer: Scorer, published: Sequence[PublishedStanding], choices: Choices, start: Convention) -> Totals:
    """The convention by which most printed totals and percentages follow; the search begins at that of the lines."""
    ordered = {
        key: tuple(sorted(ways, key=lambda way: way != (start[key] or ways[0]))) for key, ways in choices.items()
    }
    printed = {key: [each for each in published if getattr(each, key) is not None] for key in ("percent", "total")}
    columns = {key: unit_of(getattr(each, key) for each in standings) for key, standings in printed.items()}

    def wrong(key: str, convention: Convention) -> list[tuple[PublishedStanding, Printed | None, Fraction | None]]:
        """The printed figures that do not follow, each with its standing and the value that does."""
        known, value = _known(scorer, convention), _percent if key == "percent" else _total
        entries = [(each, getattr(each, key), value(each, known, convention)) for each in printed[key]]
        return [entry for entry in entries if not _follows(*entry[1:], convention, columns[key])]

    def agreeing(convention: Convention) -> int:
        return most - sum(len(wrong(key, convention)) for key in printed)

    most = sum(map(len, printed.values()))
    convention, _ = best(ordered, agreeing, most, len(scorer.rows))
    parts = Parts()
    for key, what in (("percent", "percentages"), ("total", "totals")):
        findings = [_wrong(scorer.event, *entry, is_percent=key == "percent") for entry in wrong(key, convention)]
        parts.count(what, len(printed[key]), findings)
    convention, misplaced = _places(scorer, convention, published)
    places = sum(bool(standing.place) for standing in published)
    parts.count("places", places, (_out_of_place(scorer.event, *entry) for entry in misplaced))
    remarks = _passed_over(scorer, convention, published) if convention["unplaced"] else ()
    return Totals(convention, tuple(parts.tallies), tuple(parts.findings), tuple(remarks))


Known = dict[str, Standing]


def _known(scorer: Scorer, convention: Convention) -> Known:
    """Everybody's standing."""
    lists = scorer(convention).standings.lists.values()
    return {standing.contestant: standing for each in lists for standing in each}


# Percentages and totals


def _added(printed: PublishedStanding, convention: Convention) -> Fraction:
    """What handicap and adjustment add to the percentage, or to the total where there is no percentage."""
    added = _handicap(printed, convention)
    if printed.adjustment and convention["adjustment"] in ("added", "taken"):
        added += printed.adjustment.value * (1 if convention["adjustment"] == "added" else -1)
    return added


def _points_added(printed: PublishedStanding, convention: Convention) -> Fraction:
    """What an adjustment in the points of the event adds to the total."""
    return printed.adjustment.value if printed.adjustment and convention["adjustment"] == "points" else Fraction(0)


def _handicap(printed: PublishedStanding, convention: Convention) -> Fraction:
    if printed.handicap is None or not convention["handicap"]:
        return Fraction(0)
    return printed.handicap.value * (Fraction(1, 2) if convention["handicap"] == "half" else 1)


def _percent(
    printed: PublishedStanding, known: Known, convention: Convention
) -> Fraction | None:  # fmt: skip
    found = known.get(printed.contestant)
    if found is None or found.percent is None or found.total is None:
        return None
    percent = found.percent
    if found.total and (points := _points_added(printed, convention)):
        percent = percent * (found.total + points) / found.total
    if convention["percent_of"] == "rounded" and percent:
        total = _raised(found, known) if convention["total_is"] == "scaled" else found.total
        unit = printed.total.unit if printed.total else HUNDREDTH
        percent = percent * exact.nearest(total, unit) / total if total else percent
    return percent + _added(printed, convention)


def _follows(printed: Printed | None, value: Fraction | None, convention: Convention, unit: Fraction | None) -> bool:
    assert printed is not None
    return value is not None and agrees(printed, value, bool(convention["cut"]), unit)


def _total(printed: PublishedStanding, known: Known, convention: Convention) -> Fraction | None:
    found = known.get(printed.contestant)
    if found is None or found.total is None:
        return None
    is_ = convention["total_is"]
    if is_ == "percentage":
        return _percent(printed, known, convention)
    if is_ == "scaled":
        return _raised(found, known)
    if is_ == "average":
        return found.total / found.boards if found.boards else None
    added = Fraction(0) if found.percent is not None else _added(printed, convention)
    return found.total + added + _points_added(printed, convention)


def _raised(found: Standing, known: Known) -> Fraction:
    """A total raised to the boards of those who played most."""
    assert found.total is not None
    most = max(standing.boards for standing in known.values())
    return found.total * most / found.boards if found.boards else found.total


def _wrong(
    event: Event, printed: PublishedStanding, figure: Printed | None, value: Fraction | None, is_percent: bool
) -> AuditFinding:
    assert figure is not None
    kind, sign = ("percentage", "%") if is_percent else ("total", "")
    places = len(figure.text.partition(".")[2])
    gives = "nothing" if value is None else exact.decimal(value, max(places, 2)) + sign
    words = f"the file prints {figure.text}{sign}, its lines give {gives}"
    small = in_last_digit([figure], [value], percent=is_percent)
    who = _who(event, printed)
    return AuditFinding(kind, who, figure.text + sign, gives, words, contestant=printed.contestant, last_digit=small)


def _who(event: Event, printed: PublishedStanding) -> str:
    session = f"session {printed.session}, " if printed.session else ""
    noun = {"teams": "team", "individual": "player"}.get(event.form.value, "pair")
    return f"{session}{noun} {printed.contestant}"


# Places


def _places(
    scorer: Scorer, convention: Convention, published: Sequence[PublishedStanding]
) -> tuple[Convention, list[tuple[PublishedStanding, int, int]]]:
    """Those whose place does not follow; lists may be of each section, and from before the handicap."""
    ways = [convention]
    if len({known.section for known in scorer.event.contestants.values()}) > 1:
        ways.append(convention.having("lists", "section"))
    if convention["handicap"]:
        ways += [way.having("ranked", "before handicap") for way in ways]
    if any(not standing.place for standing in published):
        ways += [way.having("unplaced", "passed over") for way in ways]
    tried = [(way, [wrong for each in _lists(scorer, way, published) for wrong in _misplaced(each)]) for way in ways]
    return min(tried, key=lambda entry: len(entry[1]))


Entry = tuple[PublishedStanding, Fraction | None, Fraction | None]
"""A printed standing, its exact figure and its figure as printed."""


def _lists(scorer: Scorer, convention: Convention, published: Sequence[PublishedStanding]) -> list[list[Entry]]:
    standings = scorer(convention).standings
    known, list_of = _known(scorer, convention), dict[str, str]()
    for name, each in standings.lists.items():
        list_of |= {standing.contestant: name for standing in each}
    lists: dict[tuple[str, str], list[Entry]] = defaultdict(list)
    for printed in published:
        if convention["unplaced"] and not printed.place:
            continue
        about = scorer.event.contestants.get(printed.contestant)
        section = about.section if about and convention["lists"] == "section" else ""
        exactly = _percent(printed, known, convention)
        if exactly is None:
            exactly = _total(printed, known, convention)
        shown = printed.percent or printed.total
        handicap = _handicap(printed, convention) if convention["ranked"] else Fraction(0)
        entry = (
            printed,
            None if exactly is None else exactly - handicap,
            shown.value - handicap if shown else exactly,
        )
        lists[list_of.get(printed.contestant, ""), section].append(entry)
    return list(lists.values())


def _passed_over(scorer: Scorer, convention: Convention, published: Sequence[PublishedStanding]) -> Iterator[str]:
    """Those without a place whose totals are better than some that have one."""
    for entries in _lists(scorer, convention.having("unplaced", ""), published):
        placed = [exactly for printed, exactly, _ in entries if printed.place and exactly is not None]
        for printed, exactly, _ in entries:
            if not printed.place and placed and exactly is not None and exactly > min(placed):
                place, _ = _bounds(exactly, [entry[1] for entry in entries])
                yield f"{_who(scorer.event, printed)} has no place; its total would give place {place}"


def _misplaced(entries: Sequence[Entry]) -> Iterator[tuple[PublishedStanding, int, int]]:
    """A place follows when it lies in what the totals leave open: ties may be broken by other means."""
    for printed, exactly, shown in entries:
        # "3", "3=", or "3/4" for those who share the places 3 and 4.
        place, _, last = printed.place.strip().rstrip("=.").strip().partition("/")
        if not printed.place:
            continue
        if not place.isdecimal() or exactly is None or shown is None:
            yield printed, 0, 0
            continue
        bounds = [_bounds(exactly, [entry[1] for entry in entries]), _bounds(shown, [entry[2] for entry in entries])]
        if last.isdecimal():
            follows = (int(place), int(last)) in bounds
        else:
            follows = any(least <= int(place) <= most for least, most in bounds)
        if not follows:
            yield printed, *bounds[0]


def placed(event: Event, published: Sequence[PublishedStanding]) -> Iterator[AuditFinding]:
    """Places that do not follow from the totals as they were printed."""
    entries: list[Entry] = []
    for standing in published:
        figure = standing.percent or standing.total
        entries.append((standing, figure.value if figure else None, figure.value if figure else None))
    yield from (_out_of_place(event, *wrong) for wrong in _misplaced(entries))


def _out_of_place(event: Event, printed: PublishedStanding, least: int, most: int) -> AuditFinding:
    words = f"the file prints place {printed.place}, the totals give {_range(least, most)}"
    return AuditFinding(
        "place", _who(event, printed), printed.place, _range(least, most), words, contestant=printed.contestant
    )


def _bounds(value: Fraction, every: Sequence[Fraction | None]) -> tuple[int, int]:
    better = sum(other > value for other in every if other is not None)
    equal = sum(other == value for other in every if other is not None)
    return better + 1, better + equal


def _range(least: int, most: int) -> str:
    if not least:
        return "no place"
    return f"place {least}" if least == most else f"place {least} to {most}"
