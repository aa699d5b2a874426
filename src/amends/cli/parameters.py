"""Commands whose plain parameters are read without pydantic, with which typer reads every one.

Importing it takes longer than most commands do. The others are still read by typer: numbers, and files nobody may read.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from typer.core import TyperCommand, TyperGroup


class PlainCommand(TyperCommand):
    """A command of typer, whose texts and paths are taken as they were typed."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Its parameters, --help among them."""
        return list(map(read_plainly, super().get_params(ctx)))


class PlainGroup(TyperGroup):
    """A group of commands, which has no parameter but --help."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Its parameters, --help among them."""
        return list(map(read_plainly, super().get_params(ctx)))


def read_plainly(parameter: Any) -> Any:
    """The parameter, which reads what is plain by itself; one of another typer, which has no such type, as it was."""
    annotation = getattr(getattr(parameter, "type_descriptor", None), "annotation", None)
    if annotation is not None and not isinstance(parameter.process_value, _Plainly):
        parameter.process_value = _Plainly(parameter, annotation, parameter.process_value)
    return parameter


class _Plainly:
    """What a parameter does with what was typed: its `process_value`, as click calls it."""

    def __init__(self, parameter: Any, annotation: object, otherwise: Callable[[Any, Any], Any]) -> None:
        self.parameter = parameter
        self.annotation = annotation
        self.otherwise = otherwise
        self.several = parameter.nargs != 1 or getattr(parameter, "multiple", False)

    def __call__(self, context: Any, value: Any) -> Any:
        """The value."""
        if not self._is_plain(value):
            return self.otherwise(context, value)
        read = self._read(value)
        callback = self.parameter.callback
        return read if callback is None else callback(context, self.parameter, read)

    def _is_plain(self, value: Any) -> bool:
        if value is None:
            return not self.parameter.required
        if self.several:
            return self.annotation == list[str] and bool(value) and all(map(_is_writable, value))
        if self.annotation is Path:
            return _is_writable(value) and (os.access(value, os.R_OK) or not os.path.lexists(value))
        return self.annotation is str and _is_writable(value)

    def _read(self, value: Any) -> Any:
        if self.several:
            return list(value or ())
        return Path(value) if self.annotation is Path and value is not None else value


def _is_writable(value: object) -> bool:
    """Whether it is text that can be written down again; bytes that are no text in the terminal's encoding cannot."""
    if not isinstance(value, str):
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True
