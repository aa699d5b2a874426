"""What an operation is asked: keys by their names, each of a type; all that is wrong at once, with JSON pointers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from amends.bridge import BySide, Vulnerable, vulnerability
from amends.bridge.side import parse_sides
from amends.contract.calculations import CalculationConditions
from amends.contract.plain_event import SentEvent, brief, read_event, read_rules
from amends.faults import Fault, Faults
from amends.formats.event_document.strict_json import pointer
from amends.regulations import Regulation

T = TypeVar("T")


class Request:
    """The object that an operation takes; `done` raises all faults, those of unknown keys too."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.known: list[str] = []
        self.faults: list[Fault] = []

    def attempt(self, read: Callable[[], T], path: str) -> T | None:
        """What a reader gives; None where it refuses."""
        try:
            return read()
        except Faults as trouble:
            self.faults += (replace(fault, path=fault.path or path) for fault in trouble.faults)
            return None

    def value(self, key: str, type_: type[T], expected: str) -> T | None:
        """A value of a type; None where it is not there, or of another type."""
        self.known.append(key)
        value = self.data.get(key)
        if value is None or (isinstance(value, type_) and not (type_ is int and isinstance(value, bool))):
            return value
        self.faults.append(Fault(brief(value), expected, path=pointer([key])))
        return None

    def text(self, key: str) -> str | None:
        """A text, or a whole number that serves as one."""
        if isinstance(value := self.data.get(key), int) and not isinstance(value, bool):
            self.known.append(key)
            return str(value)
        return self.value(key, str, "a text")

    def needed(self, key: str) -> str:
        """A text that must be there."""
        if (found := self.text(key)) is None and self.data.get(key) is None:
            self.missing(key)
        return found or ""

    def missing(self, key: str) -> None:
        """Say that a key must be there."""
        self.faults.append(Fault("nothing", f"the key {key}", path=pointer([key])))

    def flag(self, key: str) -> bool:
        """True or false; false where it is not there."""
        return bool(self.value(key, bool, "true or false"))

    def whole(self, key: str) -> int | None:
        """A whole number."""
        return self.value(key, int, "a whole number")

    def texts(self, key: str) -> list[str]:
        """A list of texts; one text is a list of it."""
        self.known.append(key)
        found = self.data.get(key)
        every = found if isinstance(found, list) else [] if found is None else [found]
        wrong = [place for place, each in enumerate(every) if isinstance(each, bool) or not isinstance(each, str | int)]
        self.faults += (Fault(brief(every[place]), "a text", path=pointer([key, place])) for place in wrong)
        return [str(each) for place, each in enumerate(every) if place not in wrong]

    def event(self) -> SentEvent | None:
        """The event that the operation is about."""
        self.known.append("event")
        if "event" not in self.data:
            self.missing("event")
            return None
        return self.attempt(lambda: read_event(self.data["event"]), "/event")

    def rules(self) -> Regulation | None:
        """The regulation, with settings."""
        self.known += ["regulation", "settings"]
        return self.attempt(lambda: read_rules(self.data), "/regulation")

    def sides(self, key: str = "non_offending") -> BySide[bool] | None:
        """Sides: ns, ew, both or none."""
        text = self.text(key)
        return None if text is None else self.attempt(lambda: parse_sides(text), pointer([key]))

    def conditions(self) -> CalculationConditions | None:
        """The vulnerability, by itself or by a board, and whether scores that cannot occur are kept."""
        said, board, accept = self.text("vulnerable"), self.whole("board"), self.flag("accept_scores")
        if said is not None:
            named = self.attempt(lambda: Vulnerable.parse(said), "/vulnerable")
        else:
            named = None if board is None else self.attempt(lambda: vulnerability(board), "/board")
        return CalculationConditions(named or Vulnerable.NONE, named, accept)

    def done(self) -> None:
        """Raise all faults."""
        expected = f"one of {', '.join(self.known)}" if self.known else "no key"
        unknown = [
            Fault(f"the key {key!r}", expected, path=pointer([key])) for key in self.data if key not in self.known
        ]
        if unknown or self.faults:
            raise Faults([*unknown, *self.faults])
