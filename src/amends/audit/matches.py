"""Parts: IMPs of each board, victory points of each match, totals of the teams, and the pairs' own IMPs."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from amends import exact
from amends.audit.computed import Scorer
from amends.audit.conventions import FITS, WORDS, Convention
from amends.audit.findings import AuditFinding, AuditTally, Parts
from amends.audit.lines import audit_lines
from amends.audit.totals import placed
from amends.bridge import BySide
from amends.event import Event, Form, Row
from amends.event.published import Printed, PublishedMatch, unit_of
from amends.event.rows import rows_in_force
from amends.faults import Faults
from amends.journal.chain import Document
from amends.regulations.settings import scale_data, scale_names
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
    tallies = [replace(found.tally, what="pair IMPs")]
    findings = list(found.findings)
    totals = _pair_totals(document, scorer, found.convention)
    return Parts((*tallies, *totals.tallies), (*findings, *totals.findings), tuple(words))


def _pair_seats(row: Row) -> BySide[tuple[str, ...]]:
    record = row.table.record
    pairs = record.pairs if record else BySide("", "")
    return BySide(
        (pairs.ns or f"{row.table.id} NS",),
        (pairs.ew or f"{row.table.id} EW",),
    )


def _pair_totals(document: Document, scorer: Scorer, convention: Convention) -> Parts:
    """The pairs' own totals: of their lines as computed, or as printed where lines were rounded first."""
    sums: dict[str, Fraction] = defaultdict(Fraction)
    rounded: dict[str, Fraction] = defaultdict(Fraction)
    computed = scorer(convention)
    for row in scorer.rows:
        printed = document.published.lines[row.table.id].points
        for side, value in zip(row.table.seats, computed.lines[row.table.id], strict=True):
            sums[side[0]] += value or 0
        for side, text in zip(row.table.seats, printed, strict=True):
            rounded[side[0]] += text.value if text else 0
    findings = []
    column = unit_of(pair.imps for pair in document.published.pairs)
    for pair in document.published.pairs:
        if not any(pair.imps.agrees(each[pair.pair], column) for each in (sums, rounded)):
            gives = exact.decimal(sums[pair.pair])
            words = f"the file prints {pair.imps} IMPs, its lines give {gives}"
            findings.append(
                AuditFinding("total", f"pair {pair.pair} of team {pair.team}", str(pair.imps), gives, words)
            )
    printed_pairs = len(document.published.pairs)
    return Parts((AuditTally("pair totals", printed_pairs - len(findings), printed_pairs),), tuple(findings))


def audit_teams(document: Document) -> Parts:
    """A teams event: its matches, its totals and places, and what its pairs were given."""
    event = document.event
    tallies: list[AuditTally] = []
    findings: list[AuditFinding] = []
    conventions: list[str] = []
    remarks: list[str] = []
    settings: dict[str, str] = {}
    if event.scoring == "bam" and _halves(document):
        settings["matchpoints_per_win"] = "1"
        conventions.append(WORDS["matchpoints_per_win", "1"])
        event = replace(event, regulation=event.regulation.having(matchpoints_per_win=1))
    played = _played(document, TeamsStandings(event))
    tally, wrong = _boards(played, event)
    tallies.append(tally)
    findings += wrong
    printed = [(match, found) for match, found in played if all(match.scores)]
    if printed and event.scoring == "imps" and not event.knockout:
        scale, follow = _scale(printed)
        if follow < FITS * (len(printed) - follow):
            odd = list(_at_odds(printed))
            findings += odd
            tallies.append(AuditTally("match scores of equal margins", len(printed) - len(odd), len(printed)))
            remarks.append("the victory points follow no scale that is known here: only equal margins were compared")
        else:
            settings["vp_scale"] = scale
            conventions.append(f"victory points by the scale {scale}")
            tallies.append(AuditTally("match scores", follow, len(printed)))
            findings += _wrong_matches(printed, scale)
    totals = _totals(document)
    tallies += totals.tallies
    findings += totals.findings
    pairs = audit_pairs(document, rows_in_force(event.results, event.rulings))
    kept = tuple(tally for tally in (*tallies, *pairs.tallies) if tally.printed)
    return Parts(
        kept,
        (*findings, *pairs.findings),
        (*conventions, *pairs.conventions),
        settings,
        (*remarks, *pairs.remarks),
    )


# Boards of a match


def _played(document: Document, standings: TeamsStandings) -> list[tuple[PublishedMatch, PlayedMatch]]:
    """Each printed match with the one that was played."""
    known: dict[tuple[str, str, frozenset[str]], PlayedMatch] = {}
    for match in standings.matches:
        known.setdefault((match.session, match.round, frozenset(match.teams)), match)
    found = []
    for printed in document.published.matches:
        met = known.get((printed.session, printed.round, frozenset((printed.home, printed.away))))
        if met is not None:
            found.append((printed, met))
    return found


def _margins(
    printed: PublishedMatch, match: PlayedMatch
) -> Iterator[tuple[int, tuple[Printed, ...], tuple[Fraction, ...]]]:
    """Each printed board: its number, what was printed, and what was computed for home (and away)."""
    assert match.scored is not None
    home = match.team(printed.home)
    assert home is not None
    figures = {
        board.number: scored for board, scored in zip(match.match.boards, match.scored.boards, strict=True)
    }  # fmt: skip
    for board, text in printed.imps.items():
        figure = figures[board][home] if board in figures else None
        yield board, (text,), () if figure is None else (figure.value,)
    for board, texts in printed.points.items():
        both = [figures[board][team] for team in (home, home.other)] if board in figures else []
        yield board, texts, tuple(figure.value for figure in both if figure is not None)


