"""Texts about a ruling without names, for publications and for a committee that is not to know the players."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar
from unicodedata import combining, normalize

from amends.awards import NotScored
from amends.bridge import Auction, Seat, Side
from amends.event import Event, Ruling, TableResult
from amends.event.case import Facts, PollAnswer, PollTaken, Statement
from amends.event.rows import locate, rows_by_board
from amends.event.ruling import CarryOver, Penalty, VictoryPointAward
from amends.explain import Explained
from amends.journal.history import Appeal, Case, History, Made
from amends.journal.people import changed

Given = TypeVar("Given", Penalty, CarryOver, VictoryPointAward)

_SEATS = (Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST)
_WORDS = (
    "ace king queen jack ten north east south west spade spades heart hearts diamond diamonds club clubs trump trumps"
    " pass double bid call board table pair team player dummy declarer partner director law"
)
_USUAL = (
    "april august june may grace grant hope joy mark rich will an as at be by do go he in is it me my no of on or so to"
    " up us we da de den der di du la van von"
)
_COMMON_WORDS = frozenset((*_WORDS.split(), *_USUAL.split()))
"""Words of the game and of every text that are names too: by themselves they stay."""


@dataclass(frozen=True, slots=True)
class NamedPeople:
    """Who is named in an event, whatever the table, each with what is said instead; found once for many rulings."""

    near: tuple[tuple[str, str], ...]
    """Those who spoke or decided in a case."""
    others: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, event: Event, history: History) -> NamedPeople:
        """Everybody who is named in an event."""
        return cls(tuple(dict.fromkeys(_in_cases(history))), tuple(dict.fromkeys(_elsewhere(event, history))))


def _spellings(name: str) -> Iterator[str]:
    """A name as people type it: accents apart from their letters, or left away, or written out (ue, ss)."""
    yield name
    yield from (normalize(way, name) for way in ("NFC", "NFD"))
    apart = normalize("NFD", name)
    if apart.isascii() and "ß" not in name:
        return
    yield "".join(sign for sign in apart if not combining(sign)).replace("ß", "ss")
    yield normalize("NFC", re.sub("([aouAOU])\u0308", r"\1e", apart)).replace("ß", "ss")


def _pattern(spelled: str) -> str:
    """A pattern of a name with any blanks and any apostrophe."""
    return _APOSTROPHE.sub(_APOSTROPHE.pattern, r"\s+".join(map(re.escape, spelled.split())))


_APOSTROPHE = re.compile("['’ʼ`´]")


def _folded(name: str) -> str:
    """What is the same for all spellings of a name."""
    return _APOSTROPHE.sub("'", normalize("NFC", " ".join(name.split()))).casefold()


_BESIDE = re.compile(r"\([^)]*\)|\[[^]]*\]|(?<!\w)(?:[JS]r\b\.?|I{2,3}$|IV$)")
"""What stands beside a name and belongs to no part of it: (sub), Jr."""


def _orders(name: str) -> Iterator[str]:
    """A name as it is written, without what stands beside it, and with the surname last: Ashdown, Ann; DUPONT Jean."""
    yield name
    plain = " ".join(_BESIDE.sub(" ", name).split()).rstrip(" ,")
    yield plain
    surname, comma, first = (part.strip() for part in plain.partition(","))
    if comma:
        yield f"{first} {surname}"
        return
    parts = plain.split()
    capitals = next((at for at, part in enumerate(parts) if not part.isupper()), 0)
    if capitals and len(parts[0]) > 1 and not parts[0].endswith("."):
        yield " ".join((*parts[capitals:], *parts[:capitals]))


def _parts(name: str, *, is_group: bool) -> Iterator[str]:
    """The first names and the surname of a name, as they stand by themselves in a text; of a group's the last word."""
    parts = _BESIDE.sub(" ", name).replace(",", " ").split()
    if len(parts) < 2:
        return
    for part in parts[-1:] if is_group else parts:
        if len(part) > 1 and part[0].isupper() and not part.endswith(".") and part.casefold() not in _COMMON_WORDS:
            yield part


_NO_TABLE = TableResult("", NotScored())
_NOBODY_ELSE = NamedPeople((), ())


