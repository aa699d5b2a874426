"""Board texts of ACBLscore: who met whom, scores by column, words in place of scores, beside a recap or alone."""

from __future__ import annotations

import pytest
from hypothesis import given

from amends import Faults, formats
from amends.audit import audit
from amends.bridge import BySide
from amends.event.event import Player
from amends.formats import acblscore
from amends.journal.chain import Document
from formats.acblscore.test_reader import PAIRS, block
from support.examples import examples
from support.saved_pages import check_outcome, lines_that_follow, one_format, spoiled

RULE = "-" * 70


def board(number: int, *rows: str, unit: str = "MATCHPOINTS") -> str:
    """A board; each row is N-S score, E-W score, N-S and E-W points and the pairs, between commas."""
    lines = [
        "",
        f"   RESULTS OF BOARD {number}",
        "",
        f"    SCORES       {unit}    NAMES",
        "   N-S   E-W     N-S    E-W",
    ]
    for row in rows:
        ns, ew, first, second, pairs = row.split(",")
        lines.append(f"  {ns:>4}  {ew:>4}    {first:>5}  {second:>5}    {pairs}")
    return "\r\r\n".join([*lines, RULE, ""])


ONE, TWO, THREE, FOUR = "1-Ash-Beech", "2-Cedar-Date", "3-Elm-Fir", "4-Gum-Holly"
HOWELL = (
    board(1, f"420,,1.00,0.00,{ONE} vs. {TWO}", f",50,0.00,1.00,{THREE} vs. {FOUR}")
    + board(2, f"PASS,,0.50,0.50,{TWO} vs. {ONE}", f"PASS,,0.50,0.50,{THREE} vs. {FOUR}")
    + board(3, f"AVE+,AVE-,0.60,0.40,{ONE} vs {THREE}", f"NP,NP,,,{TWO} vs {FOUR}")
)
MITCHELL = board(1, f"420,,1.00,0.00,{ONE} vs. 2-Kapok-Larch", f",50,0.00,1.00,{TWO} vs. 1-Ivy-Jarra") + board(
    2, f"PASS,,0.50,0.50,{ONE} vs. 1-Ivy-Jarra", f"PASS,,0.50,0.50,{TWO} vs. 2-Kapok-Larch"
)


def read(text: str, winners: int | None = None) -> Document:
    return acblscore.loads(text, "b.txt", winners=winners)


def faults(text: str) -> list[tuple[int, str, str]]:
    with pytest.raises(Faults) as trouble:
        read(text)
    return sorted((fault.line or 0, fault.where, fault.found) for fault in trouble.value.faults)


def test_a_howell_has_one_winner_because_a_pair_sits_both_ways() -> None:
    document = read(HOWELL)
    event = document.event
    assert (event.winners, event.scoring) == (1, "matchpoints")
    assert [(each.id, str(each.result)) for each in event.results] == [
        ("1/1-2", "+420"),
        ("1/3-4", "-50"),
        ("2/2-1", "pass"),
        ("2/3-4", "pass"),
        ("3/1-3", "np"),
        ("3/2-4", "np"),
    ]
    assert [str(award) for award in event.rulings[0].awards] == ["A+", "A-"]
    assert event.contestants["3"].players == (Player("Elm"), Player("Fir"))
    assert document.published.lines["3/1-3"].points.map(str) == BySide("0.60", "0.40")
    assert document.notes == ()


def test_a_mitchell_has_two_winners_because_numbers_have_other_names() -> None:
    event = read(MITCHELL).event
    assert event.winners == 2
    assert [each.id for each in event.results] == ["1/1NS-2EW", "1/2NS-1EW", "2/1NS-1EW", "2/2NS-2EW"]
    assert event.contestants["1EW"].players == (Player("Ivy"), Player("Jarra"))
    assert event.contestants["1NS"].players == (Player("Ash"), Player("Beech"))
    assert set(read(MITCHELL, winners=1).event.contestants) == {"1NS", "2NS", "1EW", "2EW"}


def test_where_no_pair_sits_both_ways_it_says_what_it_takes_it_for() -> None:
    document = read(board(1, f"420,,1.00,0.00,{ONE} vs. {TWO}", f",50,0.00,1.00,{THREE} vs. {FOUR}"))
    assert document.event.winners == 2
    assert [note.words for note in document.notes] == [
        "whether there is one winner is not printed: no pair sits both ways, so two"
    ]


def test_the_audit_compares_the_figures() -> None:
    assert lines_that_follow(read(MITCHELL)) == (4, 4)
    wrong = read(MITCHELL.replace("1.00   0.00", "0.75   0.25"))
    assert lines_that_follow(wrong) == (3, 4)
    found = audit(wrong)
    assert any("board 1" in str(finding) for finding in found.findings)


