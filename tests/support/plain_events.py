"""A plain event as another program may send it."""

from __future__ import annotations

from typing import Any

EVENT: dict[str, Any] = {
    "contract": "1",
    "kind": "event",
    "name": "Friday",
    "form": "pairs",
    "scoring": "matchpoints",
    "regulation": "ebu",
    "settings": {},
    "results": [
        {"board": 15, "ns": "7", "ew": "14", "result": "4S E ="},
        {"board": 15, "ns": "5", "ew": "11", "result": "4H N -1"},
        {"board": 15, "ns": "3", "ew": "12", "result": "4H N ="},
    ],
    "penalties": [],
}
"""Three tables of one board."""

RULING: dict[str, Any] = {
    "id": "r1",
    "board": 15,
    "table": {"ns": "7"},
    "both": "60% 4H N =; 40% 4H N -1",
    "non_offending": "ns",
    "laws": ["16B1"],
}

RULED = {**EVENT, "rulings": [RULING]}
