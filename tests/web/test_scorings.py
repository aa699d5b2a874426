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
from support.web.rulings import Guided
from web.conftest import Visit


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


def weighing(visit: Visit) -> Guided:
    guided = Guided(visit("director"), 9, "3").facts("misinformation", non_offending="ns")
    return guided.poll(results={"4S S =": 3, "4S S +1": 3})


def test_a_tap_on_a_weight_scores_three_times_at_most(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without scripts: the damage and the effect. With them a tap asks nobody, and the effect is fetched afterwards."""
    guided = weighing(visit)
    parts = ("50%", "4S S +1"), ("50%", "4S S =")
    assert guided.weights(*parts, do="effect").status_code == 200
    with counted(monkeypatch) as scorings:
        tapped = guided.weights(("55%", "4S S +1"), ("45%", "4S S ="), do="effect")
    assert tapped.status_code == 200
    assert len([each for each in scorings if len(each.results) > 20]) <= 3


def test_giving_a_ruling_scores_five_times_at_most(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    guided = weighing(visit).weigh(("60%", "4S S +1"), ("40%", "4S S ="))
    with counted(monkeypatch) as scorings:
        assert guided.give().status_code == 303
    assert len(scorings) <= 5


def test_the_command_scores_twice_at_most(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scoring_event._recent.clear()
    with demonstration() as (travellers, rulings), counted(monkeypatch) as scorings:
        ran = Amends()("score", str(travellers), "--rulings", str(rulings))
    assert ran.status == 0
    assert len(scorings) <= 2