def test_sections_stand_before_the_numbers() -> None:
    rows = (f"420,,1.00,0.00,A{ONE} vs. A{TWO}", f",50,0.00,1.00,B{ONE} vs. B2-Yew-Zelkova")
    event = read(board(1, *rows)).event
    assert [each.id for each in event.results] == ["/A/1/1-2", "/B/1/1-2"]
    assert set(event.contestants) == {"A1", "A2", "B1", "B2"}


def test_hyphenated_names_are_kept_whole_and_words_before_the_columns_are_a_remark() -> None:
    text = board(1, "420,,1.00,0.00,1-Ash-Beech-Elm vs. 2-Oak")
    text = text.replace("   N-S   E-W", "            N-S   E-W").replace("   420", "4H N =      420")
    event = read(text).event
    assert (event.contestants["1"].name, event.contestants["2"].name) == ("Ash-Beech-Elm", "Oak")
    record = event.results[0].record
    assert record is not None
    assert record.remark == "4H N ="


def test_imps() -> None:
    rows = (f"420,,10.00,-10.00,{ONE} vs. {TWO}", f",50,-10.00,10.00,{THREE} vs. {FOUR}")
    document = read(board(1, *rows, unit="   IMPS    "))
    assert document.event.scoring == "cross-imps"
    assert document.published.lines["1/1-2"].points.map(str) == BySide("10.00", "-10.00")


def test_all_faults_at_once_with_their_lines() -> None:
    text = (
        board(1, f"420,,1.00,x,{ONE} vs. {TWO}", f",,0.00,1.00,{THREE} vs. {FOUR}")
        + board(2, f"ADJ,,0.5,0.5,{ONE} vs. {TWO}", "420,,1.00,0.00,nobody")
        + board(3, f"420,,1.00,0.00,A{ONE} vs. B{TWO}", unit="TOTALPOINTS")
    )
    assert faults(text) == [
        (6, "board 1", "the figure 'x'"),
        (7, "board 1", "no score"),
        (14, "board 2, pair 1", "the score 'ADJ'"),
        (15, "board 2", "the line '420           1.00   0.00    nobody'"),
        (20, "", "results in TOTALPOINTS"),
        (22, "board 3", "pairs of sections A and B"),
    ]


RECAP = block("A N-S", PAIRS, (1, "1,0", "420,-50"), (2, "-,-", "PASS,PASS"), (3, "1,0", "90,-90")) + block(
    "A E-W", PAIRS, (1, "1,0", "50,-420"), (2, "-,-", "PASS,PASS"), (3, "1,0", "90,-90")
)


def test_a_recap_with_its_boards_is_one_event_in_which_nothing_is_guessed() -> None:
    document = read(RECAP + MITCHELL)
    event = document.event
    assert (event.title, event.winners) == ("Thursday Pairs", 2)
    assert [each.id for each in event.results] == [
        *("/A/1/1NS-2EW", "/A/1/2NS-1EW", "/A/2/1NS-1EW", "/A/2/2NS-2EW"),
        *("/A/3/1NS-2EW", "/A/3/2NS-1EW"),
    ]
    assert event.contestants["1NS"].players == (Player("Ann 1", "K123451"), Player("Bob 1"))
    assert [str(standing.total) for standing in document.published.standings] == ["1.50", "0.50"] * 2
    assert document.notes == ()
    assert read(MITCHELL + RECAP).event.results == event.results


def test_where_recap_and_boards_differ_it_is_said() -> None:
    other = RECAP.replace("420   -50", "450   -50").replace("1     0 ", "1     0-", 1)
    words = [note.words for note in read(other + MITCHELL).notes]
    assert "board 1, pair 1: the recap prints 450, the board 420" in words


def test_boards_of_several_sections_without_letters_are_faults() -> None:
    both = RECAP + RECAP.replace("SECTION> A", "SECTION> B") + MITCHELL
    found = faults(both)
    assert {fault for _, _, fault in found} == {"pair 1 without its section", "pair 2 without its section"}
    apart = RECAP + MITCHELL + RECAP.replace("SECTION> A", "SECTION> B") + MITCHELL
    assert {each.section for each in read(apart).event.results} == {"A", "B"}


def test_what_is_recognised() -> None:
    assert one_format(HOWELL.encode()) == ["acblscore"]
    assert one_format(b"the results of board 1 are late\n") == []
    assert formats.loads(HOWELL.encode(), "boards.txt").source == "acblscore"


@examples(40)
@given(spoiled([HOWELL.encode(), MITCHELL.encode(), (RECAP + MITCHELL).encode()]))
def test_a_spoiled_file_is_a_document_or_faults(data: bytes) -> None:
    check_outcome(acblscore.loads, data, "b.txt")
