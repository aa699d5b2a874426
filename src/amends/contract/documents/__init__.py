"""The documents: one model per kind, found by its name; each is made from what the engine gives."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from amends import discovery
from amends.contract.documents.base import ContractDocument
from amends.event import Event


@cache
def kinds() -> dict[str, type[ContractDocument]]:
    """The model of each kind, in the order of their names."""
    from amends.contract import problems

    modules = [*discovery.modules(sys.modules[__name__]), problems]
    found = {each.model_fields["kind"].default: each for module in modules for each in _models(module)}
    return dict(sorted(found.items()))


def _models(module: Any) -> Iterator[type[ContractDocument]]:
    for each in vars(module).values():
        if isinstance(each, type) and issubclass(each, ContractDocument) and each is not ContractDocument:
            yield each


def document(kind: str, data: Mapping[str, object], event: Event | None = None) -> ContractDocument:
    """The document of a kind with the data; the `event` says how totals are printed."""
    return kinds()[kind].model_validate(data, context={"event": event})
