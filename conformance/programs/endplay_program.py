"""The Python package endplay held to the suite: it scores contracts and knows dealer and vulnerability of a board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from endplay.types import Contract, Denom, Penalty, Player, Vul

from adapter import Question, contract_results, serve
from amends.bridge import PassedOut, Result

VULNERABLE = {"none": Vul.none, "ns": Vul.ns, "ew": Vul.ew, "all": Vul.both}
PENALTIES = {"": Penalty.passed, "x": Penalty.doubled, "xx": Penalty.redoubled}


def points(result: Result | PassedOut, vulnerable: Vul) -> int:
    """The North-South score; endplay gives the declarer's."""
    if isinstance(result, PassedOut):
        return int(Contract("pass").score(vulnerable))
    contract = Contract(
        level=result.contract.level,
        denom=Denom.find(result.contract.denomination.value),
        declarer=Player.find(result.declarer.value),
        penalty=PENALTIES[result.contract.doubling.value],
        result=result.over,
    )
    score = int(contract.score(vulnerable))
    return score if contract.declarer in (Player.north, Player.south) else -score


def contract(question: Question) -> Mapping[str, Any]:
    """The points of each result."""
    vulnerable = VULNERABLE[question.vulnerable]
    return {"ns": [points(result, vulnerable) for result in contract_results(question)]}


def boards(question: Question) -> Mapping[str, Any]:
    """Who deals and who is vulnerable."""
    names = {vulnerable: name for name, vulnerable in VULNERABLE.items()}
    numbers = question.given["numbers"]
    return {
        "dealer": [Player.from_board(number).abbr for number in numbers],
        "vulnerable": [names[Vul.from_board(number)] for number in numbers],
    }


if __name__ == "__main__":
    serve({"contract": contract, "boards": boards})
