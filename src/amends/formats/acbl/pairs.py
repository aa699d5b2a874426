"""The pairs of a game: their numbers and directions, their players, and what was printed for them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import NamedTuple

from amends.bridge import Side
from amends.event.event import Player
from amends.event.published import PublishedStanding
from amends.formats.acbl.page import Node
from amends.formats.building import Builder, Participant
from amends.formats.seating import is_nobody

_DIRECTED = re.compile(r"(?P<number>\S.*?)[\s-]*(?P<side>N[-/]?S|E[-/]?W)", re.IGNORECASE)
_OVERALL = ("EVENT", "OVERALL")


class Pair(NamedTuple):
    """A pair as a cell calls it."""

    number: str
    side: Side | None = None

    @property
    def directed(self) -> str:
        """The number with its direction behind it."""
        return f"{self.number}{self.side.value}" if self.side else self.number


def pair_of(text: str) -> Pair:
    """The pair from "7", "7-NS", "7 EW".

    >>> pair_of('7-NS')
    Pair(number='7', side=<Side.NS: 'NS'>)
    """
    found = _DIRECTED.fullmatch(text)
    return Pair(found["number"], Side.parse(found["side"])) if found else Pair(text)


@dataclass(frozen=True, slots=True)
class Summary:
    """A line of the list of results."""

    section: str
    session: str
    pair: Pair
    players: tuple[Player, ...]
    standing: PublishedStanding
    places: dict[tuple[int, bool], str]
    """Its places by stratum, and by whether they are overall or in the section."""


class Summaries:
    """The lists of all sections."""

    def __init__(self, builder: Builder) -> None:
        self.builder = builder
        self.all: list[Summary] = []

    def read(self, section: Node, name: str, session: str) -> None:
        """The list of one section."""
        for each in section.items("pair_summaries"):
            number = each.text("pair_number", 60)
            if not number:
                each.refuse("pair_number", "nothing", "the number of a pair")
                continue
            pair = pair_of(number)
            if is_nobody(pair.number):
                self.builder.note("left-out", f"{each.path}: {number!r} is no pair")
                continue
            side = self._side(each)
            players = tuple(map(_player, each.items("players")))
            standing = self._standing(each, number, session)
            self.all.append(
                Summary(name, session, Pair(pair.number, side or pair.side), players, standing, _places(each))
            )

    @property
    def directed(self) -> bool:
        """Whether each pair of the lists has a direction."""
        return bool(self.all) and all(each.pair.side for each in self.all)

    @property
    def differ(self) -> bool:
        """Whether a number stands for other players in another session."""
        known: dict[tuple[str, Pair], tuple[Player, ...]] = {}
        return any(known.setdefault((each.section, each.pair), each.players) != each.players for each in self.all)

    def participants(self, winners: int) -> list[Participant]:
        """The pairs, each with the place of the widest stratum.

        Places are those of the event, or of the only section; the places of one of several sections, and overall ones
        where each direction has a winner, are not places in a list of the event.
        """
        widest = min((stratum for each in self.all for stratum, _ in each.places), default=1)
        sections = len({each.section for each in self.all})
        kinds = [False, True] if sections <= 1 else [True] if winners == 1 else []
        found = []
        for each in self.all:
            place = next((each.places[widest, kind] for kind in kinds if (widest, kind) in each.places), "")
            found.append(
                Participant(
                    number=each.pair.number,
                    section=each.section,
                    direction=each.pair.side,
                    players=each.players,
                    standing=replace(each.standing, place=place),
                )
            )
        return found

    def _side(self, each: Node) -> Side | None:
        text = each.text("direction", 60).upper().replace("-", "").replace("/", "")
        if text in ("NS", "EW"):
            return Side(text)
        if text:
            each.refuse("direction", repr(text), "NS or EW")
        return None

    def _standing(self, each: Node, number: str, session: str) -> PublishedStanding:
        figures = {}
        for key in ("score", "percentage", "adjustment", "handicap"):
            figures[key], trouble = each.printed(key)
            if trouble:
                self.builder.note("unreadable", f"{each.path}.{trouble}")
        return PublishedStanding(
            number,
            total=figures["score"],
            percent=figures["percentage"],
            boards=each.whole("boards_played"),
            adjustment=figures["adjustment"],
            handicap=figures["handicap"],
            session=session,
        )


def _player(node: Node) -> Player:
    number = node.text("id_number")
    # Who is no member has a number that the program made up.
    known = "" if number.lower().startswith("tmp:") or number.startswith("#") else number
    return Player(node.text("name").rstrip(", "), known)


def _places(each: Node) -> dict[tuple[int, bool], str]:
    found = {}
    for place in each.items("strat_place"):
        stratum, rank = place.whole("strat_number"), place.text("rank", 60)
        if stratum is not None and rank:
            found[stratum, place.text("type", 60).upper() in _OVERALL] = rank
    return found
