"""Random documents for PBN: events of every form with names, deals and a title."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from amends import load_regulation
from amends.bridge import Deal, Hand, Seat
from amends.bridge.deal import RANKS
from amends.event import Contestant, DealtBoard, Form, Player
from amends.formats import rulings_file, travellers_csv
from amends.journal.chain import Document
from support import events

NAMES = st.text(st.sampled_from("abc XYZ'.,-éłø\"\\^[]{}%?"), min_size=1, max_size=12).map(str.strip).filter(bool)
"""Names with all that a table cannot hold without quotes."""


def named(name: str) -> bool:
    """Whether a name says something and is not cut in two."""
    return name not in ("-", "?") and not any(between in f" {name} " for between in (" - ", " / ", " & "))


@st.composite
def documents(draw: st.DrawFn) -> Document:
    """Events of every form, with names, deals and a title."""
    travellers, rulings, options = draw(events.events(held=True))
    winners = int(options.get("winners", 1))
    event = travellers_csv.loads(travellers, winners=winners, accept_scores=True).event
    ruled = rulings_file.loads(rulings)
    form = Form(options.get("form", event.form.value))
    event = replace(
        event,
        form=form,
        scoring=options.get("scoring", "imps" if form is Form.TEAMS else "matchpoints"),
        regulation=load_regulation("exact").having(**{**(ruled.settings or {}), **options.get("settings", {})}),
        winners=winners,
        knockout=bool(options.get("knockout", False)),
        title=draw(st.sampled_from(("", 'The "Autumn" pairs', "Hérons; et % {cie}"))),
        rulings=(*event.rulings, *ruled.rulings),
        penalties=ruled.penalties,
        carry_overs=ruled.carry_overs,
        awards=ruled.awards,
        contestants={id: draw(people(known, form)) for id, known in event.contestants.items()},
    )
    boards = sorted({(each.session, each.board) for each in event.results})
    deals = [
        DealtBoard(board, draw(dealt()), session, dealer=draw(st.sampled_from((None, Seat.WEST))))
        for session, board in boards
        if draw(st.booleans())
    ]
    return Document(event=replace(event, deals=tuple(deals)), about=draw(st.sampled_from(({}, {"date": "2026-11-15"}))))


@st.composite
def people(draw: st.DrawFn, known: Contestant, form: Form) -> Contestant:
    """A contestant with a name, with players, with both or with neither."""
    names = NAMES.filter(named)
    if form is Form.INDIVIDUAL:
        return replace(known, players=draw(st.sampled_from(((), (Player("Player 1", "77"),)))))
    players = st.builds(Player, names, st.sampled_from(("", "12", "A 7")))
    two = draw(st.one_of(st.just(()), st.tuples(players, players)))
    return replace(known, name=draw(st.one_of(st.just(""), names)), players=two)


@st.composite
def dealt(draw: st.DrawFn) -> Deal:
    """A whole deal."""
    cards = draw(st.permutations([(suit, rank) for suit in range(4) for rank in RANKS]))
    hands = []
    for seat in range(4):
        mine = cards[13 * seat : 13 * seat + 13]
        hands.append(Hand.of(*("".join(rank for own, rank in mine if own == suit) for suit in range(4))))
    return Deal(*hands)