class Anonymiser:
    """Replaces names in texts about one table: the players there by their side, all others by "a player".

    `about` are the contestants of a text that is about no table, such as the reason of a penalty.
    """

    def __init__(
        self,
        event: Event,
        history: History,
        table: TableResult = _NO_TABLE,
        people: NamedPeople | None = None,
        about: Iterable[str] = (),
    ) -> None:
        known: dict[str, str] = {}
        people = people or NamedPeople.of(event, history)
        about = tuple(about)
        named = [each for contestant in about for each in _names(event, history, contestant)]
        named.sort(key=lambda each: each[1] != "a player")  # a pair's name may end with a surname
        near = (*_at_table(event, history, table), *named, *people.near)
        # Of two who are called the same, the one nearer to the table decides what is said.
        for name, stands in (*near, *people.others):
            for ordered in _orders(name):
                if len(ordered) > 1 and any(sign.isalpha() for sign in ordered):
                    known.setdefault(" ".join(ordered.split()), stands)
        here = {*about, *(contestant for side in Side for contestant in table.seats[side])}
        nouns = [each for contestant in here for each in _names(event, history, contestant)]
        groups = {name for name, noun in nouns if noun != "a player"} - {
            name for name, noun in nouns if noun == "a player"
        }
        for name, stands in near:
            for part in _parts(name, is_group=name in groups):
                known.setdefault(part, stands)
        spelled = {way: stands for name, stands in reversed(known.items()) for way in _spellings(name)}
        self._known = {_folded(way): stands for way, stands in spelled.items()}
        # The longest name comes first, so that a pair is not taken for one of its players.
        names = map(_pattern, sorted(spelled, key=len, reverse=True))
        self._pattern = re.compile(rf"(?<!\w)(?:{'|'.join(names)})(?!\w)", re.IGNORECASE) if known else None

    def words(self, text: str) -> str:
        """The text without any name that is known; first name and surname in one are one player."""
        if self._pattern is None:
            return text
        made, end, before = [], 0, ""
        for found in self._pattern.finditer(text):
            stands, between = self._stands(found[0]), text[end : found.start()]
            if not before or stands != before or between.strip():
                made += [between, stands or found[0]]
            before, end = stands, found.end()
        return "".join((*made, text[end:]))

    def _stands(self, found: str) -> str:
        """What is said instead; "" where a name of one piece does not begin as names do: Ash, not ash."""
        if len(found.split()) == 1 and found[:1].islower():
            return ""
        return self._known.get(_folded(found), "a player")

    # What is written down about a case

    def ruling(self, ruling: Ruling) -> Ruling:
        """The ruling without its director, and without names in its texts."""
        return changed(ruling, lambda _: "", self.words)

    def case(self, case: Case) -> Case:
        """The case without names."""
        return replace(
            case,
            opened=without_author(case.opened),
            facts=self.facts(case.facts),
            statements=tuple((self.statement(said), without_author(made)) for said, made in case.statements),
            polls=tuple((self.poll(poll), without_author(made)) for poll, made in case.polls),
            closed=without_author(case.closed) if case.closed else None,
            why_closed=self.words(case.why_closed),
        )

    def facts(self, facts: Facts) -> Facts:
        """The facts without names."""
        return replace(
            facts,
            happened=self.words(facts.happened),
            auction=self.auction(facts.auction) if facts.auction else None,
            explanations=tuple(
                replace(each, words=self.words(each.words), agreement=self.words(each.agreement))
                for each in facts.explanations
            ),
            play=self.words(facts.play),
            methods=self.words(facts.methods),
            found=self.words(facts.found),
        )

    def auction(self, auction: Auction) -> Auction:
        """The auction without names in what was explained."""
        calls = tuple(replace(call, explanation=self.words(call.explanation)) for call in auction.calls)
        return replace(auction, calls=calls)

    def statement(self, said: Statement) -> Statement:
        """The statement without who made it."""
        return replace(said, words=self.words(said.words), who="")

    def poll(self, poll: PollTaken) -> PollTaken:
        """The poll without who was asked."""
        return PollTaken(
            self.words(poll.question),
            tuple(
                PollAnswer(
                    self.words(answer.chose), tuple(map(self.words, answer.considered)), self.words(answer.standard)
                )
                for answer in poll.answers
            ),
            {self.words(action): times for action, times in poll.votes.items()},
        )

    def appeal(self, appeal: Appeal) -> Appeal:
        """The appeal without names."""
        return replace(
            appeal,
            lodged=without_author(appeal.lodged),
            grounds=self.words(appeal.grounds),
            who="",
            deposit=self.words(appeal.deposit),
            late=self.words(appeal.late),
            decided=without_author(appeal.decided) if appeal.decided else None,
            reason=self.words(appeal.reason),
            reviewers=(),
        )


def without_author(made: Made) -> Made:
    """Where and when, without by whom."""
    return replace(made, by="")


# What is published beside the rulings


class ReasonAnonymiser:
    """Replaces names in reasons that are about contestants and not about a table, such as those of penalties.

    Everybody of the event is looked for by one pattern, whatever the number of reasons; what is made for each is small.
    """

    def __init__(self, event: Event, history: History) -> None:
        self._event, self._history = event, history
        self._everybody = Anonymiser(event, history)

    def words(self, text: str, about: Iterable[str]) -> str:
        """A text without names; of the contestants it is about, without their surnames too."""
        if not text:
            return text
        near = Anonymiser(self._event, self._history, people=_NOBODY_ELSE, about=about)
        return near.words(self._everybody.words(text))


