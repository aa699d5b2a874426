"""Runs the command `amends` inside the test's own process, as a terminal would see it."""

from __future__ import annotations

import io
import json
import os
import re
import sys
import traceback
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from typing import Any
from unittest.mock import patch

from typer.core import TyperGroup

from amends.cli import app
from support.documents import check_document, exact_texts

_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_FRAME = re.compile(r"[╭╮╰╯│─]")


@dataclass(frozen=True)
class Ran:
    """What a run of the command left behind."""

    status: int
    out: str
    err: str

    @property
    def message(self) -> str:
        """Standard error in one line, without the frame that usage errors have."""
        return " ".join(_FRAME.sub(" ", _COLOURS.sub("", self.err)).split())

    @property
    def text(self) -> str:
        """Standard output with single blanks, lines kept."""
        lines = _COLOURS.sub("", self.out).splitlines()
        return "\n".join(" ".join(line.split()) for line in lines)


class Amends:
    """The command; called with its arguments."""

    def __call__(self, *arguments: str, columns: int = 300) -> Ran:
        """Run it; an exception that comes through counts as it would in a terminal: status 1 and a traceback."""
        out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="", write_through=True)
        err = io.TextIOWrapper(
            io.BytesIO(), encoding="utf-8", errors="backslashreplace", newline="", write_through=True
        )
        environment = {"COLUMNS": str(columns), "TERM": "dumb", "NO_COLOR": "1"}
        with (
            patch.dict(os.environ, environment),
            patch.object(sys, "argv", ["amends", *arguments]),
            redirect_stdout(out),
            redirect_stderr(err),
            patch.object(app, "build", lambda word="": _built()),
        ):
            status = _status()
        return Ran(status, _written(out), _written(err))

    def shown(self, *arguments: str) -> str:
        """What it prints for people, where nothing is wrong."""
        ran = self(*arguments)
        assert (ran.status, ran.err) == (0, ""), ran.err
        return ran.text

    def data(self, *arguments: str, status: int = 0) -> Any:
        """The document it prints, held against its schema, where nothing is wrong; figures are their exact texts."""
        ran = self(*arguments, "--json")
        assert (ran.status, ran.err) == (status, ""), ran.err
        return exact_texts(check_document(json.loads(ran.out)))

    def refused(self, *arguments: str) -> str:
        """The message about bad input: status 2, on standard error, no traceback; with --json a problem document."""
        ran = self(*arguments)
        assert "Traceback" not in ran.err, ran.err[-400:]
        assert ran.status == 2, ran.out[:400]
        if "--json" in arguments:
            assert check_document(json.loads(ran.out))["kind"] == "problem"
        else:
            assert ran.out == ""
        assert ran.message
        return ran.message


_build = app.build


@cache
def _built() -> TyperGroup:
    """The application, made once: making it takes longer than most runs."""
    return _build()


def _status() -> int:
    try:
        app.main()
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except Exception:
        print(traceback.format_exc(), file=sys.stderr)
        return 1
    return 0


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode("utf-8", "replace")
