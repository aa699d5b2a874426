"""Text recaps of ACBLscore: columns, half matchpoints, who met whom, words in place of scores."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given

from amends import Faults, formats
from amends.audit import audit
from amends.bridge import BySide
from amends.event.event import Player
from amends.formats import acblscore
from amends.journal.chain import Document
from support.examples import examples
from support.saved_pages import SAMPLES, check_outcome, lines_that_follow, one_format, spoiled, tallies

LIST = "No         Name                           Name                   |Flt|Rnk-A|Rnk-B| Score | Pct  |Awards   |"


def pair(number: int, place: str, score: str, percent: str) -> str:
    people = f"{number:>2} K12345{number} {f'Ann {number}':<22} {'':7} {f'Bob {number}':<22}"
    return f"{people}   B  {place:>3}     .   {score:>7}{percent:>7}  0.35(A) "


def grid(pairs: list[str], *boards: tuple[int, str, str]) -> list[str]:
    """Cells of six characters; a score with a star takes one more, as its columns do."""
    lines = ["               **PAIRS**", "BOARD" + "".join(f"{each:>6}" for each in pairs), "  \\/"]
    for number, points, scores in boards:
        row = "".join(f"{cell:<2}".rjust(6) if len(cell) < 3 else f"{cell:>6}" for cell in points.split(","))
        below = list(" " * (6 * len(pairs) + 8))
        for place, cell in enumerate(scores.split(",")):
            text = cell.rstrip("*")
            end = 12 + 6 * place + (text == "----")
            below[end - len(text) : end] = text
            if cell.endswith("*"):
                below[end] = "*"
        lines += [f"{number:>4}> {row}", "".join(below).rstrip(), ""]
    return lines


def block(section: str, pairs: list[str], *boards: tuple[int, str, str], top: str = "1") -> str:
    head = [
        "",
        f"EVENT>Thursday Pairs           |SESSION>Thursday Aft |SECTION> {section}",
        "------------------------,------ ------------,-------- --------------------------",
        "DATE>January 8, 2031    |CLUB NO.>378055    | 01/09/2031 00:03",
        "DIR> Vera Dir        |RATING>Club Masterpoint (100%)|MOVEMENT>MITCHELL",
        f"AVE>   50.0 |TOP>   {top} |MP LIMITS>None/50        |CLUB>A CLUB",
        LIST,
        *pairs,
        "",
    ]
    return "\r\r\n".join([*head, *grid([each[:3].strip() for each in pairs], *boards), ""])


PAIRS = [pair(1, "1", "1.50", "75.00"), pair(2, ".", "0.50", "25.00")]
MITCHELL = block("A N-S", PAIRS, (1, "1,0", "420,-50"), (2, "-,-", "PASS,PASS"), (3, ",0.60", "----,AVE+")) + block(
    "A E-W", PAIRS, (1, "1,0", "50,-420"), (2, "-,-", "PASS,PASS"), (3, "0.40,", "AVE-,----")
)
ONE_WINNER = block(
    "A", [*PAIRS, pair(3, ".", "1.00", "50.00"), pair(4, ".", "1.00", "50.00")],
    (1, "1,0,0,1", "100*,50*,-100,-50"), (2, ",,,", "NP,NP*,----,----"),
)  # fmt: skip


def read(text: str) -> Document:
    return acblscore.loads(text, "r.txt")


def test_a_mitchell() -> None:
    document = read(MITCHELL)
    event = document.event
    assert (event.title, event.winners) == ("Thursday Pairs", 2)
    assert [(each.id, str(each.result)) for each in event.results] == [
        ("/A/1/1NS-2EW", "+420"),
        ("/A/1/2NS-1EW", "-50"),
        ("/A/2/1NS-1EW", "pass"),
        ("/A/2/2NS-2EW", "pass"),
        ("/A/3/2NS-1EW", "np"),
    ]
    assert [str(award) for award in event.rulings[0].awards] == ["A+", "A-"]
    assert event.contestants["1NS"].players == (Player("Ann 1", "K123451"), Player("Bob 1"))
    assert document.published.lines["/A/2/1NS-1EW"].points.map(str) == BySide("0.5", "0.5")
    first = document.published.standings[0]
    assert (first.contestant, first.place, str(first.total), str(first.percent)) == ("1NS", "1", "1.50", "75.00")
    assert (document.about["date"], document.about["director"]) == ("2031-01-08", "Vera Dir")


def test_who_met_whom_is_said_to_be_a_guess_where_it_is_one() -> None:
    assert [note.words for note in read(MITCHELL).notes] == [
        "who met whom is not printed: at 1 table others have the same scores"
    ]


def test_one_winner_with_stars_for_east_west() -> None:
    event = read(ONE_WINNER).event
    assert event.winners == 1
    assert [(each.id, str(each.result)) for each in event.results] == [
        ("/A/1/3-1", "-100"),
        ("/A/1/4-2", "-50"),
        ("/A/2/1-2", "np"),
    ]


def test_one_list_of_two_directions() -> None:
    assert set(acblscore.loads(MITCHELL, "r.txt", winners=1).event.contestants) == {"1NS", "2NS", "1EW", "2EW"}


def test_a_split_score_and_an_award_for_one_side() -> None:
    text = block("A N-S", PAIRS, (1, "1,0", "420,-50")) + block("A E-W", PAIRS, (1, "1,0", "100,AVE+"))
    awards = {ruling.id: [str(award) for award in ruling.awards] for ruling in read(text).event.rulings}
    assert awards == {"file /A/1/1NS-1EW": ["None", "-100"], "file /A/1/2NS-2EW": ["None", "A+"]}


def test_all_faults_at_once_with_their_lines() -> None:
    text = block("A N-S", PAIRS, (1, "x1,0", "420,-50"), (2, "1,0", "ADJ,90")) + block(
        "A E-W", PAIRS, (2, "0,1", "----,----")
    )
    with pytest.raises(Faults) as trouble:
        read(text)
    assert [(fault.line, fault.where, fault.found) for fault in trouble.value.faults] == [
        (14, "board 1, pair 1", "the matchpoints 'x1'"),
        (15, "board 1", "the score -50 of pair 2, and no opponents with the opposite"),
        (18, "board 2, pair 1", "the score 'ADJ'"),
        (18, "board 2", "the score 90 of pair 2, and no opponents with the opposite"),
    ]


def test_what_is_recognised() -> None:
    assert one_format(MITCHELL.encode()) == ["acblscore"]
    assert formats.loads(MITCHELL.encode(), "game.txt").source == "acblscore"
    with pytest.raises(Faults, match="no recap"):
        read("nothing")


@examples(40)
@given(spoiled([MITCHELL.encode(), ONE_WINNER.encode()]))
def test_a_spoiled_file_is_a_document_or_faults(data: bytes) -> None:
    check_outcome(acblscore.loads, data, "r.txt")


def test_a_recap_in_a_folder_is_found_by_what_stands_in_it(tmp_path: Path) -> None:
    (tmp_path / "friday.txt").write_text(MITCHELL, newline="")
    (tmp_path / "shopping.txt").write_text("bread\n")
    assert formats.files_within(tmp_path) == [tmp_path / "friday.txt"]


@pytest.mark.shared_data
@pytest.mark.parametrize(
    ("name", "rows", "lines", "pairs"),
    [
        ("mitchell-ave-plus-minus.txt", 125, (125, 125), (10, 10)),
        ("mitchell-short-boards-np.txt", 213, (176, 176), (16, 16)),
    ],
)
def test_real_recaps(name: str, rows: int, lines: tuple[int, int], pairs: tuple[int, int]) -> None:
    document = formats.load(SAMPLES / "acblscore-text" / name)
    follows = tallies(document)
    assert len(document.event.results) == rows
    assert (lines_that_follow(document), follows["percentages"], follows["totals"]) == (lines, pairs, pairs)
    assert follows["matchpoint lines"] == lines


@pytest.mark.shared_data
def test_a_real_recap_with_one_winner() -> None:
    document = formats.load(SAMPLES / "acblscore-text" / "one-winner-ave-np.txt")
    assert (len(document.event.results), len(document.event.contestants)) == (112, 8)
    assert sum("A" in str(award) for ruling in document.event.rulings for award in ruling.awards) == 18


def test_places_pass_over_a_pair_that_has_none() -> None:
    """A guest without a flight has the best total and no place."""
    first = [pair(1, ".", "1.50", "75.00"), pair(2, "1", "1.00", "50.00"), pair(3, "2", "0.50", "25.00")]
    boards = ((1, "2,1,0", "420,170,-50"), (2, "1,1,1", "PASS,PASS,PASS"))
    text = block(
        "A N-S",
        [
            line.replace("1.50  75.00", "3.00  75.00")
            .replace("1.00  50.00", "2.00  50.00")
            .replace("0.50  25.00", "1.00  25.00")
            for line in first
        ],
        *boards,
        top="2",
    )
    text += block(
        "A E-W",
        [pair(each, ".", f"{each}.00", f"{25 * each}.00") for each in (1, 2, 3)],
        (1, "0,1,2", "-420,-170,50"),
        boards[1],
        top="2",
    )
    found = audit(acblscore.loads(text, "recap.txt"))
    assert [str(finding) for finding in found.findings] == []
    assert "places pass over those who have none" in found.conventions
    assert "pair 1NS has no place; its total would give place 1" in found.remarks


def test_one_or_two_results_are_worth_60_per_cent() -> None:
    pairs = [pair(each, ".", "1.00", "50.00") for each in (1, 2, 3)]
    rest = [(number, "2,1,0", "420,170,-50") for number in range(2, 8)]
    other = [(number, "0,1,2", "-420,-170,50") for number in range(2, 8)]
    text = block("A N-S", pairs, (1, "1.30,1.10,", "420,170,NP"), *rest, top="2")
    text += block("A E-W", pairs, (1, "1.10,1.30,", "-420,-170,NP"), *other, top="2")
    document = acblscore.loads(text, "recap.txt")
    assert document.event.regulation.few_results == "percentages"
    assert lines_that_follow(document) == (20, 20)
