"""Writes BridgeWebs CSV: the ranking and the travellers as club sites show them.

Lines that begin with # are options; the lines after #SCORES and #TRAVELLERS have a header of their own
(docs/formats/bridgewebs.md).
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from itertools import groupby

from amends import exact
from amends.awards import Artificial, Grade, Mixture, NotScored
from amends.bridge import Outcome, Side, Vulnerable
from amends.bridge.outcome import PassedOut, Result
from amends.event import Contestant, Event, Form, Row, TableResult
from amends.event.rows import rows_in_force
from amends.formats.common import loss_lines
from amends.formats.common.csv_table import guarded
from amends.formats.common.own_words import award_words, event_words
from amends.formats.common.scored_rows import Scored, kind, scored, where
from amends.journal.chain import Document
from amends.laws.law77 import points
from amends.scoring.standings import HUNDREDTH, natural

Cells = list[str]

_SCORINGS = {"butler": "BUTLER", "cross-imps": "CROSSIMP", "total-points": "AGGREGATE"}
_FORMS = {
    Form.PAIRS: "PAIRS",
    Form.SWISS_PAIRS: "SWISSPAIRS",
    Form.INDIVIDUAL: "INDIVIDUAL",
    Form.TEAMS: "TEAMS",
}
_VULNERABLE = {Vulnerable.NONE: "None", Vulnerable.NS: "NS", Vulnerable.EW: "EW", Vulnerable.ALL: "All"}
_RESULT = ("Contract", "By", "Lead", "Tricks", "NSScore", "EWScore", "NSPoints", "EWPoints")


def dumps(document: Document) -> str:
    """The file, from the event scored by its own regulation."""
    made = scored(document.event)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for part in (_head(document, made), _rankings(made), _travellers(made)):
        writer.writerows([guarded(" ".join(cell.split())) for cell in cells] for cells in part)
    return text.getvalue()


# The options


def _head(document: Document, made: Scored) -> Iterator[Cells]:
    event, about = document.event, document.about
    yield ["#VERSION", "std1"]
    yield ["#SOURCE", "amends"]
    said = {
        "DATE": _day(about.get("date", "")),
        "TITLE": event.title or about.get("description", ""),
        "DIRECTOR": about.get("director", ""),
        "SCORER": about.get("scorer", ""),
    }
    yield from ([f"#{option}", text] for option, text in said.items() if text)
    ranked = sum(map(len, made.standings.lists.values()))
    yield [f"#{_FORMS[event.form]}", str(ranked)]
    if event.scoring in _SCORINGS:
        yield [f"#{_SCORINGS[event.scoring]}", "1"]
    yield ["#BOARDS", str(len({(row.session, row.board) for row in event.results}))]
    yield ["#WINNERS", str(event.winners)]
    rounds = {(row.session, row.round) for row in event.results if row.round}
    if rounds:
        yield ["#ROUNDS", str(len(rounds))]
    if event.form is not Form.TEAMS:  # teams are for the site alone
        words = (
            award_words(each.row, event.form) for each in made.rows if _is_written(each.row) and _in_words(each.row)
        )
        yield from (["#COMMENT", text] for text in (*words, *event_words(event)))


def _is_written(row: Row) -> bool:
    """Whether a row has a line: one without a score has none."""
    return not all(isinstance(award, NotScored) for award in row.awards)


def _in_words(row: Row) -> bool:
    """Whether a row is more than its line says, which has one result or two averages."""
    graded = (isinstance(award, Artificial) and isinstance(award.grade, Grade) for award in row.awards)
    played = isinstance(row.table.result, Mixture)
    return any(award != row.table.result for award in row.awards) and (played or not all(graded))


def _day(text: str) -> str:
    """A day as the site writes it."""
    try:
        return f"{date.fromisoformat(text):%d/%m/%Y}"
    except ValueError:
        return ""


# The ranking: one list, or North-South and then East-West


def _rankings(made: Scored) -> Iterator[Cells]:
    event = made.standings.event
    people = {
        id: _people(event, id) for entries in made.standings.lists.values() for id in (e.contestant for e in entries)
    }
    fewest = {Form.TEAMS: 0, Form.INDIVIDUAL: 1}.get(event.form, 2)
    columns = max([fewest, *map(len, people.values())])
    percent = any(entry.percent is not None for entries in made.standings.lists.values() for entry in entries)
    team = ["Team", "Name"] if event.form is Form.TEAMS else ["Pair"]
    for entries in made.standings.lists.values():
        yield ["#SCORES"]
        yield ["Position", *team, *(f"Name{n}" for n in range(1, columns + 1)), "Boards", "Score"] + [
            "Percent"
        ] * percent
        for entry in entries:
            names = people[entry.contestant]
            called = [event.name(entry.contestant)] if event.form is Form.TEAMS else []
            yield [
                entry.place.removesuffix("="),
                _number(event, entry.contestant),
                *called,
                *(*names, *[""] * columns)[:columns],
                str(entry.boards),
                _figure(entry.total),
                *([_figure(entry.percent)] if percent else []),
            ]


def _people(event: Event, id: str) -> list[str]:
    """The names of a contestant's players; of a contestant that is no team, at least what people call it."""
    known = event.contestants.get(id, Contestant(id))
    players = known.players or tuple(player for pair in known.pairs for player in pair.players)
    names = [player.name for player in players if player.name]
    return names or ([] if event.form is Form.TEAMS else [known.called])


def _number(event: Event, id: str) -> str:
    """The number in a list that has a direction of its own."""
    known = event.contestants.get(id)
    direction = known.direction.value if known and known.direction and event.winners == 2 else ""
    return id.removesuffix(direction) or id


