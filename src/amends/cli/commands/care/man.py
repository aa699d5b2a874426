"""`amends man`: the manual page."""

from __future__ import annotations

from amends.cli import output
from amends.cli.help_pages.manual import manual_page


def man() -> None:
    """Print the manual page: all commands with all options.

    Example: amends man > amends.1
    """
    output.say(manual_page())


COMMANDS = {"man": man}
