"""Version 2: drafts, numbered in each event; a number is not given twice."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Make the table of drafts."""
    op.add_column("events", sa.Column("drafts_made", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "drafts",
        sa.Column("event", sa.Text, sa.ForeignKey("events.key"), primary_key=True, nullable=False),
        sa.Column("id", sa.Integer, primary_key=True, nullable=False, autoincrement=False),
        sa.Column("author", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("seen", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