# The travellers


def _travellers(made: Scored) -> Iterator[Cells]:
    event = made.standings.event
    yield ["#BOARDFORMAT", "Board", "Dealer", "Vulnerable"]
    yield ["#TRAVELLERS"]
    yield [*(("N", "S", "E", "W") if event.form is Form.INDIVIDUAL else ("NS", "EW")), *_RESULT]
    rows = sorted(made.rows, key=lambda each: (natural(each.table.session), each.table.board))
    for (session, board), lines in groupby(rows, key=lambda each: (each.table.session, each.table.board)):
        yield ["#BOARD", str(board), event.dealer(board, session).value, _VULNERABLE[event.conditions(board)]]
        for each in lines:
            if _is_written(each.row):
                result = _result(each.row, event.conditions(board))
                yield [*_seats(event, each.table), *result, *map(_figure, each.figures)]


def _seats(event: Event, table: TableResult) -> Cells:
    if event.form is Form.INDIVIDUAL:
        return [seat for seats in table.seats for seat in (*seats, "", "")[:2]]
    if _is_turned(event, table):
        return ["".join(seats) for seats in table.seats]
    return [_number(event, "".join(seats)) for seats in table.seats]


def _is_turned(event: Event, table: TableResult) -> bool:
    """Whether a pair that is ranked in one direction sat in the other."""
    if event.winners != 2:
        return False
    seats = ((side, event.contestants.get(id)) for side in Side for id in table.seats[side])
    return any(known and known.direction not in (None, side) for side, known in seats)


def _result(row: Row, vulnerable: Vulnerable) -> Cells:
    """Contract, declarer, lead, tricks and the score of either side; an adjusted score is a word in place of these."""
    ns, ew = row.awards
    outcome = ns.plain if isinstance(ns, Mixture) and ns == ew else None
    if outcome is None:
        artificial = isinstance(ns, Artificial) and isinstance(ew, Artificial)
        return [f"{ns}/{ew}" if artificial else "Adj", "", "", "", "", ""]
    score = points(outcome, vulnerable)
    scores = [str(score) if score >= 0 else "", str(-score) if score < 0 else ""]
    return [*_contract(outcome, row.table), *scores]


def _contract(outcome: Outcome, table: TableResult) -> Cells:
    if isinstance(outcome, PassedOut):
        return ["Pass", "", "", ""]
    if not isinstance(outcome, Result):
        return ["", "", "", ""]
    lead = table.record.lead if table.record and table.result == Mixture.of(outcome) else None
    return [str(outcome.contract), outcome.declarer.value, str(lead or ""), str(outcome.tricks)]


def _figure(value: Fraction | None) -> str:
    """A figure with at most two decimals."""
    return "" if value is None else exact.show(exact.nearest(value, HUNDREDTH))


# What is lost

_UNITS = {"matchpoints": "matchpoints", "imps": "IMPs", "points": "points"}


def losses(document: Document) -> Iterator[str]:
    """What the file cannot hold, a line each."""
    event = document.event
    made = scored(event)
    if event.form is Form.TEAMS:
        yield "amends cannot read this file again: the travellers of teams do not say the rooms"
    yield from _adjusted(event, _UNITS[made.standings.unit])
    if event.form is not Form.TEAMS and any(_is_written(each.row) and _in_words(each.row) for each in made.rows):
        yield "what was awarded stands in words under #COMMENT: amends reads it from there, other programs do not"
    if len({row.session for row in event.results}) > 1:
        yield "the sessions are left out: their boards follow one another"
    if any(row.round or row.table for row in event.results):
        yield "rounds and tables are left out"
    if any(row.group for row in event.results):
        yield "which deal of a fouled board a table played is left out"
    yield from loss_lines.copies(event)
    for row in event.results:
        if _is_turned(event, row):
            yield f"{where(row)}: they sat the other way round, and are written with their directions"
    figures = [figure for each in made.rows for figure in each.figures]
    figures += [f for entries in made.standings.lists.values() for e in entries for f in (e.total, e.percent)]
    if any(figure is not None and figure % HUNDREDTH for figure in figures):
        yield "figures are written with two decimals"
    if any(player.national_id or player.club_id for each in event.contestants.values() for player in each.players):
        yield "the players' numbers are left out"
    yield from loss_lines.cards(event)
    in_words = "" if event.form is Form.TEAMS else ", and in words under #COMMENT"
    yield from loss_lines.amounts(event, f"is in the total{in_words}")
    yield from loss_lines.regulation(event, "is left out: the figures follow from it")
    yield from loss_lines.published(document)
    yield from loss_lines.journal(document)
    yield from loss_lines.about(document, ("date", "director", "scorer"))


def _adjusted(event: Event, unit: str) -> Iterator[str]:
    """The rows that are not as they came from the table."""
    rulings = {ruling.id: ruling for ruling in event.rulings}
    for row in rows_in_force(event.results, event.rulings):
        what, table = kind(row), where(row.table, event.form)
        grounds = loss_lines.grounds(rulings[row.ruling]) if row.ruling in rulings else ""
        rest = f"; left out: {grounds}" if grounds else ""
        if what == "assigned score":
            yield f"{table}: {what} written as if it were the result{rest}"
        elif what == "board without a score":
            not_played = any(award == NotScored() for award in row.awards)
            yield f"{table}: {'not played' if not_played else 'a sit-out'}, left out{rest}"
        elif what != "result":
            whose = " of North and of East" if event.form is Form.INDIVIDUAL and "artificial" in what else ""
            yield f"{table}: {what} written as its final {unit}{whose}{rest}"
        elif rest:
            yield f"{table}: of ruling {row.ruling} only the result is written{rest}"
