"""Names: all contestants, one of them as a form, and a list of all to be typed at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from hashlib import blake2b

from starlette.responses import Response

from amends.accounts.accounts import Right
from amends.bridge import Side
from amends.desk.commands.contestants import (
    LONGEST_NAME,
    LONGEST_NUMBER,
    MOST_PLAYERS,
    TypedNames,
    all_players,
    contestants_of,
    is_named,
    names_text,
    naming,
    own_name,
    read_names,
    substituting,
    with_own_players,
    with_players,
    without_substitute,
)
from amends.event import Contestant, Event, Form, Player, Substitute
from amends.event.limits import LONGEST_TEXT
from amends.faults import Fault, Faults, Refusal
from amends.reports.card import substitute_words
from amends.web.forms.entering import as_seen, enter
from amends.web.forms.form import SentForm, whole_number
from amends.web.forms.texts import text as _
from amends.web.request import NotHere, Page
from amends.web.screen import Screen

screen = Screen()

TEAM_PLACES, MORE_PLACES = 4, 2
"""Places for players on the form of a team, at least, and empty ones behind those who are known."""


# All contestants


@dataclass(frozen=True, slots=True)
class ContestantGroup:
    """The contestants of a section, or of one direction."""

    section: str
    direction: Side | None
    contestants: tuple[Contestant, ...]


def groups_of(contestants: Iterable[Contestant]) -> list[ContestantGroup]:
    """Contestants in the groups that a list shows them in."""
    groups: dict[tuple[str, Side | None], list[Contestant]] = {}
    for each in contestants:
        groups.setdefault((each.section, each.direction), []).append(each)
    return [ContestantGroup(*place, tuple(each)) for place, each in groups.items()]


@screen.page("/e/{event}/names", Right.RESULTS)
def names(page: Page) -> Response:
    """All contestants with those who play, and the ways to change that."""
    every = contestants_of(page.newest.event)
    return page.show(
        "names.html",
        groups=groups_of(every.values()),
        count=len(every),
        nameless=sum(not is_named(each) for each in every.values()),
        is_named=is_named,
        all_players=all_players,
        saved=page.asked("saved"),
    )


# One contestant


@dataclass(frozen=True, slots=True)
class PlayerField:
    """A place for a player: the fields of the form and what stands in them."""

    place: int
    name: str = ""
    national_id: str = ""
    pair: str = ""
    """The pair of a team that the place belongs to."""


def contestant_named(page: Page, id: str) -> Contestant:
    """The contestant of an address."""
    every = contestants_of(page.newest.event)
    if id not in every:
        raise NotHere(
            Refusal(_("Nobody here has the number %(number)s.", number=id), _("Look it up in the list of names."))
        )
    return every[id]


def player_fields(contestant: Contestant, form: Form) -> list[PlayerField]:
    """A field for each player who is known, and for those who may come."""
    pairs = [""] * len(contestant.players) + [pair.number for pair in contestant.pairs for _ in pair.players]
    fields = [
        PlayerField(place, player.name, player.national_id, pair)
        for place, (player, pair) in enumerate(zip(all_players(contestant), pairs, strict=True), 1)
    ]
    if form is Form.INDIVIDUAL:
        least = 1
    elif form is Form.TEAMS:
        least = len(fields) if contestant.pairs else max(TEAM_PLACES, len(fields) + MORE_PLACES)
    else:
        least = max(2, len(fields))
    return [*fields, *(PlayerField(place) for place in range(len(fields) + 1, min(least, MOST_PLAYERS) + 1))]


@screen.page("/e/{event}/names/contestants/{contestant}", Right.RESULTS)
def one(page: Page, contestant: str) -> Response:
    """The form of one contestant."""
    return shown(page, contestant_named(page, contestant))


def shown(
    page: Page,
    contestant: Contestant,
    typed: Contestant | None = None,
    faults: tuple[Fault, ...] = (),
    *,
    overtaken: bool = False,
    substitute: SentForm | None = None,
) -> Response:
    """The form with what is recorded, or with what was typed and could not be entered."""
    event = page.newest.event
    filled = with_own_players(typed or contestant)
    named = own_name(filled)
    return page.show(
        "name.html",
        contestant=contestant,
        noun=event.form.noun,
        called=named,
        with_name=event.form is Form.TEAMS or bool(named),
        fields=player_fields(filled, event.form),
        faults=faults,
        following=_following(event, contestant.id),
        most=(LONGEST_NAME, LONGEST_NUMBER),
        overtaken=overtaken,
        substitutes=substitute_words(event, contestant.id),
        typed=lambda name: substitute.text(name) if substitute else "",
        has_rounds=any(row.round.isdecimal() for row in event.results),
    )


def typed_contestant(contestant: Contestant, form: SentForm) -> Contestant:
    """The contestant as the fields of its form say."""
    contestant = with_own_players(contestant)
    known = all_players(contestant)
    places = [place for place in range(1, MOST_PLAYERS + 1) if f"player-{place}" in form.names()]
    players = []
    for place in places:
        before = known[place - 1] if place <= len(known) else Player()
        name, number = (" ".join(form.text(f"{field}-{place}").split()) for field in ("player", "id"))
        players.append(replace(before, name=name, national_id=number) if name or number else Player())
    typed = with_players(contestant, players)
    if "name" in form.names():
        return replace(typed, name=" ".join(form.text("name").split()))
    return contestant if all_players(typed) == known else replace(typed, name="")


@screen.action("/e/{event}/names/contestants/{contestant}", Right.RESULTS)
def save(page: Page, form: SentForm, contestant: str) -> Response:
    """Enter who plays; then the list, or the next contestant."""
    known = contestant_named(page, contestant)
    typed = typed_contestant(known, form)
    if typed == with_own_players(known):
        typed = known
    seen = contestants_of(as_seen(page, form).event).get(contestant)
    try:
        effect = enter(page, form, naming([typed]))
    except Faults as trouble:
        now = contestant_named(page, contestant)
        return shown(page, now, typed, trouble.faults, overtaken=now != seen)
    if form.text("do") == "next" and (following := _following(effect.after.event, contestant)):
        return page.go(page.to("names", "contestants", following))
    return page.go(page.to("names", saved=contestant if effect.new else ""))


def _following(event: Event, contestant: str) -> str | None:
    every = [*contestants_of(event)]
    here = every.index(contestant)
    return every[here + 1] if here + 1 < len(every) else None


# Substitutes


@screen.action("/e/{event}/names/contestants/{contestant}/substitutes", Right.RESULTS)
def substitutes(page: Page, form: SentForm, contestant: str) -> Response:
    """Enter a substitute, or take one back."""
    known = contestant_named(page, contestant)
    place = whole_number(form.text("do").removeprefix("remove-"))
    try:
        draft = substituting(contestant, _substitute(form)) if place is None else without_substitute(contestant, place)
        enter(page, form, draft)
    except Faults as trouble:
        return shown(page, known, faults=trouble.faults, substitute=form)
    return page.go(page.to("names", "contestants", contestant) + "#substitutes")


def _substitute(form: SentForm) -> Substitute:
    first, last = (form.text(name) for name in ("first", "last"))
    numbers = [whole_number(text) for text in (first or "0", last or first or "0")]
    if None in numbers:
        raise Refusal(_("Please type a number for the first and the last board or round."))
    return Substitute(
        form.text("substitute"),
        whole_number(form.text("instead-of")) or 0,
        numbers[0] or 0,
        numbers[1] or 0,
        form.text("unit") == "rounds",
    )


# A list of all


@screen.page("/e/{event}/names/list", Right.RESULTS)
def listed(page: Page) -> Response:
    """All names as a list to be typed."""
    return _list(page, _text(page.newest.event))


def _text(event: Event) -> str:
    """The list as it is; empty where it is too long for a form."""
    text = names_text(event)
    return text if len(text) < LONGEST_TEXT else ""


def _list(
    page: Page, text: str, read: TypedNames | None = None, faults: tuple[Fault, ...] = (), saved: int = 0
) -> Response:
    """The list; `read` is what it would change, `saved` how many lines were entered just now."""
    return page.show(
        "names_list.html",
        status=422 if faults or (read and read.refused) else None,
        text=text,
        read=read,
        faults=faults,
        saved=saved,
        looked=_digest(text) if read and read.changes else "",
        most=LONGEST_TEXT,
        two_winners=page.newest.event.winners == 2,
        form=page.newest.event.form.value,
        players_of=_players_words,
    )


def _players_words(contestant: Contestant) -> str:
    """A contestant in one line: its own name, and its players."""
    players = " & ".join(player.name for player in all_players(contestant) if player.name)
    own = own_name(contestant)
    return f"{own}: {players}" if own and players else own or players


def _digest(text: str) -> str:
    """What stands for a list whose changes were shown."""
    return blake2b(text.encode(errors="replace"), digest_size=16).hexdigest()


@screen.action("/e/{event}/names/list", Right.RESULTS)
def save_list(page: Page, form: SentForm) -> Response:
    """Show what a list changes; enter it once that was shown. Lines that cannot be read stay in the field."""
    text = form.text("names")
    read = read_names(page.newest.event, text)
    if form.text("do") != "save" or form.text("looked") != _digest(text):
        return _list(page, text, read)
    try:
        effect = enter(page, form, naming([change.after for change in read.changes]))
    except Faults as trouble:
        return _list(page, text, read_names(page.newest.event, text), trouble.faults)
    page.reload()
    entered = len(read.changes) if effect.new else 0
    if not read.refused:
        return page.go(page.to("names", saved=entered and "list"))
    return _list(page, read.left, replace(read, changes=(), twice=()), saved=entered)
