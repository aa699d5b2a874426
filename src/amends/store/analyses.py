"""What the cards of deals make, in its table: worked out once for all processes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, delete, select, text

from amends.store.records import json_in, json_of, time_of
from amends.store.schema import ANALYSES

KEPT = timedelta(days=30)
"""After so long a deal is worked out again by who asks for it."""

_NEW = text("INSERT INTO analyses (deal, at, body) VALUES (:deal, :at, :body) ON CONFLICT DO NOTHING")


def kept(connection: Connection, deals: Sequence[str]) -> dict[str, dict[str, Any]]:
    """What is known of some deals."""
    rows = connection.execute(select(ANALYSES.c.deal, ANALYSES.c.body).where(ANALYSES.c.deal.in_(deals)))
    return {row.deal: json_in(row.body) for row in rows}


def keep(connection: Connection, deal: str, body: Mapping[str, Any], now: datetime) -> None:
    """Keep what was worked out of a deal; old ones are forgotten."""
    connection.execute(delete(ANALYSES).where(ANALYSES.c.at < time_of(now - KEPT)))
    connection.execute(_NEW, {"deal": deal, "at": time_of(now), "body": json_of(body)})
