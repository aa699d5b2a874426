"""Sentences for what the cells of a format cannot hold; amends reads them back from the files that it wrote itself.

Players and directors read them as remarks. Each sentence says its table or contestant in full, so that it needs no
place of its own in the file:

    Board 15, pairs 7 and 16: weighted score. Both sides: 60% 4H N =; 40% 4H N -1. At the table: 4S E =.
    Penalty for 11: 10%.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from amends import exact
from amends.awards import Award, Mixture, parse_award
from amends.bridge import BySide
from amends.event import Event, Form, Row, Ruling, TableResult
from amends.event.rows import reference_to, ruled_tables
from amends.event.ruling import CarryOver, Penalty, VictoryPointAward
from amends.faults import Faults
from amends.formats.common.building import NOT_PLAYED
from amends.formats.common.scored_rows import AWARD_KINDS, kind, where
from amends.journal.chain import Document, Note

NOT_IN_THE_SCORE = "not-in-the-score"
"""The kind of a note about something that counts in the ranking and that the score does not have."""

KNOCKOUT = "A knockout: no victory points."

_BOARD = r"\b[Bb]oard [0-9]{1,6}, [a-z]{1,12}s "
_AWARD = re.compile(
    rf"(?P<where>(?:\b[Ss]ession [^{{}}]{{1,60}}?, )?{_BOARD}(?:(?!{_BOARD})[^{{}}]){{1,300}}?): "
    rf"(?:{'|'.join(map(re.escape, AWARD_KINDS))})\. "
    r"(?:Both sides: (?P<both>[^{}]{1,400}?)|N-S: (?P<ns>[^{}]{1,400}?)\. E-W: (?P<ew>[^{}]{1,400}?))\."
    r"(?: At the table: (?P<table>[^{}.]{1,40})\.)?(?=\s|$)"
)
_BLANK = re.compile(r"[\s\x00-\x1f\x7f-\x9f]+")
_TELLTALE = re.compile(
    rf": (?:{'|'.join(map(re.escape, AWARD_KINDS))})\. |\bAt the table: |"
    rf"^(?:Penalty for|Carry-over of|Victory points for) |^{re.escape(KNOCKOUT)}$"
)
"""In each sentence of ours, and in texts of others that could be taken for one."""
_LONGEST_AMOUNT = 600
"""The most characters of a sentence about an amount: in a longer text there are too many ways to look for one."""
_MATCH = r"(?: in match (?P<match>.+?))?"
_PENALTY = re.compile(rf"Penalty for (?P<contestant>.+): (?P<amount>[^:]+?){_MATCH}(?: in session (?P<session>.+))?\.")
_CARRY_OVER = re.compile(rf"Carry-over of (?P<contestant>.+): (?P<amount>[^: ]+)(?: (?P<unit>[a-z]+))??{_MATCH}\.")
_VICTORY_POINTS = re.compile(r"Victory points for (?P<contestant>.+): (?P<amount>[^:]+?)(?: in round (?P<round>.+))?\.")


# Written


def award_words(row: Row, form: Form) -> str:
    """The award of a row, and what happened at its table."""
    ns, ew = row.awards
    place = _place(row.table, form)
    words = [f"{place[:1].upper()}{place[1:]}: {kind(row)}."]
    words.append(f"Both sides: {ns}." if ns == ew else f"N-S: {ns}. E-W: {ew}.")
    if isinstance(row.table.result, Mixture):
        words.append(f"At the table: {row.table.result}.")
    return " ".join(words)


def event_words(event: Event) -> Iterator[str]:
    """What counts in the totals and belongs to no table: penalties, carry-overs, victory points, a knockout."""
    if event.knockout:
        yield KNOCKOUT
    for penalty in event.penalties:
        session = f" in session {penalty.session}" if penalty.session else ""
        yield f"Penalty for {penalty.contestant}: {penalty.amount}{_of_match(event, penalty.match)}{session}."
    for carried in event.carry_overs:
        amount = f"{exact.show(carried.amount)}{f' {carried.unit}' if carried.unit else ''}"
        yield f"Carry-over of {carried.contestant}: {amount}{_of_match(event, carried.match)}."
    for award in event.awards:
        in_round = f" in round {award.round}" if award.round else ""
        yield f"Victory points for {award.contestant}: {award.amount}{in_round}."


def as_remark(text: str) -> str:
    """A text of others for a place in which our sentences are read: none of ours, or the start of one, is in it.

    >>> as_remark("Penalty for 11: 10%."), as_remark("Slow play: a warning")
    ('Penalty for 11 – 10%.', 'Slow play: a warning')
    """
    said = " ".join(_BLANK.split(text)).strip()
    return said.replace(": ", " – ") if _TELLTALE.search(said) else text


def _place(table: TableResult, form: Form) -> str:
    """A table in words; where contestants can meet again, with the round or the match."""
    when = (table.round or table.match) if form in (Form.TEAMS, Form.SWISS_PAIRS) else ""
    return f"{where(table, form)}{f', round {when}' if when else ''}"


def _of_match(event: Event, name: str) -> str:
    """A match by its round, where it has one: files keep rounds, and need not keep the names of matches."""
    if not name:
        return ""
    rounds = {table.round for table in event.results if table.match == name and table.round}
    return f" in match {rounds.pop() if len(rounds) == 1 else name}"


# Read


def with_own_words(document: Document, texts: Iterable[str]) -> tuple[Document, list[str]]:
    """The document with what the sentences among the texts say, and the texts in which there is none.

    The sentences of another program's file are its own affair.
    """
    if not document.is_own:
        return document, list(texts)
    sentences = _Sentences(document.event)
    others = [text for text in texts if not sentences.read(" ".join(text.split()))]
    return replace(document, event=sentences.made(), notes=(*document.notes, *sentences.notes)), others


class _Sentences:
    """Takes one text after another."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.results: dict[str, Award] = {}
        self.awards: dict[str, BySide[Award | None]] = {}
        self.penalties: list[Penalty] = []
        self.carried: list[CarryOver] = []
        self.given: list[VictoryPointAward] = []
        self.knockout = event.knockout
        self.notes: list[Note] = []
        self._tables: dict[str, set[str]] = {}

    def read(self, text: str) -> bool:
        """Whether the text has a sentence of ours, which is kept then."""
        if text == KNOCKOUT:
            self.knockout = True
        elif len(text) > _LONGEST_AMOUNT:
            return self._read_awards(text)
        elif found := _PENALTY.fullmatch(text):
            if self._known(found["contestant"], text):
                session, match = found["session"] or "", found["match"] or ""
                self.penalties.append(Penalty(found["contestant"], found["amount"], session=session, match=match))
        elif found := _CARRY_OVER.fullmatch(text):
            if self._known(found["contestant"], text) and (amount := self._number(found["amount"], text)) is not None:
                unit, match = found["unit"] or "", found["match"] or ""
                self.carried.append(CarryOver(found["contestant"], amount, unit=unit, match=match))
        elif found := _VICTORY_POINTS.fullmatch(text):
            if self._known(found["contestant"], text):
                self.given.append(VictoryPointAward(found["contestant"], found["round"] or "", found["amount"]))
        else:
            return self._read_awards(text)
        return True

    def made(self) -> Event:
        """The event with all that was read."""
        event = self.event
        ruled = ruled_tables(event.results, event.rulings) if self.awards else {}
        tables = {result.id: result for result in event.results}
        replaced = {ruled[id].id for id in self.awards if id in ruled}
        rulings = [ruling for ruling in event.rulings if ruling.id not in replaced]
        for id, awards in self.awards.items():
            table = tables[id]
            rulings.append(Ruling(f"file {id}", table.board, reference_to(table), awards, from_travellers=True))
        results = (replace(each, result=self.results.get(each.id, each.result)) for each in event.results)
        return replace(
            event,
            results=tuple(results) if self.results else event.results,
            rulings=tuple(rulings),
            penalties=(*event.penalties, *self.penalties),
            carry_overs=(*event.carry_overs, *self.carried),
            awards=(*event.awards, *self.given),
            knockout=self.knockout,
        )

    def _read_awards(self, text: str) -> bool:
        awards = list(_AWARD.finditer(text))
        for each in awards:
            self._award(each)
        return bool(awards)

    def _award(self, said: re.Match[str]) -> None:
        texts = BySide(said["both"] or said["ns"], said["both"] or said["ew"])
        place = f"{said['where'][:1].lower()}{said['where'][1:]}"
        # A file need not keep the numbers of rounds.
        tables = self._places.get(place) or self._places.get(place.rpartition(", round ")[0]) or set()
        try:
            ns, ew = texts.map(parse_award)
            result = parse_award(said["table"]) if said["table"] else NOT_PLAYED
        except Faults:
            tables = set()
        if len(tables) != 1:
            self._left(said[0])
            return
        [table] = tables
        self.awards[table], self.results[table] = BySide(ns, ew), result

    @property
    def _places(self) -> dict[str, set[str]]:
        """The ids of tables by what they are called, with their round and without it."""
        if not self._tables:
            for table in self.event.results:
                for words in (where(table, self.event.form), _place(table, self.event.form)):
                    self._tables.setdefault(" ".join(words.split()), set()).add(table.id)
        return self._tables

    def _known(self, contestant: str, text: str) -> bool:
        """Whether somebody is called so; where nobody is, that is noted."""
        known = contestant in self.event.contestants
        if not known:
            self._left(text)
        return known

    def _number(self, amount: str, text: str) -> Fraction | None:
        """An amount; where it is no number, that is noted."""
        try:
            return exact.number(amount)
        except Faults:
            self._left(text, "its amount is no number")
            return None

    def _left(self, text: str, why: str = "nobody in the file fits it") -> None:
        shown = text if len(text) <= 120 else f"{text[:119]}…"
        self.notes.append(Note(NOT_IN_THE_SCORE, f"not in the score, for {why}: {shown}"))
