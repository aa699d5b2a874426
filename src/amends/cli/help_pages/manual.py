"""The manual page: the help of every command, as `man` reads it (roff)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from amends.cli.help_pages.page import HelpPage, help_page
from amends.version import __version__

EXIT_STATUS = (
    ("0", "It worked."),
    ("1", "Something does not follow: a ruling is forbidden, a published figure is wrong, a worked example failed."),
    ("2", "The input or the use of the command is wrong; nothing was changed."),
    ("130", "It was stopped by Ctrl+C."),
)
ENVIRONMENT = (
    ("AMENDS_STORE", "Where events are kept: a file or a postgresql:// address."),
    ("AMENDS_CLUB", "A folder with the club's own regulations, scales of victory points, and logo."),
    ("AMENDS_BY", "Who enters something: the name on the entry."),
    ("AMENDS_QUIET", "Anything: print no notes and no progress."),
    (
        "AMENDS_BRIDGEMATE_URL, AMENDS_BRIDGEMATE_CLUB, AMENDS_BRIDGEMATE_KEY, AMENDS_BRIDGEMATE_FILE",
        "The address of the Bridgemate Data Connector, and the club and key for it or the file that has them.",
    ),
    ("NO_COLOR", "Anything: print without colours."),
)


def manual_page() -> str:
    """The whole page."""
    return "\n".join(_lines())


def every_command() -> Iterator[Any]:
    """The context of every command, in the order of the help."""
    top = _top()
    yield from _commands(top.command, top)


def _top() -> Any:
    from amends.cli.app import build

    return build().make_context("amends", [], resilient_parsing=True)


def _lines() -> Iterator[str]:
    page = help_page(_top())
    yield f'.TH AMENDS 1 "" "amends {__version__}" "User commands"'
    yield from (".SH NAME", r"amends \- score duplicate bridge exactly, with every ruling of Law 12")
    yield from (".SH SYNOPSIS", _roff(page.usage), ".SH DESCRIPTION", *map(_roff, page.paragraphs))
    yield ".SH COMMANDS"
    for context in every_command():
        yield from _command(context.command_path, help_page(context))
    yield from _listed("EXIT STATUS", EXIT_STATUS)
    yield from _listed("ENVIRONMENT", ENVIRONMENT)


def _commands(group: Any, parent: Any) -> Iterator[Any]:
    """The context of every command, those in groups too."""
    for name, command in group.commands.items():
        context = command.make_context(name, [], parent=parent, resilient_parsing=True)
        if hasattr(command, "commands"):
            yield from _commands(command, context)
        else:
            yield context


def _command(path: str, page: HelpPage) -> Iterator[str]:
    yield from (f".SS {_roff(path)}", _roff(page.usage))
    for paragraph in page.paragraphs:
        yield from (".PP", _roff(paragraph))
    for section in page.sections:
        for term, meaning in section.rows:
            yield from (".TP", rf"\fB{_roff(term)}\fR", _roff(meaning))
    for example in page.examples:
        yield from (".PP", "Example:", ".PP", rf"\fI{_roff(example)}\fR")


def _listed(title: str, rows: tuple[tuple[str, str], ...]) -> Iterator[str]:
    yield f".SH {title}"
    for term, meaning in rows:
        yield from (".TP", rf"\fB{_roff(term)}\fR", _roff(meaning))


def _roff(text: str) -> str:
    """Text with what roff would take for its own signs escaped."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + escaped if escaped[:1] in (".", "'") else escaped
