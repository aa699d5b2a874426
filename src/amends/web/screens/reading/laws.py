"""Laws: what a clause is about, its number in each edition, and the clauses beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from starlette.responses import Response

from amends.faults import Refusal
from amends.laws import editions
from amends.laws.index import CLAUSES
from amends.regulations.settings import Setting, settings
from amends.web.forms.texts import text as _
from amends.web.request import NotHere, Page
from amends.web.screen import Screen

screen = Screen()

EDITIONS = (2017, 2007, 1997)
_REGULATION = re.compile(r"regulation(?:: ?(.*))?", re.IGNORECASE)
_LAW = re.compile(r"(?:law )?([0-9]{1,2})([A-Z]?)([0-9]{0,2})((?:\([a-z]{1,4}\)){0,3})", re.IGNORECASE)


@screen.page("/laws")
def laws(page: Page) -> Response:
    """All clauses that amends knows."""
    return page.show("laws.html", clauses=tuple(CLAUSES.values()))


@screen.page("/laws/{number}")
def law(page: Page, number: str) -> Response:
    """One clause, or the nearest one that it is a part of; a regulation or one of its settings."""
    asked = " ".join(number.split())[:80]
    if found := _REGULATION.fullmatch(asked):
        return page.show("law_of_regulation.html", number=asked, setting=_setting(found[1] or ""))
    if setting := _setting(asked):
        return page.show("law_of_regulation.html", number=asked, setting=setting)
    clause = next((CLAUSES[each] for each in widening(asked) if each in CLAUSES), None)
    law_of = _law(asked)
    near = [each for each in CLAUSES.values() if _law(each.number) == law_of and each is not clause]
    if clause is None and not near:
        known = ", ".join(dict.fromkeys(_law(each) for each in CLAUSES))
        raise NotHere(
            Refusal(
                _('amends knows no clause "%(asked)s".', asked=asked), _("It knows clauses of %(known)s.", known=known)
            )
        )
    return page.show(
        "law.html", number=asked, clause=clause, near=near,
        exactly=clause is not None and next(widening(asked), "") == clause.number,
        numbers=[(year, editions.clause(clause.number, year)) for year in EDITIONS] if clause else (),
    )  # fmt: skip


def widening(number: str) -> Iterator[str]:
    """A clause as it is written in the index, then what it is a part of.

    >>> list(widening('law 12c1(E)(i)'))
    ['12C1(e)(i)', '12C1(e)', '12C1', '12C', '12']
    """
    found = _LAW.fullmatch(number)
    if not found:
        return
    law, letter, digit, brackets = found[1], found[2].upper(), found[3], found[4].lower()
    each = re.findall(r"\([a-z]+\)", brackets)
    for kept in range(len(each), 0, -1):
        yield f"{law}{letter}{digit}{''.join(each[:kept])}"
    yield from dict.fromkeys((f"{law}{letter}{digit}", f"{law}{letter}", law))


def _law(number: str) -> str:
    """The number of the law that a clause stands in; "" for anything else."""
    found = _LAW.fullmatch(number)
    return found[1] if found else ""


def _setting(key: str) -> Setting | None:
    return settings().get(key.strip().replace("-", "_"))
