"""Who was removed stays removed: a file that is imported again still has the names that were taken out of the store."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from amends.event import Contestant, Player, TableResult
from amends.journal.chain import Entry, people_of
from amends.journal.entries import ContestantsEntered, EnteredContestant, Reference, ResultCorrected, ResultsEntered
from amends.journal.people import People, Register
from amends.journal.people_in_entries import unveiled, veiled

_NOBODY_KNOWN = "0" * 64
"""The reference of a person who is in no table of people."""


class Removed:
    """The places in contestants and in records of tables whose person was removed, and the names a file has there."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        kept = tuple(entries)
        self._people: People = people_of(kept)
        self._contestants: dict[str, EnteredContestant] = {}
        self._results: dict[str, TableResult] = {}
        for entry in kept:
            match entry.payload:
                case ContestantsEntered(contestants=contestants):
                    self._contestants.update((each.id, each) for each in contestants)
                case ResultsEntered(results=results):
                    self._results.update((each.id, each) for each in results)
                case ResultCorrected(result=result):
                    self._results[result.id] = result
        self.names: set[str] = set()
        """The names that a file has in such places: they are taken out of all of it."""

    def learn(self, contestants: Mapping[str, Contestant], results: Iterable[TableResult]) -> None:
        """Look at what a file has in the places of those who were removed; results with the ids of the event."""
        for id, contestant in contestants.items():
            if entered := self._contestants.get(id):
                self._compare([entered.name], [contestant.name])
                self._compare(_references(entered), [player.name for player in _players(contestant)])
        for result in results:
            self._compare(self._sat(result.id), result.record.players if result.record else ())

    def _compare(self, references: Sequence[str], names: Sequence[str]) -> None:
        if len(references) == len(names):
            gone = (name for each, name in zip(references, names, strict=True) if self._is_gone(each))
            self.names.update(name for name in gone if name)

    def _is_gone(self, reference: str) -> bool:
        return bool(reference) and reference not in self._people

    def _sat(self, id: str) -> Sequence[str]:
        known = self._results.get(id)
        return known.record.players if known and known.record else ()

    # What a file says, without those who were removed

    def contestant(self, contestant: Contestant) -> Contestant:
        """A contestant without the names that were removed."""
        if not self.names:
            return contestant

        def who(player: Player) -> Player:
            return Player() if player.name in self.names else player

        return replace(
            contestant,
            name="" if contestant.name in self.names else contestant.name,
            players=tuple(map(who, contestant.players)),
            pairs=tuple(replace(pair, players=tuple(map(who, pair.players))) for pair in contestant.pairs),
        )

    def result(self, result: TableResult) -> TableResult:
        """A table result without the names that were removed."""
        record = result.record
        if not self.names or record is None:
            return result
        players = tuple("" if name in self.names else name for name in record.players)
        remark = unveiled(veiled(record.remark, dict.fromkeys(self.names, _NOBODY_KNOWN)), lambda _: "")
        return replace(result, record=replace(record, players=players, remark=remark))

    # The same as it is entered: the references stay, so that the next import knows these places too

    def entered(self, contestant: Contestant, register: Register) -> EnteredContestant:
        """A contestant as it is entered again."""
        new, old = register.contestant(contestant), self._contestants.get(contestant.id)
        if old is None or len(_references(old)) != len(_references(new)):
            return new
        stays = iter([self._stays(*each) for each in zip(_references(old), _references(new), strict=True)])
        return replace(
            new,
            name=self._stays(old.name, new.name),
            players=tuple(next(stays) for _ in new.players),
            pairs=tuple(replace(pair, players=tuple(next(stays) for _ in pair.players)) for pair in new.pairs),
        )

    def corrected(self, result: TableResult) -> TableResult:
        """A table result as it is entered again."""
        record, sat = result.record, self._sat(result.id)
        if record is None or len(sat) != len(record.players):
            return result
        players = (
            old if not name and self._is_gone(old) else name for old, name in zip(sat, record.players, strict=True)
        )
        return replace(result, record=replace(record, players=tuple(players)))

    def _stays(self, old: Reference, new: Reference) -> Reference:
        return old if not new and self._is_gone(old) else new


def _references(entered: EnteredContestant) -> list[Reference]:
    return [*entered.players, *(player for pair in entered.pairs for player in pair.players)]


def _players(contestant: Contestant) -> list[Player]:
    return [*contestant.players, *(player for pair in contestant.pairs for player in pair.players)]
