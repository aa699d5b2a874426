"""Events of the store: what there is, and how it stands."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from typing import Any, cast

from amends.accounts.accounts import Right
from amends.contract.documents import document
from amends.contract.documents.base import ContractDocument
from amends.contract.documents.events import PublicationsDocument, PublishedPart, ResultPart, ResultsDocument
from amends.contract.request_models import NewEvent
from amends.contract.sent_event import read_sent_event
from amends.desk import KeptEvent
from amends.desk.commands.appeals import may_be_appealed
from amends.desk.importing.documents import begin
from amends.desk.importing.sent_file import Reading, read_sent_file
from amends.desk.open_event import OpenEvent
from amends.desk.store_care import Noted, verify_event
from amends.desk.unfinished_rulings import kept_drafts
from amends.desk.views import rulings_log
from amends.desk.views.as_data import (
    appeal_data,
    draft_data,
    logged_data,
    open_to_appeal_data,
    verification_data,
)
from amends.desk.views.journal import entry_in_full, journal_log
from amends.event import TableResult
from amends.faults import Faults, Refusal
from amends.journal.codec import time_text
from amends.reports.case import case_report
from amends.reports.dossier import dossier, dossier_data
from amends.web.api.application import PREFIX, Created
from amends.web.api.endpoints import Anybody, Endpoints, Parameter
from amends.web.api.operations import refused
from amends.web.api.page import ApiPage
from amends.web.hosting.lanes import give_way
from amends.web.rendering import stored_at
from amends.web.request import NotHere, not_here
from amends.web.screens.reading.boards import board_document_of
from amends.web.screens.reading.cards import card_document_of, explanation_document_of
from amends.web.screens.reading.ranking import ranking_document_of
from amends.web.security.addresses import path_part
from amends.wording.award_text import award_words

endpoints = Endpoints("events", "/events")

EVENT = "/{key}"
READERS = Anybody.READERS
FIELD = {
    "session": Parameter(words="The session, where a board was played in several."),
    "round": Parameter(words="The round, where a board was played in several."),
}


def address(page: ApiPage, *parts: object) -> str:
    """The address of something of the event."""
    return "/".join([PREFIX, "events", page.newest.kept.key, *map(path_part, parts)])


@endpoints.get("", READERS, gives="events", opens_many=True)
def list_events(page: ApiPage) -> ContractDocument:
    """The events that the asker may see, the last used first."""
    kept = page.desk.events()
    if not page.sees_live:
        published = page.desk.published() if page.readers == "published" else ()
        kept = sorted((each for each in kept if each.key in published), key=lambda each: (each.date, each.name))
    return document("events", {"events": [_in_list(page, each) for each in kept]})


def _in_list(page: ApiPage, kept: KeptEvent) -> dict[str, Any]:
    """An event in its numbers, opened once for each entry: with many events nobody opens all of them for each list."""
    give_way()
    cache, mark = page.server.listed, page.server.page_cache.mark
    seen = page.sees_live, page.visitor.may(Right.PROCESS)
    tag = sha256(repr((kept, seen, mark)).encode()).hexdigest()
    if (known := cache.get(tag)) is not None:
        return cast(dict[str, Any], json.loads(known))
    try:
        opened = page.server.shelf.open(kept.key)
        if not page.sees_live:
            opened = page.server.shelf.at(opened, opened.published)
        data = page.numbers(opened)
    except Faults as trouble:  # one that cannot be read must not hide the others
        if trouble.is_unavailable:
            raise
        entries = kept.entries if page.sees_live else 0  # readers are not told how far an event has come
        return {"event": kept.name, "date": kept.date, "key": kept.key, "entries": entries, "readable": False}
    cache.put(tag, json.dumps(data).encode())
    return data


@endpoints.post("", Right.RESULTS, gives="overview", takes=NewEvent, status=201, is_long=True)
def begin_event(page: ApiPage) -> Created:
    """Begin an event in the store, from a plain event or an event document."""
    sent = page.body["event"]
    if "amends" in sent:
        text = json.dumps(sent, ensure_ascii=False)
        read = read_sent_file(text.encode("utf-8", "replace"), Reading(name="event.amends.json"), page.counted_as)
        read = replace(read, faults=tuple(replace(each, file=None, line=None, path="/event") for each in read.faults))
    else:
        named = {"name": page.body["name"]} if page.body.get("name", "").strip() else {}
        read = read_sent_event({**sent, **named}, page.counted_as)
    if read.failure is not None:
        raise refused(read.failure)
    if read.document is None:
        raise Faults(read.faults)
    opened = begin(page.desk, read.document, page.body.get("name", ""), page.body.get("date", ""), file="event")
    made = document("overview", page.numbers(opened) | {"begun": True})
    return Created(made, f"{PREFIX}/events/{opened.kept.key}")


@endpoints.get(EVENT, READERS, gives="overview")
def show_event(page: ApiPage) -> ContractDocument:
    """An event in its numbers: how much is in, what is missing, what was ruled and published."""
    return document("overview", page.numbers(page.opened))


AS = {"as": Parameter(words='A moment, for officials: "published", "16:05", or the number of an entry.')}


@endpoints.get(EVENT + "/standings", READERS, gives="ranking", asks=AS, is_cached=True)
def standings(page: ApiPage, **_: object) -> ContractDocument:
    """The ranking, with who moved since the last publication"""
    _has_results(page.opened)
    return ranking_document_of(page, stored_at(page.opened))


@endpoints.get(EVENT + "/boards/{board:int}", READERS, gives="board", is_cached=True)
def board(page: ApiPage, board: int) -> ContractDocument:
    """The traveller of a board with its frequencies, as far as it was played."""
    if not any(result.board == board for result in page.opened.event.results):
        raise NotHere(Refusal(f"The event has no board {board}."))
    return board_document_of(page, board, stored_at(page.opened))


@endpoints.get(EVENT + "/cards/{contestant}", READERS, gives="card", is_cached=True)
def card(page: ApiPage, contestant: str) -> ContractDocument:
    """The score card of a contestant."""
    _has_results(page.opened)
    return card_document_of(page, contestant, stored_at(page.opened))


WHY = {"board": Parameter(words="The board; without one, the total.", kind=int), **FIELD}


@endpoints.get(EVENT + "/explanations/{contestant}", READERS, gives="explanation", asks=WHY, is_cached=True)
def explanation(page: ApiPage, contestant: str, board: int | None, **_: object) -> ContractDocument:
    """Why a contestant has its total, or its figure on a board: each part with its law."""
    _has_results(page.opened)
    with not_here():
        return explanation_document_of(page, contestant, board, stored_at(page.opened))


def _has_results(opened: OpenEvent) -> None:
    if not opened.event.results:
        raise NotHere(Refusal("The event has no results yet."))


@endpoints.get(EVENT + "/results", Right.LOOK, gives="results", is_cached=True)
def list_results(page: ApiPage) -> ContractDocument:
    """The results of all tables as they were recorded; rulings do not change them."""
    opened = page.opened
    rows = tuple(map(result_part, opened.event.results))
    return ResultsDocument(event=opened.kept.name, entry=opened.seen, results=rows)


def result_part(row: TableResult) -> ResultPart:
    """A table result."""
    return ResultPart(
        row=row.id,
        board=row.board,
        ns=row.seats.ns,
        ew=row.seats.ew,
        result=award_words(row.result),
        session=row.session,
        section=row.section,
        round=row.round,
        table=row.table,
        match=row.match,
        room=row.room,
    )


# How rulings came about


@endpoints.get(EVENT + "/rulings", Right.PROCESS, gives="rulings")
def list_rulings(page: ApiPage) -> ContractDocument:
    """The log of rulings: every one that was given, cases without a ruling, and drafts."""
    opened = page.opened
    data = {
        "event": opened.kept.name,
        "rulings": rulings_log.logged_rulings(opened).data,
        "cases": rulings_log.cases_without_ruling(opened).data,
        "drafts": [draft_data(each, opened) for each in kept_drafts(page.desk, opened)],
    }
    return document("rulings", data)


@endpoints.get(EVENT + "/rulings/{ruling}", Right.PROCESS, gives="ruling")
def show_ruling(page: ApiPage, ruling: str) -> ContractDocument:
    """A ruling in full, with what it replaced and what replaced it."""
    opened = page.opened
    with not_here():
        chain = opened.history.chain(rulings_log.ruling_named(ruling, opened))
    made = [
        dossier_data(dossier(opened.history, rulings_log.as_it_stood(given, opened).event, given)) for given in chain
    ]
    return document("ruling", {"chain": made}, opened.event)


@endpoints.get(
    EVENT + "/rulings/{ruling}/slip",
    Right.PROCESS,
    gives="slip",
    asks={"html": Parameter(words="With the page to be printed too.", kind=bool)},
)
def show_slip(page: ApiPage, ruling: str, html: bool | None) -> ContractDocument:
    """The slip of a ruling in force, for the table."""
    with not_here():
        made = rulings_log.slip_of(ruling, page.opened)
    data = {**made.data, "text": made.text()} | ({"html": made.page()} if html else {})
    return document("slip", data, page.opened.event)


@endpoints.get(EVENT + "/cases", Right.PROCESS, gives="cases")
def list_cases(page: ApiPage) -> ContractDocument:
    """All cases, with facts, statements, polls and rulings."""
    opened = page.opened
    reports = [case_report(case, opened.event, opened.history) for case in opened.history.cases.values()]
    return document("cases", {"cases": [each.data() for each in reports]})


@endpoints.get(EVENT + "/cases/{case}", Right.PROCESS, gives="case")
def show_case(page: ApiPage, case: str) -> ContractDocument:
    """A case, with facts, statements, polls and rulings."""
    opened = page.opened
    with not_here():
        found = opened.history.case(case)
    return document("case", case_report(found, opened.event, opened.history).data())


@endpoints.get(EVENT + "/appeals", Right.PROCESS, gives="appeals")
def list_appeals(page: ApiPage) -> ContractDocument:
    """All appeals, and what may still be appealed."""
    opened = page.opened
    data = {
        "event": opened.kept.name,
        "appeals": [appeal_data(each, opened) for each in opened.history.appeals.values()],
        "open_to_appeal": [open_to_appeal_data(*each) for each in may_be_appealed(opened, page.desk.clock())],
    }
    return document("appeals", data)


@endpoints.get(EVENT + "/publications", Right.LOOK, gives="publications")
def list_publications(page: ApiPage) -> ContractDocument:
    """All publications."""
    opened = page.opened
    made = tuple(
        PublishedPart(
            publication=each.number,
            state="final" if each.final else "provisional",
            at=time_text(each.made.at),
            by=each.made.by,
            entry=each.made.seq,
            remark=each.remark,
        )
        for each in opened.history.publications
    )
    return PublicationsDocument(event=opened.kept.name, publications=made)


# The journal


@endpoints.get(
    EVENT + "/journal",
    Right.PROCESS,
    gives="journal",
    asks={
        "from": Parameter(words="The first entry.", kind=int),
        "to": Parameter(words="The last entry.", kind=int),
    },
)
def journal(page: ApiPage, **asked: int | None) -> ContractDocument:
    """The entries of the journal in their order: number, time, who, what, digest."""
    opened = page.opened
    lines = journal_log(
        opened, asked["from"] or 1, min(opened.seen, opened.seen if asked["to"] is None else asked["to"])
    )
    return document("journal", {"event": opened.kept.name, "entries": [logged_data(each) for each in lines]})


@endpoints.get(EVENT + "/journal/{entry:int}", Right.PROCESS, gives="entry")
def journal_entry(page: ApiPage, entry: int) -> ContractDocument:
    """One entry with all that it says."""
    if not 1 <= entry <= page.opened.seen:
        raise NotHere(Refusal(f"There is no entry {entry}; the journal has {page.opened.seen}."))
    return document("entry", {"event": page.opened.kept.name, "entry": entry_in_full(page.opened, entry)})


@endpoints.get(
    EVENT + "/verification",
    Right.PROCESS,
    gives="verification",
    asks={"digest": Parameter(words="A digest from a slip or a publication: an entry must have it.")},
)
def verification(page: ApiPage, digest: str | None) -> ContractDocument:
    """Whether the journal is as it was written, entry by entry."""
    found = verify_event(page.desk, page.newest.kept.key, Noted(digest or ""), page.newest)
    return document("verification", verification_data(found))
