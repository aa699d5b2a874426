"""Writes a document as PBN: a game for each board with all its tables; of teams, a game for each table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from amends import exact
from amends.awards import Mixture
from amends.bridge import BySide, Denomination, Result, Seat, Side, Vulnerable
from amends.bridge.deal import SEATS
from amends.event.event import Contestant, Event, Form, Player
from amends.event.rows import in_force, rows_in_force
from amends.event.ruling import Ruling
from amends.event.table_result import DealtBoard, Row, TableRecord
from amends.exact import many
from amends.formats.common import loss_lines
from amends.formats.common.scored_rows import Scored, ScoredRow, kind, scored, where
from amends.formats.pbn.calls import opening_leader, written_auction, written_play
from amends.formats.pbn.contestants import Numbers
from amends.formats.pbn.export import (
    Head,
    Written,
    WrittenGame,
    encoded,
    plain_outcome,
    remarks,
    table,
    tag,
    without_score,
    written,
)
from amends.formats.pbn.values import written_scoring
from amends.journal.chain import Document
from amends.scoring.standings import Standing, Standings

_FINAL = ("weighted score", "split and weighted score", "score by 12C1(e)", "better of two scores", "awarded figure")
_UNIT_NAMES = {
    "matchpoints": "matchpoints",
    "bam": "percentage of the board",
    "patton": "percentage of the board",
    "total-points": "points",
}
_KEPT_IN_WORDS = ("reason", "laws")
_ABOUT = ("date", "venue", "description")


def lost(document: Document) -> Iterator[str]:
    """What writing it would lose, a line each."""
    event = document.event
    yield from _rulings(event)
    kept = ("lead", "auction", "play", "pairs", "players") if event.form is Form.TEAMS else ("lead",)
    yield from loss_lines.copies(event)
    yield from loss_lines.cards(replace(event, deals=()), kept)
    yield from loss_lines.amounts(replace(event, awards=()), "is written as a sum, without its grounds")
    yield from loss_lines.amounts(replace(event, penalties=(), carry_overs=()), "is in the total alone")
    yield from _people(event)
    yield from loss_lines.regulation(event, "is left out: the figures that are written follow from it")
    yield from loss_lines.published(document, "are left out: those of this event are written")
    yield from loss_lines.journal(document)
    yield from loss_lines.about(document, _ABOUT)


def _rulings(event: Event) -> Iterator[str]:
    """Each adjusted score that is written as less than it is, and each ruling that is not written at all."""
    rulings = {ruling.id: ruling for ruling in event.rulings}
    written: set[str] = set()
    for row in rows_in_force(event.results, event.rulings):
        written |= {row.ruling} if row.ruling else set()
        said = [*_award(event, row), *_grounds(rulings.get(row.ruling or ""))]
        if said:
            yield f"{where(row.table, event.form)}: {'; '.join(said)}"
    yield from (words for id, words in loss_lines.rulings(event).items() if id not in written)


def _award(event: Event, row: Row) -> Iterator[str]:
    """What becomes of the award, and of what happened at the table."""
    found = kind(row)
    if found in _FINAL:
        yield f"{found} written as its final {_UNIT_NAMES.get(event.scoring, 'IMPs')}, in words as commentary"
    elif found == "split score":
        yield "split score written as the points of each side"
    elif found == "assigned score":
        yield "assigned score written as if it were the result"
    result = row.table.result
    if isinstance(result, Mixture) and any(award != result for award in row.awards):
        yield f"the table result {result} stands in the commentary alone"


def _grounds(ruling: Ruling | None) -> Iterator[str]:
    if ruling is None:
        return
    bare = replace(ruling, **dict.fromkeys(_KEPT_IN_WORDS, ""))  # type: ignore[arg-type]
    if any(getattr(ruling, name) for name in _KEPT_IN_WORDS):
        yield f"the reason and the laws of ruling {ruling.id} stand as commentary"
    if grounds := loss_lines.grounds(bare):
        yield f"of ruling {ruling.id} left out: {grounds}"


def _people(event: Event) -> Iterator[str]:
    """What is known of contestants and players besides names and the federation's numbers."""
    everybody = event.contestants.values()
    clubs = sum(bool(player.club_id) for each in everybody for player in each.players)
    if clubs:
        yield f"the club numbers of {many(clubs, 'player')} are left out"
    pairs = sum(bool(each.pairs) for each in everybody)
    if pairs:
        yield f"the pairs of {many(pairs, 'team')} are left out"


