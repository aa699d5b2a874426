"""Examples of requests, for the OpenAPI document and its page: the tests send each of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

FRIDAY: Mapping[str, Any] = {
    "contract": "1",
    "kind": "event",
    "name": "Friday",
    "form": "pairs",
    "scoring": "matchpoints",
    "results": [
        {"board": 15, "ns": "1", "ew": "11", "result": "4H N ="},
        {"board": 15, "ns": "2", "ew": "12", "result": "4H N -1"},
        {"board": 15, "ns": "3", "ew": "13", "result": "3NT S +1"},
        {"board": 16, "ns": "1", "ew": "12", "result": "2S E ="},
        {"board": 16, "ns": "2", "ew": "13", "result": "2S E +1"},
        {"board": 16, "ns": "3", "ew": "11", "result": "3D S -1"},
    ],
}
RULING: Mapping[str, Any] = {
    "id": "r1",
    "board": 15,
    "table": {"ns": "2"},
    "both": "60% 4H N =; 40% 4H N -1",
    "non_offending": "ns",
    "laws": ["16B1"],
}
WITH_RULING: Mapping[str, Any] = {**FRIDAY, "rulings": [RULING]}

EXAMPLES: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "version": {"nothing": {}},
    "points": {"made": {"results": ["4H N =", "3NTX S -2"], "vulnerable": "ns"}},
    "matchpoints": {
        "weighted": {
            "field": "+420*4 +400*2 +170 +150 -50*3",
            "award": "1/3 +400; 1/3 -50; 1/6 +420; 1/6 -50",
        }
    },
    "imps": {"weighted": {"award": "60% 4H N =; 40% 4H N -1", "against": "-50", "vulnerable": "none"}},
    "vp": {"margin": {"margins": ["17"], "boards": 24}},
    "redress": {
        "against": {"actual": "-100", "normal": "+140", "expected": "+420", "side": "ns", "against": "+420"},
    },
    "poll": {"votes": {"votes": ["4H N =*3", "4H N -1*2"], "non_offending": "ns"}},
    "check": {"event": {"event": WITH_RULING}},
    "score": {"event": {"event": WITH_RULING, "want": ["ranking", "boards", "cards"]}},
    "explain": {"board": {"event": WITH_RULING, "contestant": "2", "board": 15}},
    "preview": {"ruling": {"event": FRIDAY, "rulings": [RULING]}},
    "slip": {"ruling": {"event": WITH_RULING, "ruling": "r1"}},
    "convert": {"usebio": {"event": WITH_RULING, "to": "usebio"}},
    "audit": {"event": {"event": FRIDAY}},
    "begin_event": {"friday": {"event": FRIDAY, "name": "Friday", "date": "2026-11-13"}},
    "put_result": {"result": {"ew": "11", "result": "4H N ="}},
    "enter_results": {"line": {"results": [{"board": 15, "ns": "1", "ew": "11", "result": "4H N ="}]}},
    "preview_ruling": {"weighted": {key: value for key, value in RULING.items() if key != "id"}},
    "give_ruling": {"weighted": {key: value for key, value in RULING.items() if key != "id"}},
    "withdraw_ruling": {"reason": {"reason": "the facts were others"}},
    "undo_ruling": {"nothing": {}},
    "give_penalty": {"late": {"contestant": "2", "amount": "10%", "reason": "late"}},
    "withdraw_penalty": {"reason": {"reason": "the wrong pair"}},
    "open_case": {"pause": {"board": 15, "table": {"ns": "2"}, "irregularity": "unauthorised-information"}},
    "close_case": {"reason": {"reason": "both sides are content"}},
    "lodge_appeal": {"grounds": {"ruling": "1", "side": "ew", "grounds": "Four spades was a logical alternative."}},
    "decide_appeal": {"upheld": {"decision": "upheld", "reason": "The poll was clear."}},
    "publish": {"provisional": {"state": "provisional"}},
}
"""By the name of an endpoint, and a word of their own."""
