"""What the cells of a USEBIO line say, in all the spellings that programs have for it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from amends import Faults
from amends.formats import usebio
from amends.journal.chain import Document

PLACES = {"NS_PAIR_NUMBER": "3", "EW_PAIR_NUMBER": "11"}


def file(*lines: Mapping[str, str], head: str = "", kind: str = "PAIRS", board: str = "1", before: str = "") -> str:
    """A file with one board of these lines."""
    written = "".join(
        "<TRAVELLER_LINE>" + "".join(f"<{tag}>{text}</{tag}>" for tag, text in line.items()) + "</TRAVELLER_LINE>"
        for line in lines
    )
    inside = f"{head}<BOARD><BOARD_NUMBER>{board}</BOARD_NUMBER>{before}{written}</BOARD>"
    return f'<USEBIO Version="1.2"><EVENT EVENT_TYPE="{kind}">{inside}</EVENT></USEBIO>'


def cells(contract: str | None, declarer: str, tricks: str, score: str, **more: str) -> dict[str, str]:
    found = {"PLAYED_BY": declarer, "TRICKS": tricks, "SCORE": score, **more}
    return PLACES | ({} if contract is None else {"CONTRACT": contract}) | found


def only(text: str) -> tuple[str, list[str], list[str]]:
    """Of a file's first line: its result, its awards and the kinds of its notes."""
    document = usebio.loads(text)
    awards = [str(award) for ruling in document.event.rulings for award in ruling.awards]
    return str(document.event.results[0].result), awards, [note.kind for note in document.notes]


@pytest.mark.parametrize(
    ("contract", "declarer", "tricks", "score", "result"),
    [
        ("3NT", "E", "9", "-400", "3NT E ="),
        ("3N", "e", "9", "-400", "3NT E ="),
        ("1 NT", "North", "8", "120", "1NT N +1"),
        ("4SX", "W", "9", "100", "4Sx W -1"),
        ("4Sx", "W", "9", "100", "4Sx W -1"),
        ("4S*", "W", "9", "100", "4Sx W -1"),
        ("4S**", "W", "9", "200", "4Sxx W -1"),
        ("4sxx", "W", "9", "200", "4Sxx W -1"),
        ("5♥", "S", "11", "450", "5H S ="),
        ("4 H x", "S", "10", "590", "4Hx S ="),
        ("PASS", "", "", "0", "pass"),
        ("Pass", "N", "0", "0", "pass"),
        ("pass", "", "", "", "pass"),
        ("4H", "S", "10", "420.0", "4H S ="),
        ("4H", "S", "10", "+420", "4H S ="),
        ("4H", "S", "10", "", "4H S ="),
        ("4H", "S", "", "450", "4H S +1"),
        ("4H", "S", "+1", "450", "4H S +1"),
        ("4H", "S", "=", "420", "4H S ="),
        ("4H", "S", "-1", "-50", "4H S -1"),
        ("NP", "", "", "", "np"),
        ("np", "", "", "0", "np"),
        (None, "", "", "-420", "-420"),
        (None, "", "", "−420", "-420"),
        (None, "", "", "430.0", "+430"),
        (None, "", "", "0", "0"),
        (None, "", "", "", "np"),
        ("", "", "", "", "np"),
        ("", "", "", "-420", "-420"),
    ],
)
def test_what_happened(contract: str | None, declarer: str, tricks: str, score: str, result: str) -> None:
    assert only(file(cells(contract, declarer, tricks, score))) == (result, [], [])


@pytest.mark.parametrize(
    ("contract", "declarer", "tricks", "score", "result", "kind"),
    [
        ("6NT", "N", "12", "-255", "-255", "contract"),
        ("6NT", "N", "12", "-250", "-250", "contract"),
        ("3Cx", "W", "0", "500", "3Cx W -3", "unreadable"),
        ("3Cx", "W", "0", "-500", "-500", "contract"),
        ("PASS", "", "", "50", "+50", "contract"),
        ("4H", "S", "", "421", "+421", "contract"),
        ("NP", "", "", "50", "+50", "contract"),
        ("42", "", "", "-170", "-170", "unreadable"),
        ("4Z", "N", "10", "420", "+420", "unreadable"),
        ("4H", "Q", "10", "420", "+420", "unreadable"),
        ("4H", "N", "14", "420", "+420", "unreadable"),
        ("4H", "N", "10", "nonsense", "4H N =", "unreadable"),
        ("42", "", "", "", "np", "unreadable"),
        (None, "", "", "Adj", "np", "waiting"),
        (None, "", "", "A+", "np", "waiting"),
    ],
)
def test_what_does_not_fit_together_is_kept_and_noted(
    contract: str, declarer: str, tricks: str, score: str, result: str, kind: str
) -> None:
    assert only(file(cells(contract, declarer, tricks, score))) == (result, [], [kind])


