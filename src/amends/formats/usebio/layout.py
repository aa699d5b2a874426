"""Where the parts of an event stand: lists, boards, matches and hands by session and section, nested or flat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from amends.formats.usebio.elements import Element

LINES = ("TRAVELLER_LINE", "RESULT")
"""The names of a traveller's line."""


class Place(NamedTuple):
    """A session and a section; "" for what stands outside of them."""

    session: str = ""
    section: str = ""


class Placed(NamedTuple):
    """An element and where it stands."""

    place: Place
    element: Element


class Layout:
    """The parts of an event in the order of the file."""

    def __init__(self, root: Element, event: Element) -> None:
        self._sessions: dict[str, None] = {}
        self._sections: dict[str, None] = {}
        self.participants: list[Placed] = []
        self.boards: list[Placed] = []
        self.matches: list[Placed] = []
        self.handsets: list[Placed] = []
        self._kept = {
            "PARTICIPANTS": self.participants,
            "BOARD": self.boards,
            "MATCH": self.matches,
            "HANDSET": self.handsets,
        }
        self._walk(event, Place())
        self.sessions, self.sections = list(self._sessions), list(self._sections)
        self.handsets += (Placed(Place(), handset) for handset in root.named("HANDSET"))

    def lines(self) -> Iterator[Element]:
        """Each line of a traveller, in matches too."""
        boards = (placed.element for placed in self.boards)
        in_matches = (board for placed in self.matches for board in placed.element.named("BOARD"))
        for group in (boards, in_matches):
            for board in group:
                yield from board.named(*LINES)

    def _walk(self, element: Element, place: Place) -> None:
        sessions = sum(1 for _ in element.named("SESSION"))
        sections = sum(1 for _ in element.named("SECTION"))
        counts = {"SESSION": 0, "SECTION": 0}
        for child in element.children:
            if child.tag in counts:
                counts[child.tag] += 1
            if child.tag == "SESSION":
                session = _called(child, "SESSION", counts["SESSION"], sessions)
                self._sessions[session] = None
                self._walk(child, Place(session, place.section))
            elif child.tag == "SECTION":
                section = _called(child, "SECTION", counts["SECTION"], sections)
                self._sections[section] = None
                self._walk(child, Place(place.session, section))
            elif child.tag in self._kept:
                self._kept[child.tag].append(Placed(place, child))


def _called(element: Element, what: str, number: int, of: int) -> str:
    """What the file calls a session or section; its number where it has no name and is not the only one."""
    name = element.text(f"{what}_ID", f"{what}_NUMBER", f"{what}_NAME")[:60]
    return " ".join(name.split()) or (str(number) if of > 1 else "")
