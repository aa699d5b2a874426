"""The lists of a file: pairs, teams or players, with what was printed for each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from amends.event.event import Form, Player, TeamPair
from amends.event.published import Printed, PublishedPair, PublishedStanding
from amends.faults import Faults
from amends.formats.building import Builder, Participant
from amends.formats.usebio.elements import Element
from amends.formats.usebio.header import Layout, Placed
from amends.formats.usebio.lines import printed
from amends.formats.usebio.numbering import Numbering

_TAGS = {Form.TEAMS: "TEAM", Form.INDIVIDUAL: "PLAYER"}
_NUMBERS = {
    "TEAM": ("TEAM_ID", "TEAM_NUMBER", "TEAM_NAME"),
    "PLAYER": ("PLAYER_NUMBER", "PLAYER_ID"),
    "PAIR": ("PAIR_NUMBER", "PAIR_ID"),
}


def entries(layout: Layout, form: Form) -> Iterator[tuple[Placed, Element, str]]:
    """Each contestant of the lists: the list with its place, the contestant and its number."""
    tag = _TAGS.get(form, "PAIR")
    for placed in layout.participants:
        for element in placed.element.named(tag):
            number = element.text(*_NUMBERS[tag])
            if number:
                yield placed, element, number


def listed(layout: Layout, form: Form) -> Iterator[tuple[str, str, str, str]]:
    """Section, number, direction and session of each contestant in the lists."""
    for placed, element, number in entries(layout, form):
        yield _section(placed, element), number, element.text("DIRECTION"), placed.place.session


def _section(placed: Placed, element: Element) -> str:
    return element.text("SECTION_ID")[:60] or placed.place.section


class _Columns(NamedTuple):
    """Where the figures of a contestant stand; "" where there are none."""

    place: str = "PLACE"
    total: str = "TOTAL_SCORE"
    percent: str = "PERCENTAGE"


class Lists:
    """Reads the lists into the builder."""

    def __init__(self, builder: Builder, numbering: Numbering, layout: Layout, scoring: str) -> None:
        self._builder = builder
        self._numbering = numbering
        self._layout = layout
        self._scoring = scoring
        self._columns = _Columns()
        self.pairs: list[tuple[str, str, Element]] = []
        """The pairs of teams: section and number of the team, and the pair."""

    def read(self, form: Form) -> None:
        """Add all contestants."""
        self._columns = self._read_columns(form)
        for placed, element, text in entries(self._layout, form):
            try:
                number = self._numbering.number(text, element.text("DIRECTION"))
                section = _section(placed, element)
                own, name = self._numbering.contestant(section, number, placed.place.session)
            except Faults as trouble:
                self._builder.faults.add(element.line, *trouble.faults)
                continue
            if not name:
                continue  # nobody: a phantom in the list
            teamed = list(element.named("PAIR")) if form is Form.TEAMS else []
            self.pairs += ((own, name, pair) for pair in teamed)
            self._builder.participants.append(
                Participant(
                    number=name,
                    section=own,
                    direction=self._numbering.side(section, number) if self._numbering.winners == 2 else None,
                    name=element.text("TEAM_NAME") if form is Form.TEAMS else "",
                    players=_players(element),
                    pairs=tuple(TeamPair(pair.text("PAIR_NUMBER"), _players(pair)) for pair in teamed),
                    standing=self._standing(element, placed.place.session),
                )
            )

    def published_pairs(self) -> list[PublishedPair]:
        """What was printed for the pairs of teams; to be asked for when all lines and lists have been read."""
        found = []
        for section, number, pair in self.pairs:
            imps = self._figure(pair, "PAIR_IMPS")
            if imps is None:
                continue
            try:
                team = self._builder.contestant(section, number)
            except Faults as trouble:
                self._builder.faults.add(pair.line, *trouble.faults)
            else:
                found.append(PublishedPair(team, pair.text("PAIR_NUMBER"), imps, _whole(pair.text("BOARDS_PLAYED"))))
        return found

    def _read_columns(self, form: Form) -> _Columns:
        """What the columns of the lists stand for: where no percentages are scored, something else, or nothing."""
        if self._scoring in ("matchpoints", "bam"):
            return _Columns()
        elements = [element for _, element, _ in entries(self._layout, form)]
        percents = [element.text("PERCENTAGE") for element in elements]
        if len(percents) > 1 and all(map(_is_zero, percents)):
            places = {element.text("PLACE") for element in elements} - {""}
            also = " and the places (all the same)" if len(places) == 1 else ""
            words = f"the percentages (all {percents[0][:20]}){also} are no figures"
            self._builder.note("left-out", words, line=elements[0].line)
            return _Columns(percent="", place="" if len(places) == 1 else "PLACE")
        if form is not Form.TEAMS and not any(element.text("TOTAL_SCORE") for element in elements):
            return _Columns(total="PERCENTAGE", percent="")
        return _Columns()

    def _standing(self, element: Element, session: str) -> PublishedStanding | None:
        columns = self._columns
        masters = next((each for each in element.named("MASTER_POINTS") if each.text("MASTER_POINTS_AWARDED")), element)
        standing = PublishedStanding(
            "",
            place=element.text(columns.place)[:20],
            total=self._figure(element, columns.total),
            percent=self._figure(element, columns.percent),
            boards=_whole(element.text("BOARDS_PLAYED")),
            adjustment=self._figure(element, "ADJUSTMENT"),
            handicap=self._figure(element, "HANDICAP"),
            master_points=self._figure(masters, "MASTER_POINTS_AWARDED"),
            # Where there is one session alone, its list is the list of the event.
            session=session if len(self._layout.sessions) > 1 else "",
        )
        return standing if standing != PublishedStanding("", session=standing.session) else None

    def _figure(self, element: Element, name: str) -> Printed | None:
        notes: list[tuple[str, str]] = []
        figure = printed(element.text(name), name, notes)
        for kind, words in notes:
            self._builder.note(kind, words, line=element.line)
        return figure


def _players(element: Element) -> tuple[Player, ...]:
    """The players that stand in an element; of an individual, the element itself."""
    people = [element] if element.tag == "PLAYER" else element.named("PLAYER")
    found = (
        Player(each.text("PLAYER_NAME"), each.text("NATIONAL_ID_NUMBER"), each.text("CLUB_ID_NUMBER"))
        for each in people
    )
    return tuple(player for player in found if player != Player())


def _is_zero(text: str) -> bool:
    digits = text.replace(".", "", 1).replace(",", "", 1)
    return bool(digits) and not digits.strip("0")


def _whole(text: str) -> int | None:
    plain = text.removesuffix(".0")
    return int(plain) if plain.isascii() and plain.isdigit() and len(plain) < 10 else None