def anonymous_event(event: Event, history: History) -> Event:
    """The event with nobody named in what was said of its rulings, penalties and other awards."""
    if not (event.rulings or event.penalties or event.carry_overs or event.awards):
        return event
    people, by_board, reasons = NamedPeople.of(event, history), rows_by_board(event.results), None

    def ruled(ruling: Ruling) -> Ruling:
        return Anonymiser(event, history, locate(ruling, by_board), people).ruling(ruling)

    def given(award: Given) -> Given:
        nonlocal reasons
        reasons = reasons or ReasonAnonymiser(event, history)
        return replace(award, reason=reasons.words(award.reason, [award.contestant]))

    return replace(
        event,
        rulings=tuple(map(ruled, event.rulings)),
        penalties=tuple(map(given, event.penalties)),
        carry_overs=tuple(map(given, event.carry_overs)),
        awards=tuple(map(given, event.awards)),
    )


def anonymous_figure(figure: Explained, event: Event, history: History) -> Explained:
    """How a figure comes about, with nobody named in the reasons of penalties and other awards."""
    there = {part.words for part in figure.walk() if part.words.endswith(")")}
    given: tuple[Penalty | CarryOver | VictoryPointAward, ...]
    given = (*event.penalties, *event.carry_overs, *event.awards)
    named = {
        each.reason: each.contestant
        for each in given
        if each.reason and any(words.endswith(f"({each.reason})") for words in there)
    }
    if not named:
        return figure
    anonymiser = ReasonAnonymiser(event, history)
    reasons = {f"({reason})": f"({anonymiser.words(reason, [about])})" for reason, about in named.items()}

    def anonymous(part: Explained) -> Explained:
        ends = (each for each in sorted(reasons, key=len, reverse=True) if part.words.endswith(each))
        end = next(ends, "")
        words = part.words.removesuffix(end) + reasons.get(end, "")
        return replace(part, words=words, parts=tuple(map(anonymous, part.parts)))

    return anonymous(figure)


# Who is known


def _at_table(event: Event, history: History, table: TableResult) -> Iterator[tuple[str, str]]:
    """Those who sat at the table."""
    for seat, name in zip(_SEATS, table.record.players if table.record else (), strict=False):
        yield name, seat.name.title()
    for side in Side:
        for contestant in table.seats[side]:
            for name, _ in _names(event, history, contestant):
                yield name, side.words


def _in_cases(history: History) -> Iterator[tuple[str, str]]:
    """Those who spoke for a side, and the directors."""
    for case in history.cases.values():
        for said, _ in case.statements:
            yield said.who, said.side.words if said.side else said.seat.name.title() if said.seat else "a player"
    for appeal in history.appeals.values():
        yield appeal.who, appeal.side.words if appeal.side else "a player"
        yield from ((reviewer, "a reviewer") for reviewer in appeal.reviewers)
    for given in history.rulings:
        yield given.ruling.director, "the director"
        yield given.made.by, "the director"


def _elsewhere(event: Event, history: History) -> Iterator[tuple[str, str]]:
    """Everybody else."""
    for contestant in event.contestants:
        yield from _names(event, history, contestant)
    for result in event.results:
        yield from ((name, "a player") for name in (result.record.players if result.record else ()))
    for case in history.cases.values():
        yield case.opened.by, "the director"
        for _, made in case.statements:
            yield made.by, "the director"
        for poll, made in case.polls:
            yield made.by, "the director"
            yield from ((answer.who, "a player") for answer in poll.answers)
    for appeal in history.appeals.values():
        yield from ((made.by, "the director") for made in (appeal.lodged, appeal.decided) if made)
    yield from ((author, "an official") for author in history.authors)  # of penalties and corrections too


def _names(event: Event, history: History, contestant: str) -> Iterator[tuple[str, str]]:
    """A contestant and its players by all names that they have or had."""
    yield from ((each.name, "a player") for each in event.substitutes.get(contestant, ()))
    if (known := event.contestants.get(contestant)) is not None:
        yield from ((name, f"a {event.form.noun}") for name in (known.called, known.name) if name != known.id)
        players = (*known.players, *(player for pair in known.pairs for player in pair.players))
        yield from ((player.name, "a player") for player in players)
    yield from ((name, f"a {event.form.noun}") for name in history.called.get(contestant, ()) if name != contestant)
    yield from ((name, "a player") for name in history.players.get(contestant, ()))
