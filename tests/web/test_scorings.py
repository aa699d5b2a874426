"""How often an event is scored: a tap on a weight, a ruling that is given, `amends score`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from amends.demo import demonstration
from amends.scoring import event as scoring_event
from amends.scoring.events.pairs import PairsStandings
from support.running import Amends
from web.conftest import Visit
from web.screens.rulings.test_guide import Guided, to_weights


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """Every scoring of an event of pairs, while it lasts."""
    scorings: list[Any] = []
    plain = PairsStandings.__init__

    def counting(self: PairsStandings, event: Any, *rest: Any) -> None:
        scorings.append(event)
        plain(self, event, *rest)

    with monkeypatch.context() as patched:
        patched.setattr(PairsStandings, "__init__", counting)
        yield scorings


def test_a_tap_on_a_weight_scores_twice_at_most(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    guided = to_weights(Guided(visit("director")))
    guided.press(do="answer", action=["4S S =", "4S S +1"], votes=["3", "3"])
    outcomes = {"outcome": ["4S S +1", "4S S ="]}
    first = guided.press(do="more 0", weight=["50%", "50%"], **outcomes)
    assert first.status_code == 200
    with counted(monkeypatch) as scorings:
        tapped = guided.press(do="more 0", weight=["55%", "45%"], **outcomes)
    assert "60%" in tapped.text
    assert len(scorings) <= 2


def test_giving_a_ruling_scores_four_times_at_most(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    guided = to_weights(Guided(visit("director")))
    guided.press(do="answer", action=["4S S =", "4S S +1"], votes=["3", "3"])
    guided.weigh(("60%", "4S S +1"), ("40%", "4S S ="))
    with counted(monkeypatch) as scorings:
        assert guided.give().status_code == 303
    assert len(scorings) <= 4


def test_the_command_scores_twice_at_most(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scoring_event._recent.clear()
    with demonstration() as (travellers, rulings), counted(monkeypatch) as scorings:
        ran = Amends()("score", str(travellers), "--rulings", str(rulings))
    assert ran.status == 0
    assert len(scorings) <= 2
