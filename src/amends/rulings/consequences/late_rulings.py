"""Rulings that came after the next draw, cut or carry-over: what stands, and what would have been otherwise.

Scores always change; a draw that was made, a field that was chosen and a carry-over that was calculated stand. A ruling
came too late for a draw where the draw is the one of the standings without the ruling, and not of those with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate
from threading import Lock

from amends.event import Event, Form, Ruling, TableResult
from amends.event.rows import in_force, locate, rows_by_board, ruled_tables
from amends.event.ruling import CarryOver
from amends.exact import and_list
from amends.faults import Faults
from amends.keyed_locks import KeyedLocks
from amends.scoring.event import score
from amends.scoring.events.teams import TeamsStandings
from amends.scoring.standings import Standings, natural

Stage = tuple[str, str]
"""A session and a round; the round is "" where only sessions follow each other."""

Pairings = frozenset[frozenset[str]]

_MOST_TRIES = 10_000
"""After so many attempts to draw a round without a second meeting there is no draw to compare with."""

_MOST_ALONE, _MOST_LINES_ALONE = 20, 20_000
"""Where more rulings than this may have been late, or so many results would be scored to look at each of them alone,
they are looked at together only."""
_MOST_LINES = 80_000
"""Where more results than this would be scored to look at every draw and cut, none is looked at, which is said."""
_TOO_LARGE = "Whether a ruling came too late for a draw or a cut was not looked at: the event is too large for that."
_MOST_KEPT = 400_000
"""The notices of boundaries are kept, as long as so many results stand before them together."""


def event_notices(standings: Standings) -> list[str]:
    """Everything that the Laws have to say about an event as it stands; none of it changes a figure."""
    return [*standings.notices(), *late_rulings(standings.event)]


def late_rulings(event: Event) -> list[str]:
    """Who would have met whom, qualified or carried over otherwise, had all rulings been given in time."""
    stages: dict[Stage, list[TableResult]] = {}
    for result in event.results:
        stages.setdefault(_stage(event, result), []).append(result)
    if len(stages) < 2:
        return []
    by_board = rows_by_board(event.results)
    try:
        located = {ruling.id: table for table, ruling in ruled_tables(event.results, event.rulings).items()}
        places = [(ruling, locate(ruling, by_board).id) for ruling in event.rulings]
    except Faults:
        return []  # it cannot be scored either, and the fault is told there
    tables = {result.id: result for result in event.results}
    met_all = _is_round_robin(event.results)
    several_sessions = len({result.session for result in event.results}) > 1
    boundaries: list[_Boundary] = []
    order = {stage: place for place, stage in enumerate(stages)}
    for place, following in enumerate(list(stages)[1:], 1):
        rulings = [
            ruling
            for ruling in in_force(event.rulings)
            if ruling.id in located and order[_stage(event, tables[located[ruling.id]])] < place
        ]
        if not rulings:
            continue
        earlier = [result for stage, results in stages.items() if order[stage] < place for result in results]
        later = [result for stage, results in stages.items() if order[stage] >= place for result in results]
        here = {result.id for result in earlier}
        boundary = _Boundary(
            replace(event, results=tuple(earlier), rulings=tuple(ruling for ruling, id in places if id in here)),
            tuple(rulings),
            tuple(stages[following]),
            frozenset(_seated(later)),
            following,
            met_all,
            several_sessions,
        )
        boundaries.append(boundary)
    looked_at = [each for each in boundaries if each.decides]
    if sum(2 * len(each.event.results) for each in looked_at) > _MOST_LINES:
        return [_TOO_LARGE]
    return [words for each in looked_at for words in _known_notices(each)]


_lock = Lock()
_at_work = KeyedLocks()
"""Several pages may need the same at one moment: it is worked out once."""
_known: list[tuple[_Boundary, tuple[str, ...]]] = []


def _known_notices(boundary: _Boundary) -> tuple[str, ...]:
    """What there is to say about a boundary; what was entered since then seldom changes anything before it."""
    with _at_work.holding(repr((boundary.stage, len(boundary.event.results), boundary.event.title))):
        each = next((each for each in tuple(_known) if boundary.is_like(each[0])), None)
        each = each or (boundary, tuple(boundary.notices()))
    with _lock:
        if each in _known:
            _known.remove(each)
        _known.insert(0, each)
        results = accumulate(len(kept.event.results) for kept, _ in _known)
        del _known[max(1, sum(total <= _MOST_KEPT for total in results)) :]
    return each[1]


def _stage(event: Event, result: TableResult) -> Stage:
    by_rounds = event.form in (Form.TEAMS, Form.SWISS_PAIRS)
    return (result.session, result.round if by_rounds else "")


@dataclass(frozen=True, slots=True)
class _Otherwise:
    """How what was decided before a stage is held against what would have been decided."""

    may_differ: Callable[[Standings], bool]
    """Whether there may be something to say, by the standings with all rulings."""
    words: Callable[[Standings, Standings], str]
    """What would have been otherwise, by the standings without some rulings and with all; "" for nothing."""


@dataclass(frozen=True, slots=True)
class _Boundary:
    """Between two stages: the event as it was played before, the rulings that may have been late, the next stage."""

    event: Event
    """With the results of the earlier stages alone, and with the rulings on them."""
    rulings: tuple[Ruling, ...]
    following: tuple[TableResult, ...]
    after: frozenset[str]
    """Who plays in the next stage or later."""
    stage: Stage
    met_all: bool
    """Whether in the whole event everybody met everybody: such a draw does not follow the standings."""
    several_sessions: bool

    def is_like(self, other: _Boundary) -> bool:
        """Whether the same is to be said of two boundaries; what stands beside the earlier stages is no matter."""
        if self.stage != other.stage or len(self.event.results) != len(other.event.results):
            return False
        if (self.after, self.met_all, self.several_sessions) != (other.after, other.met_all, other.several_sessions):
            return False
        if self.rulings != other.rulings or self._drawn != other._drawn:
            return False
        return replace(self.event, title="") == replace(other.event, title="")

    @property
    def _drawn(self) -> object:
        """What is looked at in the next stage."""
        names = {name for result in self.following for name in (result.match, result.round) if name}
        return _pairings(self.following), _seated(self.following), names

    @property
    def decides(self) -> bool:
        """Whether anything that is looked at was decided by the standings before the next stage."""
        return self._comparison() is not None or bool(self._carried_into())

    def notices(self) -> Iterator[str]:
        """What would have been otherwise."""
        otherwise, carried = self._comparison(), self._carried_into()
        with_all = self._standings(self.event.rulings)
        if with_all is None:
            return
        if otherwise is not None and otherwise.may_differ(with_all):
            lines = (len(self.rulings) + 1) * len(self.event.results)
            # Each ruling may have been late alone, or all of them.
            is_few = len(self.rulings) <= _MOST_ALONE and lines <= _MOST_LINES_ALONE
            alone = [[ruling] for ruling in self.rulings] if is_few else []
            for late in (*alone, self.rulings) if len(self.rulings) > 1 or not alone else alone:
                without = self._standings(_taken_back(self.event.rulings, late))
                if without is None:
                    continue
                if words := otherwise.words(without, with_all):
                    yield f"{_named(late)} came after {words}"
                    break
        if carried:
            yield from self._carried(carried, with_all)

    def _comparison(self) -> _Otherwise | None:
        """What was decided by the standings before the next stage; None where nothing was, or it cannot be told."""
        if self.event.form is Form.TEAMS and self.event.knockout:
            return _Otherwise(self._may_win, self._knockout)
        playing, played = _seated(self.following), _seated(self.event.results)
        left = played - playing - self.after
        is_bye = bool(self.stage[1]) and len(left) == 1  # in a draw one contestant may have nobody to play
        if playing < played and left == played - playing and not is_bye:
            return _Otherwise(
                lambda with_all: not _fits_cut(with_all, playing, left),
                lambda without, with_all: self._cut(without, with_all, playing, left),
            )
        actual, met = _pairings(self.following), _pairings(self.event.results)
        if not self.stage[1] or actual is None or met is None or self.met_all:
            return None

        def may_differ(with_all: Standings) -> bool:
            return _draw_of(with_all, actual, met) not in (None, actual)

        return _Otherwise(may_differ, lambda without, with_all: self._draw(without, with_all, actual, met))

    def _may_win(self, with_all: Standings) -> bool:
        """Whether of a match whose teams play on others do than the one that has won it."""
        assert isinstance(with_all, TeamsStandings)
        playing = _seated(self.following)
        on = [(each, playing.intersection(each.teams)) for each in with_all.matches]
        return any(teams and teams != {each.winner} for each, teams in on)

    def _knockout(self, without: Standings, with_all: Standings) -> str:
        assert isinstance(without, TeamsStandings)
        assert isinstance(with_all, TeamsStandings)
        playing = _seated(self.following)
        changed = []
        for old, new in zip(without.matches, with_all.matches, strict=True):
            loser = old.opponents(old.winner) if old.winner else None
            if old.winner in playing and loser not in playing and new.winner != old.winner:
                won = f"{self._name(new.winner)} would have won" if new.winner else "nobody would have won"
                changed.append(f"{won} {new.name}")
        if not changed:
            return ""
        return f"the draw of {self._words}: with it {and_list(changed)}. The draw stands; the scores are changed."

    def _cut(self, without: Standings, with_all: Standings, playing: Collection[str], left: Collection[str]) -> str:
        """Who would have qualified: the first of each list, as many as there are of it in the next stage."""
        if not _fits_cut(without, playing, left) or _fits_cut(with_all, playing, left):
            return ""
        instead: list[str] = []
        for entries in with_all.lists.values():
            ranked = [entry.contestant for entry in entries if entry.contestant in playing or entry.contestant in left]
            places = sum(contestant in playing for contestant in ranked)
            chosen = ranked[:places]
            instead += [f"{self._name(each)} would have qualified" for each in chosen if each in left]
            instead += [f"{self._name(each)} would not" for each in ranked[places:] if each in playing]
        if not instead:
            return ""
        return f"the cut before {self._words}: with it {and_list(instead)}. The field stands; the scores are changed."

    def _draw(self, without: Standings, with_all: Standings, actual: Pairings, met: Pairings) -> str:
        """Who would have met whom, where each meets the nearest in the ranking whom it has not met."""
        if _draw_of(without, actual, met) != actual:
            return ""
        other = _draw_of(with_all, actual, met)
        if other is None or other == actual:
            return ""
        pairs = sorted((sorted(pair, key=natural) for pair in other - actual), key=lambda pair: natural(pair[0]))
        instead = [f"{self._name(one)} would have met {self._name(two)}" for one, two in pairs]
        return f"the draw of {self._words}: with it {and_list(instead)}. The draw stands; the scores are changed."

    def _carried_into(self) -> list[CarryOver]:
        """What is carried over into the next stage."""
        names = {name for result in self.following for name in (result.match, result.round) if name}
        return [carried for carried in self.event.carry_overs if carried.match and carried.match in names]

    def _carried(self, into: Sequence[CarryOver], with_all: Standings) -> Iterator[str]:
        """Carry-overs into the next stage of contestants whose earlier score a ruling changes."""
        without = self._standings(_taken_back(self.event.rulings, self.rulings))
        if without is None:
            return
        old, new = _totals(without), _totals(with_all)
        for carried in into:
            if old.get(carried.contestant) != new.get(carried.contestant):
                yield (
                    f"{_named(self.rulings)} changed the earlier score of {self._name(carried.contestant)}: see that "
                    f"the carry-over into {self._words} was calculated with it. It stands as it was entered."
                )

    def _standings(self, rulings: Sequence[Ruling]) -> Standings | None:
        """The standings before the next stage, with some of the rulings; None where they cannot be scored."""
        before = self.event.results
        ruled = ruled_tables(before, rulings).values()
        event = replace(self.event, rulings=tuple(replace(ruling, replaces=None) for ruling in ruled))
        sessions, rounds = {each.session for each in before}, {each.round for each in before}
        seated = _seated(before)
        matches = {name for each in before for name in (each.match, each.round)} | seated
        penalties = tuple(
            each
            for each in self.event.penalties
            if each.contestant in seated
            and (not each.session or each.session in sessions)
            and (not each.match or each.match in matches)
        )
        carried = tuple(
            each for each in self.event.carry_overs if each.contestant in seated and each.match in matches | {""}
        )
        awards = tuple(each for each in self.event.awards if each.round in rounds)
        plain = replace(event, penalties=(), carry_overs=(), awards=())
        for adjusted in (replace(event, penalties=penalties, carry_overs=carried, awards=awards), plain):
            try:
                return score(adjusted)
            except Faults:
                continue
        return None

    @property
    def _words(self) -> str:
        session, round = self.stage
        words = f"round {round}" if round else f"session {session}"
        return f"{words} of session {session}" if round and self.several_sessions else words

    def _name(self, contestant: str | None) -> str:
        return self.event.name(contestant or "")


def _taken_back(rulings: Sequence[Ruling], late: Iterable[Ruling]) -> tuple[Ruling, ...]:
    """The rulings as they were before some were given: what those replaced is in force again."""
    gone = {ruling.id for ruling in late}
    return tuple(ruling for ruling in rulings if ruling.id not in gone)


def _named(rulings: Sequence[Ruling]) -> str:
    return f"Ruling{'s' if len(rulings) > 1 else ''} {and_list([ruling.id for ruling in rulings])}"


def _seated(results: Iterable[TableResult]) -> set[str]:
    return {contestant for result in results for seats in result.seats for contestant in seats}


def _totals(standings: Standings) -> Mapping[str, Fraction | None]:
    return {entry.contestant: entry.total for entries in standings.lists.values() for entry in entries}


def _fits_cut(standings: Standings, playing: Collection[str], left: Collection[str]) -> bool:
    """Whether nobody who went on is behind somebody of its list who did not."""
    for entries in standings.lists.values():
        on = [entry.total for entry in entries if entry.contestant in playing and entry.total is not None]
        out = [entry.total for entry in entries if entry.contestant in left and entry.total is not None]
        if on and out and min(on) < max(out):
            return False
    return True


def _pairings(results: Iterable[TableResult]) -> Pairings | None:
    """Who met whom; None where a stage has tables that are no meeting of two."""
    pairs = {frozenset((*result.seats.ns, *result.seats.ew)) for result in results if all(result.seats)}
    return frozenset(pairs) if all(len(pair) == 2 for pair in pairs) else None


def _is_round_robin(results: Iterable[TableResult]) -> bool:
    """Whether everybody met everybody: such a draw does not follow the standings."""
    pairs = _pairings(results) or frozenset()
    contestants = {each for pair in pairs for each in pair}
    return len(pairs) == len(contestants) * (len(contestants) - 1) // 2


def _draw_of(standings: Standings, actual: Pairings, met: Pairings) -> Pairings | None:
    """The draw by the standings among those who play: each with the nearest it has not met; None where there is none.

    Contestants with equal totals are taken as the actual draw has them.
    """
    if any(count > 1 for count in Counter(each for pair in actual for each in pair).values()):
        return None  # three teams that all meet
    opponent = {one: other for pair in actual for one in pair for other in pair if one != other}
    totals = {each: total for each, total in _totals(standings).items() if each in opponent and total is not None}
    ranked = sorted(totals, key=lambda each: -totals[each])
    if len(ranked) != len(opponent):
        return None
    tries = 0

    def draw(waiting: list[str]) -> list[frozenset[str]] | None:
        nonlocal tries
        tries += 1
        if not waiting:
            return []
        if tries > _MOST_TRIES:
            return None
        for one, other in _next_pairs(waiting, totals, opponent, met):
            rest = draw([each for each in waiting if each not in (one, other)])
            if rest is not None:
                return [frozenset((one, other)), *rest]
        return None

    pairs = draw(ranked)
    return None if pairs is None else frozenset(pairs)


def _next_pairs(
    waiting: list[str], totals: Mapping[str, Fraction], opponent: Mapping[str, str], met: Pairings
) -> Iterator[tuple[str, str]]:
    """Pairs for the highest who waits, the nearest first; where totals are equal the actual pair comes first."""
    for one in waiting:
        if totals[one] == totals[waiting[0]]:
            free = [other for other in waiting if other != one and frozenset((one, other)) not in met]
            if opponent[one] in free and totals[opponent[one]] == totals[free[0]]:
                yield one, opponent[one]
                break
    for other in waiting[1:]:
        if frozenset((waiting[0], other)) not in met:
            yield waiting[0], other
