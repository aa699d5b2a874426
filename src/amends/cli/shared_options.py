"""Options that several commands share: a dataclass lists them, and a command takes all of them as one parameter."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, get_type_hints


def with_options(kind: type[Any], names: Sequence[str]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Makes a command take these fields of a dataclass as options, and have them in its parameter `options`."""
    hints, defaults = get_type_hints(kind, include_extras=True), kind()
    keyword = inspect.Parameter.KEYWORD_ONLY
    shared = [
        inspect.Parameter(name, keyword, default=getattr(defaults, name), annotation=hints[name]) for name in names
    ]

    def taking(command: Callable[..., None]) -> Callable[..., None]:
        parameters: list[inspect.Parameter] = []
        for name, own in inspect.signature(command, eval_str=True).parameters.items():
            parameters += shared if name == "options" else [own.replace(kind=keyword)]

        @wraps(command)
        def called(**given: Any) -> None:
            command(options=kind(**{name: given.pop(name) for name in names}), **given)

        called.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        called.__annotations__ = {each.name: each.annotation for each in parameters}
        return called

    return taking