@pytest.mark.parametrize(
    ("contract", "score", "ns", "ew", "result", "kinds"),
    [
        ("NP", "0", "20", "4", "0", ["scored"]),
        ("N P", "0", "0", "2", "0", ["scored"]),
        ("np", "50", "1", "1", "+50", ["scored"]),
        ("NP", "0", "0", "0", "np", []),
        ("NP", "", "1", "1", "np", []),
        ("NP", "0", "1", "", "np", []),
    ],
)
def test_a_line_marked_as_not_played_with_a_score_and_points_is_a_result(
    contract: str, score: str, ns: str, ew: str, result: str, kinds: list[str]
) -> None:
    line = cells(contract, "N", "", score, NS_MATCH_POINTS=ns, EW_MATCH_POINTS=ew)
    assert only(file(line)) == (result, [], kinds)


def test_a_note_says_both_the_contract_and_the_score() -> None:
    document = usebio.loads(file(cells("6NT", "N", "12", "-255")))
    assert str(document.notes[0]) == (
        "line 1: 6NT N = with nobody vulnerable is +990, the file says -255; the score is kept"
    )
    document = usebio.loads(file(cells("3C x", "W", "0", "500")))
    assert str(document.notes[0]) == (
        "line 1: the tricks '0': 3Cx W -9 with nobody vulnerable is +2300, the file says +500, "
        "which is 3Cx W -3; the score is kept"
    )


@pytest.mark.parametrize(
    ("score", "awards"),
    [
        ("A6040", ["A+", "A-"]),
        ("A5050", ["A", "A"]),
        ("A6060", ["A+", "A+"]),
        ("A4040", ["A-", "A-"]),
        ("A5535", ["55%", "35%"]),
        ("A0099", ["0%", "99%"]),
        ("a6040", ["A+", "A-"]),
        ("A60/40", ["A+", "A-"]),
        ("60%-40%", ["A+", "A-"]),
        ("60/62.5", ["A+", "62.5%"]),
        ("A+/A-", ["A+", "A-"]),
        ("AVE+ AVE", ["A+", "A"]),
        ("AVE", ["A", "A"]),
        ("A100050", ["100%", "A"]),
    ],
)
def test_artificial_scores(score: str, awards: list[str]) -> None:
    assert only(file(cells(None, "", "", score))) == ("np", awards, [])


def test_an_artificial_score_beside_a_contract_leaves_the_result() -> None:
    assert only(file(cells("4H", "N", "10", "A6040"))) == ("4H N =", ["A+", "A-"], [])


@pytest.mark.parametrize(
    ("kind", "score", "awards", "notes"),
    [
        ("BUTLER_PAIRS", "A6040", ["A+", "A-"], []),
        ("CROSS_IMP", "A5535", [], ["waiting"]),
        ("AGGREGATE", "A5050", [], ["waiting"]),
    ],
)
def test_other_percentages_have_no_meaning_in_imps_nor_any_at_total_points(
    kind: str, score: str, awards: list[str], notes: list[str]
) -> None:
    assert only(file(cells(None, "", "", score), kind=kind)) == ("np", awards, notes)


def test_a_score_of_0_without_a_contract_is_no_result_where_other_lines_have_contracts() -> None:
    bare = PLACES | {"CONTRACT": "", "PLAYED_BY": "", "TRICKS": "", "SCORE": "0", "NS_MATCH_POINTS": "12"}
    other = {"NS_PAIR_NUMBER": "1", "EW_PAIR_NUMBER": "2", "CONTRACT": "4H", "PLAYED_BY": "N", "TRICKS": "10"}
    assert only(file(bare, other)) == ("np", [], ["waiting"])
    assert only(file(bare)) == ("0", [], [])


