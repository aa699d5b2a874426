"""Reading a USEBIO file against its XML parsed alone."""

from __future__ import annotations

from defusedxml.ElementTree import fromstring

from amends import Mixture, Result
from amends.formats import usebio
from amends.laws.law77 import points
from benchmarks import sessions
from benchmarks.report import Entry, Measured
from benchmarks.timing import best_of, shown

LINES = 20_000


def reading(lines: int = LINES, repetitions: int = 7) -> list[Entry]:
    """From bytes to the document, with contestants, results and what was printed, against the parser alone."""
    data = written(lines)
    count = len(usebio.loads(data).event.results)
    ours, alone = best_of(repetitions, lambda: usebio.loads(data), lambda: fromstring(data))
    detail = (
        f"{count:,} traveller lines in {len(data) / 1e6:.1f} MB; read {shown(ours)}, "
        f"the XML alone (defusedxml) {shown(alone)}"
    )
    return [Measured("USEBIO read : its XML parsed", ours / alone, 5, detail, at_most=True, agree=count == lines)]


def written(lines: int) -> bytes:
    """A file of so many lines, as other programs write it: made-up contracts, leads, scores and matchpoints."""
    session = sessions.session(lines // sessions.BOARDS + 1, weighted=0, artificial=0)
    text = ['<?xml version="1.0" encoding="UTF-8"?>\n<USEBIO Version="1.2">\n<EVENT EVENT_TYPE="PAIRS">\n']
    left = lines
    for played in session:
        text.append(f"<BOARD>\n<BOARD_NUMBER>{played.board.number}</BOARD_NUMBER>\n")
        for place, row in enumerate(played.board.rows[:left]):
            award = row.table.result
            outcome = award.plain if isinstance(award, Mixture) else None
            assert outcome is not None
            made = {"CONTRACT": "PASS"}
            if isinstance(outcome, Result):
                made = {"CONTRACT": str(outcome.contract), "PLAYED_BY": outcome.declarer.value}
                made |= {"LEAD": "SHDC"[place % 4] + "AKQJT98765432"[place % 13], "TRICKS": str(outcome.tricks)}
            cells = {
                "NS_PAIR_NUMBER": played.seats.ns[place] + 1,
                "EW_PAIR_NUMBER": played.seats.ew[place] + 1,
                **made,
                "SCORE": points(outcome, played.board.vulnerable),
                "NS_MATCH_POINTS": 2 * place,
                "EW_MATCH_POINTS": 2 * (session.tables - 1 - place),
            }
            inside = "".join(f"<{tag}>{cell}</{tag}>\n" for tag, cell in cells.items())
            text.append(f"<TRAVELLER_LINE>\n{inside}</TRAVELLER_LINE>\n")
        left -= min(left, len(played.board.rows))
        text.append("</BOARD>\n")
    return ("".join(text) + "</EVENT>\n</USEBIO>\n").encode()
