"""A ruling as a page shows it: its slip, also of one that counts no more, and what anybody may see of it."""

from __future__ import annotations

from fractions import Fraction

from amends.bridge import Side
from amends.event import Event
from amends.journal.history import GivenRuling, History
from amends.reports.dossier import Dossier, dossier, effect_of, given_words, result_rows, ruling_rows
from amends.reports.layout.diagram import AuctionRows, diagrams, opening_lead
from amends.reports.layout.html import Markup
from amends.reports.layout.sheet import Labelled, Part, SideBySide
from amends.reports.pictures.frequencies import frequencies_picture
from amends.reports.pictures.weights import weights_picture
from amends.reports.poll_section import proposal_and_weights
from amends.reports.slip import Slip, effect_words, place_words, slip
from amends.scoring.events.pairs import PairsStandings
from amends.scoring.standings import Standings
from amends.wording.award_text import Rows, adjusted_rows
from amends.wording.names import side_names


def seen_ruling(history: History, standings: Standings, given: GivenRuling, names: bool = True) -> Slip:
    """The slip of a ruling, whatever became of it; without `names` what anybody may see of one that is published."""
    event = standings.event
    here = dossier(history, event, given, names)
    if names and given.state.in_force:
        ruling = next(each for each in event.rulings if each.id == given.ruling.id)
        return slip(standings, ruling, history)
    rows = [*result_rows(here), *(ruling_rows(here) if names else _published_rows(here))]
    if names or not _is_individual(here):
        rows.append(("Effect", _effect(here)))
    if here.review:
        rows.append(("Review", here.review))
    ruling = given.ruling
    deal = next(iter(diagrams(event, ruling.board, [here.table], here.vulnerable)), None)
    auction = AuctionRows.of(here.auction) if here.auction else None
    return Slip(
        [("", ""), *rows],
        {},
        deal,
        auction,
        opening_lead(here.record),
        f"Ruling {ruling.id} · Board {ruling.board}",
        _where(here, event, names),
    )


def slip_parts(seen: Slip) -> list[Part]:
    """The parts of a slip below its title: where it was, the board, the ruling."""
    board = seen.board()
    shown = [SideBySide([board[:1], board[1:]])] if len(board) > 1 else board
    return [Labelled(seen.where or []), *shown, Labelled(seen.lines[1:])]


def _published_rows(here: Dossier) -> Rows:
    """The ruling with its laws and reason, and nothing of how it came about."""
    ruling = here.given.ruling
    award = adjusted_rows(ruling, here.table, here.vulnerable, here.event.regulation.edition)
    rows = [*award, ("Laws", ", ".join(ruling.laws)), ("Reason", ruling.reason)]
    return [(label, words) for label, words in rows if words or not label]


def _where(here: Dossier, event: Event, names: bool) -> Rows:
    board = ("Board", f"{here.table.board}, {here.dealer.name.title()} deals, {here.vulnerable.words}")
    rows = [("Event", event.title), ("Table", ", ".join(place_words(here.table))) if names else board]
    if names:
        rows += [(side.words, side_names(event, here.table.seats[side])) for side in Side]
    rows.append(("Ruling", given_words(here)))
    return [(label, words) for label, words in rows if words]


def _is_individual(here: Dossier) -> bool:
    return any(len(seats) > 1 for seats in here.table.seats)


def _effect(here: Dossier) -> str:
    preview, after = effect_of(here)
    ns, ew = (tuple(each.board for each in preview.sides[side]) for side in Side)
    return effect_words(ns, ew, after.unit, here.given.ruling.stands)


# Pictures


def weights_of(here: Dossier, name: str = "weights") -> Markup | None:
    """What the poll came to and the weights that were given, drawn; None where there was no poll about results."""
    case = here.case
    votes = [poll.counted for poll, _ in case.polls] if case and case.polls else here.given.ruling.poll
    found = proposal_and_weights(here, votes)
    if found is None:
        return None
    proposal, weights = found
    chosen = [weights.get(step.outcome, Fraction(0)) for step in proposal.band] if weights else None
    return weights_picture(proposal, chosen, name=name)


def frequencies_of(standings: Standings, table: str, marked: bool = True, name: str = "frequencies") -> Markup | None:
    """How often each score was made on the board of a table, with that table marked and named; None at teams."""
    for board in standings.boards if isinstance(standings, PairsStandings) else ():
        if any(row.table.id == table for row in board.rows):
            return frequencies_picture(board, ruled=[table] if marked else [], name=name)
    return None
