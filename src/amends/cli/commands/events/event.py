"""`amends event`: the events of the store."""

from __future__ import annotations

from typing import Annotated

from amends import clock
from amends.cli import output
from amends.cli.effects import DryRun, enter, print_change
from amends.cli.event_files import OF_A_NEW_EVENT, EventOptions, choices_of, say_scale
from amends.cli.options.common import Json, SettingList, Text, argument, option, read_regulation, with_options
from amends.cli.output import warn
from amends.cli.pages import Force, OutputFile, OutputFormat, boards_and_cards, to_write
from amends.cli.session import (
    By,
    EventDate,
    EventName,
    StorePlace,
    at_desk,
    at_event,
    head_words,
    print_numbers,
)
from amends.cli.streams import is_stream, named_format, write_output
from amends.desk import Desk, KeptEvent, OpenEvent
from amends.desk.commands.people import forget
from amends.desk.commands.regulation import choosing
from amends.desk.importing.documents import exported, rename
from amends.desk.typing.new_event import found, founded
from amends.desk.views.as_data import event_data
from amends.desk.views.differences import moment
from amends.desk.views.overview import overview
from amends.exact import many
from amends.faults import Faults, printable, refuse
from amends.regulations import load
from amends.reports.layout.html import Table
from amends.reports.ranking import ranking


