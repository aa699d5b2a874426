"""Endpoints: which function answers which method and path, with which right, and what it takes and gives.

An endpoint is declared once; its route, its checks and its entry in the OpenAPI document follow from that. A function
gets the page of the request, what stands in the path, and what was asked for by name; it gives a document.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, TypeVar

from pydantic import BaseModel

from amends.accounts.accounts import Right

Answers = Callable[..., Any]
A = TypeVar("A", bound=Answers)


class Anybody(Enum):
    """Who may ask without a right of an official."""

    READERS = "readers"
    """Everybody, as far as the club lets readers see the event; a key may see more."""
    KEYS = "keys"
    """Whoever has a key, of any role."""
    ALL = "all"
    """Everybody, and nothing of any event."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """Something that is asked behind the question mark."""

    words: str
    kind: type = str
    """A text, a whole number (int) or true and false (bool)."""
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """A method of a path."""

    method: str
    path: str
    name: str
    words: str
    answer: Answers
    needs: Right | Anybody
    gives: str = ""
    """The kind of the document; "" where the answer is of another kind."""
    media: str = "application/json"
    takes: type[BaseModel] | None = None
    asks: Mapping[str, Parameter] = field(default_factory=dict)
    status: int = 200
    enters: bool = False
    """Whether something may be entered: then an Idempotency-Key counts."""
    is_cached: bool = False
    """Whether the document depends on the entries of the event alone, and on whether the asker sees it live."""
    is_stream: bool = False
    is_long: bool = False
    """Whether it may take long, in a child process: it takes no thread of officials meanwhile."""
    opens_many: bool = False
    """Whether it may have to open many events, which takes a minute where there are thousands."""
    group: str = ""


class Endpoints:
    """Endpoints of one group, in the order in which they are declared."""

    def __init__(self, group: str, prefix: str = "") -> None:
        self.group, self.prefix = group, prefix
        self.all: list[Endpoint] = []

    def add(self, method: str, path: str, needs: Right | Anybody, **more: Any) -> Callable[[A], A]:
        """Declare an endpoint; its words are the first line of the function's docstring."""

        def added(answer: A) -> A:
            words = (answer.__doc__ or "").strip().splitlines()[0].rstrip(".")
            name = answer.__name__.rstrip("_")
            self.all.append(
                Endpoint(
                    method=method,
                    path=self.prefix + path,
                    name=name,
                    words=words,
                    answer=answer,
                    needs=needs,
                    group=self.group,
                    **more,
                )
            )
            return answer

        return added

    def get(self, path: str, needs: Right | Anybody, **more: Any) -> Callable[[A], A]:
        """Something to look at."""
        return self.add("GET", path, needs, **more)

    def post(self, path: str, needs: Right | Anybody, **more: Any) -> Callable[[A], A]:
        """Something to do; unless it says otherwise, something is entered."""
        return self.add("POST", path, needs, **{"enters": True, **more})
