"""The methods of scoring a board in a field; one module per method, with NAME, UNIT and CHART.

Other packages add theirs by entry points "amends.methods", each a module with UNIT and CHART.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import lru_cache

from amends import discovery
from amends.faults import refuse
from amends.scoring.chart import Chart


@dataclass(frozen=True, slots=True)
class Method:
    """A method of scoring: what its figures count in, and its chart."""

    name: str
    unit: str
    chart: type[Chart]


@lru_cache(maxsize=1)
def _methods() -> dict[str, Method]:
    found = [module for module in discovery.modules(sys.modules[__name__]) if hasattr(module, "CHART")]
    own = {module.NAME: Method(module.NAME, module.UNIT, module.CHART) for module in found}
    added = discovery.from_packages("amends.methods", own)
    return own | {name: Method(name, module.UNIT, module.CHART) for name, module in added}


def method_names() -> tuple[str, ...]:
    """The names of all methods that score a board in a field."""
    return tuple(_methods())


def method(name: str) -> Method:
    """A method by its name."""
    if name not in _methods():
        raise refuse(f"the scoring {name!r}", f"one of {', '.join(_methods())}")
    return _methods()[name]
