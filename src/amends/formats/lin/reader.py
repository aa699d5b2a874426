"""Makes an event of the tables of a LIN file: a match of two teams where it has two rooms, else a field of pairs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from amends.bridge import Deal, Seat, Vulnerable, vulnerability
from amends.bridge import dealer as dealer_of
from amends.event.event import Event, Form, Player
from amends.event.ruling import CarryOver
from amends.event.table_result import DealtBoard
from amends.faults import Fault, Faults
from amends.formats.building import Builder, Participant, Sat
from amends.formats.csv_table import Gathered
from amends.formats.lin.keys import gathered, plain
from amends.formats.lin.tables import ROOMS, Header, Played, header, tables
from amends.formats.seating import is_nobody
from amends.journal.document import Document

_SCORINGS = {"I": "cross-imps", "B": "matchpoints"}
"""Of pairs, by the letter of the head."""


def document(text: str, name: str, winners: int | None, progress: Callable[[int], None] | None) -> Document:
    """The document of a LIN text; all its faults at once."""
    raw = gathered(plain(text))
    builder = Builder(name, winners=winners or 1, by_section=False)
    head = _header(raw.header.get("vg", ""), builder.faults)
    played = tables(raw, head.first, builder.faults, builder.notes, progress)
    teams = head.scoring != "P" and (all(head.teams) or any(each.room == "closed" for each in played))
    boards = _Boards(builder.faults)
    if teams:
        names = _team_names(head)
        _match(builder, _once(played, builder), names, boards)
        carried = tuple(
            CarryOver(team, amount, "as the file says", "imps")
            for team, amount in zip(names, head.carried, strict=True)
            if amount
        )
    else:
        _field(builder, played, boards)
        carried = ()
    built = builder.build()
    event = Event(
        form=Form.TEAMS if teams else Form.PAIRS,
        scoring=("bam" if head.scoring == "B" else "imps") if teams else _SCORINGS.get(head.scoring, "matchpoints"),
        winners=1 if teams else builder.winners,
        knockout=bool(carried),
        title=head.title,
        results=built.results,
        contestants=built.contestants,
        rulings=built.rulings,
        carry_overs=carried,
        vulnerable=boards.vulnerable,
        deals=tuple(boards.deals.values()),
    )
    about = {"description": head.segment} if head.segment else {}
    return Document(event=event, about=about, notes=built.notes, source="lin")


def _header(text: str, faults: Gathered) -> Header:
    try:
        return header(text)
    except Faults as trouble:
        faults.add(None, *trouble.faults)
        return Header()


@dataclass(slots=True)
class _Boards:
    """The hands and the vulnerability of each board; the same number with other hands is of another session."""

    faults: Gathered
    vulnerable: dict[int, Vulnerable] = field(default_factory=dict)
    deals: dict[tuple[int, str], DealtBoard] = field(default_factory=dict)
    _said: dict[int, Vulnerable] = field(default_factory=dict)
    _sessions: dict[int, dict[Deal, int]] = field(default_factory=dict)

    def sessions(self, played: list[Played]) -> list[str]:
        """The session of each table: "" for all where no number stands for two deals."""
        places = []
        for each in played:
            deal = each.table.deal if each.table else None
            known = self._sessions.setdefault(each.board, {})
            places.append(known.setdefault(deal, len(known) + 1) if deal is not None else 1)
        return [str(place) for place in places] if max(places, default=1) > 1 else [""] * len(places)

    def add(self, each: Played, session: str) -> None:
        """Keep what a table says about its board."""
        table = each.table
        if table is None:
            return
        if table.vulnerable is not None and self._said.setdefault(each.board, table.vulnerable) is not table.vulnerable:
            found = f"board {each.board}: {self._said[each.board].words} and {table.vulnerable.words}"
            self.faults.add(None, Fault(found, "one vulnerability for a board", "sv"))
        elif table.vulnerable not in (None, vulnerability(each.board)):
            self.vulnerable[each.board] = table.vulnerable
        if table.deal is not None:
            dealer = table.dealer if table.dealer is not dealer_of(each.board) else None
            dealt = DealtBoard(each.board, table.deal, session, dealer=dealer)
            if self.deals.setdefault((each.board, session), dealt).deal != table.deal:
                each.notes.append(("left-out", "other hands than in the other room: those of the open room are kept"))


def _sat(each: Played, session: str, ns: str, ew: str, room: str = "") -> Sat:
    return Sat(
        board=each.board, ns=(ns,), ew=(ew,), result=each.result, awards=each.awards, session=session, room=room,
        record=each.record, notes=tuple(each.notes),
    )  # fmt: skip


# Pairs


def _field(builder: Builder, played: list[Played], boards: _Boards) -> None:
    """Each table is one of a field; pairs are called by their names."""
    pairs = _Pairs()
    for each, session in zip(played, boards.sessions(played), strict=True):
        boards.add(each, session)
        ns, ew = pairs.at(each, session)
        builder.rows.append(_sat(each, session, ns, ew))
    builder.participants += pairs.participants


class _Pairs:
    """Pairs by their names, whichever of the two sits North or East; "NS" and "EW" where there are no names."""

    def __init__(self) -> None:
        self.participants: list[Participant] = []
        self._ids: dict[frozenset[str], str] = {}
        self._nameless: dict[tuple[str, int], int] = {}

    def at(self, each: Played, session: str) -> tuple[str, str]:
        """The ids of the two pairs of a table."""
        north, east, south, west = each.names
        ns, ew = self._id(north, south), self._id(east, west)
        if ns and ns == ew:
            ew = f"{ew} EW"
        if not (ns and ew):
            count = self._nameless[session, each.board] = self._nameless.get((session, each.board), 0) + 1
            number = f" {count}" if count > 1 else ""
            ns, ew = ns or f"NS{number}", ew or f"EW{number}"
        return ns, ew

    def _id(self, first: str, second: str) -> str:
        names = [name for name in (first, second) if name]
        id = " & ".join(names)
        if not names or is_nobody(id):
            return ""
        pair = frozenset(names)
        if pair not in self._ids:
            self._ids[pair] = id
            self.participants.append(Participant(number=id, players=tuple(Player(name) for name in names)))
        return self._ids[pair]


# Teams


def _team_names(head: Header) -> tuple[str, str]:
    home, away = head.teams
    if is_nobody(home) or is_nobody(away) or home == away:
        return "Home", "Away"
    return home, away


def _once(played: list[Played], builder: Builder) -> list[Played]:
    """One table for each board and room: the last with a result; one that is not in the file was not played."""
    kept: dict[tuple[int, str], Played] = {}
    for each in played:
        key = each.board, each.room or "open"
        earlier = kept.get(key)
        if earlier is None:
            kept[key] = each
            continue
        builder.note("erased", f"board {key[0]}, {key[1]} room, is there twice: one is left out", board=key[0])
        if each.known or not earlier.known:
            kept[key] = each
    for board in {board for board, _ in kept}:
        for room in ROOMS:
            notes = [("left-out", f"board {board}, {room} room: no result in the file")]
            kept.setdefault((board, room), Played(board, room, ("", "", "", ""), notes=notes))
    return sorted(kept.values(), key=lambda each: (each.board, each.room == "closed"))


def _match(builder: Builder, played: list[Played], names: tuple[str, str], boards: _Boards) -> None:
    """The tables of a match: the home team sits North-South in the open room."""
    builder.form = Form.TEAMS
    home, away = names
    players: dict[str, dict[str, None]] = {home: {}, away: {}}
    for each in played:
        boards.add(each, "")
        closed = each.room == "closed"
        ns, ew = (away, home) if closed else (home, away)
        for team, seats in ((ns, (Seat.NORTH, Seat.SOUTH)), (ew, (Seat.EAST, Seat.WEST))):
            players[team].update((each.names["NESW".index(seat.value)], None) for seat in seats)
        builder.rows.append(_sat(each, "", ns, ew, "closed" if closed else "open"))
    for team, found in players.items():
        there = tuple(Player(name) for name in found if name)
        builder.participants.append(Participant(number=team, name=team, players=there))
