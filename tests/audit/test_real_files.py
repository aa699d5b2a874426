"""Real published events, where they lie beside the project: every figure that can be reproduced is reproduced."""

from __future__ import annotations

from pathlib import Path

import pytest

from amends import formats
from amends.audit import audit

pytestmark = pytest.mark.shared_data

DATA = Path(__file__).parents[3] / "shared" / "data"

FOLLOW = {
    "usebio/compscore_mp_pairs_howell.xml": {"matchpoint lines": 161, "percentages": 12, "places": 12},
    "usebio/compscore_mp_pairs_mitchell_04.xml": {"matchpoint lines": 134, "percentages": 16, "places": 16},
    "usebio/compscore_butler_howell.xml": {"IMP lines": 140, "datums": 35, "totals": 8, "places": 8},
    "usebio/compscore_cross_imp_howell.xml": {"IMP lines": 108, "totals": 9, "places": 9},
    "usebio/nzscorer_pairs.xml": {"matchpoint lines": 338, "percentages": 26, "places": 26},
    "usebio/pairsscorer_mp-pairs.xml": {"matchpoint lines": 242, "percentages": 22, "places": 22},
    "usebio/ebuscore_a5050.xml": {"matchpoint lines": 216, "percentages": 18, "places": 18},
    "usebio/scorebridge_short-boards.xml": {"matchpoint lines": 176, "percentages": 17, "places": 17},
    "usebio/brian_a5050.xml": {"matchpoint lines": 144, "percentages": 13, "places": 13},
    "usebio/salliere_mp.xml": {"matchpoint lines": 192, "percentages": 16, "places": 16},
    "usebio/teamsscorer_swiss-teams.xml": {"board IMPs": 120, "pair IMPs": 240, "totals": 10, "places": 10},
    "pbn/national-final-session-1.pbn": {"matchpoint lines": 660, "line percentages": 660, "totals": 44, "places": 44},
    "samples/acblscore-text/mitchell-short-boards-np.txt": {"matchpoint lines": 176, "totals": 16, "places": 6},
    "samples/acblscore-text/mitchell-ave-plus-minus.txt": {"matchpoint lines": 125, "totals": 10, "places": 4},
    "samples/acblscore-text/one-winner-ave-np.txt": {
        "matchpoint lines": 96,
        "percentages": 8,
        "totals": 8,
        "places": 3,
    },
    "samples/usebio-individual/individual-colliding-numbers.xml": {
        "matchpoint lines": 66,
        "percentages": 12,
        "places": 12,
    },
    "samples/nzscorer-xml/pairs-with-np-passed.xml": {"matchpoint lines": 338, "percentages": 26, "places": 26},
    "samples/nzscorer-xml/handicap-pairs.xml": {"matchpoint lines": 198, "percentages": 18, "places": 18},
}
"""By file, how many printed figures of each sort follow from the scores: all that there are."""

CONVENTIONS = {
    "usebio/brian_a5050.xml": {"factoring": "none", "artificial_top": "own"},
    "usebio/scorebridge_short-boards.xml": {"line_rounding": "0.1"},
    "usebio/ebuscore_a5050.xml": {"line_rounding": "0.01"},
    "usebio/compscore_butler_howell.xml": {"butler_trim": "1"},
    "pbn/national-final-session-1.pbn": {"line_rounding": "0.1"},
    "usebio/pairsscorer_mp-pairs.xml": {},
    "samples/acblscore-text/one-winner-ave-np.txt": {"line_rounding": "0.01"},
}


def of(name: str) -> Path:
    return DATA / name


@pytest.mark.parametrize("name", FOLLOW)
def test_every_printed_figure_follows(name: str) -> None:
    found = audit(formats.load(of(name)), name)
    tallies = {tally.what: tally for tally in found.tallies}
    assert [str(finding) for finding in found.findings] == []
    assert {what: tallies[what].follow for what in FOLLOW[name]} == FOLLOW[name]
    assert all(tally.follow == tally.printed for tally in found.tallies)


@pytest.mark.parametrize("name", CONVENTIONS)
def test_the_program_s_own_convention_is_found(name: str) -> None:
    assert audit(formats.load(of(name)), name).settings == CONVENTIONS[name]


@pytest.mark.parametrize(
    ("name", "results"), [("bws/bridgeakhper_template_mdb.bws", 63), ("bws/bridgemanager_BMInput1.bws", 154)]
)
def test_scoring_devices_publish_nothing_and_their_scores_are_possible(name: str, results: int) -> None:
    document = formats.load(of(name))
    found = audit(document, name)
    assert len(document.event.results) == results
    assert found.findings == ()
    assert any("publishes no figures" in remark for remark in found.remarks)


def test_a_result_that_only_the_field_shows() -> None:
    """Boards 1 to 3 of this Howell are scored with a sixth result, where somebody sits out."""
    found = audit(formats.load(of("samples/nzscorer-xml/three-quarter-howell-with-phantom.xml")))
    follow = {tally.what: (tally.follow, tally.printed) for tally in found.tallies}
    assert follow["matchpoint lines"] == (135, 135)
    assert follow["totals"] == follow["percentages"] == (9, 11)
    scores = [finding.words.split(": all")[0].rpartition(": ")[2] for finding in found.findings[:3]]
    assert scores == ["+420", "−400", "−50"]
    assert found.grade == "many lines"
    # They are the scores of pairs 8 and 4 on these boards, whose matchpoints are exchanged in the totals.
    assert "the totals of pairs 4 and 8 follow if they sat the other way round on boards 1, 2, 3" in found.remarks


def test_percentages_of_kops_are_made_of_rounded_points() -> None:
    found = audit(formats.load(of("samples/kops/tu1003-mp/h1.html")))
    follow = {tally.what: (tally.follow, tally.printed) for tally in found.tallies}
    assert (follow["line percentages"], follow["percentages"]) == ((572, 572), (44, 44))
    assert (found.grade, found.settings) == ("equal", {"line_rounding": "0.01"})
