"""The ranking, a board, a score card, and why a figure is what it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from amends.bridge import Side
from amends.contract.documents.base import (
    AuctionPart,
    BothSides,
    BothTeams,
    ContractDocument,
    DealPart,
    Direction,
    MovePart,
    PlacedPart,
    SideName,
    StandingPart,
    StoredAt,
)
from amends.contract.figures import MixedFigure, Part, PercentFigure, PlainFigure, SignedFigure, TotalFigure
from amends.explain import Explained
from amends.reports.card import score_card
from amends.reports.ranking import match_list, ranking
from amends.reports.traveller import fields_of, frequencies, traveller, traveller_lines, travellers
from amends.scoring.events.pairs import PairsStandings
from amends.scoring.field import FieldBoard
from amends.scoring.standings import Line, Standings
from amends.wording.figures import total_unit
from amends.wording.names import names


class RankingRow(StandingPart):
    """A contestant in the ranking."""

    contestant: str
    names: str = ""
    direction: Direction
    boards: int
    carried: TotalFigure
    penalty: TotalFigure
    ruled: bool


class MatchPart(Part):
    """A match of a teams event."""

    match: str
    session: str
    round: str
    home: str
    away: str
    boards: int
    margin: BothTeams[SignedFigure]
    carried: BothTeams[PlainFigure]
    penalty: BothTeams[PlainFigure]
    final: BothTeams[SignedFigure]
    vp: BothTeams[PercentFigure] | None
    winner: str | None


class RankingDocument(ContractDocument):
    """The ranking of an event; `moves` are the changes since the publication at `since`."""

    kind: Literal["ranking"] = "ranking"
    name: str
    form: str
    scoring: str
    regulation: str
    unit: str
    rows: tuple[RankingRow, ...]
    matches: tuple[MatchPart, ...] = ()
    notices: tuple[str, ...] = ()
    stored: StoredAt | None = None
    after_entry: int | None = None
    since: str | None = None
    moves: tuple[MovePart, ...] = ()
    notes: tuple[str, ...] = ()


class TravellerRow(Part):
    """A table on a traveller; in an individual each player of a side has a figure."""

    ns: tuple[str, ...]
    ew: tuple[str, ...]
    result: str
    award: BothSides[str]
    figure: BothSides[PlainFigure | None]
    figures: BothSides[tuple[PlainFigure | None, ...]]
    ruling: str | None
    round: str = ""
    auction: AuctionPart | None = None
    lead: str | None = None


class FrequencyRow(Part):
    """How often a N-S score occurs, and what it is worth; weighted scores occur in parts."""

    score: int
    times: BothSides[PlainFigure]
    figure: BothSides[PlainFigure | None]


class FrequencyPart(Part):
    """The frequencies of a board, of one group where it was fouled."""

    group: str
    expected: int
    scores: tuple[FrequencyRow, ...]


class BoardField(Part):
    """A board in one field: those whose scores are compared."""

    title: str
    session: str
    section: str
    round: str
    unit: str
    rows: tuple[TravellerRow, ...]
    frequencies: tuple[FrequencyPart, ...]
    deals: tuple[DealPart, ...]


class TeamBoardRow(Part):
    """What a team has on a board."""

    team: str
    opponents: tuple[str, ...]
    award: str
    figure: SignedFigure | None


class RoomRow(Part):
    """What happened at a table of a match."""

    match: str
    round: str
    room: str
    ns: tuple[str, ...]
    ew: tuple[str, ...]
    result: str
    award: BothSides[str]
    ruling: str | None


class BoardDocument(ContractDocument):
    """A board: a traveller for each field; of teams what each has, and what happened at the tables."""

    kind: Literal["board"] = "board"
    board: int
    fields: tuple[BoardField, ...] = ()
    teams: tuple[TeamBoardRow, ...] = ()
    rooms: tuple[RoomRow, ...] = ()
    deals: tuple[DealPart, ...] = ()
    hidden: bool = False
    stored: StoredAt | None = None
    notes: tuple[str, ...] = ()


class CardLinePart(Part):
    """A board on a score card."""

    session: str
    round: str
    board: int
    side: SideName
    opponents: tuple[str, ...]
    award: str
    figure: PlainFigure | None
    top: PlainFigure | None
    ruling: str | None
    provisional: bool


class CardDocument(StandingPart, ContractDocument):
    """The score card of a contestant; boards in `hidden` are not shown to who asks."""

    kind: Literal["card"] = "card"
    contestant: str
    names: str
    direction: Direction
    boards: int
    penalty: TotalFigure
    unit: str
    lines: tuple[CardLinePart, ...]
    hidden: tuple[int, ...] = ()
    stored: StoredAt | None = None
    notes: tuple[str, ...] = ()


class ScoreDocument(ContractDocument):
    """What was wanted of a scored event."""

    kind: Literal["score"] = "score"
    ranking: RankingDocument | None = None
    boards: tuple[BoardDocument, ...] = ()
    cards: tuple[CardDocument, ...] = ()
    notices: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class ExplanationPart(Part):
    """A figure that is the calculation: its value follows from its parts by its operation."""

    value: MixedFigure
    words: str
    operation: str
    clause: str = ""
    parts: tuple[ExplanationPart, ...] = ()


class ExplanationDocument(PlacedPart, ContractDocument):
    """Why a contestant has a total, or a figure on a board."""

    kind: Literal["explanation"] = "explanation"
    contestant: str
    board: int | None
    hidden: bool = False
    explanation: ExplanationPart | None = None
    stored: StoredAt | None = None
    notes: tuple[str, ...] = ()


# Made from standings


def ranking_document(
    standings: Standings, *, notices: Sequence[str] = (), stored: StoredAt | None = None, **more: object
) -> RankingDocument:
    """The ranking of scored standings; `more` are the keys about moves since a publication."""
    event = standings.event
    rows = [
        {**row, "direction": name}
        for name, table in zip(standings.lists, ranking(standings), strict=True)
        for row in table.data
    ]
    percents = any(entry.percent is not None for entries in standings.lists.values() for entry in entries)
    data = {
        "name": event.title,
        "form": event.form.value,
        "scoring": event.scoring,
        "regulation": event.regulation.name,
        "unit": total_unit(event, percents),
        "rows": rows,
        "matches": [row for table in match_list(standings) for row in table.data],
        "notices": notices,
        "stored": stored,
    }
    return RankingDocument.model_validate(data | more, context={"event": event})


def board_document(
    standings: Standings, number: int, session: str | None = None, stored: StoredAt | None = None
) -> BoardDocument:
    """A board in all its fields, or in those of one session."""
    data: dict[str, object] = {"board": number, "stored": stored}
    if isinstance(standings, PairsStandings):
        fields = [board for board in fields_of(standings, number) if session in (None, board.session)]
        if not fields:
            travellers(standings, number, session)  # says what is wrong
        data["fields"] = [_field(standings, board) for board in fields]
    else:
        teams, rooms = travellers(standings, number, session)
        data |= {"teams": teams.data, "rooms": rooms.data, "deals": [deal.data() for deal in teams.deals]}
    return BoardDocument.model_validate(data, context={"event": standings.event})


def _field(standings: PairsStandings, board: FieldBoard) -> dict[str, object]:
    made = traveller(standings, board, traveller_lines(standings, board))
    groups = [name for name in board.scored.lines.names() if board.scored.chart(Side.NS, name).values]
    names = groups if board.scored.lines.groups else [""]
    tables = zip(names, frequencies(board), strict=True)
    return {
        "title": made.title,
        "session": board.session,
        "section": board.section,
        "round": board.round,
        "unit": standings.unit,
        "rows": made.data,
        "frequencies": [
            {"group": name, "expected": board.scored.board.expected, "scores": table.data} for name, table in tables
        ],
        "deals": [deal.data() for deal in made.deals],
    }


def card_document(
    standings: Standings,
    contestant: str,
    lines: Sequence[Line] | None = None,
    hidden: Sequence[int] = (),
    stored: StoredAt | None = None,
) -> CardDocument:
    """The score card of a contestant; `lines` where some are `hidden`."""
    entry, event = standings.standing(contestant), standings.event
    data = {
        "contestant": contestant,
        "names": names(event, contestant),
        "direction": next(name for name, entries in standings.lists.items() if entry in entries),
        "place": entry.place,
        "total": entry.total,
        "percent": entry.percent,
        "boards": entry.boards,
        "penalty": entry.penalty,
        "unit": standings.unit,
        "lines": score_card(standings, contestant, lines).data,
        "hidden": hidden,
        "stored": stored,
    }
    return CardDocument.model_validate(data, context={"event": event})


def explanation_document(
    standings: Standings,
    contestant: str,
    board: int | None = None,
    figure: Explained | None = None,
    stored: StoredAt | None = None,
) -> ExplanationDocument:
    """Why a contestant has a figure; without a figure it is hidden from who asks."""
    data = {
        "contestant": contestant,
        "place": standings.standing(contestant).place,
        "board": board,
        "hidden": figure is None,
        "explanation": figure.data() if figure else None,
        "stored": stored,
    }
    return ExplanationDocument.model_validate(data)
