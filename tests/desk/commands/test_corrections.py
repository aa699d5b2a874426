"""Results that are put right by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from amends import formats
from amends.awards import parse_award
from amends.desk.commands.corrections import correcting
from amends.desk.importing.documents import begin
from amends.event import TableReference
from amends.faults import Refusal
from support.desks import desk_at


@pytest.mark.parametrize("result", ["3C W +1", "np"])
def test_a_sit_out_is_given_no_result(tmp_path: Path, result: str) -> None:
    with desk_at(tmp_path / "amends.db") as desk:
        begin(desk, formats.loads("board,ns,ew,result\n1,1,2,4H N =\n1,3,,\n1,4,5,4H N -1\n", "friday.csv"), "Friday")
        draft = correcting(1, TableReference(ns="3"), parse_award(result), "typed at the wrong table")
        with pytest.raises(Refusal, match="Nobody sat on a side there: board 1, 3 against nobody"):
            desk.confirm(desk.open("Friday"), draft)
