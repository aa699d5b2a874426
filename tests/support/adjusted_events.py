"""Made-up events of every form with adjustments of every kind, as files that amends writes have to bring them back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

from amends import Event, formats, load_regulation, parse_award
from amends.awards import Award, Mixture
from amends.bridge import BySide, Side
from amends.bridge.outcome import parse_outcome
from amends.event import Form, Ruling
from amends.event.rows import reference_to
from amends.event.ruling import CarryOver, Penalty, SelfInflictedDamage

RESULTS = ("4H N =", "4H N -1", "3NT S =", "3NT S +1", "2S E =", "4S W -2", "5C S -1", "1NT W =", "6D N =", "2C E +1")


def _read(header: str, rows: list[str], winners: int = 1) -> Event:
    return formats.loads("\n".join([header, *rows, ""]), "made-up.csv", winners=winners).event


def _result(number: int) -> str:
    """A result that looks like chance and is none."""
    return RESULTS[number * number * 7 % 11 % len(RESULTS)]


def pairs(winners: int = 1, scoring: str = "matchpoints") -> Event:
    """Four tables and eight boards; pair 1 makes a slam on each."""
    rows = [
        f"{board},{table},{5 + (table + board // 2) % 4},{'6D N =' if table == 1 else _result(board * 3 + table)}"
        for board in range(1, 9)
        for table in range(1, 5)
    ]
    return replace(_read("board,ns,ew,result", rows, winners), scoring=scoring)


def individual() -> Event:
    """Eight players, two tables, twelve boards."""
    players = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal"]
    rows: list[str] = []
    for board in range(1, 13):
        order = [*players[:1], *players[1 + board % 7 :], *players[1 : 1 + board % 7]]
        rows += (f"{board},{','.join(order[at : at + 4])},{_result(board * 2 + at)}" for at in (0, 4))
    return _read("board,n,e,s,w,result", rows)


def teams(rounds: int, number: int, boards: int, tables: int = 1) -> Event:
    """Each team meets another in each round; boards go on from round to round."""
    names = ["Ash", "Birch", "Cedar", "Dogwood"][:number]
    rows: list[str] = []
    for round in range(1, rounds + 1):
        order = [names[0], *names[round:], *names[1:round]]
        for match in range(number // 2):
            home, away = order[match], order[number - 1 - match]
            for board in range((round - 1) * boards + 1, round * boards + 1):
                for table in range(1, tables + 1):
                    room, first = f" {table}" if table > 1 else "", board * 5 + match + table
                    rows.append(f"{round},open{room},{board},{home},{away},{_result(first)}")
                    rows.append(f"{round},closed{room},{board},{away},{home},{_result(first + 3)}")
    return _read("round,room,board,ns,ew,result", rows)


def swiss_pairs() -> Event:
    """Six pairs, three rounds of four boards."""
    rows: list[str] = []
    for round, meetings in enumerate((((1, 6), (2, 5), (3, 4)), ((1, 5), (6, 4), (2, 3)), ((1, 4), (5, 3), (6, 2)))):
        for board in range(4 * round + 1, 4 * round + 5):
            rows += (f"{round + 1},{board},{ns},{ew},{_result(board * 3 + ns)}" for ns, ew in meetings)
    regulation = load_regulation("exact").having(vp_scale="ebu-swiss-pairs")
    return replace(_read("round,board,ns,ew,result", rows), form=Form.SWISS_PAIRS, regulation=regulation)


def _carrying(event: Event, amount: Fraction) -> Event:
    return replace(event, carry_overs=(CarryOver(event.results[0].seats.ew[0], amount),))


EVENTS: Mapping[str, Callable[[], Event]] = {
    "pairs, one winner": pairs,
    "pairs, two winners": lambda: pairs(2),
    "cross-IMPs": lambda: pairs(scoring="cross-imps"),
    "Butler": lambda: pairs(scoring="butler"),
    "total points": lambda: pairs(scoring="total-points"),
    "individual": individual,
    "teams match": lambda: teams(1, 2, 12),
    "teams of eight": lambda: teams(1, 2, 12, tables=2),
    "Swiss teams": lambda: teams(3, 4, 4),
    "board-a-match teams": lambda: replace(teams(3, 4, 4), scoring="bam"),
    "knockout with carry-over": lambda: _carrying(replace(teams(1, 2, 12), knockout=True), Fraction(7, 2)),
    "Swiss pairs": swiss_pairs,
}

WEIGHTED = "60% 4H N =; 40% 4H N -1"
AWARDS: Mapping[str, tuple[str, str]] = {
    "60 and 40": ("A+", "A-"),
    "weighted": (WEIGHTED, WEIGHTED),
    "split": ("4H N =", "3NT S ="),
    "split and weighted": ("2/3 4H N =; 1/3 4H N -1", "5C S -1"),
    "50 and 50": ("A", "A"),
    "60 and 60": ("A+", "A+"),
    "assigned": ("4H N +1", "4H N +1"),
    "better of two": ("better of A+ | 4H N =", "A-"),
    "not played": ("np", "np"),
    "fixed shares": ("60%", "45%"),
}
OF_MATCHPOINTS = ("fixed shares",)
ARTIFICIAL = ("60 and 40", "50 and 50", "60 and 60", "better of two", "fixed shares")


def adjusted(event: Event, *, without: tuple[str, ...] = ()) -> Event:
    """The event with a ruling of each kind, each on a table of its own, and a penalty."""
    unfit = {*without, *(ARTIFICIAL if event.scoring == "total-points" else ())}
    unfit |= set() if event.scoring in ("matchpoints", "bam") else {*OF_MATCHPOINTS}
    kinds = [kind for kind in AWARDS if kind not in unfit]
    step = len(event.results) // (len(kinds) + 1)
    rulings = []
    for place, kind in enumerate(kinds):
        table = event.results[place * step]
        awards: BySide[Award | None] = BySide(*map(parse_award, AWARDS[kind]))
        rulings.append(Ruling(kind, table.board, reference_to(table), awards))
    table = event.results[len(kinds) * step]
    normal, expected = (Mixture.of(parse_outcome(text)) for text in ("4H N =", "4S E -1"))
    damage = SelfInflictedDamage(Side.NS, normal, expected)
    rulings.append(Ruling("12C1(e)", table.board, reference_to(table), self_inflicted=damage))
    in_points = event.form is Form.SWISS_PAIRS or (event.form is Form.TEAMS and event.scoring == "imps")
    amount = "1.5 VP" if in_points and not event.knockout else "3"
    penalty = Penalty(event.results[0].seats.ew[0], amount, reason="late")
    return replace(event, rulings=tuple(rulings), penalties=(penalty,))
