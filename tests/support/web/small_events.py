"""Small events for screens: names that would like to be scripts, teams, individuals, boards that are not played."""

from __future__ import annotations

from amends.awards import parse_award
from amends.bridge import BySide, Card, Deal
from amends.desk import Desk
from amends.desk.event_cache import short_key
from amends.event import Contestant, Event, Form, TableRecord, TableResult
from amends.event.table_result import DealtBoard
from amends.journal.chain import Document
from amends.journal.from_event import journal_of
from amends.regulations import load as load_regulation

HOSTILE = '<script>alert("x")</script>/../&?#~2F%2F'
DEAL = "N:KQJ2.AK3.QJ4.T98 A543.QJT.KT9.AKQ T98.9876.A876.J7 76.542.532.65432"


def line(board: int, ns: str, ew: str, result: str = "4H N =", **more: str) -> TableResult:
    """A line of a traveller; players of an individual have a + between them."""
    sides = (tuple(filter(None, side.split("+"))) for side in (ns, ew))
    id = "/".join((str(board), ns, ew, *more.values()))
    record = TableRecord(lead=Card.parse("DT")) if board == 1 else None
    return TableResult(id, parse_award(result), BySide(*sides), board=board, record=record, **more)  # type: ignore[arg-type]


PAIRS = Event(
    title="Pairs",
    results=(
        line(1, "1", "A/3"),
        line(1, "2", "4", "4H N +1"),
        line(2, "1", "4", "np"),
        line(2, "2", "A/3", "3NT S -1"),
    ),
    contestants={"2": Contestant("2", name=HOSTILE), "1": Contestant("1", name="Ash & Birch")},
    deals=(DealtBoard(1, Deal.parse(DEAL)), DealtBoard(2, Deal.parse(DEAL))),
)
"""Pair 1 has not played board 2; "A/3" is a pair too, and 2 has a hostile name."""

STRANGE = Event(results=(line(1, HOSTILE, ".."), line(1, "3.json", "4", "4H N +1")))

TEAMS = Event(
    form=Form.TEAMS,
    scoring="imps",
    results=(
        line(1, "1", "2", "4H N =", room="open", round="1"),
        line(1, "2", "1", "4H N -1", room="closed", round="1"),
        line(2, "1", "2", "3NT N =", room="open", round="1"),
        line(2, "2", "1", "3NT N =", room="closed", round="1"),
    ),
)

EIGHTS = Event(
    form=Form.TEAMS,
    scoring="imps",
    results=(
        line(1, "1", "2", "4H N =", room="open", round="1"),
        line(1, "2", "1", "3H N +1", room="closed", round="1"),
        line(1, "1", "2", "4H N -1", room="open 2", round="1"),
        line(1, "2", "1", "4H N =", room="closed 2", round="1"),
    ),
)

INDIVIDUAL = Event(
    form=Form.INDIVIDUAL,
    results=(line(1, "1+2", "3+4"), line(1, "5+6", "7+8", "4H N -1"), line(2, "1+3", "5+7"), line(2, "2+4", "6+8")),
)


SWISS = Event(
    form=Form.SWISS_PAIRS,
    regulation=load_regulation("exact").having(vp_scale="ebu-swiss-pairs"),
    results=(
        line(1, "1", "2", "+170", round="2"),
        line(1, "1", "8", "4H N =", round="1"),
        line(1, "2", "7", "4H N +1", round="1"),
        line(1, "7", "8", "3NT S =", round="2"),
    ),
)
"""Swiss pairs whose board numbers begin anew each round; the lines of round 2 were not all entered last."""


def put(desk: Desk, event: Event, name: str = "small") -> str:
    """Put an event into the store; its address."""
    kept = desk.store.begin(name, "2026-11-14", journal_of(Document(event=event), desk.clock(), "amends"))
    return f"/e/{short_key(kept)}"
