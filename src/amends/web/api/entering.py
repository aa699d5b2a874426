"""What other programs enter: results, rulings, penalties, cases, appeals and publications."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from amends.accounts.accounts import Right
from amends.bridge import Side
from amends.contract.documents import document
from amends.contract.documents.base import ContractDocument
from amends.contract.request_models import (
    AppealBody,
    CaseBody,
    DecisionBody,
    NothingBody,
    PenaltyBody,
    PublicationBody,
    ResultsBody,
    RulingBody,
    TableResultBody,
    WithdrawalBody,
)
from amends.desk.commands.appeals import TypedAward, deciding, lodging, varied, waiting
from amends.desk.commands.cases import Report, closing, opening
from amends.desk.commands.corrections import erasing
from amends.desk.commands.penalties import penalising, withdrawing_penalty
from amends.desk.commands.rulings import giving, undoing, withdrawing
from amends.desk.confirm import Draft, Effect
from amends.desk.desk import together
from amends.desk.publishing.publication_files import Wanted
from amends.desk.publishing.publish import publish_entry
from amends.desk.typing.results import Typed, entering
from amends.desk.views.as_data import (
    appeal_data,
    appeals_touched,
    change_data,
    effect_data,
    entries_data,
    move_since_data,
)
from amends.event import Ruling
from amends.event.case import AppealDecision, Facts, Irregularity
from amends.event.match import ROOM_NAMES
from amends.event.rows import meant
from amends.event.ruling import TableReference
from amends.faults import Fault, Faults, Refusal
from amends.formats import rulings_file
from amends.formats.rulings_file.tables import RulingsFile
from amends.journal.codec import time_text
from amends.journal.entries import AppealDecided
from amends.reports.case import case_report
from amends.web.api.application import Created
from amends.web.api.endpoints import Endpoints, Parameter
from amends.web.api.events import EVENT, address
from amends.web.api.page import ApiPage
from amends.web.request import NotHere, not_here

endpoints = Endpoints("entering", "/events" + EVENT)

PLACE = {
    "session": Parameter(words="The session, where the board was played in several."),
    "section": Parameter(words="The section, where numbers are the same in several."),
    "round": Parameter(words="The round."),
    "match": Parameter(words="Teams: the match."),
    "room": Parameter(words="Teams: the room.", choices=ROOM_NAMES),
}
_TABLE = "/boards/{board:int}/results/{ns}"


def _effect(effect: Effect, given: bool) -> ContractDocument:
    appeals = [appeal_data(each, effect.after) for each in appeals_touched(effect)]
    return document("effect", {"appeals": appeals, **effect_data(effect, given)}, effect.after.event)


def _change(page: ApiPage, effect: Effect) -> ContractDocument:
    data = change_data(effect, dry_run=False, sees_process=page.desk.sees_process)
    return document("change", data, effect.after.event)


def _entries(effect: Effect) -> ContractDocument:
    return document("entries", {"entries": entries_data(effect)})


def _seats(text: object) -> tuple[str, ...]:
    """Who sits there, as it is typed: 7, or 1+3 for the two players of an individual; more are one too many."""
    return tuple(each.strip() for each in str(text).split("+", 2))


# Results


@endpoints.add("PUT", _TABLE, Right.RESULTS, gives="change", takes=TableResultBody, asks=PLACE, enters=True)
def put_result(page: ApiPage, board: int, ns: str, **place: str | None) -> ContractDocument:
    """Record the result of a table on a board; the same again changes nothing, another needs a reason."""
    body, where = page.body, {name: text or "" for name, text in place.items()}
    found = _row(page, board, ns, where)
    line = Typed(
        str(body["result"]),
        () if found else _seats(ns),
        _seats(body["ew"]),
        row=found,
        table=str(body.get("table", "")),
        **({} if found else where),
    )
    return _change(page, page.enter(_lines(page, board, [line])))


def _row(page: ApiPage, board: int, ns: str, where: Mapping[str, str]) -> str | None:
    """The row that stands there already; refused where it may be more than one."""
    rows = [row for row in page.newest.event.results if row.board == board]
    if "+" in ns:
        seats = _seats(ns)
        found = [row for row in rows if row.seats.ns == seats and _is_at(row, where)]
    else:
        found = meant(_reference({"ns": ns, **where}), rows)
    if len(found) > 1:
        expected = "one of them: by session, section, round, match or room"
        raise Faults([Fault(f"{len(found)} tables at which {ns} sat N-S on board {board}", expected, where="query")])
    return found[0].id if found else None


def _is_at(row: object, where: Mapping[str, str]) -> bool:
    return all(not text or getattr(row, name) == text for name, text in where.items())


def _lines(page: ApiPage, board: int, lines: list[Typed]) -> Draft:
    body = page.body
    newcomers = body.get("new", False) or not page.newest.event.contestants
    return entering(board, lines, reason=body.get("reason", ""), late=body.get("late", ""), newcomers=newcomers)


@endpoints.add(
    "DELETE",
    _TABLE,
    Right.RESULTS,
    gives="change",
    enters=True,
    asks={
        **PLACE,
        "reason": Parameter(words="Why the line is taken out."),
        "late": Parameter(words="Why it is done after the correction period (79C)."),
    },
)
def erase_result(page: ApiPage, board: int, ns: str, **asked: str | None) -> ContractDocument:
    """Take out a line that nobody played; not where a ruling stands on it."""
    where = {name: asked[name] or "" for name in PLACE}
    found = _row(page, board, ns, where)
    if found is None:
        raise NotHere(Refusal(f"Board {board} has no result of {ns} N-S."))
    draft = erasing(board, TableReference(result=found), asked["reason"] or "", asked["late"] or "")
    return _change(page, page.enter(draft))


@endpoints.post("/results", Right.RESULTS, gives="change", takes=ResultsBody)
def enter_results(page: ApiPage) -> ContractDocument:
    """Enter many results at once, all of them or none; those that are recorded already change nothing."""
    boards: dict[int, list[Typed]] = {}
    for line in page.body["results"]:
        places = {name: str(line.get(name, "")) for name in ("session", "section", "round", "table", "match", "room")}
        typed = Typed(str(line["result"]), _seats(line["ns"]), _seats(line["ew"]), **places)
        boards.setdefault(line["board"], []).append(typed)
    return _change(page, page.enter(together([_lines(page, board, lines) for board, lines in boards.items()])))


# Rulings


def _read(table: str, row: Mapping[str, Any]) -> RulingsFile:
    """A table of a rulings file that was sent by itself; faults have pointers from its own beginning."""
    try:
        return rulings_file.from_tables({table: [row]})
    except Faults as trouble:
        prefix = f"/{rulings_file.SENT_AS[table]}/0"
        raise Faults(
            replace(fault, file=None, line=None, where="", path=(fault.path or "").removeprefix(prefix))
            for fault in trouble.faults
        ) from None


def _ruling(page: ApiPage) -> Ruling:
    """The ruling of a request, read as those of a rulings file are."""
    sent = {key: value for key, value in page.body.items() if value is not None and key not in ("id", "replaces")}
    id, replaces = str(page.body.get("id", "")), page.body.get("replaces")
    if not id.isprintable():  # no address could have it
        raise Faults([Fault(f"the id {id[:40]!r}", "printable characters", path="/id")])
    ruling = _read("ruling", {"id": id or "new", **sent}).rulings[0]
    return replace(ruling, id=id, replaces=None if replaces is None else str(replaces))


@endpoints.post("/rulings/preview", Right.RULE, gives="effect", takes=RulingBody, enters=False)
def preview_ruling(page: ApiPage) -> ContractDocument:
    """What a ruling would do: the board, both sides, everybody who moves, what the Laws say. Nothing is entered."""
    return _effect(page.look(giving(_ruling(page))), given=False)


@endpoints.post("/rulings", Right.RULE, gives="effect", takes=RulingBody, status=201)
def give_ruling(page: ApiPage) -> Created:
    """Give a ruling; one that the Laws forbid is refused, an unusual one needs a reason in accept."""
    effect = page.enter(giving(_ruling(page)))
    id = effect.rulings[0].id if effect.rulings else ""
    return Created(_effect(effect, given=True), address(page, "rulings", id))


@endpoints.post("/rulings/{ruling}/withdraw", Right.RULE, gives="effect", takes=WithdrawalBody)
def withdraw_ruling(page: ApiPage, ruling: str) -> ContractDocument:
    """Take a ruling back; the table result counts again."""
    _known_ruling(page, ruling)
    return _effect(page.enter(withdrawing(ruling, page.body["reason"])), given=True)


@endpoints.post("/rulings/{ruling}/undo", Right.RULE, gives="effect", takes=NothingBody)
def undo_ruling(page: ApiPage, ruling: str) -> ContractDocument:
    """Undo a ruling that was not published yet, as if it had not been given."""
    _known_ruling(page, ruling)
    return _effect(page.enter(undoing(ruling)), given=True)


def _known_ruling(page: ApiPage, id: str) -> None:
    with not_here():
        page.newest.history.ruling(id)


# Penalties


@endpoints.post("/penalties", Right.RULE, gives="effect", takes=PenaltyBody, status=201)
def give_penalty(page: ApiPage) -> Created:
    """Give a penalty (Laws 90, 91)."""
    sent = {key: value for key, value in page.body.items() if value is not None}
    effect = page.enter(penalising(_read("penalty", sent).penalties[0]))
    return Created(_effect(effect, given=True), address(page, "journal", effect.new[-1].seq))


@endpoints.post("/penalties/{penalty}/withdraw", Right.RULE, gives="effect", takes=WithdrawalBody)
def withdraw_penalty(page: ApiPage, penalty: str) -> ContractDocument:
    """Take a penalty back."""
    if penalty not in page.newest.history.penalties:
        raise NotHere(Refusal(f"There is no penalty {penalty!r}."))
    return _effect(page.enter(withdrawing_penalty(penalty, page.body["reason"])), given=True)


# Cases


def _reference(table: Mapping[str, Any]) -> TableReference:
    texts = {name: str(value) for name, value in table.items()}
    players = tuple(texts.pop(seat, "") for seat in "nesw")
    return TableReference(**texts, players=players if any(players) else None)  # type: ignore[arg-type]


@endpoints.post("/cases", Right.RULE, gives="case", takes=CaseBody, status=201)
def open_case(page: ApiPage) -> Created:
    """Open a case about a table, with what is known already; its number is that of the ruling that ends it."""
    body = page.body
    report = Report(
        irregularity=Irregularity(body.get("irregularity", Irregularity.OTHER.value)),
        facts=Facts(body.get("happened", "")),
    )
    after = page.enter(opening(body["board"], _reference(body.get("table", {})), report)).after
    case = list(after.history.cases.values())[-1]
    made = document("case", case_report(case, after.event, after.history).data())
    return Created(made, address(page, "cases", case.id))


@endpoints.post("/cases/{case}/close", Right.RULE, gives="entries", takes=WithdrawalBody)
def close_case(page: ApiPage, case: str) -> ContractDocument:
    """Close a case that needs no ruling."""
    with not_here():
        found = page.newest.history.case(case)
    if found.closed is not None:
        raise Refusal(f"Case {case} is closed already.")
    return _entries(page.enter(closing(case, page.body["reason"])))


# Appeals


@endpoints.post("/appeals", Right.RULE, gives="effect", takes=AppealBody, status=201)
def lodge_appeal(page: ApiPage) -> Created:
    """Lodge an appeal against a ruling; after the time for it only with why it is late."""
    body = page.body
    side = None if body.get("side") is None else Side.parse(body["side"])
    texts = {name: body.get(name, "") for name in ("grounds", "who", "deposit", "late")}
    effect = page.enter(lodging(str(body["ruling"]), side=side, **texts))
    return Created(_effect(effect, given=True), address(page, "appeals"))


@endpoints.post("/appeals/{appeal}/decision", Right.RULE, gives="effect", takes=DecisionBody)
def decide_appeal(page: ApiPage, appeal: str) -> ContractDocument:
    """Decide an appeal; a varied ruling takes the place of the one that was appealed."""
    body, opened = page.body, page.newest
    if appeal not in opened.history.appeals:
        raise NotHere(Refusal(f"There is no appeal {appeal!r}."))
    found, decision = waiting(appeal, opened), AppealDecision(body["decision"])
    award = {name: body.get(name, "") for name in ("both", "ns", "ew")}
    ruling = None
    if decision is AppealDecision.VARIED:
        appealed = opened.history.ruling(found.ruling).ruling
        texts = {name: body.get(name, "") for name in ("laws", "reason")}
        edition = opened.event.regulation.edition
        ruling = varied(appealed, TypedAward(**award), edition, **texts, accept=body.get("accept", {}))
    elif any(award.values()):
        raise Faults([Fault(f"an award for an appeal {decision.value}", "an award with the decision varied alone")])
    decided = AppealDecided(
        appeal,
        decision,
        ruling,
        body.get("reason", ""),
        tuple(body.get("reviewers", ())),
        body.get("deposit_kept", False),
    )
    return _effect(page.enter(deciding(decided)), given=True)


# Publications


@endpoints.post("/publications", Right.PUBLISH, gives="publication", takes=PublicationBody, status=201)
def publish(page: ApiPage) -> Created:
    """Publish the standings: what everybody sees without a key is this state from now on."""
    body = page.body
    wanted = Wanted(
        final=body["state"] == "final", remark=body.get("remark", ""), anyway=body.get("anyway", "")
    ).checked()
    issue, effect = page.published(lambda seen: publish_entry(page.desk, seen, wanted))
    difference: Iterable[Any] = issue.difference.moved if issue.difference else ()
    data = {
        "publication": issue.number,
        "state": body["state"],
        "at": time_text(issue.at),
        "entry": effect.new[-1].seq,
        "folder": "",
        "dry_run": False,
        "files": [],
        "losses": [],
        "unsettled": list(issue.unsettled),
        "times": issue.times,
        "since": time_text(issue.earlier.made.at) if issue.earlier else None,
        "moved": [move_since_data(each.whole) for each in difference],
    }
    return Created(document("publication", data), address(page, "publications"))
