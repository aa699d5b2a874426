"""Parts: IMPs of each board, victory points of each match, totals of the teams, and the pairs' own IMPs."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from amends import exact
from amends.audit.computed import Scorer
from amends.audit.conventions import FITS, WORDS, Convention
from amends.audit.findings import AuditFinding, Parts
from amends.audit.lines import audit_lines
from amends.audit.totals import placed
from amends.bridge import BySide
from amends.event import Form, Row, Team
from amends.event.published import Printed, PublishedMatch, unit_of
from amends.event.rows import rows_in_force
from amends.faults import Faults
from amends.journal.chain import Document
from amends.regulations.settings import usable_scales
from amends.scoring.events.match import ScoredMatch
from amends.scoring.events.team_lines import PlayedMatch
from amends.scoring.events.teams import TeamsStandings


def audit_pairs(document: Document, rows: list[Row]) -> Parts:
    """What each pair was given at its table against the whole field: cross-IMPs or Butler."""
    lines = {id: line for id, line in document.published.lines.items() if any(line.points)}
    if not lines:
        return Parts()
    event = document.event
    seated = [
        replace(row, table=replace(row.table, seats=_pair_seats(row), room="", match=""))
        for row in rows
        if row.table.id in lines
    ]
    tried = []
    for scoring, choices in (
        ("cross-imps", {"cross_imps_divisor": ("comparisons", "tables", "sum")}),
        ("butler", {"butler_trim": ("1", "0", "2"), "butler_round_to": ("10", "1")}),
    ):
        field = replace(event, form=Form.PAIRS, scoring=scoring, rulings=(), penalties=(), carry_overs=(), awards=())
        scorer = Scorer(field, seated)
        tried.append((scorer, choices, audit_lines(scorer, lines, choices, "IMPs")))
        if tried[-1][2].tally.follow == tried[-1][2].tally.printed:
            break
    scorer, choices, found = max(tried, key=lambda entry: entry[2].tally.follow)
    words = [f"the pairs' IMPs are {scorer.event.scoring}", *found.convention.words(choices)]
    parts = Parts([replace(found.tally, what="pair IMPs")], list(found.findings), words)
    parts.count("pair totals", len(document.published.pairs), _pair_totals(document, scorer, found.convention))
    return parts


def _pair_seats(row: Row) -> BySide[tuple[str, ...]]:
    record = row.table.record
    pairs = record.pairs if record else BySide("", "")
    return BySide.of(lambda side: (pairs[side] or f"{row.table.id} {side.value}",))


def _pair_totals(document: Document, scorer: Scorer, convention: Convention) -> Iterator[AuditFinding]:
    """The wrong totals of pairs: of their lines as computed, or as printed where lines were rounded first."""
    sums: dict[str, Fraction] = defaultdict(Fraction)
    rounded: dict[str, Fraction] = defaultdict(Fraction)
    computed = scorer(convention)
    for row in scorer.rows:
        printed = document.published.lines[row.table.id].points
        for side, value in zip(row.table.seats, computed.lines[row.table.id], strict=True):
            sums[side[0]] += value or 0
        for side, text in zip(row.table.seats, printed, strict=True):
            rounded[side[0]] += text.value if text else 0
    column = unit_of(pair.imps for pair in document.published.pairs)
    for pair in document.published.pairs:
        if not any(pair.imps.agrees(each[pair.pair], column) for each in (sums, rounded)):
            gives = exact.decimal(sums[pair.pair])
            words = f"the file prints {pair.imps} IMPs, its lines give {gives}"
            yield AuditFinding("total", f"pair {pair.pair} of team {pair.team}", str(pair.imps), gives, words)


def audit_teams(document: Document) -> Parts:
    """A teams event: its matches, its totals and places, and what its pairs were given."""
    event = document.event
    parts = Parts()
    points = [figure.value for match in document.published.matches for both in match.points.values() for figure in both]
    if event.scoring != "imps" and points and max(points) <= 1:  # a board is worth one point in all, a tie a half
        parts.settings["matchpoints_per_win"] = "1"
        parts.conventions.append(WORDS["matchpoints_per_win", "1"])
        event = replace(event, regulation=event.regulation.having(matchpoints_per_win=1))
    met = _met(document, TeamsStandings(event))
    # Without a result in a room there is nothing to hold a board against.
    boards = [(match, board) for match in met for board in _boards(match) if board.values]
    wrong = [_board_finding(match, board) for match, board in boards if not board.follows]
    parts.count("board points" if event.scoring != "imps" else "board IMPs", len(boards), wrong)
    met = [match for match in met if all(match.printed.scores)]
    if met and event.scoring == "imps" and not event.knockout:
        scale, follow = _scale(met)
        if follow < FITS * (len(met) - follow):
            parts.count("match scores of equal margins", len(met), _at_odds(met))
            words = "the victory points follow no scale that is known here: only equal margins were compared"
            parts.remarks.append(words)
        else:
            parts.settings["vp_scale"] = scale
            parts.conventions.append(f"victory points by the scale {scale}")
            wrong = [match_finding(match.printed, match.points(scale)) for match in met if not match.follows(scale)]
            parts.count("match scores", len(met), wrong)
    parts.add(_totals(document))
    parts.add(audit_pairs(document, rows_in_force(event.results, event.rulings)))
    return parts


# Boards of a match


class _Met(NamedTuple):
    """A printed match with the one that was played, and which of its teams the file has at home."""

    printed: PublishedMatch
    played: PlayedMatch
    scored: ScoredMatch
    home: Team

    @property
    def margin(self) -> Fraction:
        """The margin of the home team."""
        return self.scored.margin[self.home].value

    def points(self, scale: str) -> tuple[Fraction, ...]:
        """The victory points of home and away; none where the scale has none for the match."""
        try:
            points = self.scored.victory_points(self.played.length, scale)
        except Faults:
            return ()
        return points[self.home].value, points[self.home.other].value

    def follows(self, scale: str) -> bool:
        """Whether the printed match scores are those of a scale."""
        points = self.points(scale)
        return bool(points) and all(
            text is not None and text.agrees(value) for text, value in zip(self.printed.scores, points, strict=True)
        )


def _met(document: Document, standings: TeamsStandings) -> list[_Met]:
    """Each printed match that was played."""
    played: dict[tuple[str, str, frozenset[str]], PlayedMatch] = {}
    for match in standings.matches:
        played.setdefault((match.session, match.round, frozenset(match.teams)), match)
    met = []
    for printed in document.published.matches:
        found = played.get((printed.session, printed.round, frozenset((printed.home, printed.away))))
        if found is not None:
            home = found.team(printed.home)
            assert home is not None
            assert found.scored is not None
            met.append(_Met(printed, found, found.scored, home))
    return met


class _PrintedBoard(NamedTuple):
    """What was printed for a board of a match, and what was computed, for home (and away)."""

    number: int
    texts: tuple[Printed, ...]
    values: tuple[Fraction, ...]

    @property
    def follows(self) -> bool:
        return len(self.values) == len(self.texts) and all(map(Printed.agrees, self.texts, self.values))


def _boards(match: _Met) -> Iterator[_PrintedBoard]:
    boards = zip(match.played.match.boards, match.scored.boards, strict=True)
    figures = {board.number: scored for board, scored in boards}
    for board, text in match.printed.imps.items():
        figure = figures[board][match.home] if board in figures else None
        yield _PrintedBoard(board, (text,), () if figure is None else (figure.value,))
    for board, texts in match.printed.points.items():
        both = [figures[board][team] for team in (match.home, match.home.other)] if board in figures else []
        yield _PrintedBoard(board, texts, tuple(figure.value for figure in both if figure is not None))


def _board_finding(match: _Met, board: _PrintedBoard) -> AuditFinding:
    said, gives = " and ".join(text.text for text in board.texts), " and ".join(map(exact.brief, board.values))
    words = f"the file prints {said} for {match.printed.home}, the two tables give {gives}"
    return AuditFinding("imps", f"{called(match.printed)}, board {board.number}", said, gives, words)


def called(match: PublishedMatch) -> str:
    """A match as people name it."""
    session = f"session {match.session}, " if match.session else ""
    return f"{session}{f'round {match.round}, ' if match.round else ''}{match.home} against {match.away}"


def match_finding(match: PublishedMatch, values: Iterable[Fraction | None]) -> AuditFinding:
    """A match whose printed scores are not the values that its boards give."""
    said = " : ".join(str(text) for text in match.scores)
    gives = " : ".join("nothing" if value is None else exact.brief(value) for value in values) or "nothing"
    return AuditFinding("match", called(match), said, gives, f"the file prints {said}, its boards give {gives}")


# Victory points


def _scale(met: list[_Met]) -> tuple[str, int]:
    """The scale by which most match scores follow, and how many do."""
    scales = [scale for scale, data in usable_scales().items() if data["by"] == "margin"]
    return max(((scale, sum(match.follows(scale) for match in met)) for scale in scales), key=lambda entry: entry[1])


def _at_odds(met: list[_Met]) -> Iterator[AuditFinding]:
    """Without a scale: matches of one length and one margin that were given different scores, the rarer of them."""
    seen: list[tuple[tuple[int, Fraction], tuple[str, ...]]] = []
    counts: dict[tuple[int, Fraction], Counter[tuple[str, ...]]] = defaultdict(Counter)
    for match in met:
        scores = tuple(str(text.value) for text in match.printed.scores if text is not None)
        by_winner = scores if match.margin >= 0 else scores[::-1]
        seen.append(((match.played.length, abs(match.margin)), by_winner))
        counts[seen[-1][0]][by_winner] += 1
    for match, (key, by_winner) in zip(met, seen, strict=True):
        usual = counts[key].most_common(1)[0][0]
        if by_winner != usual:
            said, gives = " : ".join(by_winner), " : ".join(usual)
            words = f"the file prints {said} for a margin of {exact.brief(key[1])} IMPs, elsewhere {gives}"
            yield AuditFinding("match", called(match.printed), said, gives, words)


# Totals of the teams: of the match scores as they were printed


def _totals(document: Document) -> Parts:
    printed = [standing for standing in document.published.standings if standing.total is not None]
    sums: dict[str, Fraction] = defaultdict(Fraction)
    for match in document.published.matches:
        for team, text in zip((match.home, match.away), match.scores, strict=True):
            if text is not None:
                sums[team] += text.value
    parts = Parts()
    if sums and printed:
        carried: dict[str, Fraction] = defaultdict(Fraction)
        for each in document.event.carry_overs:
            carried[each.contestant] += each.amount
        findings = []
        for standing in printed:
            assert standing.total is not None
            team = standing.contestant
            # An adjustment is all that the total has besides the matches, a carry-over too.
            due = sums[team] + (carried[team] if standing.adjustment is None else standing.adjustment.value)
            if not standing.total.agrees(due):
                gives = exact.brief(due)
                words = f"the file prints {standing.total}, its matches add up to {gives}"
                findings.append(
                    AuditFinding("total", f"team {team}", str(standing.total), gives, words, contestant=team)
                )
        parts.count("totals", len(printed), findings)
    places = [standing for standing in document.published.standings if standing.place]
    if places:
        parts.count("places", len(places), placed(document.event, document.published.standings))
    return parts
