"""`amends engine`: answers requests of another program, line by line."""

from __future__ import annotations

import sys

from amends.cli.options.common import Json


def engine_command(json: Json = False) -> None:
    """Answer the requests of another program, in JSON.

    It reads one request per line from standard input and writes one answer per line to standard output.

    It ends when its input ends. Each line is an object such as {"id": 1, "do": "version"}.

    Example: amends engine
    """
    from amends.contract.engine import serve

    serve(sys.stdin.buffer, sys.stdout.buffer)


COMMANDS = {"engine": engine_command}
