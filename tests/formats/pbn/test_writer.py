"""Writing PBN: the export format of the standard, rulings in words, and what is said to be lost."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amends import Faults
from amends.awards import Award, parse_award
from amends.bridge import Auction, BySide, Call, Card, Deal, Seat, Vulnerable
from amends.bridge.deal import RANKS, SUITS
from amends.event import (
    CarryOver,
    Contestant,
    DealtBoard,
    Event,
    Form,
    Penalty,
    Player,
    Ruling,
    TableRecord,
    TableReference,
    TableResult,
)
from amends.event.rows import rows_in_force
from amends.formats import pbn
from amends.formats.pbn.export import MANDATORY, commentary, element
from amends.journal.chain import Document
from amends.regulations import load
from support.examples import examples
from support.pbn_events import documents

DATA = Path(__file__).resolve().parents[2] / "data" / "pbn"
DEAL = Deal.parse("N:KQT6.AJT.T984.65 A2.K9876.72.9742 J543.43.AQ5.AKJ3 987.Q52.KJ63.QT8")


def sides(ns: str, ew: str) -> BySide[tuple[str, ...]]:
    return BySide((ns,), (ew,))


def played(board: int, ns: str, ew: str, result: str) -> TableResult:
    return TableResult(f"{board}/{ns}-{ew}", parse_award(result), sides(ns, ew), board=board)


def ruling(board: int, ns: str, ew: str, award: str, other: str | None = None, **more: object) -> Ruling:
    awards = BySide(parse_award(award), parse_award(other or award))
    return Ruling(f"r{board}", board, TableReference(ns, ew), awards, **more)  # type: ignore[arg-type]


EVENT = Event(
    title="Friday",
    results=(
        played(1, "1", "2", "4S N ="), played(1, "3", "4", "4S N -1"), played(1, "5", "6", "np"),
        played(2, "1", "4", "pass"), played(2, "3", "6", "2Sx E ="), played(2, "5", "2", "+90"),
    ),
    rulings=(
        ruling(1, "5", "6", "A+", "A-"),
        ruling(2, "3", "6", "60% 2S E =; 40% 2S E -1", laws=("12C1(c)", "16B"), reason="2♠ was {doubled} late."),
    ),
)  # fmt: skip


def text(event: Event, **about: str) -> str:
    return pbn.dumps(Document(event=event, about=about)).decode().replace("\r\n", "\n")


def games(written: str) -> list[str]:
    return written.strip().split("\n\n")


FIRST = r"""% PBN 2.1
% EXPORT
[Event "Friday"]
[Site "Hall"]
[Date "2026.11.13"]
[Board "1"]
[West ""]
[North ""]
[East ""]
[South ""]
[Dealer "N"]
[Vulnerable "None"]
[Deal "?"]
[Scoring "MatchPoints;MP1"]
[Declarer ""]
[Contract ""]
[Result ""]
[Application "amends"]
[Competition "Pairs"]
[Winners "1"]
[ScoreTable "PairId_NS\1R;PairId_EW\1R;Contract\2L;Declarer\1R;Result\2R;Score_NS\3R;Score_EW\3R;MP_NS\3R;…"]
1 2 4S N 10 420   - 3.5  0.5 87.5 12.5
3 4 4S N  9   -  50 0.5  3.5 12.5 87.5
5 6 -  -  - ^A+ ^A-  ^4 ^1.6 ^100  ^40
[TotalScoreTable "Rank\1R;PairId\1R;TotalMP\3R;TotalPercentage\5R;NrBoards\1R"]
1 5   8   100 2
2 4 6.3 78.75 2
3 6 4.8    60 2
4 1 4.7 58.75 2
5 3 1.3 16.25 2
6 2 0.5  6.25 2"""


def test_a_board_is_a_game_with_its_tables_and_the_first_has_the_list() -> None:
    first, second = games(text(EVENT, date="2026-11-13", venue="Hall"))
    assert first == FIRST.replace("…", r"MP_EW\4R;Percentage_NS\4R;Percentage_EW\4R")
    assert second.splitlines()[-3:] == [
        "1 4 Pass - -    0    0  1.2  2.8  30  70",
        "3 6 -    - - ^adj ^adj ^0.8 ^3.2 ^20 ^80",
        "5 2 -    - -   90    -    4    0 100   0",
    ]


def test_what_was_ruled_stands_in_words_before_the_tables() -> None:
    second = games(text(EVENT))[1]
    head, _, rows = second.partition("[ScoreTable")
    assert head.splitlines()[-2:] == [
        "{Board 2, pairs 3 and 6: weighted score. Both sides: 60% 2S E =; 40% 2S E -1.",
        r"At the table: 2Sx E =. Laws 12C1(c), 16B. 2\S was (doubled) late.}",
    ]
    assert "{" not in rows


def test_lines_end_as_the_standard_says_and_are_never_too_long() -> None:
    long = "Player " + "x" * 300
    known = {id: Contestant(id, players=(Player(long), Player(f"{long}y"))) for id in ("1", "2", "3")}
    event = replace(EVENT, title="\t" + "long " * 100, contestants=known)
    written = pbn.dumps(Document(event=event))
    lines = written.split(b"\r\n")
    assert max(map(len, lines)) <= 253
    assert b"\n" not in b"".join(lines)
    assert b"\t" not in written
    assert {row.id for row in pbn.loads(written).event.results} == {row.id for row in event.results}


@examples(15, long=60)
@given(documents())
def test_every_file_is_of_the_export_format(document: Document) -> None:
    try:
        written = pbn.dumps(document)
    except Faults:
        return
    body = written.decode("latin-1")
    assert body.startswith("% PBN 2.1\r\n% EXPORT\r\n")
    assert "\t" not in body
    assert all(len(line) <= 253 for line in body.split("\r\n"))
    for game in games(body.replace("\r\n", "\n")):
        names = re.findall(r"^\[(\w+) \"", game, re.MULTILINE)
        tags = [name for name in names if name not in ("Auction", "Play", "Note") and not name.endswith("Table")]
        assert tuple(tags[:15]) == MANDATORY
        assert tags[15:] == sorted(tags[15:])
        assert len(set(tags)) == len(tags)
        assert names == tags + names[len(tags) :]


@pytest.mark.parametrize(
    ("name", "line", "encoding"),
    [
        ("Player 1", None, "ascii"),
        ("Åsa", b"%Content-type: text/x-pbn; charset=ISO-8859-1", "latin-1"),
        ("Łódź", b"%Content-type: text/x-pbn; charset=UTF-8", "utf-8"),
        ("Ã©", b"%Content-type: text/x-pbn; charset=UTF-8", "utf-8"),
        ("a\x85b", None, "ascii"),
        ("“x”", b"%Content-type: text/x-pbn; charset=UTF-8", "utf-8"),
    ],
)
def test_the_character_set_is_the_standards_where_that_is_enough_and_is_declared(
    name: str, line: bytes | None, encoding: str
) -> None:
    written = pbn.dumps(Document(event=replace(EVENT, title=name)))
    assert written.split(b"\r\n")[2].startswith(line or b"[Event")
    assert f'[Event "{name.replace(chr(0x85), " ")}"]'.encode(encoding) in written
    assert pbn.loads(written).event.title == name.replace("\x85", " ")


@pytest.mark.parametrize(
    ("text", "written"),
    [("", "-"), ("3", "3"), ("^A+", "^A+"), ("a b", '"a b"'), ("-", '"-"'), ('a"b', '"a\\"b"'), ("a\\b", "a\\b"),
     ("é", '"é"'), ("50%", '"50%"'), ("a;b", '"a;b"'), ("[a]", '"[a]"'), ("a\nb", '"a b"')],
)  # fmt: skip
def test_an_element_stands_in_quotes_where_it_must(text: str, written: str) -> None:
    assert element(text) == written


def test_commentary_has_no_braces_of_its_own_and_no_line_that_looks_like_an_escape() -> None:
    assert commentary([]) == []
    assert commentary(["short"]) == ["{short}"]
    lines = commentary([f"{'word ' * 15}xx %escaped {{and}} ♥", "more"])
    assert lines[0].startswith("{")
    assert lines[-1] == "more}"
    assert not any(line.startswith("%") for line in lines)
    assert "(and) \\H" in " ".join(lines)


def test_sections_that_had_cards_of_their_own_have_games_of_their_own() -> None:
    def sat(section: str, ns: str, ew: str) -> TableResult:
        seats = sides(f"{section}{ns}", f"{section}{ew}")
        return TableResult(f"/{section}/1/{ns}-{ew}", parse_award("+50"), seats, board=1, section=section)

    other = Deal.parse("N:KQT6.AJT.T984.65 - - -")
    event = Event(
        results=tuple(sat(section, ns, ew) for section in "AB" for ns, ew in (("1", "2"), ("3", "4"))),
        deals=(DealtBoard(1, DEAL, section="A"), DealtBoard(1, other, section="B"), DealtBoard(9, DEAL)),
        vulnerable={1: Vulnerable.ALL},
    )
    written = text(event)
    assert re.findall(r'\[(?:Board|Section|Vulnerable) "(\w+)"\]', written) == [
        "1",
        "All",
        "A",
        "1",
        "All",
        "B",
        "9",
        "EW",
    ]
    again = pbn.loads(written).event
    assert again.deals == event.deals
    assert {row.id for row in again.results} == {row.id for row in event.results}
    assert again.vulnerable == event.vulnerable


def test_an_event_without_anything_is_a_file_all_the_same() -> None:
    again = pbn.loads(pbn.dumps(Document(event=Event(title="Nothing yet")))).event
    assert (again.title, again.results, again.deals) == ("Nothing yet", (), ())
    people = {"1": Contestant("1", "Player 1-Player 2")}
    assert pbn.loads(pbn.dumps(Document(event=Event(contestants=people)))).event.contestants == people


def in_force(event: Event) -> dict[str, BySide[Award]]:
    return {row.table.id: row.awards for row in rows_in_force(event.results, event.rulings)}


@pytest.mark.parametrize("path", sorted(DATA.glob("*.pbn")), ids=lambda path: path.stem)
def test_each_dialect_is_written_as_the_standard_has_it_and_read_back(path: Path) -> None:
    document = pbn.load(path)
    again = pbn.loads(pbn.dumps(document))
    before, after = document.event, again.event
    for name in ("form", "scoring", "winners", "title", "contestants", "carry_overs", "vulnerable"):
        assert getattr(after, name) == getattr(before, name)
    assert {row.id: row.record for row in after.results} == {row.id: row.record for row in before.results}
    assert in_force(after) == in_force(before)
    assert set(after.deals) == set(before.deals)


def test_a_file_is_written_whole_and_not_over_another(tmp_path: Path) -> None:
    target = tmp_path / "out.pbn"
    pbn.dump(Document(event=EVENT), target)
    assert pbn.load(target).event.title == "Friday"
    with pytest.raises(Faults, match="already there"):
        pbn.dump(Document(event=EVENT), target)


# Auction and play


@st.composite
def records(draw: st.DrawFn) -> TableRecord:
    """What is known of a table of a match; the calls and cards need not be legal."""
    words = ("pass", "X", "XX", *(f"{level}{name}" for level in "1234567" for name in ("C", "D", "H", "S", "NT")))
    explained = st.builds(Call, st.sampled_from(words), st.just(True), st.sampled_from(("", "15-17", 'a "b" \\ c')))
    calls = draw(st.lists(st.one_of(st.builds(Call, st.sampled_from(words)), explained), max_size=20))
    cards = draw(st.permutations([Card(suit, rank) for suit in SUITS for rank in RANKS]))
    play = tuple(cards[: draw(st.integers(0, 52))])
    auction = Auction(draw(st.sampled_from(Seat)), tuple(calls)) if calls else None
    players = draw(st.sampled_from(((), ("Player 1", "Player 2", "", "Player 4"))))
    pairs = draw(st.sampled_from((BySide("", ""), BySide("1", "2"))))
    return TableRecord(play[0] if play else Card.parse("S2"), auction, play, pairs, players)


@given(records())
def test_the_auction_and_the_play_of_a_match_are_read_back(record: TableRecord) -> None:
    rooms = (("open", sides("A", "B")), ("closed", sides("B", "A")))
    results = tuple(
        TableResult(f"{room}", parse_award("3NT E ="), seats, board=1, room=room, record=record)
        for room, seats in rooms
    )
    event = Event(form=Form.TEAMS, scoring="imps", results=results)
    again = pbn.loads(pbn.dumps(Document(event=event)))
    assert [row.record for row in again.event.results] == [record, record]
    assert again.notes == ()


# What is lost


def losses(event: Event, **more: object) -> list[str]:
    return list(pbn.losses(Document(event=event, **more)))  # type: ignore[arg-type]


def test_a_plain_event_loses_nothing() -> None:
    assert losses(replace(EVENT, rulings=())) == []
    assert losses(replace(EVENT, rulings=EVENT.rulings[:1])) == []


def test_an_adjusted_score_says_as_what_it_is_written() -> None:
    assert losses(EVENT) == [
        "board 2, pairs 3 and 6: weighted score written as its final matchpoints, in words as commentary; "
        "the table result 2Sx E = stands in the commentary alone; "
        "the reason and the laws of ruling r2 stand as commentary"
    ]
    split = replace(EVENT, rulings=(ruling(2, "3", "6", "-110", "2S E -1", poll=({"pass": 3},)),))
    assert losses(split) == [
        "board 2, pairs 3 and 6: split score written as the points of each side; "
        "the table result 2Sx E = stands in the commentary alone; of ruling r2 left out: poll"
    ]
    artificial = replace(EVENT, rulings=(ruling(2, "3", "6", "A+", "A-"),))
    assert losses(artificial) == ["board 2, pairs 3 and 6: the table result 2Sx E = stands in the commentary alone"]
    assigned = replace(EVENT, rulings=(ruling(2, "3", "6", "2S E ="),))
    assert losses(assigned) == [
        "board 2, pairs 3 and 6: assigned score written as if it were the result; "
        "the table result 2Sx E = stands in the commentary alone"
    ]
    second = replace(ruling(2, "3", "6", "A"), id="later", replaces="r2")
    assert losses(replace(EVENT, rulings=(*EVENT.rulings, second)))[-1] == "ruling r2 is left out: it has been replaced"


def test_everything_else_that_is_lost_is_said() -> None:
    record = TableRecord(lead=Card.parse("S2"), auction=Auction.parse(Seat.NORTH, "pass"), remark="slow")
    people = {"1": Contestant("1", players=(Player("Player 1", club_id="7"),))}
    event = replace(
        EVENT,
        rulings=(),
        results=(replace(EVENT.results[0], record=record), *EVENT.results[1:]),
        contestants=people,
        regulation=load("ebu"),
        penalties=(Penalty("1", "1", reason="late"),),
        carry_overs=(CarryOver("2", Fraction(1, 3)),),
    )
    found = losses(event, about={"director": "Player 9", "date": "2026-11-13"})
    assert found == [
        "auction: left out at 1 table",
        "remark: left out at 1 table",
        "the penalty of 1 for 1 is written as a sum, without its grounds",
        "the carry-over of 2 is written as a sum, without its grounds",
        "the club numbers of 1 player are left out",
        "the regulation ebu is left out: the figures that are written follow from it",
        "left out: who directed",
    ]