def _halves(document: Document) -> bool:
    """Whether boards are worth one point in all, a tie a half."""
    matches = document.published.matches
    printed = [figure.value for match in matches for texts in match.points.values() for figure in texts]
    return bool(printed) and max(printed) <= 1


def _boards(played: list[tuple[PublishedMatch, PlayedMatch]], event: Event) -> tuple[AuditTally, list[AuditFinding]]:
    follow, printed, findings = 0, 0, []
    for match, found in played:
        for board, texts, values in _margins(match, found):
            if not values:
                continue  # a room has no result: there is nothing to hold it against
            printed += 1
            if len(values) == len(texts) and all(map(Printed.agrees, texts, values)):
                follow += 1
                continue
            said, gives = " and ".join(text.text for text in texts), " and ".join(map(exact.brief, values)) or "nothing"
            where = f"{called(match)}, board {board}"
            words = f"the file prints {said} for {match.home}, the two tables give {gives}"
            findings.append(AuditFinding("imps", where, said, gives, words))
    return AuditTally("board points" if event.scoring == "bam" else "board IMPs", follow, printed), findings


def called(match: PublishedMatch) -> str:
    """A match as people name it."""
    session = f"session {match.session}, " if match.session else ""
    return f"{session}{f'round {match.round}, ' if match.round else ''}{match.home} against {match.away}"


# Victory points


def _scale(printed: list[tuple[PublishedMatch, PlayedMatch]]) -> tuple[str, int]:
    """The scale by which most match scores follow, and how many do."""
    tried = [
        (sum(_match_follows(match, found, scale) for match, found in printed), scale)
        for scale in scale_names()
        if scale_data(scale)["by"] == "margin"
    ]
    follow, scale = max(tried, key=lambda entry: entry[0])
    return scale, follow


def _points(match: PublishedMatch, found: PlayedMatch, scale: str) -> tuple[Fraction, Fraction] | None:
    assert found.scored is not None
    home = found.team(match.home)
    assert home is not None
    try:
        points = found.scored.victory_points(found.length, scale)
    except Faults:
        return None
    return points[home].value, points[home.other].value


def _match_follows(match: PublishedMatch, found: PlayedMatch, scale: str) -> bool:
    points = _points(match, found, scale)
    return points is not None and all(
        text is not None and text.agrees(value) for text, value in zip(match.scores, points, strict=True)
    )


def _wrong_matches(printed: list[tuple[PublishedMatch, PlayedMatch]], scale: str) -> Iterator[AuditFinding]:
    for match, found in printed:
        if not _match_follows(match, found, scale):
            said = " : ".join(str(text) for text in match.scores)
            points = _points(match, found, scale)
            gives = "nothing" if points is None else " : ".join(map(exact.brief, points))
            yield AuditFinding("match", called(match), said, gives, f"the file prints {said}, its boards give {gives}")


def _at_odds(printed: list[tuple[PublishedMatch, PlayedMatch]]) -> Iterator[AuditFinding]:
    """Without a scale: matches of one length and one margin that were given different scores, the rarer of them."""
    given: dict[tuple[int, Fraction], Counter[tuple[str, ...]]] = defaultdict(Counter)
    for match, found in printed:
        given[_margin(match, found)][_seen_by_winner(match, found)] += 1
    for match, found in printed:
        key, scores = _margin(match, found), _seen_by_winner(match, found)
        usual = given[key].most_common(1)[0][0]
        if scores != usual:
            said, gives = " : ".join(scores), " : ".join(usual)
            words = f"the file prints {said} for a margin of {exact.brief(key[1])} IMPs, elsewhere {gives}"
            yield AuditFinding("match", called(match), said, gives, words)


def _margin(match: PublishedMatch, found: PlayedMatch) -> tuple[int, Fraction]:
    return found.length, abs(_home_margin(match, found))


def _home_margin(match: PublishedMatch, found: PlayedMatch) -> Fraction:
    home = found.team(match.home)
    assert home is not None
    assert found.scored is not None
    return found.scored.margin[home].value


def _seen_by_winner(match: PublishedMatch, found: PlayedMatch) -> tuple[str, ...]:
    scores = tuple(str(text.value) for text in match.scores if text is not None)
    return scores if _home_margin(match, found) >= 0 else scores[::-1]


# Totals of the teams: of the match scores as they were printed


def _totals(document: Document) -> Parts:
    printed = [standing for standing in document.published.standings if standing.total is not None]
    sums: dict[str, Fraction] = defaultdict(Fraction)
    for match in document.published.matches:
        for team, text in zip((match.home, match.away), match.scores, strict=True):
            if text is not None:
                sums[team] += text.value
    tallies, findings = [], []
    if sums and printed:
        extra = _extra(document.event)
        for standing in printed:
            assert standing.total is not None
            due = sums[standing.contestant] + extra[standing.contestant]
            if standing.adjustment is not None:
                due += standing.adjustment.value
            if not standing.total.agrees(due):
                words = f"the file prints {standing.total}, its matches add up to {exact.brief(due)}"
                findings.append(
                    AuditFinding("total", f"team {standing.contestant}", str(standing.total), exact.brief(due), words,
                            contestant=standing.contestant)
                )  # fmt: skip
        tallies.append(AuditTally("totals", len(printed) - len(findings), len(printed)))
    places = [standing for standing in document.published.standings if standing.place]
    if places:
        misplaced = list(placed(document.event, document.published.standings))
        findings += misplaced
        tallies.append(AuditTally("places", len(places) - len(misplaced), len(places)))
    return Parts(tuple(tallies), tuple(findings))


def _extra(event: Event) -> dict[str, Fraction]:
    carried: dict[str, Fraction] = defaultdict(Fraction)
    for each in event.carry_overs:
        carried[each.contestant] += each.amount
    return carried