@with_options(EventOptions, OF_A_NEW_EVENT)
def new(
    name: Annotated[str, argument("NAME", "What the event is called.")],
    options: EventOptions,
    date: EventDate = None,
    by: By = None,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Begin an event in the store.

    Its results come in later, with `amends import FILE --into NAME`.

    Example: amends event new "Saturday teams" --form teams --date 2026-11-14
    """
    choices = choices_of(options)
    event = founded(name, choices)
    if choices.regulation is not None and event.regulation != choices.regulation:
        say_scale(event.regulation.vp_scale)
    with at_desk(store, by) as desk:
        opened = found(desk, event, date or "")
    output.answer(json, "overview", event_data(opened), f"{opened.kept}: begun", head_words(opened))


def list_(store: StorePlace = None, json: Json = False) -> None:
    """List the events of the store, the last used first.

    The list has boards, results and rulings, and the time of the last entry.

    Example: amends event list
    """
    with at_desk(store) as desk:
        events = [(kept, _opened(desk, kept)) for kept in desk.events()]
    if json:
        output.print_json("events", {"events": [_data(kept, opened) for kept, opened in events]})
        return
    if not events:
        output.say("No event is kept yet: amends import FILE or amends event new NAME begins one.")
        return
    heads = ("event", "date", "boards", "results", "rulings", "last entry")
    output.table("Events", heads, [_row(kept, opened) for kept, opened in events], left=(0, 1, 5))


def _opened(desk: Desk, kept: KeptEvent) -> OpenEvent | None:
    """An event; None for one that cannot be read: it must not hide the others."""
    try:
        opened = desk.open(kept.key)
        overview(opened)
    except Faults as trouble:
        if trouble.is_unavailable:
            raise
        return None
    return opened


def _row(kept: KeptEvent, opened: OpenEvent | None) -> list[str]:
    last = clock.shown_time(kept.last) if kept.last else "–"
    name = printable(kept.name)
    if opened is None:
        return [name, kept.date, "–", "–", "–", f"{last}  cannot be read: amends event show says why"]
    numbers = overview(opened)
    results = str(numbers.results) if numbers.results == numbers.expected else f"{numbers.results}/{numbers.expected}"
    return [name, kept.date, str(numbers.boards), results, str(numbers.rulings), last]


def _data(kept: KeptEvent, opened: OpenEvent | None) -> dict[str, object]:
    if opened is None:
        return {"event": kept.name, "date": kept.date, "key": kept.key, "entries": kept.entries, "readable": False}
    return event_data(opened)


def show(
    event: EventName,
    board: Annotated[int | None, option("--board", "The traveller and frequencies of a board.")] = None,
    pair: Annotated[Text, option("--pair", "The score card of a contestant.")] = None,
    session: Annotated[Text, option("--session", "With --board: one session alone.")] = None,
    at: Annotated[Text, option("--at", 'As it was: "16:05", "published", "final", an entry ("12").', "MOMENT")] = None,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Show an event and its ranking.

    It says how many results are in, and what was ruled and published. --board and --pair show a board or a
    score card.

    Example: amends event show friday --at published
    """
    if session is not None and board is None:
        raise refuse("--session without --board", "--session beside --board")
    with at_desk(store) as desk:
        opened = desk.open(event)
    if at is not None:
        opened = _as_it_was(opened, at)
    if json:
        _print_document(opened, board, pair, session)
        return
    tables = _tables(opened, board, pair, session)
    if board is None and pair is None:
        output.say(str(opened.kept), style="bold")
        if at is not None:
            output.say(f"as it was after entry {opened.seen}, {clock.shown_time(opened.entries[-1].at)}")
        output.say(head_words(opened))
        print_numbers(opened)
        output.say()
    output.report_all(tables)
    if not tables:
        output.say("No results yet.")


def _as_it_was(opened: OpenEvent, at: str) -> OpenEvent:
    seq = moment(at, opened)
    if not seq:
        first = clock.shown_time(opened.entries[0].at) if opened.entries else "none"
        raise refuse(f"a moment before {opened.kept} was begun ({at})", f"one after its first entry, {first}")
    return opened.until(seq)


def _tables(opened: OpenEvent, board: int | None, pair: str | None, session: str | None) -> list[Table]:
    if not _has_results(opened, board, pair):
        return []
    return boards_and_cards(opened.standings, board, pair, session) or ranking(opened.standings)


def _has_results(opened: OpenEvent, board: int | None, pair: str | None) -> bool:
    """Whether there is anything to show; refused where a board or a score card is wanted of nothing."""
    if not opened.event.results and (board is not None or pair is not None):
        raise refuse(f"an event without results, {opened.kept}", "one with results")
    return bool(opened.event.results)


def _print_document(opened: OpenEvent, board: int | None, pair: str | None, session: str | None) -> None:
    from amends.contract.documents.standings import board_document, card_document, ranking_document

    data = event_data(opened)
    if _has_results(opened, board, pair):
        standings = opened.standings
        data["boards_shown"] = [] if board is None else [board_document(standings, board, session)]
        data["cards_shown"] = [] if pair is None else [card_document(standings, pair)]
        data["ranking"] = ranking_document(standings) if board is None and pair is None else None
    output.print_json("overview", data, opened.event)


def rename_event(
    event: EventName,
    name: Annotated[Text, option("--name", "The new name.")] = None,
    date: EventDate = None,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Give an event another name or date in the store.

    Its journal stays as it is.

    Example: amends event rename friday --name "Friday evening"
    """
    if name is None and date is None:
        raise refuse("neither --name nor --date", "one of them, or both")
    with at_event(event, store) as (desk, opened):
        renamed = rename(desk, opened, name, date)
    data = {"event": renamed.kept.name, "date": renamed.kept.date, "was": str(opened.kept)}
    output.answer(json, "renamed", data, f"{opened.kept} → {renamed.kept}")


def regulation(
    event: EventName,
    name: Annotated[
        Text,
        argument(
            "[NAME]",
            "A shipped regulation or a .toml file, whose settings are entered.",
            "the event's own, changed by --set",
        ),
    ] = None,
    set: SettingList = None,
    reason: Annotated[str, option("--reason", "Why, for the journal.")] = "",
    dry_run: DryRun = False,
    by: By = None,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Put an event under another regulation, or change its settings.

    Everything is scored again.

    Example: amends event regulation friday ebu --reason "as the programme says"
    """
    if name is None and not set:
        raise refuse("neither a regulation nor --set", "one of them, or both")
    with at_event(event, store, by) as (desk, opened):
        draft = choosing(read_regulation(load(name) if name else opened.event.regulation, set), reason)
        effect = enter(desk, opened, draft, dry_run)
    print_change(effect, dry_run, json)


def export(
    event: EventName,
    out: OutputFile,
    to: OutputFormat = None,
    force: Force = False,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Write an event to a file.

    NAME.amends.json keeps everything. What another format cannot hold is listed.

    Example: amends event export friday friday.amends.json
    """
    target, dumps = to_write(out, named_format(out, to))
    with at_event(event, store) as (desk, opened):
        document = exported(desk, opened)
    losses = list(target.losses(document))
    content = dumps(document)
    if not json:
        warn(losses)
    write_output(out, content, force=force)
    if is_stream(out):
        return
    kept = ["What this format cannot hold is kept by a file whose name ends in .amends.json."] if losses else []
    data = {"written": [str(out)], "format": target.name, "losses": losses}
    output.answer(json, "written", data, f"written: {out}", *kept)


def forget_event(
    event: EventName,
    name: Annotated[str, argument("NAME", "The full name of the person.")],
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Remove a person's records from an event, for good.

    The journal verifies as before, without the person's name.

    Copies that were exported or published before still have the name.

    Example: amends event forget friday "C. Cole"
    """
    with at_event(event, store) as (desk, opened):
        forgotten = forget(desk, opened, name)
    mentions = [{"entry": each.seq, "words": each.words} for each in forgotten.mentions]
    lines = [f"{opened.kept}: {many(forgotten.records, 'record')} removed; the journal verifies as before"]
    if mentions:
        lines.append("Words of the name stand in the text of entries, which cannot be changed:")
    lines += (f"  entry {each.seq}, {each.words}" for each in forgotten.mentions)
    data = {"event": opened.kept.name, "records": forgotten.records, "beside": list(forgotten.beside)}
    output.answer(json, "forgotten", data | {"mentions": mentions}, *lines)


COMMANDS = {
    "event new": new,
    "event list": list_,
    "event show": show,
    "event rename": rename_event,
    "event regulation": regulation,
    "event export": export,
    "event forget": forget_event,
}
