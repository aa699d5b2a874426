"""`amends score`: an event's ranking, a board's traveller, a contestant's score card."""

from __future__ import annotations

from typing import Annotated

from amends import exact
from amends.cli import output
from amends.cli.event_files import (
    EventOptions,
    Results,
    RulingsPath,
    Strict,
    note_lines,
    read_both,
    with_event_options,
    without_forbidden,
)
from amends.cli.options.common import Json, Text, option
from amends.cli.output import warn
from amends.cli.pages import boards_and_cards
from amends.faults import refuse
from amends.garbage import collection_paused
from amends.reports.ranking import bracket as bracket_of
from amends.reports.ranking import match_list, ranking
from amends.rulings.consequences.late_rulings import event_notices
from amends.scoring.event import score
from amends.scoring.standings import Standings

LARGE = 50_000
"""The rows of a file above which another command is recommended."""


@with_event_options
def score_command(
    path: Results,
    options: EventOptions,
    rulings: RulingsPath = None,
    strict: Strict = False,
    board: Annotated[int | None, option("--board", "The traveller and frequencies of a board.")] = None,
    pair: Annotated[Text, option("--pair", "The score card of a contestant.")] = None,
    session: Annotated[Text, option("--session", "With --board: one session alone.")] = None,
    bracket: Annotated[bool, option("--bracket", "Knockout teams: the bracket as text.")] = False,
    json: Json = False,
) -> None:
    """Score an event and print the ranking.

    --board prints a traveller, --pair a score card. For teams the matches are printed too.

    Example: amends score travellers.csv --rulings rulings.toml --regulation ebu
    """
    if session is not None and board is None:
        raise refuse("--session without --board", "--session beside --board")
    with collection_paused():
        document = read_both(path, rulings, options, strict=strict)
        event = document.event
        if len(event.results) > LARGE:
            rows = f"{path.name} has {len(event.results):,} rows"
            warn([f"{rows}; for large files there is: amends bulk {path.name} --out TARGET"])
        event = without_forbidden(event, strict)
        standings = score(event)
        drawn = bracket_of(standings) if bracket else []
        if bracket and not drawn:
            raise refuse("--bracket for an event that is no knockout", "--bracket beside --knockout, for teams")
        if json:
            _print_scores(standings, board, pair, session, note_lines(document))
            return
        tables = boards_and_cards(standings, board, pair, session)
        matches = match_list(standings) if not tables else []
        tables = tables or ranking(standings)
    warn(event_notices(standings))
    for line in drawn:
        output.say(line)
    if not bracket:
        output.report_all([*tables, *matches])


def _print_scores(
    standings: Standings, board: int | None, pair: str | None, session: str | None, notes: tuple[str, ...]
) -> None:
    """The document of what was wanted: the ranking, a board, a score card, or the last two together."""
    from amends.contract.documents.standings import ScoreDocument, board_document, card_document, ranking_document

    notices = tuple(event_notices(standings))
    boards = () if board is None else (board_document(standings, board, session),)
    cards = () if pair is None else (card_document(standings, pair),)
    made = [*boards, *cards] or [ranking_document(standings, notices=notices)]
    wanted = made[0] if len(made) == 1 else ScoreDocument(boards=boards, cards=cards, notices=notices)
    output.print_document(wanted.model_copy(update={"notes": notes}))


@with_event_options
def explain_command(
    path: Results,
    pair: Annotated[str, option("--pair", "The contestant: a pair, a player or a team.")],
    options: EventOptions,
    board: Annotated[int | None, option("--board", "A board; without it, the total.")] = None,
    session: Annotated[Text, option("--session", "With --board: one session alone.")] = None,
    rulings: RulingsPath = None,
    strict: Strict = False,
    json: Json = False,
) -> None:
    """Explain a figure of a contestant, step by step.

    The figure is a board or the total. Each line names its law.

    Example: amends explain travellers.csv --rulings rulings.toml --board 7 --pair 3
    """
    if session is not None and board is None:
        raise refuse("--session without --board", "--session beside --board")
    document = read_both(path, rulings, options, strict=strict)
    event = without_forbidden(document.event, strict)
    standings = score(event)
    figure = standings.explain(pair, board, session)
    if json:
        from amends.contract.documents.standings import explanation_document

        explained = explanation_document(standings, pair, board, figure)
        output.print_document(explained.model_copy(update={"notes": note_lines(document)}))
        return
    output.tree(figure)
    if board is None:
        entry = standings.standing(pair)
        better = [
            other
            for entries in standings.lists.values()
            if entry in entries
            for other in entries[: entries.index(entry)]
            if other.place != entry.place
        ]
        total = entry.percent if entry.percent is not None else entry.total
        if total is None:
            output.say(f"{pair} has no board that is scored, and no place.")
        else:
            output.say(f"Place {entry.place}: {len(better)} have more than {exact.mixed(total)}.")


COMMANDS = {
    "score": score_command,
    "explain": explain_command,
}
