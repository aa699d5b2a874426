"""Version 4: what the processes of one server share for a while."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "4"
down_revision = "3"


def upgrade() -> None:
    """Make the tables of forms that were sent, sessions that ended, tries to sign in, uploads and analyses."""
    op.create_table(
        "sent_forms",
        sa.Column("token", sa.Text, primary_key=True, nullable=False),
        sa.Column("digest", sa.Text, primary_key=True, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("event", sa.Text),
        sa.Column("seq", sa.Integer),
        sa.Column("answer", sa.Text),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "ended_sessions",
        sa.Column("id", sa.Text, primary_key=True, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "sign_in_tries",
        sa.Column("kind", sa.Text, primary_key=True, nullable=False),
        sa.Column("key", sa.Text, primary_key=True, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("last", sa.Text, nullable=False),
        sa.Column("open", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "uploads",
        sa.Column("id", sa.Text, primary_key=True, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("into_event", sa.Text, nullable=False),
        sa.Column("accept_scores", sa.Integer, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "analyses",
        sa.Column("deal", sa.Text, primary_key=True, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
