"""Run by Alembic, which finds it by its name: the migrations on the connection that `amends.store.schema` gives it."""

from __future__ import annotations

from alembic import context

from amends.store.schema import VERSION


def run() -> None:
    """The migrations, in the transaction that the connection is in."""
    context.configure(connection=context.config.attributes["connection"], version_table=VERSION.name)
    context.run_migrations()


if __name__ == "env_py":  # Alembic's name for this module
    run()