@pytest.mark.parametrize(
    ("text", "result", "awards", "notes"),
    [("A6040", "np", ["A+", "A-"], []), ("Adjusted", "np", [], ["waiting"]), ("yes", "np", [], ["waiting"])],
)
def test_an_element_of_its_own_for_artificial_scores(
    text: str, result: str, awards: list[str], notes: list[str]
) -> None:
    line = PLACES | {"CONTRACT": "", "SCORE": "0", "ARTIFICIAL_SCORE": text}
    assert only(file(line)) == (result, awards, notes)


@pytest.mark.parametrize(
    ("lead", "found"),
    [("D7", "D7"), ("7D", "D7"), ("D10", "DT"), ("10D", "DT"), ("DT", "DT"), ("♦T", "DT"), ("", None), ("-", None)],
)
def test_leads(lead: str, found: str | None) -> None:
    document = usebio.loads(file(cells("4H", "N", "10", "420", LEAD=lead)))
    record = document.event.results[0].record
    assert (str(record.lead) if record else None) == found
    assert document.notes == ()


def test_a_lead_that_is_no_card_is_noted() -> None:
    document = usebio.loads(file(cells("4H", "N", "10", "420", LEAD="Z9")))
    assert [str(note) for note in document.notes] == ["line 1: the lead 'Z9'"]


@pytest.mark.parametrize(
    ("ns", "ew", "id"),
    [
        ("7", "8", "1/7-8"),
        ("7NS", "8EW", "1/7-8"),
        ("7 NS", "8 EW", "1/7-8"),
        ("7NS", "7EW", "1/7NS-7EW"),
        ("(A) 7 NS", "(A) 7 EW", "/A/1/7NS-7EW"),
        ("7", "7", "1/7NS-7EW"),
        ("7", "0", "1/7-"),
        ("7", "Phantom", "1/7-"),
        ("", "7", "1/-7"),
    ],
)
def test_numbers_of_pairs(ns: str, ew: str, id: str) -> None:
    document = usebio.loads(file({"NS_PAIR_NUMBER": ns, "EW_PAIR_NUMBER": ew, "SCORE": ""}))
    assert document.event.results[0].id == id


def test_a_pair_without_opponents_sat_out() -> None:
    document = usebio.loads(file({"NS_PAIR_NUMBER": "7", "EW_PAIR_NUMBER": "", "SCORE": ""}))
    assert str(document.event.results[0].result) == "sit-out"


def test_two_winners_with_numbers_of_their_own_who_sat_the_wrong_way_round() -> None:
    people = "".join(
        f"<PAIR><PAIR_NUMBER>{number}</PAIR_NUMBER><DIRECTION>{direction}</DIRECTION></PAIR>"
        for number, direction in (("1", "NS"), ("2", "NS"), ("3", "EW"), ("4", "EW"))
    )
    head = f"<WINNER_TYPE>2</WINNER_TYPE><PARTICIPANTS>{people}</PARTICIPANTS>"
    turned = {"NS_PAIR_NUMBER": "4", "EW_PAIR_NUMBER": "2", "SCORE": "50"}
    event = usebio.loads(
        file(PLACES | {"NS_PAIR_NUMBER": "1", "EW_PAIR_NUMBER": "3", "SCORE": "50"}, turned, head=head)
    ).event
    assert [table.id for table in event.results] == ["1/1-3", "1/4-2"]
    assert {id: known.direction.value for id, known in event.contestants.items() if known.direction} == {
        "1": "NS",
        "2": "NS",
        "3": "EW",
        "4": "EW",
    }
    met = {"NS_PAIR_NUMBER": "1", "EW_PAIR_NUMBER": "2", "SCORE": "50"}
    event = usebio.loads(file(met, head=head)).event
    assert event.results[0].id == "1/1NS-2NS"
    assert event.contestants["2NS"].direction is not None
    assert event.contestants["2NS"].direction.value == "NS"


def test_a_pair_of_the_list_that_sits_both_ways_makes_it_one_winner() -> None:
    people = "<PAIR><PAIR_NUMBER>1</PAIR_NUMBER></PAIR><PAIR><PAIR_NUMBER>2</PAIR_NUMBER></PAIR>"
    head = f"<WINNER_TYPE>2</WINNER_TYPE><PARTICIPANTS>{people}</PARTICIPANTS>"
    one, other = ({"NS_PAIR_NUMBER": ns, "EW_PAIR_NUMBER": ew, "SCORE": "50"} for ns, ew in ("12", "21"))
    event = usebio.loads(file(one, other, head=head)).event
    assert (event.winners, [table.id for table in event.results]) == (1, ["1/1-2", "1/2-1"])