_VULNERABLE = {Vulnerable.NONE: "None", Vulnerable.NS: "NS", Vulnerable.EW: "EW", Vulnerable.ALL: "All"}
_COMPETITION = {
    Form.PAIRS: "Pairs",
    Form.INDIVIDUAL: "Individuals",
    Form.SWISS_PAIRS: "Swiss Pairs",
    Form.TEAMS: "Teams",
}
_UNITS = {"matchpoints": "MP", "imps": "IMP", "points": "Points"}


def write(document: Document) -> bytes:
    """The file; its figures are those of the event scored by its own regulation."""
    games = list(_Writer(document).games())
    return encoded(games)


class _Writer:
    """Makes the games of a document."""

    def __init__(self, document: Document) -> None:
        self.document, self.event = document, document.event
        self.scored: Scored = scored(document.event)
        self.numbers = Numbers(document.event)
        self.unit = self.scored.standings.unit
        self.rulings = {ruling.id: ruling for ruling in in_force(document.event.rulings)}

    def games(self) -> Iterator[WrittenGame]:
        """The games; the first has the list of the contestants, and is there even where nothing was played."""
        for place, game in enumerate(self._games()):
            if place == 0:
                lists = totals(self.event, self.scored.standings, self.numbers)
                game.tables += [lists] if lists else []
                game.tags |= {"Winners": str(self.event.winners)} if self.event.form is Form.PAIRS else {}
            yield game

    def _games(self) -> Iterator[WrittenGame]:
        if not (self.event.results or self.event.deals):
            yield WrittenGame(self._tags(None))
        dealt: set[DealtBoard] = set()
        yield from self._of_teams(dealt) if self.event.form is Form.TEAMS else self._of_boards(dealt)
        for each in self.event.deals:
            if each not in dealt:
                yield WrittenGame(self._tags(each.board, each.session, each.section, each))

    # What each game has

    def _tags(
        self, board: int | None, session: str = "", section: str = "", dealt: DealtBoard | None = None
    ) -> dict[str, str]:
        event, about = self.event, self.document.about
        competition = _COMPETITION[event.form]
        found = {
            "Event": event.title or "?",
            "Site": about.get("venue") or "?",
            "Date": about.get("date", "").replace("-", ".") or "?",
            "Scoring": written_scoring(event),
            "Application": "amends",
            "Competition": f"Knockout {competition}" if event.knockout else competition,
            "Description": about.get("description", ""),
            "Session": session,
            "Section": section,
        }
        if board is not None:
            dealer = (dealt.dealer if dealt else None) or event.dealer(board, session, section)
            found |= {
                "Board": str(board),
                "Dealer": dealer.value,
                "Vulnerable": _VULNERABLE[event.conditions(board)],
                "Deal": _deal(dealt, dealer) if dealt else "?",
            }
        return {name: value for name, value in found.items() if value}

    def _remarks(self, rows: Iterable[ScoredRow]) -> list[str]:
        """The rulings in words."""
        found: list[str] = []
        for each in rows:
            found += remarks(each.row, self.rulings.get(each.row.ruling or ""), self.event.form)
        return found

    # A game for each board

    def _of_boards(self, dealt: set[DealtBoard]) -> Iterator[WrittenGame]:
        apart = {(each.board, each.session) for each in self.event.deals if each.section}
        boards: dict[tuple[str, str, int], list[ScoredRow]] = {}
        for row in self.scored.rows:
            result = row.table
            # Sections that had cards of their own have games of their own.
            own = any((result.board, session) in apart for session in ("", result.session))
            boards.setdefault((result.session, result.section if own else "", result.board), []).append(row)
        columns = self._columns()
        for (session, section, board), rows in boards.items():
            deal = self.event.dealt(board, session, section)
            dealt |= {deal} if deal else set()
            vulnerable = self.event.conditions(board)
            cells = [self._cells(row, vulnerable) for row in rows]
            heads = [head for head in columns if not (section and head.name == "Section")]
            lines = table("ScoreTable", heads, [[row[head.name] for head in heads] for row in cells])
            yield WrittenGame(self._tags(board, session, section, deal), self._remarks(rows), tables=[lines])

    def _columns(self) -> list[Head]:
        """The columns that something stands in."""
        results = self.event.results
        ids: tuple[str, ...] = ("PairId_NS", "PairId_EW")
        if self.event.form is Form.INDIVIDUAL:
            ids = ("PlayerId_North", "PlayerId_South", "PlayerId_East", "PlayerId_West")
        figures = _UNITS[self.unit]
        having = {
            "Section": any(result.section for result in results),
            "Table": any(result.table for result in results),
            "Round": any(result.round for result in results),
            "Lead": any(result.record is not None and result.record.lead is not None for result in results),
            "Group": any(result.group for result in results),
            f"{figures}_NS": self.unit != "points" or any(plain_outcome(row.row) is None for row in self.scored.rows),
        }
        having[f"{figures}_EW"] = having[f"{figures}_NS"]
        having["Percentage_NS"] = having["Percentage_EW"] = self.unit == "matchpoints"
        left = ("Section", "Contract", "Lead", "Group")
        names = (
            "Section", "Table", "Round", *ids, "Contract", "Declarer", "Result", "Lead", "Score_NS", "Score_EW",
            f"{figures}_NS", f"{figures}_EW", "Percentage_NS", "Percentage_EW", "Group",
        )  # fmt: skip
        return [Head(name, name not in left) for name in names if having.get(name, True)]

    def _cells(self, row: ScoredRow, vulnerable: Vulnerable) -> dict[str, str]:
        """The elements of a table by their columns."""
        result, found = row.table, written(row, vulnerable)
        lead = result.record.lead if result.record else None
        cells = {
            "Section": result.section,
            "Table": result.table,
            "Round": result.round,
            "Contract": found.contract,
            "Declarer": found.declarer,
            "Result": found.tricks,
            "Lead": str(lead) if lead else "",
            "Group": result.group,
        }
        figures = _UNITS[self.unit]
        for side in Side:
            cells[f"Score_{side.value}"] = found.scores[side]
            cells[f"{figures}_{side.value}"] = found.points[side]
            cells[f"Percentage_{side.value}"] = found.percent[side]
            numbers = [self.numbers.seated(id, side) for id in result.seats[side]]
            cells[f"PairId_{side.value}"] = "".join(numbers)
            names = ("North", "South") if side is Side.NS else ("East", "West")
            for name, number in zip(names, (*numbers, "", ""), strict=False):
                cells[f"PlayerId_{name}"] = number
        return cells

    # A game for each table

    def _of_teams(self, dealt: set[DealtBoard]) -> Iterator[WrittenGame]:
        for row in self.scored.rows:
            result = row.table
            deal = self.event.dealt(result.board, result.session, result.section)
            dealt |= {deal} if deal else set()
            tags = self._tags(result.board, result.session, result.section, deal)
            found = written(row, self.event.conditions(result.board))
            tags |= {name: value for name, value in self._table_tags(row, found).items() if value != ""}
            # A bye names the side on which nobody sits.
            tags |= {name: tags.get(name, "") for name in ("HomeTeam", "VisitTeam")}
            record = result.record or TableRecord()
            yield WrittenGame(tags, self._remarks([row]), calls=list(_calls(row, record)))

    def _table_tags(self, row: ScoredRow, found: Written) -> dict[str, str]:
        result, record = row.table, row.table.record or TableRecord()
        ns, ew = ("".join(seats) for seats in result.seats)
        home, away = (ns, ew) if result.room.startswith("open") else (ew, ns)
        figures = _UNITS[self.unit]
        players = dict(zip(("North", "East", "South", "West"), record.players, strict=False))
        ruled = plain_outcome(row.row) is None
        ending = "abandoned" if without_score(row.row) else "adjudication" if ruled else ""
        return players | {
            "HomeTeam": home,
            "VisitTeam": away,
            "Room": result.room.title(),
            "Round": result.round,
            "Table": result.table,
            "Match": result.match,
            "Group": result.group,
            "PairNS": record.pairs.ns,
            "PairEW": record.pairs.ew,
            "Lead": str(record.lead) if record.lead and not record.play else "",
            "Declarer": found.declarer,
            "Contract": found.contract,
            "Result": found.tricks,
            "Score": _sides(found.scores, balanced=False),
            f"Score{figures}": _sides(found.points, balanced=self.unit == "imps"),
            "ScorePercentage": _sides(found.percent, balanced=False) if self.unit == "matchpoints" else "",
            "Termination": ending,
        }


