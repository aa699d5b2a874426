"""From the options of a ruling to the ruling: read as a rulings file is, and said in the words of options."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from amends.awards import Award
from amends.bridge import Seat, Side
from amends.bridge.outcome import parse_outcome
from amends.cli.options.common import Gather
from amends.cli.options.ruling_options import FROM_ELSEWHERE, RulingOptions, flag
from amends.cli.output import warn
from amends.desk import OpenEvent, Report
from amends.desk.commands.cases import read_time
from amends.desk.commands.rulings import (
    QUESTIONS,
    Proposed,
    is_on_record,
    read_own_damage,
    refuse_unless_self_inflicted,
    report_of_facts,
)
from amends.desk.guide.artificial import read_assigned
from amends.desk.guide.outcomes import read_contracts
from amends.desk.guide.result import read_laws
from amends.event.case import Facts, Irregularity, OwnDamage, PollTaken, Statement
from amends.event.rows import bound_to, row_of, ruled_by_directors
from amends.event.ruling import Penalty, Ruling, TableReference
from amends.faults import Faults, refuse
from amends.formats.common.toml_table import Given
from amends.formats.rulings_file.tables import read_ruling
from amends.journal.history import Case
from amends.laws.editions import clause
from amends.rulings.polls.poll import read_polls

OPTION = "--self-inflicted-facts"
_EXAMPLE = ",".join(f"{name}=yes" for name in QUESTIONS)


def read_facts(options: RulingOptions) -> OwnDamage | None:
    """The facts that the options give; None where they give none."""
    if options.self_inflicted_facts is None:
        return None
    if options.self_inflicted is None:
        raise refuse(f"{OPTION} without --self-inflicted", "the side with --self-inflicted")
    answers: dict[str, str] = {}
    for piece in re.split(r"[,;\s]+", options.self_inflicted_facts.strip()):
        name, _, answer = piece.partition("=")
        if name not in QUESTIONS or name in answers:
            raise refuse(repr(piece), f"each fact once, with yes or no: {_EXAMPLE}", OPTION)
        answers[name] = answer
    try:
        return read_own_damage(Side.parse(options.self_inflicted), answers)
    except Faults as trouble:
        raise trouble.at(OPTION) from None


def with_facts(report: Report, own: OwnDamage, ruling: Ruling, opened: OpenEvent) -> Report:
    """A report with the facts; refused where one of them is no."""
    case, edition = case_of(ruling, opened), opened.event.regulation.edition
    irregularities = case.irregularities if case else (report.irregularity, *report.facts.further)
    refuse_unless_self_inflicted(own, irregularities, edition)
    record = report_of_facts(Facts(own_damage=own), case, edition)
    facts, statements = report.facts.with_more(record.facts), (*report.statements, *record.statements)
    return replace(report, facts=facts, statements=statements)


def case_of(ruling: Ruling, opened: OpenEvent) -> Case | None:
    """The case that a ruling belongs to, or that of the ruling which it replaces."""
    history = opened.history
    id = ruling.case or (history.ruling(ruling.replaces).ruling.case if ruling.replaces else "")
    return history.cases.get(id)


def note_missing_facts(options: RulingOptions, ruling: Ruling, opened: OpenEvent) -> None:
    """Say that a ruling by 12C1(e) has no facts on record, where neither the options nor its case have them."""
    damage, edition = ruling.self_inflicted, opened.event.regulation.edition
    if damage is None or options.self_inflicted_facts is not None:
        return
    if not is_on_record(case_of(ruling, opened), damage.side, edition):
        law = clause("12C1(e)", edition)
        warn([f"the three facts of {law} are not on record; {OPTION} {_EXAMPLE} records them"])


_SCORES = ("both", "award_ns", "award_ew", "fault", "self_inflicted", "stands")
_KEYS = {"ns": "award-ns", "ew": "award-ew", "self_inflicted.normal": "normal", "self_inflicted.expected": "expected"}
_AMOUNT = re.compile(r"(?P<who>\S.*?) (?P<amount>-?[0-9][0-9./]* ?(?:%|[A-Za-z]+)?)")


def proposed_by_flags(options: RulingOptions, opened: OpenEvent) -> Proposed:
    """The ruling that the options say, at its table; all that is wrong with them at once."""
    reading = Gather()
    given = options.given()
    stray = [name for name in FROM_ELSEWHERE if name in given]
    if stray:
        raise refuse(f"{flag(stray[0])} beside options of a ruling", "one of the two")
    used = [name for name in _SCORES if name in given]
    reading(lambda: _one_score(used))
    said_once = not reading.faults
    placed = reading(lambda: _placed(options, opened))
    edition = opened.event.regulation.edition
    table = {"id": "1", "board": placed.board if placed else 1, **_table(options, edition, reading)}
    assigned = reading(lambda: _assigned(options), "--assigned")
    ruling = reading(lambda: _read(table)) if said_once or not used else None
    report = reading(lambda: report_of(options))
    own = reading(lambda: read_facts(options))
    penalties = reading(lambda: _penalties(options)) or ()
    reading.finish()
    assert ruling is not None
    assert placed is not None
    assert report is not None
    ruling = replace(ruling, assigned=assigned)
    sides = None if ruling.stands else ruling.non_offending  # a result that stands is rounded for nobody
    ruled = replace(ruling, id="", table=placed.table, case=placed.case, replaces=placed.replaces, non_offending=sides)
    return Proposed(ruled, with_facts(report, own, ruled, opened) if own else report, penalties)


def _one_score(used: list[str]) -> None:
    """Exactly one way of saying the score; N-S and E-W may have one each."""
    if not used:
        expected = "--both, --award-ns, --award-ew, --fault, --self-inflicted with --normal and --expected, or --stands"
        raise refuse("no score", expected)
    other = next((name for name in used[1:] if (used[0], name) != ("award_ns", "award_ew")), None)
    if other is not None:
        raise refuse(f"{flag(used[0])} beside {flag(other)}", "one of the two")


# Where


def _placed(options: RulingOptions, opened: OpenEvent) -> Ruling:
    """An empty ruling at its table, with its case and the ruling it replaces."""
    history, event = opened.history, opened.event
    case, replaces = options.case or "", options.replaces
    if replaces is not None and not history.ruling(replaces).state.in_force:
        raise refuse(f"ruling {replaces}, which is {history.ruling(replaces).state.value}", "a ruling in force")
    board, reference = options.board, options.reference
    about = _case(case, opened) if case else None
    if reference == TableReference():
        earlier = history.ruling(replaces).ruling if replaces is not None else about
        board, reference = (board or earlier.board, earlier.table) if earlier else (board, reference)
    if board is None:
        raise refuse("no --board", "the board, --board 15, and who sat there, --ns 7; or --case, or --replaces")
    row = row_of(board, reference, event.results)
    standing = ruled_by_directors(event.results, event.rulings).get(row.id)
    if standing is not None and standing.id != replaces:
        raise refuse(
            f"a second ruling for {row.where}: ruling {standing.id} is in force there", f"--replaces {standing.id}"
        )
    return Ruling("", board, bound_to(row), case=case, replaces=replaces)


def _case(id: str, opened: OpenEvent) -> Case:
    try:
        return opened.history.case(id)
    except Faults as trouble:
        raise trouble.at("--case") from None


# What


def _assigned(options: RulingOptions) -> Award | None:
    if options.assigned is None:
        return None
    if options.fault is None:
        raise refuse("no --fault", "--assigned beside --fault")
    return read_assigned(options.assigned)


def _table(options: RulingOptions, edition: int, reading: Gather) -> dict[str, Any]:
    """The options as a rulings file would have them."""

    def each(read: Callable[[str], Any], texts: list[str] | None, where: str) -> list[Any]:
        """What all uses of an option say together."""
        return reading(lambda: [part for text in texts or () for part in read(text)], where) or []

    table: dict[str, Any] = {
        "both": options.both,
        "ns": options.award_ns,
        "ew": options.award_ew,
        "fault": reading(lambda: _fault(options.fault), "--fault") if options.fault else None,
        "self_inflicted": reading(lambda: _self_inflicted(options)),
        "stands": options.stands or None,
        "non_offending": options.non_offending,
        "laws": list(dict.fromkeys(each(lambda text: read_laws(text, edition), options.laws, "--laws"))),
        "disallowed": each(read_contracts, options.disallowed, "--disallowed") or None,
        "legal_route": dict(each(lambda text: [_route(text)], options.legal_route, "--legal-route")) or None,
        "accept": reading(lambda: _accepted(options), "--accept"),
        "claim": options.claim or None,
        "outside_agency": options.outside_agency or None,
        "obtainable": options.obtainable or None,
        "scheduled": False if options.not_scheduled else None,
        "reason": options.reason,
        "time": reading(lambda: read_time(options.time), "--time") if options.time else None,
    }
    return {key: value for key, value in table.items() if value is not None}


def _read(table: dict[str, Any]) -> Ruling:
    try:
        return read_ruling(Given(table))
    except Faults as trouble:
        raise Faults(
            replace(fault, where=_flagged(fault.where, table)) for fault in trouble.faults if fault.found != "no award"
        ) from None


def _flagged(where: str, table: dict[str, Any]) -> str:
    """The option that a key of a rulings file is."""
    first = where.split(",")[0]
    known = _KEYS.get(first) or (first.replace("_", "-") if first.split(".")[0] in table else "")
    return f"--{known}" if known else where


def _fault(text: str) -> dict[str, str]:
    pieces = [piece for piece in re.split(r"[,;\s]+", text.strip()) if piece]
    found: dict[str, str] = {}
    for piece in pieces:
        side, equals, word = piece.partition("=")
        if not equals or side.lower().replace("-", "") not in ("ns", "ew"):
            raise refuse(repr(piece), "ns=none,ew=direct: for each side none, partly or direct")
        found[Side.parse(side).value.lower()] = "direct" if word.lower() == "directly" else word
    missing = [side.value.lower() for side in Side if side.value.lower() not in found]
    if missing:
        raise refuse(f"nothing for {missing[0]}", "ns=none,ew=direct: for each side none, partly or direct")
    return found


def _self_inflicted(options: RulingOptions) -> dict[str, str] | None:
    said = {"side": options.self_inflicted, "normal": options.normal, "expected": options.expected}
    if not any(said.values()):
        return None
    missing = [key for key, value in said.items() if value is None]
    if missing:
        raise refuse(
            f"no --{'self-inflicted' if missing[0] == 'side' else missing[0]}",
            "--self-inflicted with the side, and the two results --normal and --expected",
        )
    try:
        Side.parse(str(options.self_inflicted))
    except Faults as trouble:
        raise trouble.at("--self-inflicted") from None
    return {key: str(value) for key, value in said.items()}


def _route(text: str) -> tuple[str, str]:
    """A result and why; the result may itself end with "=", as "4H N =" does."""
    for place, sign in enumerate(text):
        if sign == "=" and text[place + 1 :].strip():
            try:
                return str(parse_outcome(text[:place])), text[place + 1 :].strip()
            except Faults:
                continue
    raise refuse(repr(text), 'a result and why it has a legal route: "4S E -1=over a double by South"')


def _accepted(options: RulingOptions) -> dict[str, str] | None:
    found = {}
    for text in options.accept or ():
        clause, _, why = text.partition("=")
        if not clause.strip() or not why.strip():
            raise refuse(repr(text), 'a clause and why: "12C2(a)=the caddy took the board away"')
        found[clause.strip()] = why.strip()
    return found or None


# What goes with it


def report_of(options: RulingOptions) -> Report:
    """What the options tell about the case."""
    try:
        polls = read_polls([[text] for text in options.poll]) if options.poll else ()
    except Faults as trouble:
        raise trouble.at("--poll") from None
    if options.asked and not polls:
        raise refuse("--asked without --poll", "the votes of those who were asked")
    first, *further = read_irregularities(options.irregularity, Irregularity.CLAIM if options.claim else None)
    return Report(
        irregularity=first,
        facts=Facts(happened=options.facts or "", further=tuple(further)),
        statements=tuple(map(read_statement, options.statement or ())),
        polls=tuple(PollTaken(options.asked or "", votes=dict(poll.votes)) for poll in polls),
    )


def read_irregularities(text: str | None, otherwise: Irregularity | None = None) -> tuple[Irregularity, ...]:
    """What happened, by its name or the beginning of it; several with commas; "ui" and "mi" will do.

    >>> [each.value for each in read_irregularities("ui, revoke")]
    ['unauthorised-information', 'revoke']
    """
    if text is None:
        return (otherwise or Irregularity.OTHER,)
    return tuple(dict.fromkeys(map(_irregularity, text.split(","))))


def _irregularity(text: str) -> Irregularity:
    said = "-".join(text.casefold().replace("'", "").split())
    found = [each for each in Irregularity if said and said in (each.value, each.short)] or [
        each for each in Irregularity if said and each.value.startswith(said)
    ]
    if len(found) != 1:
        known = ", ".join(each.value for each in Irregularity)
        raise refuse(repr(text), f"one of {known} (ui, mi)", "--irregularity")
    return found[0]


def read_statement(text: str) -> Statement:
    """Words, with who said them in front: a seat ("S: …") or a side ("NS: …").

    >>> read_statement('S: I had a full opening.').seat
    <Seat.SOUTH: 'S'>
    """
    who, colon, words = text.partition(":")
    short = who.strip().upper().replace("-", "")
    if colon and short in {seat.value for seat in Seat} and words.strip():
        return Statement(words.strip(), seat=Seat(short), side=Seat(short).side)
    if colon and short in {side.value for side in Side} and words.strip():
        return Statement(words.strip(), side=Side(short))
    if not text.strip() or (colon and not words.strip()):
        raise refuse(repr(text), 'who and what: "S: I had a full opening."', "--statement")
    return Statement(text.strip())


def _penalties(options: RulingOptions) -> tuple[Penalty, ...]:
    found = []
    for text in options.penalty or ():
        parts = _AMOUNT.fullmatch(" ".join(text.split()))
        if parts is None:
            raise refuse(repr(text), 'a contestant and an amount: "18 10%", "Reds 1 VP"', "--penalty")
        found.append(Penalty(parts["who"], parts["amount"].strip(), reason=options.reason or ""))
    return tuple(found)
