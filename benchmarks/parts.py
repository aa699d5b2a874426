"""The parts of the benchmarks: what each measures, how long it may take, and how small it can be made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module

from benchmarks.report import Entry


@dataclass(frozen=True, slots=True)
class Part:
    """A function that measures and gives its lines of the report."""

    module: str
    """It is imported when the part runs: no part waits for what another one needs."""
    function: str
    seconds: int
    """After so many it is ended: several times what it takes on a small machine that is busy."""
    tiny: Mapping[str, int]
    """The sizes with which it runs in a moment. Its ratios say nothing then."""

    def run(self, *, tiny: bool = False) -> list[Entry]:
        """The lines of the report."""
        measure: Callable[..., list[Entry]] = getattr(import_module(f"benchmarks.{self.module}"), self.function)
        return measure(**self.tiny if tiny else {})


_ONCE = {"repetitions": 1}

PARTS = {
    "fractions": Part("comparisons", "fractions", 120, {"tables": 12, **_ONCE}),
    "growth": Part("comparisons", "growth", 300, {"tables": 8, "many_tables": 16, **_ONCE}),
    "cross-imps": Part("comparisons", "cross_imps", 180, {"tables": 20, **_ONCE}),
    "events": Part("comparisons", "events", 180, {"tables": 20, **_ONCE}),
    "previews": Part("previews", "previews", 180, {"tables": 16, **_ONCE}),
    "folding": Part("journals", "folding", 180, {"length": 100, **_ONCE}),
    "adding": Part("journals", "adding", 180, {"added": 5}),
    "commands": Part("commands", "starting", 180, {"runs": 1}),
    "engine": Part("child_process", "answering", 180, {"answers": 2, "calls": 1}),
    "usebio": Part("usebio", "reading", 180, {"lines": 90, **_ONCE}),
    "travellers": Part("travellers", "scoring", 180, {"tables": 12, "boards": 6, **_ONCE}),
    "bulk-few": Part("bulk", "few", 600, {"rows": 2_700, "fetch": False, **_ONCE}),
    "bulk-many": Part("bulk", "many", 600, {"rows": 2_000, "fetch": False, **_ONCE}),
    "bulk-large": Part("bulk_large", "large", 3600, {"rows": 60_000, "small": 20_000}),
    "bulk-cluster": Part("bulk_cluster", "shuffled", 900, {"rows": 2_000, "partitions": 1, "shapes": 1}),
    "web": Part("web_app", "load", 300, {"readers": 1, "turns": 1, "pages": 3, "wrk": False}),
    "processes": Part("web_processes", "processes", 300, {"readers": 1, "turns": 1, "several": 2, "wrk": False}),
    "web-page": Part("web_writing", "one_connection", 180, {"pages": 3, "turns": 1}),
    "web-writes": Part("web_writing", "writes", 300, {"readers": 2, "writes": 1, "pause": 1, "pages": 3}),
    "web-pages": Part("web_pages", "pages", 900, {"results": 120, "most_pages": 4}),
    "web-listeners": Part("web_listeners", "idle", 180, {"listeners": 3, "seconds": 1}),
    "bridge-scorer": Part("comparisons", "other_program", 300, {"tables": 4, "processes": 1, "fetch": False, **_ONCE}),
}
