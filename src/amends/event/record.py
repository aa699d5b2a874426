"""What is known of a table besides its result: the lead, the auction, the play, who of a team sat there."""

from __future__ import annotations

from dataclasses import dataclass

from amends.bridge import Auction, BySide, Card, Deal, Seat

_NO_PAIRS = BySide("", "")


@dataclass(frozen=True, slots=True)
class TableRecord:
    """Nothing here is scored; it is kept because a director asks for it, and so that no file loses it."""

    lead: Card | None = None
    auction: Auction | None = None
    play: tuple[Card, ...] = ()
    pairs: BySide[str] = _NO_PAIRS
    """The pairs of the two teams, as their file numbers them."""
    players: tuple[str, ...] = ()
    """The names of those who sat there where a file has them by table alone: north, east, south, west."""
    remark: str = ""


@dataclass(frozen=True, slots=True)
class DealtBoard:
    """The hands of a board in a session; a section of "" stands for all sections."""

    board: int
    deal: Deal
    session: str = ""
    section: str = ""
    dealer: Seat | None = None
    """As the file says; None: by the board's number."""
