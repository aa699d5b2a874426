"""A ruling that is proposed, with what is written down beside it and the penalties that go with it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from amends.desk.commands.cases import NOTHING_MORE, Report
from amends.desk.commands.penalties import penalising
from amends.desk.commands.rulings import giving
from amends.desk.drafting import Draft, Drafting
from amends.desk.together import together
from amends.event.ruling import Penalty, Ruling
from amends.journal.entries import Payload


@dataclass(frozen=True, slots=True)
class Proposed:
    """A ruling, its report, and penalties in the same case; a penalty stays a line of its own."""

    ruling: Ruling
    report: Report = NOTHING_MORE
    penalties: tuple[Penalty, ...] = ()

    def draft(self) -> Draft:
        """All of it in one confirmation."""
        return together([giving(self.ruling, self.report), *map(_in_the_same_case, self.penalties)])


def _in_the_same_case(penalty: Penalty) -> Draft:
    """The penalty in the case of the ruling that was given just before it."""

    def draft(drafting: Drafting) -> Iterable[Payload]:
        rulings = drafting.opened.history.rulings
        case = penalty.case or (rulings[-1].ruling.case if rulings else "")
        return penalising(replace(penalty, case=case))(drafting)

    return draft
