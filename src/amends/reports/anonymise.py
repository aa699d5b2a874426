"""Texts about a ruling without names, for publications and for a committee that is not to know the players."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import TypeVar
from unicodedata import combining, normalize

from amends.awards import NotScored
from amends.bridge import Auction, Seat, Side
from amends.cached import cached_property
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


def _spellings(name: str) -> Iterator[str]:
    """A name as people type it: accents apart from their letters, or left away, or written out (ue, ss)."""
    yield name
    yield from (normalize(way, name) for way in ("NFC", "NFD"))
    apart = normalize("NFD", name)
    if apart.isascii() and "ß" not in name:
        return
    yield "".join(sign for sign in apart if not combining(sign)).replace("ß", "ss")
    yield normalize("NFC", re.sub("([aouAOU])\u0308", r"\1e", apart)).replace("ß", "ss")


_PIECE = re.compile(r"\w+|\s+|[^\w\s]")
"""A text is cut into words, blanks and signs."""
_APOSTROPHES = "'’ʼ`´"
_TURKISH = {0x131: "i", 0x307: None}
"""The i without a dot and the I with one are an i in other languages' capitals."""


def _folded(piece: str) -> str:
    """What is the same for a piece of a name in every text: any blanks, any apostrophe, any capitals."""
    return " " if piece.isspace() else "'" if piece in _APOSTROPHES else piece.casefold().translate(_TURKISH)


def _is_word(piece: str) -> bool:
    return piece[0].isalnum() or piece[0] == "_"


class _NameIndex:
    """Names with what is said instead, looked up piece by piece: the time it takes does not grow with their number."""

    def __init__(self, whole: Iterable[tuple[str, str]], parts: Iterable[tuple[str, str]]) -> None:
        self._stands: dict[tuple[str, ...], str] = {}
        self._lengths: dict[str, list[int]] = {}
        """By the first piece of names, how many pieces they have, the most first."""
        written = (
            (ordered, stands)
            for name, stands in whole
            for ordered in _orders(name)
            if len(ordered) > 1 and any(sign.isalpha() for sign in ordered)
        )
        for name, stands in dict.fromkeys((*written, *parts)):
            for spelled in dict.fromkeys(_spellings(" ".join(name.split()))):
                pieces = tuple(map(_folded, _PIECE.findall(spelled)))
                self._stands.setdefault(pieces, stands)
                lengths = self._lengths.setdefault(pieces[0], [])
                if len(pieces) not in lengths:
                    lengths.append(len(pieces))
                    lengths.sort(reverse=True)

    def longest(self, pieces: Sequence[str], at: int) -> tuple[int, str]:
        """How many folded pieces from a place on are a name, and what is said instead; 0 for none."""
        for length in self._lengths.get(pieces[at], ()):
            stands, after = self._stands.get(tuple(pieces[at : at + length])), at + length
            ends = after == len(pieces) or (after < len(pieces) and not _is_word(pieces[after]))
            if stands is not None and ends:
                return length, stands
        return 0, ""


_BESIDE = re.compile(r"\([^()]*\)|\[[^][]*\]|(?<!\w)(?:[JS]r\b\.?|I{2,3}$|IV$)")
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


def _parts_of(named: Iterable[tuple[str, str]], groups: Collection[str] = ()) -> Iterator[tuple[str, str]]:
    for name, stands in named:
        for part in _parts(name, is_group=name in groups):
            yield part, stands


@dataclass(frozen=True)
class NamedPeople:
    """Who is named in an event, whatever the table, each with what is said instead; found once for many rulings."""

    near: tuple[tuple[str, str], ...]
    """Those who spoke or decided in a case."""
    others: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, event: Event, history: History) -> NamedPeople:
        """Everybody who is named in an event."""
        return cls(tuple(dict.fromkeys(_in_cases(history))), tuple(dict.fromkeys(_elsewhere(event, history))))

    @cached_property
    def names(self) -> _NameIndex:
        """All of them by name; those near a case by their surnames too."""
        return _NameIndex((*self.near, *self.others), _parts_of(self.near))


_NO_TABLE = TableResult("", NotScored())


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
        about = tuple(about)
        named = [each for contestant in about for each in _names(event, history, contestant)]
        named.sort(key=lambda each: each[1] != "a player")  # a pair's name may end with a surname
        here = {*about, *(contestant for side in Side for contestant in table.seats[side])}
        nouns = [each for contestant in here for each in _names(event, history, contestant)]
        groups = {name for name, noun in nouns if noun != "a player"} - {
            name for name, noun in nouns if noun == "a player"
        }
        near = (*_at_table(event, history, table), *named)
        # Of two who are called the same, the one nearer to the table decides what is said.
        self._names = _NameIndex(near, _parts_of(near, groups)), (people or NamedPeople.of(event, history)).names

    def words(self, text: str) -> str:
        """The text without any name that is known; first name and surname in one are one player.

        The longest name counts, so that a pair is not taken for one of its players.
        """
        pieces = _PIECE.findall(text)
        folded = [*map(_folded, pieces)]
        made, between, before, at = list[str](), list[str](), "", 0
        while at < len(pieces):
            length, stands = self._at(pieces, folded, at)
            if not length:
                between.append(pieces[at])
                at += 1
                continue
            if not before or stands != before or "".join(between).strip():
                made += [*between, stands or pieces[at]]
            between, before, at = [], stands, at + length
        return "".join((*made, *between))

    def _at(self, pieces: Sequence[str], folded: Sequence[str], at: int) -> tuple[int, str]:
        """How many pieces are a name, and what is said instead: "" where one does not begin as names do: Ash, ash."""
        if at and _is_word(pieces[at - 1]):
            return 0, ""
        length, stands = max((names.longest(folded, at) for names in self._names), key=itemgetter(0))
        return length, "" if length == 1 and pieces[at][0].islower() else stands

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

    Everybody of the event is found once, whatever the number of reasons; what is made for each is small.
    """

    def __init__(self, event: Event, history: History, people: NamedPeople | None = None) -> None:
        self._event, self._history = event, history
        self._people = people or NamedPeople.of(event, history)

    def words(self, text: str, about: Iterable[str]) -> str:
        """A text without names; of the contestants it is about, without their surnames too."""
        if not text:
            return text
        return Anonymiser(self._event, self._history, people=self._people, about=about).words(text)


def anonymous_event(event: Event, history: History) -> Event:
    """The event with nobody named in what was said of its rulings, penalties and other awards."""
    if not (event.rulings or event.penalties or event.carry_overs or event.awards):
        return event
    people, by_board = NamedPeople.of(event, history), rows_by_board(event.results)
    reasons = ReasonAnonymiser(event, history, people)

    def ruled(ruling: Ruling) -> Ruling:
        return Anonymiser(event, history, locate(ruling, by_board), people).ruling(ruling)

    def given(award: Given) -> Given:
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