def _sides(values: BySide[str], balanced: bool) -> str:
    """A value for each side that has one; where they are two views of one real figure, that of North-South."""
    ns, ew = values
    opposite = ns if ns == "0" else ns.removeprefix("-") if ns.startswith("-") else f"-{ns}"
    if balanced and ns and ew == opposite:
        ew = ""
    return " ".join(f"{side} {value}" for side, value in (("NS", ns), ("EW", ew)) if value)


def _deal(dealt: DealtBoard, dealer: Seat) -> str:
    """The hands from the dealer on, as the export format wants them."""
    start = SEATS.index(dealer)
    hands = [dealt.deal[SEATS[(start + place) % 4]] for place in range(4)]
    return f"{dealer.value}:" + " ".join("-" if hand is None else str(hand) for hand in hands)


def _calls(row: ScoredRow, record: TableRecord) -> Iterator[list[str]]:
    """The auction and the play of a table."""
    contract = None
    outcome = row.table.result.plain if isinstance(row.table.result, Mixture) else None
    if isinstance(outcome, Result):
        contract = outcome.contract, outcome.declarer
    elif record.auction:
        contract = record.auction.contract
    if record.auction and record.auction.calls:
        lines, notes = written_auction(record.auction)
        explained = [tag("Note", f"{number}:{words}") for number, words in enumerate(notes, 1)]
        yield [tag("Auction", record.auction.dealer.value), *lines, *explained]
    if record.play and contract is not None:
        trumps: Denomination = contract[0].denomination
        yield [tag("Play", opening_leader(contract[1]).value), *written_play(record.play, trumps)]


