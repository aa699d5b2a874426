"""The command `amends`: one module a command in `commands`."""

from amends.cli.app import main

__all__ = ["main"]
