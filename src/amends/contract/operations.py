"""The operations: each takes one object and gives one document; none keeps anything."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from amends import formats
from amends.audit import audit, findings
from amends.bridge import Side
from amends.contract import calculations
from amends.contract.documents import document, kinds
from amends.contract.documents.base import ContractDocument
from amends.contract.documents.files import AuditDocument, ConvertedDocument, VersionDocument
from amends.contract.documents.rulings import SlipsDocument, check_document, preview_document, slip_document
from amends.contract.documents.standings import (
    ScoreDocument,
    board_document,
    card_document,
    explanation_document,
    ranking_document,
)
from amends.contract.plain_event import SentEvent, with_rulings
from amends.contract.request_models import OPERATION_REQUESTS, shape_faults
from amends.contract.requests import Request
from amends.event import Event, Ruling
from amends.event.rows import in_force
from amends.explain import Finding
from amends.faults import Fault, Faults
from amends.journal.chain import Document
from amends.regulations import known
from amends.reports.poll import poll_data
from amends.reports.slip import slip
from amends.rulings.checks.in_event import check_event, event_findings, forbidden, lawful
from amends.rulings.consequences.late_rulings import event_notices
from amends.rulings.polls.poll import read_calls, read_polls
from amends.rulings.polls.weights import from_polls
from amends.scoring.event import score
from amends.version import __version__


class UnknownOperation(Faults):
    """There is no such operation."""


class ForbiddenRulings(Faults):
    """Rulings that the Laws forbid, where they are not to be left out."""


def operate(name: str, data: Mapping[str, Any]) -> ContractDocument:
    """The document that an operation gives."""
    if name not in OPERATIONS:
        raise UnknownOperation([Fault(f"the operation {name[:60]!r}", f"one of {', '.join(OPERATIONS)}")])
    made = OPERATIONS[name](Request(data))
    if faults := shape_faults(OPERATION_REQUESTS[name], data):
        raise Faults(faults)
    return made


def version(request: Request) -> ContractDocument:
    """The version of amends, and what it can do."""
    request.done()
    return VersionDocument(
        version=__version__,
        operations=tuple(OPERATIONS),
        kinds=tuple(kinds()),
        regulations=tuple(known()),
        formats=tuple(formats.known()),
    )


# Single figures


def points(request: Request) -> ContractDocument:
    """The score of `results` (Law 77)."""
    texts, conditions = request.texts("results"), request.conditions()
    if "results" not in request.data:
        request.missing("results")
    assert conditions is not None
    awards = [
        request.attempt(partial(calculations.read_results, [text], conditions), f"/results/{place}")
        for place, text in enumerate(texts)
    ]
    request.done()
    read = [award for each in awards if each is not None for award in each]
    return document("points", calculations.points_data(read, conditions.vulnerable))


def matchpoints(request: Request) -> ContractDocument:
    """The chart of a `field`, and what an award gets on it (Laws 78A, 12C1)."""
    field, expected, explain = request.needed("field"), request.whole("expected"), request.flag("explain")
    split = [request.text(key) for key in ("award", "award_ns", "award_ew")]
    conditions, rules, sides = request.conditions(), request.rules(), request.sides()
    awards = request.attempt(lambda: calculations.read_split(*split), "/award")
    request.done()
    assert conditions is not None
    assert rules is not None
    made = calculations.chart_of(field, awards, conditions, rules, sides, expected)
    return document("matchpoints", made.data(explain))


def imps(request: Request) -> ContractDocument:
    """IMPs of an `award` `against` the other room (Laws 78B, 12C1(c))."""
    award, against = request.needed("award"), request.needed("against")
    knockout, explain = request.flag("knockout"), request.flag("explain")
    conditions, rules, sides = request.conditions(), request.rules(), request.sides()
    request.done()
    assert conditions is not None
    assert rules is not None
    made = calculations.imps_of(award, against, conditions, rules, sides, knockout)
    return document("imps", made.data(explain))


def victory_points(request: Request) -> ContractDocument:
    """Victory points of `margins` in IMPs, or of percentages, over `boards`."""
    margins, boards, scale = request.texts("margins"), request.whole("boards"), request.text("scale")
    rules, explain = request.rules(), request.flag("explain")
    for key in ("margins", "boards"):
        if request.data.get(key) is None:
            request.missing(key)
    request.done()
    assert rules is not None
    assert boards is not None
    made = calculations.victory_points_of(margins, boards, scale, rules)
    return document("vp", made.data(explain))


def redress(request: Request) -> ContractDocument:
    """Redress by 12C1(e), in a `field` or `against` the other room."""
    results = [request.needed(key) for key in calculations.REDRESS_RESULTS]
    named, field, against = request.needed("side"), request.text("field"), request.text("against")
    side = request.attempt(lambda: Side.parse(named), "/side") if named else None
    knockout, explain = request.flag("knockout"), request.flag("explain")
    conditions, rules = request.conditions(), request.rules()
    if (field is None) == (against is None):
        request.faults.append(Fault("neither or both of field and against", "one of the two"))
    if knockout and field is not None:
        request.faults.append(Fault("knockout beside field", "knockout beside against", path="/knockout"))
    request.done()
    assert conditions is not None
    assert rules is not None
    assert side is not None
    made = calculations.redress_of(results, side, conditions, rules, field=field, against=against, knockout=knockout)
    return document("redress", made.data(explain))


def poll(request: Request) -> ContractDocument:
    """The shares of `votes`, and the weights they allow (12C1(c), 84D)."""
    votes, later = request.texts("votes"), request.texts("then")
    calls = request.attempt(lambda: read_calls(request.texts("disallowed")), "/disallowed")
    conditions, rules, sides = request.conditions(), request.rules(), request.sides()
    if not votes:
        request.missing("votes")
    request.done()
    assert conditions is not None
    assert rules is not None
    polled = from_polls(
        read_polls([votes, *([stage] for stage in later)]), calls or (), sides, conditions.vulnerable, rules
    )
    if polled.has_results and sides is None:
        expected = "non_offending: ns, ew, both or none, to propose weights"
        raise Faults([Fault("results, but nobody is non-offending", expected, path="/non_offending")])
    return document("poll", poll_data(polled))


# Events


def _lawful(sent: SentEvent, strict: bool) -> tuple[Event, tuple[str, ...]]:
    """The event without its forbidden rulings, which is said; with `strict` they are a problem."""
    event, found = lawful(sent.event)
    if strict and found:
        raise _forbidden(found)
    return event, (*sent.notices, *map(_line, found))


def _line(found: tuple[Ruling, Finding]) -> str:
    ruling, finding = found
    return f"ruling {ruling.id}: {finding.verdict.value} by {finding.clause}: {finding.words}"


def _forbidden(found: Iterable[tuple[Ruling, Finding]]) -> ForbiddenRulings:
    return ForbiddenRulings(Fault(_line(each), "", path="/event/rulings") for each in found)


def check(request: Request) -> ContractDocument:
    """All findings about all rulings of an `event`."""
    sent = request.event()
    request.done()
    assert sent is not None
    return check_document(check_event(sent.event), event_findings(sent.event))


WANTED = ("ranking", "boards", "cards")


def score_event(request: Request) -> ContractDocument:
    """The ranking, boards and score cards of an `event`, as far as they are in `want`."""
    want = request.texts("want") or ["ranking"]
    boards, contestants = request.texts("boards"), request.texts("contestants")
    session, strict = request.text("session"), request.flag("strict")
    request.faults += (
        Fault(repr(each), f"one of {', '.join(WANTED)}", path="/want") for each in want if each not in WANTED
    )
    request.faults += (
        Fault(repr(each), "the number of a board", path="/boards")
        for each in boards
        if not (each.isascii() and each.isdecimal() and len(each) < 10)
    )
    sent = request.event()
    request.done()
    assert sent is not None
    event, notices = _lawful(sent, strict)
    standings = score(event)
    notices += tuple(event_notices(standings))
    numbers = [int(each) for each in boards] or sorted({result.board for result in event.results})
    every = [entry.contestant for entries in standings.lists.values() for entry in entries]
    return ScoreDocument(
        ranking=ranking_document(standings, notices=notices) if "ranking" in want else None,
        boards=tuple(board_document(standings, each, session) for each in numbers) if "boards" in want else (),
        cards=tuple(card_document(standings, each) for each in contestants or every) if "cards" in want else (),
        notices=notices,
    )


def explain(request: Request) -> ContractDocument:
    """Why a `contestant` of an `event` has its total, or its figure on a `board`."""
    contestant, board, session = request.needed("contestant"), request.whole("board"), request.text("session")
    strict, sent = request.flag("strict"), request.event()
    request.done()
    assert sent is not None
    standings = score(_lawful(sent, strict)[0])
    return explanation_document(standings, contestant, board, standings.explain(contestant, board, session))


def preview(request: Request) -> ContractDocument:
    """What `rulings`, which are not in the `event` yet, would do: before, after, and who moves."""
    request.known.append("rulings")
    sent = request.event()
    after = request.attempt(lambda: with_rulings(sent, request.data.get("rulings")), "/rulings") if sent else None
    request.done()
    assert sent is not None
    assert after is not None
    ids = {ruling.id for ruling in sent.event.rulings}
    return preview_document(sent.event, [each for each in after.rulings if each.id not in ids])


def slips(request: Request) -> ContractDocument:
    """The slips of all rulings in force in an `event`, or of one `ruling`; with `html` as pages too."""
    ruling, html, strict = request.text("ruling"), request.flag("html"), request.flag("strict")
    sent = request.event()
    request.done()
    assert sent is not None
    event, _ = _lawful(sent, strict)
    wanted = [each for each in in_force(event.rulings) if ruling in (None, each.id)]
    if not wanted:
        names = ", ".join(each.id for each in in_force(event.rulings)) or "there is none"
        found = "no ruling in force" if ruling is None else f"the ruling {ruling!r}"
        raise Faults([Fault(found, f"one in force: {names}", path="/ruling")])
    standings = score(event)
    made = [slip(standings, each) for each in wanted]
    return SlipsDocument(slips=tuple(slip_document(each, event, html=html) for each in made))


# Files


def _read_file(request: Request) -> Document | None:
    """The document of a `file` that was sent: its name, and its text or its bytes in base64."""
    file = request.value("file", dict, "an object with name, and text or base64")
    if file is None:
        return None
    inside = Request(file)
    name, text, encoded = inside.needed("name"), inside.text("text"), inside.text("base64")
    format, winners = inside.text("format"), inside.whole("winners")
    if (text is None) == (encoded is None):
        inside.faults.append(Fault("neither or both of text and base64", "one of the two"))
    try:
        inside.done()
        data = text if text is not None else base64.b64decode(encoded or "", validate=True)
        return formats.loads(data, name, format=format, winners=winners)
    except binascii.Error:
        request.faults.append(Fault("text that is no base64", "base64", path="/file/base64"))
    except Faults as trouble:
        request.faults += (replace(fault, path=f"/file{fault.path or ''}") for fault in trouble.faults)
    return None


def _event_or_file(request: Request) -> Document:
    request.known.append("event")
    read = _read_file(request)
    if request.data.get("file") is None:
        sent = request.event()
        read = sent.document if sent else None
    elif request.data.get("event") is not None:
        request.faults.append(Fault("both event and file", "one of the two", path="/file"))
    request.done()
    assert read is not None
    return read


def convert(request: Request) -> ContractDocument:
    """An `event`, or a `file`, in the format `to`."""
    name = request.needed("to")
    target = request.attempt(lambda: formats.named(name), "/to")
    if target is not None and target.dumps is None:
        writable = [each.name for each in formats.known().values() if each.dumps]
        request.faults.append(Fault(repr(name), f"one of {', '.join(writable)}", path="/to"))
    read = _event_or_file(request)
    assert target is not None
    assert target.dumps is not None
    if found := forbidden(check_event(read.event)):
        raise _forbidden(found)
    content = target.dumps(read)
    return ConvertedDocument(
        format=target.name,
        text=content if isinstance(content, str) else None,
        base64=None if isinstance(content, str) else base64.b64encode(content).decode(),
        losses=tuple(target.losses(read)),
    )


def audit_file(request: Request) -> ContractDocument:
    """Which printed figures of a `file`, or of an `event`, follow from its scores."""
    name = request.data["file"].get("name", "") if isinstance(request.data.get("file"), dict) else "event"
    found = audit(_event_or_file(request), str(name))
    return AuditDocument.model_validate({"files": [findings.data(found)]})


OPERATIONS: dict[str, Callable[[Request], ContractDocument]] = {
    "version": version,
    "points": points,
    "matchpoints": matchpoints,
    "imps": imps,
    "vp": victory_points,
    "redress": redress,
    "poll": poll,
    "check": check,
    "score": score_event,
    "explain": explain,
    "preview": preview,
    "slip": slips,
    "convert": convert,
    "audit": audit_file,
}