_IDS = {Form.INDIVIDUAL: "PlayerId", Form.TEAMS: "TeamId"}
_TOTALS = {"matchpoints": "TotalMP", "imps": "TotalIMP", "points": "TotalScore"}
_DIRECTIONS = {Side.NS: "N-S", Side.EW: "E-W"}
_WORDS = ("Names", "Roster")
_LEFT = ("Section", "Direction")


def totals(event: Event, standings: Standings, numbers: Numbers) -> list[str]:
    """The lines of the table; none where nobody took part."""
    rows = list(_rows(event, standings, numbers))
    if not rows:
        return []
    there = {name for row in rows for name, value in row.items() if value}
    number, total = _IDS.get(event.form, "PairId"), total_column(event, standings)
    members = sorted((name for name in there if name.startswith("MemberID")), key=lambda name: int(name[8:]))
    names = ("Rank", number, *_LEFT, total, "TotalPercentage", "NrBoards", "ScoreCarryOver", "ScorePenalty")
    columns = [name for name in (*names, *members, *_WORDS) if name in there or name in ("Rank", number, total)]
    heads = [Head(name, name not in _LEFT, name in _WORDS) for name in columns]
    return table("TotalScoreTable", heads, [[row.get(name, "") for name in columns] for row in rows])


def total_column(event: Event, standings: Standings) -> str:
    """The column of the totals."""
    teams = event.form is Form.TEAMS and event.scoring == "imps" and not event.knockout
    return "TotalScoreVP" if teams or event.form is Form.SWISS_PAIRS else _TOTALS[standings.unit]


def _rows(event: Event, standings: Standings, numbers: Numbers) -> Iterator[dict[str, str]]:
    listed: set[str] = set()
    total = total_column(event, standings)
    for key, entries in standings.lists.items():
        for standing in entries:
            listed.add(standing.contestant)
            yield _row(event, standing, numbers, total, Side(key) if key else None)
    for id in event.contestants:
        if id not in listed:
            yield _row(event, Standing(id, "", None, None, 0), numbers, total, numbers.directions.get(id))


def _row(event: Event, standing: Standing, numbers: Numbers, total: str, direction: Side | None) -> dict[str, str]:
    id = standing.contestant
    known = event.contestants.get(id, Contestant(id))
    players = joined(known.players) if any(player.name for player in known.players) else ""
    names, roster = (known.name, players) if known.name else (players, "")  # players stand beside a name of its own
    members = {f"MemberID{place}": player.national_id for place, player in enumerate(known.players, 1)}
    return members | {
        "Rank": standing.place.removesuffix("="),
        _IDS.get(event.form, "PairId"): numbers.listed(id),
        "Section": numbers.section.get(id, "") if numbers.restart else "",
        "Direction": _DIRECTIONS[direction] if direction else "",
        total: "" if standing.total is None else exact.brief(standing.total),
        "TotalPercentage": "" if standing.percent is None else exact.brief(standing.percent),
        "NrBoards": str(standing.boards),
        "ScoreCarryOver": exact.brief(standing.carried, 6) if standing.carried else "",
        "ScorePenalty": exact.brief(standing.penalty, 6) if standing.penalty else "",
        "Names": names,
        "Roster": roster,
    }


def joined(players: tuple[Player, ...]) -> str:
    """The names of players as the standard has them."""
    return ";".join(player.name.replace(";", ",") or "?" for player in players)