@pytest.mark.parametrize(
    ("said", "board", "kept"),
    [
        ("Love", "1", {}),
        ("All", "1", {1: "all"}),
        ("East-West", "3", {}),
        ("NS", "3", {3: "ns"}),
        ("Both", "2", {2: "all"}),
        ("?", "2", {}),
    ],
)
def test_the_vulnerability_is_kept_where_the_file_says_another_than_the_number(
    said: str, board: str, kept: dict[int, str]
) -> None:
    text = file(PLACES | {"SCORE": "50"}, board=board, before=f"<VULNERABILITY>{said}</VULNERABILITY>")
    event = usebio.loads(text).event
    assert {number: found.value for number, found in event.vulnerable.items()} == kept


@pytest.mark.parametrize(
    ("kind", "head", "line", "scoring"),
    [
        ("MP_PAIRS", "", {}, "matchpoints"),
        ("PAIRS", "", {}, "matchpoints"),
        ("BUTLER_PAIRS", "", {}, "butler"),
        ("CROSS_IMP", "", {}, "cross-imps"),
        ("CROSS_IMPS", "", {}, "cross-imps"),
        ("AGGREGATE", "", {}, "total-points"),
        ("SWISS_PAIRS_BUTLER_IMPS", "", {}, "butler"),
        ("PAIRS", "<BOARD_SCORING_METHOD>MATCH_POINTS</BOARD_SCORING_METHOD>", {}, "matchpoints"),
        ("PAIRS", "<BOARD_SCORING_METHOD>BUTLER_IMPS</BOARD_SCORING_METHOD>", {}, "butler"),
        ("PAIRS", "<BOARD_SCORING_METHOD>CROSS_IMPS</BOARD_SCORING_METHOD>", {}, "cross-imps"),
        ("PAIRS", "<BOARD_SCORING_METHOD>AGGREGATE</BOARD_SCORING_METHOD>", {}, "total-points"),
        ("PAIRS", "<SCORING_METHOD>IMPS</SCORING_METHOD>", {}, "cross-imps"),
        ("PAIRS", "<SCORING_METHOD>IMPS</SCORING_METHOD>", {"NS_BUTLER_POINTS": "3"}, "butler"),
        ("PAIRS", "", {"NS_CROSS_IMP_POINTS": "3"}, "cross-imps"),
        ("PAIRS", "", {"NS_IMPS": "3"}, "cross-imps"),
        ("INDIVIDUAL", "", {}, "matchpoints"),
        ("TEAMS", "", {}, "imps"),
        ("TEAMS", "<BOARD_SCORING_METHOD>PAB</BOARD_SCORING_METHOD>", {}, "bam"),
        ("TEAMS", "<SCORING_METHOD>BAM</SCORING_METHOD>", {}, "bam"),
        ("SWISS_TEAMS", "<MATCH_SCORING_METHOD>PAB</MATCH_SCORING_METHOD>", {}, "bam"),
        ("TEAMS", "<BOARD_SCORING_METHOD>HYBRID</BOARD_SCORING_METHOD>", {}, "patton"),
    ],
)
def test_the_scoring(kind: str, head: str, line: dict[str, str], scoring: str) -> None:
    players = {f"{seat}_PLAYER_NUMBER": str(place) for place, seat in enumerate("NSEW", 1)}
    text = file((players if kind == "INDIVIDUAL" else PLACES) | {"SCORE": "50"} | line, head=head, kind=kind)
    assert usebio.loads(text).event.scoring == scoring


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("09/04/2025", "2025-04-09"),
        ("9/4/2025", "2025-04-09"),
        ("07-10-2010", "2010-10-07"),
        ("7.10.2010", "2010-10-07"),
        ("2018-01-31", "2018-01-31"),
        ("2018-01-31T19:30:00Z", "2018-01-31"),
        ("20180131", "2018-01-31"),
        ("31/02/2020", None),
        ("yesterday", None),
    ],
)
def test_the_day(text: str, iso: str | None) -> None:
    document = usebio.loads(file(PLACES | {"SCORE": "50"}, head=f"<DATE>{text}</DATE>"))
    assert document.about.get("date") == iso
    assert [note.kind for note in document.notes] == ([] if iso else ["unreadable"])


