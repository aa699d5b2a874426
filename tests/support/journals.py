"""Random values of every type that a journal holds, led by the types of the fields; and whole documents of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import is_dataclass, replace
from datetime import UTC, datetime
from enum import Enum
from fractions import Fraction
from itertools import count
from typing import Any, get_args, get_origin

from hypothesis import strategies as st

from amends.awards import Artificial, BetterOf, Grade, Mixture, NotScored, Published, Redress, Unit, parse_award
from amends.bridge import (
    BySide,
    Call,
    Card,
    Contract,
    Deal,
    Denomination,
    Doubling,
    Hand,
    PassedOut,
    Points,
    Result,
    Seat,
    Side,
)
from amends.event import (
    CarryOver,
    Contestant,
    DealtBoard,
    Event,
    Form,
    Penalty,
    Player,
    Ruling,
    TableRecord,
    TableReference,
    TableResult,
    VictoryPointAward,
)
from amends.event.published import Printed, PublishedFigures, PublishedLine
from amends.formats.event_document.reader import written
from amends.journal.chain import Document, Note
from amends.journal.codec import REQUIRED, defaults, is_union, types_of
from amends.journal.entries import Reference
from amends.journal.people import Salts
from amends.regulations import load
from support import cases

START = datetime(2026, 11, 15, 14, 0, tzinfo=UTC)
TEXTS = st.text(st.characters(codec="utf-8"), max_size=5)
WORDS = st.one_of(st.sampled_from(("1", "2", "A3NS", "12", "ä ♥", '"', "")), TEXTS)
WHOLE = st.integers(-(10**17), 10**17)
FRACTIONS = st.fractions(max_denominator=10**6).filter(lambda value: abs(value) < 10**9)
RANKS = "AKQJT98765432"


def salts() -> Salts:
    """Salts that are the same every time."""
    numbers = count(1)
    return lambda: f"{next(numbers):032x}"


# Awards


@st.composite
def results(draw: st.DrawFn) -> Result:
    contract = Contract(draw(st.integers(1, 7)), draw(st.sampled_from(Denomination)), draw(st.sampled_from(Doubling)))
    return Result(contract, draw(st.sampled_from(Seat)), draw(st.integers(0, 13)))


OUTCOMES = st.one_of(results(), st.just(PassedOut()), st.builds(Points, st.integers(-99999, 99999)))
PLAIN = st.builds(Mixture.of, OUTCOMES)
WEIGHTED = st.builds(Mixture, st.lists(st.tuples(FRACTIONS, OUTCOMES), min_size=1, max_size=3).map(tuple))
MIXTURES = st.one_of(PLAIN, WEIGHTED)
ARTIFICIAL = st.one_of(
    st.builds(Artificial, st.sampled_from(Grade)),
    st.builds(Artificial, st.fractions(0, 1, max_denominator=10**4), st.just(Unit.PERCENT)),
    st.builds(Artificial, FRACTIONS, st.just(Unit.IMPS)),
)
AWARDS: Mapping[Any, st.SearchStrategy[Any]] = {
    Mixture: MIXTURES,
    Artificial: ARTIFICIAL,
    NotScored: st.builds(NotScored, st.booleans()),
    Redress: st.builds(Redress, st.sampled_from(Side), MIXTURES, MIXTURES, MIXTURES),
    BetterOf: st.builds(BetterOf, st.one_of(MIXTURES, ARTIFICIAL), st.one_of(MIXTURES, ARTIFICIAL)),
    Published: st.builds(Published, FRACTIONS, st.one_of(st.none(), MIXTURES)),
}


# The other values


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    """Cards to the four hands, not always thirteen each; a hand may be unknown."""
    cards = draw(st.permutations(range(52)))
    hands: list[Hand | None] = []
    for place in range(4):
        held = cards[place * 13 : place * 13 + draw(st.integers(0, 13))]
        suits = ("".join(RANKS[rank] for rank in range(13) if suit * 13 + rank in held) for suit in range(4))
        hands.append(draw(st.sampled_from((Hand(*suits), None))))
    return Deal(*hands)


CARDS = st.builds(Card, st.sampled_from([each for each in Denomination if each.value != "NT"]), st.sampled_from(RANKS))
BIDS = [f"{level}{each.value}" for level in range(1, 8) for each in Denomination]
CALLS = st.builds(Call, st.sampled_from(("pass", "X", "XX", *BIDS)), st.booleans(), WORDS)
TIMES = st.one_of(st.datetimes(), st.datetimes(timezones=st.just(UTC)))
PRINTED = st.from_regex(r"-?[0-9]{1,5}(\.[0-9]{0,3})?", fullmatch=True).map(Printed)
REFERENCES = st.one_of(st.just(""), st.integers(0, 9).map(lambda digit: f"{digit}" * 64))

LEAVES: Mapping[Any, st.SearchStrategy[Any]] = {
    **AWARDS,
    str: WORDS,
    int: WHOLE,
    bool: st.booleans(),
    Fraction: FRACTIONS,
    datetime: TIMES,
    Call: CALLS,
    Card: CARDS,
    Deal: deals(),
    Printed: PRINTED,
    Reference: REFERENCES,
    type(None): st.none(),
}


def values(kind: Any) -> st.SearchStrategy[Any]:
    """Any value of a type."""
    if kind in LEAVES:
        return LEAVES[kind]
    if kind is object:  # the value of a setting
        return st.one_of(WORDS, WHOLE, st.booleans(), st.dictionaries(WORDS, WORDS, max_size=2))
    if is_union(kind):
        return st.one_of(*map(values, get_args(kind)))
    origin, inside = get_origin(kind), get_args(kind)
    if origin is tuple and inside[-1] is ...:
        return st.lists(values(inside[0]), max_size=3).map(tuple)
    if origin is tuple:
        return st.tuples(*map(values, inside))
    if origin is BySide:
        return st.builds(BySide, values(inside[0]), values(inside[0]))
    if origin is not None and issubclass(origin, Mapping):
        return st.dictionaries(values(inside[0]), values(inside[1]), max_size=3)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return st.sampled_from(kind)
    assert is_dataclass(kind)
    return objects(kind)


@st.composite
def objects(draw: st.DrawFn, kind: Any) -> Any:
    """A dataclass; a field that has a default is as often left alone as not."""
    given = {
        name: draw(values(types_of(kind)[name]))
        for name, default in defaults(kind).items()
        if default is REQUIRED or draw(st.booleans())
    }
    return kind(**given)


# Documents


def named_results() -> st.SearchStrategy[tuple[TableResult, ...]]:
    """Table results as an event has them: with names in their records."""
    names = st.lists(WORDS, max_size=4).map(tuple)

    def with_names(pair: tuple[TableResult, tuple[str, ...]]) -> TableResult:
        result, players = pair
        return result if result.record is None else replace(result, record=replace(result.record, players=players))

    each = st.tuples(values(TableResult), names).map(with_names)
    return st.lists(each, max_size=3, unique_by=lambda result: result.id).map(tuple)


@st.composite
def rulings(draw: st.DrawFn) -> tuple[Ruling, ...]:
    """Rulings with ids of their own; one may replace another that stands before or after it."""
    found: list[Ruling] = draw(st.lists(values(Ruling), max_size=3, unique_by=lambda ruling: ruling.id))
    ids = [ruling.id for ruling in found]
    return tuple(
        replace(ruling, replaces=draw(st.sampled_from([None, *(id for id in ids if id != ruling.id)])))
        for ruling in found
    )


@st.composite
def events(draw: st.DrawFn) -> Event:
    """An event of anything: nothing of it need make sense at a table."""
    form = draw(st.sampled_from(Form))
    contestants: list[Contestant] = draw(st.lists(values(Contestant), max_size=3))
    regulation = load(draw(st.sampled_from(("exact", "ebu", "acbl")))).having(**draw(cases.settings()))
    return Event(
        form=form,
        scoring=draw(st.sampled_from(("imps", "bam") if form is Form.TEAMS else ("matchpoints", "butler"))),
        regulation=draw(st.sampled_from((load("ebl"), regulation, replace(regulation, name="club")))),
        winners=draw(st.sampled_from((1, 2))),
        knockout=draw(st.booleans()),
        title=draw(WORDS),
        results=draw(named_results()),
        contestants={contestant.id: contestant for contestant in contestants},
        rulings=draw(rulings()),
        penalties=draw(values(tuple[Penalty, ...])),
        carry_overs=draw(values(tuple[CarryOver, ...])),
        awards=draw(values(tuple[VictoryPointAward, ...])),
        vulnerable=draw(values(types_of(Event)["vulnerable"])),
        deals=draw(values(tuple[DealtBoard, ...])),
    )


@st.composite
def published(draw: st.DrawFn) -> PublishedFigures:
    """Figures of every kind."""
    hints = types_of(PublishedFigures)
    return PublishedFigures(**{name: draw(values(hint)) for name, hint in hints.items()})


def documents() -> st.SearchStrategy[Document]:
    """A document of anything, without a journal."""
    return st.builds(
        Document,
        event=events(),
        published=published(),
        about=st.dictionaries(WORDS, WORDS, max_size=2),
        notes=values(tuple[Note, ...]),
    )


# One document that is always the same


def small() -> Document:
    """Two tables, one of them ruled, with everything around them."""
    results = (
        TableResult("7/1-2", parse_award("4H N ="), BySide(("1",), ("2",)), board=7),
        TableResult(
            "7/3-4",
            parse_award("4H N -1"),
            BySide(("3",), ("4",)),
            board=7,
            record=TableRecord(players=("Player 5", "Player 6", "Player 7", "Player 8")),
        ),
    )
    ruling = Ruling("1", 7, TableReference("3", "4"), BySide(parse_award("60% 4H N =; 40% 4H N -1"), None))
    contestants = {"1": Contestant("1", "Herons", players=(Player("Player 1", "901"), Player("Player 2")))}
    return Document(
        event=Event(title="Friday", results=results, rulings=(ruling,), contestants=contestants),
        published=PublishedFigures(
            lines={"7/1-2": PublishedLine(Printed("620"))}, datums={("1", "A", 7): Printed("310")}
        ),
        about={"club": "A club", "date": "2026-11-15"},
        notes=(Note("contract", "the contract gives 620", "7/1-2", 7, 3),),
    )


def text_of(document: Document) -> str:
    """The document as a file that is the same every time."""
    return written(document, START, "Scorer", salts())
