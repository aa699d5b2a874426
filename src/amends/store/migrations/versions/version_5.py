"""Version 5: what players without an account have sent to the directors."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "5"
down_revision = "4"


def upgrade() -> None:
    """Make the table of messages from players."""
    op.create_table(
        "player_messages",
        sa.Column("event", sa.Text, primary_key=True, nullable=False),
        sa.Column("id", sa.Integer, primary_key=True, nullable=False),
        sa.Column("change", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("device", sa.Text, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("contestant", sa.Text, nullable=False),
        sa.Column("board", sa.Integer, nullable=False),
        sa.Column("place", sa.Text, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("official", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
