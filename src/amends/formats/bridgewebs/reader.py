"""Reads BridgeWebs CSV: options, then rankings and travellers, each with a header that names its columns."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from amends.awards import Award, Published
from amends.bridge import BySide, Side, Vulnerable, vulnerability
from amends.event import Event, Form
from amends.event.event import Player
from amends.event.published import Printed, PublishedFigures, PublishedLine, PublishedStanding
from amends.event.table_result import TableRecord
from amends.exact import many
from amends.faults import Fault, Faults
from amends.formats.acbl.score_cells import Cells, ScoredLine, read_line
from amends.formats.common.building import SIT_OUT, Builder, Participant, Sat, is_nobody
from amends.formats.common.csv_table import SEPARATORS, lines, split
from amends.formats.common.format import Progress, report
from amends.formats.common.own_words import with_own_words
from amends.formats.common.page_reader import conditions_of, printed, read_lead, whole
from amends.journal.chain import Document

_NAMES = {
    "ns": ("ns", "nspair", "pairns", "nsno", "nspairno"),
    "ew": ("ew", "ewpair", "pairew", "ewno", "ewpairno"),
    **{seat: (seat, f"{seat}player") for seat in "nsew" if seat not in ("ns", "ew")},
    "contract": ("contract", "cont", "bid"),
    "by": ("by", "declarer", "dec", "playedby"),
    "lead": ("lead", "leadcard"),
    "tricks": ("tricks", "trickstaken", "made", "result"),
    "ns_score": ("nsscore", "scorens", "score", "nsplus"),
    "ew_score": ("ewscore", "scoreew", "ewplus"),
    "ns_points": ("nspoints", "nsmps", "nsmp", "nsmatchpoints", "nsimps", "nsimp"),
    "ew_points": ("ewpoints", "ewmps", "ewmp", "ewmatchpoints", "ewimps", "ewimp"),
    "position": ("position", "pos", "place", "rank"),
    "pair": ("pair", "pairno", "number", "player", "no"),
    "boards": ("boards", "boardsplayed"),
    "total": ("score", "total", "mps", "matchpoints", "imps"),
    "percent": ("percent", "percentage", "%", "pct"),
    "board": ("board", "boardno", "bd"),
    "dealer": ("dealer", "dlr"),
    "vulnerable": ("vulnerable", "vul", "vulnerability"),
}
_COLUMNS = {
    "ranking": {
        name: key for key in ("position", "pair", "boards", "total", "percent") for name in _NAMES[key]
    },
    "travellers": {
        name: key
        for key in (*("ns", "ew", "n", "s", "e", "w", "contract", "by", "lead", "tricks"),
                    *("ns_score", "ew_score", "ns_points", "ew_points"))
        for name in _NAMES[key]
    },
    "board": {name: key for key in ("board", "dealer", "vulnerable") for name in _NAMES[key]},
}  # fmt: skip
_NAME = re.compile(r"name(\d{0,2})")
_DIRECTED = re.compile(r"(.+?)(?:(?<!\s)\s++)?(NS|EW)")
_DAY = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})", re.ASCII)
_TEAMS = ("teams", "swissteams", "matches")
_LONGEST = 200


class SiteRow(NamedTuple):
    """A row under a header: its cells by the names of their columns."""

    line: int
    cells: dict[str, str]

    def text(self, key: str) -> str:
        """A cell; "" where there is none."""
        return self.cells.get(key, "")[:_LONGEST]


class SiteReader:
    """Reads the lines in their order."""

    def __init__(self, name: str, progress: Progress) -> None:
        self.builder = Builder(name, by_section=False)
        self.progress = progress
        self.options: dict[str, str] = {}
        self.comments: list[str] = []
        self.lists: list[list[SiteRow]] = []
        self.travellers: list[tuple[int, SiteRow]] = []
        self.vulnerable: dict[int, Vulnerable] = {}
        self.board: int | None = None

    # Lines

    def document(self, text: str, winners: int | None) -> Document:
        """The document of a text."""
        first = next((line for _, line in lines(text) if line.strip()), "")
        separator = max(SEPARATORS, key=first.count)
        part, header, board_columns = "", list[str](), list[str]()
        for number, line in lines(text):
            if not line.strip(f" \r{separator}"):
                continue
            try:
                cells = split(f"{line}\n", separator)
            except Faults as trouble:
                self.builder.faults.add(number, *trouble.faults)
                continue
            option = cells[0].lower().removeprefix("#").strip() if cells[0].startswith("#") else ""
            if option in ("scores", "travellers"):
                part, header = option, []
                self.lists += [[]] if option == "scores" else []
            elif option == "boardformat":
                board_columns = _known(cells[1:], "board")
            elif option == "board":
                self._board(number, cells[1:], board_columns or ["board", "dealer", "vulnerable"])
            elif option == "comment":
                self.comments.append(" ".join(cells[1:]))
            elif option:
                self.options.setdefault(option, cells[1][:_LONGEST] if len(cells) > 1 else "")
            elif part and not header:
                header = _known(cells, "ranking" if part == "scores" else "travellers")
            elif part:
                self._row(part, number, cells, header)
        return self._made(winners)

    def _board(self, line: int, cells: list[str], columns: list[str]) -> None:
        found = dict(zip(columns, cells, strict=False))
        self.board = whole(found.get("board", ""))
        if self.board is None:
            self.builder.faults.add(line, Fault(f"the board {found.get('board', '')[:60]!r}", "a number of a board"))
            return
        vulnerable = conditions_of(found.get("vulnerable", ""))
        if vulnerable is not None and vulnerable is not vulnerability(self.board):
            self.vulnerable[self.board] = vulnerable

    def _row(self, part: str, number: int, cells: list[str], header: list[str]) -> None:
        if len(cells) > len(header) and any(cells[len(header) :]):
            found = many(len(cells), "cell")
            self.builder.faults.add(number, Fault(found, f"{len(header)}, as many as in the header"))
            return
        row = SiteRow(number, {key: cell for key, cell in zip(header, cells, strict=False) if key})
        if part == "scores":
            self.lists[-1].append(row)
        elif self.board is None:
            self.builder.faults.add(number, Fault("a line of a traveller", "a line #BOARD before it"))
        else:
            self.travellers.append((self.board, row))

    # The event

    def _made(self, winners: int | None) -> Document:
        named = {"individual": Form.INDIVIDUAL, "swisspairs": Form.SWISS_PAIRS}
        form = next((form for option, form in named.items() if option in self.options), Form.PAIRS)
        for option in _TEAMS:
            if option in self.options:
                words = f"#{option.upper()}"
                self.builder.faults.add(None, Fault(words, "pairs or an individual: travellers do not say the rooms"))
        own = whole(self.options.get("winners", "")) or (2 if len(self.lists) == 2 else 1)
        self.builder.form, self.builder.winners = form, winners or (own if own in (1, 2) else 1)
        if form is not Form.PAIRS:
            self.builder.winners = 1
        for place, rows in enumerate(self.lists):
            side = (Side.NS, Side.EW)[place % 2] if self.builder.winners == 2 else None
            for row in rows:
                self._standing(row, side)
        for board, row in self.travellers:
            self._line(board, row, form)
        if not self.builder.rows and not self.builder.faults.count:
            self.builder.faults.add(None, Fault("no travellers", "#TRAVELLERS with a header, #BOARD and its lines"))
        if form is Form.SWISS_PAIRS:
            self.builder.number_rounds()
        built = self.builder.build()
        event = Event(
            form=form,
            scoring=self._scoring(),
            winners=self.builder.winners,
            title=self.options.get("title", ""),
            results=built.results,
            contestants=built.contestants,
            rulings=built.rulings,
            vulnerable=self.vulnerable,
        )
        document = Document(
            event=event,
            published=PublishedFigures(built.lines, built.standings),
            about=self._about(),
            notes=built.notes,
            source="bridgewebs",
        )
        document, remarks = with_own_words(document, self.comments)
        return replace(document, about={**document.about, "notes": "\n".join(remarks)}) if remarks else document

    def _scoring(self) -> str:
        named = {"butler": "butler", "crossimp": "cross-imps", "aggregate": "total-points"}
        return next((scoring for option, scoring in named.items() if option in self.options), "matchpoints")

    def _about(self) -> dict[str, str]:
        day = _DAY.fullmatch(self.options.get("date", ""))
        found = {"date": self.options.get("date", "")}
        with suppress(ValueError):
            found["date"] = date(int(day[3]), int(day[2]), int(day[1])).isoformat() if day else found["date"]
        found |= {key: self.options.get(key, "") for key in ("director", "scorer", "description", "version")}
        found["program"] = self.options.get("source", "")
        return {key: text for key, text in found.items() if text}

    def _standing(self, row: SiteRow, side: Side | None) -> None:
        number = row.text("pair")
        if is_nobody(number):
            self.builder.faults.add(row.line, Fault(f"the pair {number!r}", "the number of a pair"))
            return
        names = [(int(found[1] or 1), text) for key, text in row.cells.items() if (found := _NAME.fullmatch(key))]
        players = tuple(Player(text[:_LONGEST]) for _, text in sorted(names) if text)
        standing = PublishedStanding(
            number,
            row.text("position"),
            printed(row.text("total")),
            printed(row.text("percent")),
            whole(row.text("boards")),
        )
        self.builder.participants.append(Participant(number=number, direction=side, players=players, standing=standing))

    def _line(self, board: int, row: SiteRow, form: Form) -> None:
        ns, ew, turned = self._seats(row, form)
        points = BySide(printed(row.text("ns_points")), printed(row.text("ew_points")))
        scored = self._scored(board, row, points)
        if any(map(is_nobody, (*ns, *ew))) and not scored.awards.ns and not scored.awards.ew:
            scored.result = SIT_OUT
        score = row.text("ns_score") or (f"-{row.text('ew_score')}" if row.text("ew_score") else "")
        shown = PublishedLine(printed(score.replace("--", "")), points)
        lead = read_lead(row.text("lead")) if row.text("lead") else None
        self.builder.rows.append(
            Sat(
                board=board, ns=ns, ew=ew, result=scored.result, awards=scored.awards, turned=turned,
                record=TableRecord(lead) if lead else None, published=shown if shown != PublishedLine() else None,
                notes=tuple(scored.notes), line=row.line,
            )
        )  # fmt: skip
        report(self.progress, len(self.builder.rows))

    def _seats(self, row: SiteRow, form: Form) -> tuple[tuple[str, ...], tuple[str, ...], bool]:
        """Who sat there; pairs that are written with the other direction sat the other way round."""
        if form is Form.INDIVIDUAL:
            return (row.text("n"), row.text("s")), (row.text("e"), row.text("w")), False
        ns, ew = row.text("ns"), row.text("ew")
        found = [_DIRECTED.fullmatch(number) for number in (ns, ew)]
        if self.builder.winners == 2 and found[0] and found[1]:
            first, second = found[0], found[1]
            if (first[2], second[2]) == ("EW", "NS"):
                return (second[1],), (first[1],), True
            return (first[1],), (second[1],), False
        return (ns,), (ew,), False

    def _scored(self, board: int, row: SiteRow, points: BySide[Printed | None]) -> ScoredLine:
        contract, tricks = row.text("contract"), row.text("tricks")
        if contract.upper().startswith("ADJ"):
            awards: BySide[Award | None] = points.map(lambda figure: Published(figure.value) if figure else None)
            words = f"the adjusted score {contract!r}: what it is made of is not in the file"
            return ScoredLine(awards=awards, notes=[("left-out", words)])
        relative = tricks[:1] in ("=", "+", "-")
        cells = Cells(
            ns_score=row.text("ns_score"),
            ew_score=row.text("ew_score"),
            contract="PASS" if contract.upper() == "PO" else contract,
            declarer=row.text("by"),
            result=tricks if relative else "",
            tricks="" if relative else tricks,
        )
        return read_line(cells, self.vulnerable.get(board) or vulnerability(board))


def _known(cells: list[str], part: str) -> list[str]:
    """The columns of a header by our names; "" for those that say nothing here."""
    found = []
    for cell in cells:
        plain = re.sub(r"[\s_/.-]", "", cell).lower()
        found.append(plain if _NAME.fullmatch(plain) else _COLUMNS[part].get(plain, ""))
    return found
