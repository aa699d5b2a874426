"""What an entry touches: two may work at once unless they touch the same board, case, names or regulation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from amends.event.ruling import Ruling
from amends.journal import entries as kinds
from amends.journal.chain import Entry
from amends.journal.entries import CaseAddition, EnteredContestant, Payload, rulings_in

REGULATION = "the regulation"
_NAMES = "the names of "


class Touched:
    """Tells what entries touch; it remembers where rulings, results and appeals belong."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._rulings: dict[str, Ruling] = {}
        self._boards: dict[str, int] = {}
        self._appeals: dict[str, str] = {}
        self._named: set[str] = set()
        for entry in entries:
            self.learn(entry.payload)

    def learn(self, payload: Payload) -> None:
        """One payload more that later ones may refer to."""
        self._rulings.update((ruling.id, ruling) for ruling in rulings_in(payload))
        match payload:
            case kinds.ResultsEntered(results=results):
                self._boards.update((result.id, result.board) for result in results)
            case kinds.AppealLodged(appeal=appeal, ruling=id):
                self._appeals[appeal] = id
            case kinds.ContestantsEntered(contestants=contestants):
                self._named.update(each.id for each in contestants if _has_names(each))
            case _:
                pass

    def by(self, payload: Payload) -> frozenset[str]:
        """What a payload touches, in words: "board 7", "case 3", "the names of 12", "the regulation".

        A contestant who comes in without names, as with its first result, takes nobody's names away.
        """
        self.learn(payload)
        match payload:
            case kinds.EventSetUp() | kinds.RegulationChosen():
                return frozenset({REGULATION})
            case kinds.CaseOpened(case=case, board=board):
                return frozenset({f"case {case}", f"board {board}"})
            case _ if isinstance(payload, CaseAddition):
                return frozenset({f"case {payload.case}"})
            case kinds.RulingGiven(ruling=ruling):
                return self._ruled(ruling)
            case kinds.RulingsEntered(rulings=rulings):
                return frozenset().union(*map(self._ruled, rulings))
            case kinds.RulingWithdrawn(ruling=id) | kinds.AppealLodged(ruling=id):
                return self._ruled_by(id)
            case kinds.AppealDecided(appeal=appeal):
                return self._ruled_by(self._appeals.get(appeal, ""))
            case kinds.PenaltyGiven(penalty=penalty):
                return frozenset({f"case {penalty.case}"} if penalty.case else ())
            case _:
                return self._played(payload)

    def _played(self, payload: Payload) -> frozenset[str]:
        """What an entry about contestants and results touches."""
        match payload:
            case kinds.ContestantsEntered(contestants=contestants):
                return frozenset(f"{_NAMES}{each.id}" for each in contestants if each.id in self._named)
            case kinds.SubstitutesEntered(contestant=contestant):
                return frozenset({f"{_NAMES}{contestant}"})
            case kinds.ResultsEntered(results=results, vulnerable=vulnerable):
                return frozenset(f"board {board}" for board in (*(result.board for result in results), *vulnerable))
            case kinds.ResultCorrected(result=result):
                return frozenset({f"board {result.board}", f"board {self._boards.get(result.id, result.board)}"})
            case kinds.ResultErased(result=id):
                return frozenset({f"board {self._boards[id]}"} if id in self._boards else ())
            case _:
                return frozenset()

    def _ruled_by(self, id: str) -> frozenset[str]:
        return self._ruled(self._rulings[id]) if id in self._rulings else frozenset()

    def _ruled(self, ruling: Ruling) -> frozenset[str]:
        return frozenset({f"board {ruling.board}", *({f"case {ruling.case}"} if ruling.case else ())})


def clashes(entries: Sequence[Entry], seen: int, drafts: Iterable[Payload]) -> Mapping[int, frozenset[str]]:
    """The entries after number `seen` that touch what the drafts touch, with what that is.

    A case that the drafts open themselves is nobody else's, whatever its number is.
    """
    known, wanted, own = Touched(entries), set[str](), set[str]()
    for draft in drafts:
        wanted |= known.by(draft)
        own |= {f"case {draft.case}"} if isinstance(draft, kinds.CaseOpened) else set()
    wanted -= own
    # Who changes the regulation changes every board's meaning, and the other way round; names it leaves as they are.
    found = {}
    scored = _without_names(wanted)
    for entry in entries[seen:]:
        touched = known.by(entry.payload)
        shared = touched & wanted
        if (REGULATION in touched and scored) or (REGULATION in wanted and _without_names(touched)):
            shared |= {REGULATION}
        if shared:
            found[entry.seq] = shared
    return found


def _has_names(contestant: EnteredContestant) -> bool:
    return bool(contestant.name or any(contestant.players) or any(any(pair.players) for pair in contestant.pairs))


def _without_names(touched: Iterable[str]) -> set[str]:
    return {each for each in touched if not each.startswith(_NAMES)}
