"""What the adapters in Python share: lines in and out, awards read, and what a program has no words for.

amends reads the notation of awards here, and nothing else: every figure is the other program's.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from amends.awards import Artificial, Award, Grade, Mixture, NotScored, parse_award, parse_awards
from amends.bridge import PassedOut, Points, Result
from amends.faults import Faults

Outcome = Result | PassedOut | Points
Answer = Callable[["Question"], Mapping[str, Any]]


class Unsupported(Exception):
    """The program, or its adapter, has no way to do this; the message says what."""


@dataclass(frozen=True)
class Question:
    """A case as it is asked."""

    kind: str
    given: Mapping[str, Any]
    settings: Mapping[str, Any]
    want: tuple[str, ...]

    @property
    def vulnerable(self) -> str:
        """none, ns, ew or all."""
        return str(self.given.get("vulnerable", "none")).lower()

    def require(self, **followed: object) -> None:
        """Every setting of the case must be one that the program follows."""
        for key, value in self.settings.items():
            if key != "edition" and followed.get(key) != value:  # no edition changed how plain scores compare
                raise Unsupported(f"the setting {key}")


@dataclass(frozen=True)
class PlainRow:
    """A table of a board without weights, groups and 12C1(e): what each side gets, None for a table not played."""

    id: str
    ns: Outcome | Grade | None
    ew: Outcome | Grade | None


def serve(answers: Mapping[str, Answer]) -> None:
    """Answer every line of standard input; a kind that has no function is unsupported."""
    for line in sys.stdin:
        asked = json.loads(line)
        question = Question(asked["kind"], asked["given"], asked["settings"], tuple(asked["want"]))
        try:
            if question.kind not in answers:
                raise Unsupported(f"the kind {question.kind}")
            answer: dict[str, Any] = {"result": answers[question.kind](question)}
        except Unsupported as reason:
            answer = {"unsupported": str(reason)}
        except Faults:
            answer = {"unsupported": "an award that cannot be read"}
        print(json.dumps({"id": asked["id"], **answer}), flush=True)


def outcome(award: Award) -> Outcome | Grade | None:
    """A result, a grade of an artificial score, or None for a board that is not scored."""
    if isinstance(award, NotScored):
        return None
    if isinstance(award, Artificial) and isinstance(award.grade, Grade):
        return award.grade
    if isinstance(award, Mixture) and award.plain is not None:
        return award.plain
    raise Unsupported("weighted scores" if isinstance(award, Mixture) else "fixed percentages and IMPs")


def contract_results(question: Question) -> Iterator[Result | PassedOut]:
    """The results of a case of the kind contract."""
    for text in question.given["results"]:
        found = outcome(parse_award(text))
        if not isinstance(found, Result | PassedOut):
            raise Unsupported("a result that is no contract")
        yield found


def plain_rows(question: Question) -> list[PlainRow]:
    """The tables of a case of the kind board, as often as they stand there."""
    rows: list[PlainRow] = []
    for table in question.given["tables"]:
        if "group" in table:
            raise Unsupported("fouled boards")
        if "self_inflicted" in table:
            raise Unsupported("self-inflicted damage, 12C1(e)")
        result = parse_award(table["result"]) if "result" in table else None
        both = parse_awards(table["both"]) if "both" in table else None
        ns = parse_award(table["ns"]) if "ns" in table else both.ns if both else result
        ew = parse_award(table["ew"]) if "ew" in table else both.ew if both else result
        if ns is None or ew is None:
            raise Unsupported("a table without a result")
        rows += [PlainRow(str(table["id"]), outcome(ns), outcome(ew))] * int(table.get("times", 1))
    played = [row for row in rows if row.ns is not None or row.ew is not None]
    if int(question.given.get("expected", len(played))) != len(played):
        raise Unsupported("results that were expected and are not there")
    return rows