def test_attributes_serve_as_well_as_elements_and_a_wrapper_is_looked_through() -> None:
    line = "".join(f"<{tag}>{text}</{tag}>" for tag, text in {"NS_PAIR_NUMBER": "1NS", "EW_PAIR_NUMBER": "1EW"}.items())
    result = "<CONTRACT>4 S</CONTRACT><DECLARER>N</DECLARER><RESULT_FIELD>+1</RESULT_FIELD><SCORE>450</SCORE>"
    people = '<PAIR PAIR_NUMBER="1NS" DIRECTION="NS"/><PAIR PAIR_NUMBER="1EW" DIRECTION="EW"/>'
    document = usebio.loads(
        f'<USEBIO><EVENT EVENT_TYPE="PAIRS"><PARTICIPANTS>{people}</PARTICIPANTS><BOARD_RESULTS>'
        f'<BOARD BOARD_NUMBER="1"><RESULT>{line}{result}</RESULT></BOARD></BOARD_RESULTS></EVENT></USEBIO>'
    )
    assert [(table.id, str(table.result)) for table in document.event.results] == [("1/1NS-1EW", "4S N +1")]


def test_a_namespace_and_small_letters_do_not_matter() -> None:
    for text in (
        file(PLACES | {"SCORE": "50"}).replace("<USEBIO ", '<USEBIO xmlns="urn:usebio" '),
        file(PLACES | {"SCORE": "50"}).lower(),
    ):
        assert usebio.loads(text).event.results[0].id == "1/3-11"


def test_the_same_line_twice_is_left_out_and_noted() -> None:
    document = usebio.loads(file(PLACES | {"SCORE": "50"}, PLACES | {"SCORE": "50"}))
    assert len(document.event.results) == 1
    assert [note.kind for note in document.notes] == ["repeated"]


def test_printed_figures_that_cannot_be_read_are_noted() -> None:
    document = usebio.loads(file(PLACES | {"SCORE": "50", "NS_MATCH_POINTS": "many", "EW_MATCH_POINTS": "3"}))
    points = document.published.lines["1/3-11"].points
    assert (points.ns, str(points.ew)) == (None, "3")
    assert [note.words for note in document.notes] == ["the points of N-S: 'many'"]


@pytest.mark.parametrize(
    ("lines", "board", "found"),
    [
        ([PLACES | {"SCORE": "nonsense"}], "1", "the score 'nonsense'"),
        ([PLACES | {"SCORE": "12.5"}], "1", "the score '12.5'"),
        ([PLACES | {"SCORE": "50"}, PLACES | {"SCORE": "60"}], "1", "3 against 11 twice"),
        ([{"NS_PAIR_NUMBER": "", "EW_PAIR_NUMBER": "", "SCORE": "50"}], "1", "nobody on either side"),
        ([{"NS_PAIR_NUMBER": "x" * 300, "EW_PAIR_NUMBER": "3", "SCORE": "50"}], "1", "the number 'xxx"),
        ([PLACES | {"SCORE": "50"}], "", "no number"),
        ([PLACES | {"SCORE": "50"}], "one", "'one'"),
        ([PLACES | {"SCORE": "50"}], "0", "'0'"),
    ],
)
def test_what_nobody_can_read_is_a_fault(lines: list[dict[str, str]], board: str, found: str) -> None:
    with pytest.raises(Faults) as caught:
        usebio.loads(file(*lines, board=board), "friday.xml")
    assert found in caught.value.faults[0].found
    assert (caught.value.faults[0].file, caught.value.faults[0].line) == ("friday.xml", 1)


def test_all_faults_of_a_file_are_told_each_with_its_line() -> None:
    text = file(*({"NS_PAIR_NUMBER": f"{n}", "EW_PAIR_NUMBER": f"{n}0", "SCORE": "x"} for n in (1, 2, 3)))
    with pytest.raises(Faults) as caught:
        usebio.loads(text.replace("<TRAVELLER_LINE>", "\n<TRAVELLER_LINE>"), "friday.xml")
    assert [fault.line for fault in caught.value.faults] == [2, 3, 4]


def test_progress_is_told() -> None:
    board = file(PLACES | {"SCORE": "50"})
    start, end = board.index("<BOARD>"), board.index("</EVENT>")
    many = "".join(board[start:end].replace(">1<", f">{number}<", 1) for number in range(1, 20_101))
    told: list[int] = []
    document: Document = usebio.loads(board[:start] + many + board[end:], progress=told.append)
    assert len(document.event.results) == 20_100
    assert told == [10_000, 20_000]
