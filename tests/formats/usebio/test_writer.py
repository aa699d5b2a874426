"""USEBIO as it is written: what stands in the lines, the lists and the head, and what is said to be lost."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from amends import BySide, Event, Faults, Form, Ruling, TableReference, TableResult, formats, parse_award, score
from amends.audit import audit
from amends.awards.notation import parse_mixture
from amends.bridge import Auction, Card, Deal, Seat, Side, Vulnerable
from amends.event import CarryOver, Contestant, DealtBoard, Penalty, TableRecord
from amends.event.event import Player, TeamPair
from amends.event.ruling import SelfInflictedDamage
from amends.formats import travellers_csv, usebio
from amends.formats.usebio.write_lines import figure
from amends.journal.chain import Document

DEAL = Deal.parse("N:AKQJ.T98.765.432 T98.765.432.AKQJ 765.432.AKQJ.T98 432.AKQJ.T98.765")


def table(board: int, ns: str, ew: str, result: str, **more: str) -> TableResult:
    id = "/".join([str(board), f"{ns}-{ew}", *more.values()])
    return TableResult(id, parse_award(result), BySide((ns,), (ew,)), board=board, **more)  # type: ignore[arg-type]


def ruled(board: int, ns: str, ew: str, award_ns: str, award_ew: str | None = None, **more: object) -> Ruling:
    awards = BySide(parse_award(award_ns), parse_award(award_ew or award_ns))
    return Ruling(f"{board}/{ns}", board, TableReference(ns, ew), awards, **more)  # type: ignore[arg-type]


FIELD = (
    table(1, "1", "2", "4H N ="),
    table(1, "3", "4", "4H N -1"),
    table(1, "5", "6", "+170"),
    table(2, "1", "4", "pass"),
    table(2, "3", "6", "np"),
    table(2, "5", "2", "3NTx W -2"),
)


def written(event: Event, **more: object) -> str:
    return usebio.dumps(Document(event=event, **more))  # type: ignore[arg-type]


def lines(event: Event) -> list[str]:
    """What stands in the lines from the contract on, one text a line."""
    found = re.findall(r"<TRAVELLER_LINE>\n(.*?)</TRAVELLER_LINE>", written(event), re.DOTALL)
    cells = [re.findall(r"<(\w+)>(.*)</\1>", line) for line in found]
    shown = [[text for tag, text in line if not tag.endswith("_NUMBER")] for line in cells]
    return [" ".join(texts) for texts in shown]


def lost(event: Event, **more: object) -> list[str]:
    return list(usebio.losses(Document(event=event, **more)))  # type: ignore[arg-type]


def test_a_whole_file() -> None:
    event = Event(results=FIELD[:2], title="Friday & friends")
    assert written(event, about={"club": "A club", "date": "2026-11-15"}) == (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<!DOCTYPE USEBIO SYSTEM "http://www.usebio.org/files/usebio_v1_2.dtd">\n'
        '<USEBIO Version="1.2">\n'
        "<CLUB>\n<CLUB_NAME>A club</CLUB_NAME>\n<CLUB_ID_NUMBER></CLUB_ID_NUMBER>\n</CLUB>\n"
        '<EVENT EVENT_TYPE="PAIRS">\n'
        f"<PROGRAM_NAME>amends</PROGRAM_NAME>\n{_version(written(event))}"
        "<EVENT_DESCRIPTION>Friday &amp; friends</EVENT_DESCRIPTION>\n"
        "<TITLE>Friday &amp; friends</TITLE>\n<DATE>15/11/2026</DATE>\n<WINNER_TYPE>1</WINNER_TYPE>\n"
        "<PAIRS>4</PAIRS>\n<BOARDS_PLAYED>1</BOARDS_PLAYED>\n"
        "<SESSION_COUNT>1</SESSION_COUNT>\n<SECTION_COUNT>1</SECTION_COUNT>\n"
        "<BOARD_SCORING_METHOD>MATCH_POINTS</BOARD_SCORING_METHOD>\n<MPS_AWARDED_FLAG>N</MPS_AWARDED_FLAG>\n"
        "<PARTICIPANTS>\n"
        + "".join(
            f"<PAIR>\n<PAIR_NUMBER>{number}</PAIR_NUMBER>\n<BOARDS_PLAYED>1</BOARDS_PLAYED>\n"
            f"<PERCENTAGE>{percent}</PERCENTAGE>\n<TOTAL_SCORE>{total}</TOTAL_SCORE>\n<PLACE>{place}</PLACE>\n</PAIR>\n"
            for number, percent, total, place in (
                ("1", "100", "2", "1="),
                ("2", "0", "0", "3="),
                ("3", "0", "0", "3="),
                ("4", "100", "2", "1="),
            )
        )
        + "</PARTICIPANTS>\n<BOARD>\n<BOARD_NUMBER>1</BOARD_NUMBER>\n"
        "<TRAVELLER_LINE>\n<NS_PAIR_NUMBER>1</NS_PAIR_NUMBER>\n<EW_PAIR_NUMBER>2</EW_PAIR_NUMBER>\n"
        "<CONTRACT>4H</CONTRACT>\n<PLAYED_BY>N</PLAYED_BY>\n<TRICKS>10</TRICKS>\n<SCORE>420</SCORE>\n"
        "<NS_MATCH_POINTS>2</NS_MATCH_POINTS>\n<EW_MATCH_POINTS>0</EW_MATCH_POINTS>\n</TRAVELLER_LINE>\n"
        "<TRAVELLER_LINE>\n<NS_PAIR_NUMBER>3</NS_PAIR_NUMBER>\n<EW_PAIR_NUMBER>4</EW_PAIR_NUMBER>\n"
        "<CONTRACT>4H</CONTRACT>\n<PLAYED_BY>N</PLAYED_BY>\n<TRICKS>9</TRICKS>\n<SCORE>-50</SCORE>\n"
        "<NS_MATCH_POINTS>0</NS_MATCH_POINTS>\n<EW_MATCH_POINTS>2</EW_MATCH_POINTS>\n</TRAVELLER_LINE>\n"
        "</BOARD>\n</EVENT>\n</USEBIO>\n"
    )


def _version(text: str) -> str:
    found = re.search(r"<PROGRAM_VERSION>.*</PROGRAM_VERSION>\n", text)
    return found[0] if found else ""


def test_results_passes_points_and_boards_that_were_not_played() -> None:
    assert lines(Event(results=FIELD)) == [
        "4H N 10 420 4 0",
        "4H N 9 -50 0 4",
        "170 2 2",
        "PASS 0 0.5 3.5",
        "NP",
        "3NTx W 7 300 3.5 0.5",
    ]


@pytest.mark.parametrize(
    ("awards", "line", "words"),
    [
        (("A+", "A-"), "A6040 2.4 1.6", "artificial score, the result at the table left out"),
        (("55%", "45%"), "A5545 2.2 1.8", "artificial score, the result at the table left out"),
        (("100%", "0%"), "A9900 4 0", "artificial score, N-S 100% written as 99%, the result at the table left out"),
        (
            ("60%", "57.5%"),
            "A6058 2.4 2.3",
            "artificial score, N-S 60% written as 60%, E-W 57.5% written as 58%, the result at the table left out",
        ),
        (("4H N +1", "4H N +1"), "4H N 11 450 4 0", "assigned score written as a result"),
        (("60% +420; 40% -50",) * 2, "A7030 2.8 1.2", "weighted score written as its final matchpoints"),
        (("4H N =", "-50"), "A9975 4 3", "split score written as its final matchpoints"),
        (("1/3 +420; 2/3 -50", "-50"), "A5075 2 3", "split and weighted score written as its final matchpoints"),
        (("A+", "-50"), "A6075 2.4 3", "split score written as its final matchpoints"),
        (("published 3", "published 1"), "A7525 3 1", "awarded figure written as its final matchpoints, the result"),
        (
            ("published 3 | 4H N =", "published 1 | 4H N ="),
            "4H N 10 420 3 1",
            "awarded figure written as its final matchpoints beside the result<",
        ),
        (
            ("published 3 | -50", "published 1 | -50"),
            "-50 3 1",
            "awarded figure written as its final matchpoints beside -50, the result at the table (4H N =) left out",
        ),
        (
            ("published 3 | 60% +420; 40% -50",) * 2,
            "A7575 3 3",
            "awarded figure written as its final matchpoints, the result at the table (4H N =) left out",
        ),
        (("better of +420 | A-", "-50"), "A9975 4 3", "better of two scores written as its final matchpoints"),
    ],
)
def test_what_is_awarded_is_written_as_near_as_the_format_comes(awards: tuple[str, str], line: str, words: str) -> None:
    event = Event(results=FIELD[:3], rulings=(ruled(1, "1", "2", *awards),))
    assert lines(event)[0] == line
    assert f"{lost(event)[0]}<".startswith(f"board 1, pairs 1 and 2: {words}")
    text = written(event)
    assert "<NOTES>Board 1, pairs 1 and 2: " in text
    again = usebio.loads(text).event
    assert [str(award) for award in again.rulings[0].awards] == list(awards)
    assert str(again.results[0].result) == "4H N ="


@pytest.mark.parametrize("scoring", ["matchpoints", "cross-imps", "butler"])
def test_a_figure_awarded_on_a_result_is_read_again_beside_the_result(scoring: str) -> None:
    awards = ("published 3.5 | 4H N =", "published 1 | 4H N =")
    event = Event(scoring=scoring, results=FIELD[:3], rulings=(ruled(1, "1", "2", *awards),))
    again = usebio.loads(written(event))
    assert str(again.event.results[0].result) == "4H N ="
    assert tuple(map(str, again.event.rulings[0].awards)) == awards
    assert [str(figure) for figure in again.published.lines["1/1-2"].points] == ["3.5", "1"]
    assert again.notes == ()


def test_12c1e_is_written_as_what_it_gave() -> None:
    made = travellers_csv.loads("board,ns,ew,result\n1,1,2,4S E =\n1,3,4,4H N =\n1,5,6,4H N -1\n").event
    damage = SelfInflictedDamage(Side.NS, parse_mixture("4H N ="), parse_mixture("4S E -1"))
    event = replace(made, rulings=(Ruling("1", 1, TableReference("1", "2"), self_inflicted=damage),))
    own, other = (score(event).lines(pair)[0].figure for pair in ("1", "2"))
    assert own is not None
    assert other is not None
    assert lines(event)[0].split()[1:] == [figure(own), figure(other)]
    assert lost(event)[0].startswith("board 1, pairs 1 and 2: score by 12C1(e) written as its final matchpoints")


def test_an_artificial_score_where_nothing_was_played_is_held_whole() -> None:
    event = Event(results=FIELD, rulings=(ruled(2, "3", "6", "A+", "A-"),))
    assert lines(event)[4].startswith("A6040 ")
    assert lost(event) == []


def test_in_imps_an_award_is_written_as_the_average_that_it_is_most_like() -> None:
    results = (table(1, "1", "2", "np"), table(1, "3", "4", "+420"), table(1, "5", "6", "-50"))
    for awards, line in ((("+2 IMP", "-2 IMP"), "A6040 2 -2"), (("A", "A"), "A5050 0 0"), (("A+", "A"), "A6050 3 0")):
        event = Event(scoring="cross-imps", results=results, rulings=(ruled(1, "1", "2", *awards),))
        assert lines(event)[0] == line


def test_at_total_points_the_nearest_score_is_written() -> None:
    event = Event(
        scoring="total-points", results=FIELD[:2], rulings=(ruled(1, "1", "2", "1/3 +420; 2/3 -50"),)
    )  # fmt: skip
    assert lines(event)[0] == "107"
    assert lost(event)[0] == "board 1, pairs 1 and 2: weighted score written as the score 107"
    split = replace(event, rulings=(ruled(1, "1", "2", "+420", "-50"),))
    assert lines(split)[0] == "420"
    assert lost(split)[0] == "board 1, pairs 1 and 2: split score written as the score 420, that of E-W (50) left out"


def test_sit_outs_have_no_line() -> None:
    event = Event(results=(*FIELD, TableResult("3/1-", parse_award("sit-out"), BySide(("1",), ()), board=3)))
    assert len(lines(event)) == 6
    assert "<BOARD_NUMBER>3</BOARD_NUMBER>" not in written(event)
    assert lost(event) == ["the rows without a contest (1: sit-outs, byes, cancelled tables) are left out"]


def test_what_a_ruling_rests_on_is_said_to_be_lost() -> None:
    ruling = ruled(1, "1", "2", "60% 4H N =; 40% -50", laws=("12C1(c)",), reason="hesitation", director="a director")
    first = replace(ruling, id="0")
    event = Event(results=FIELD, rulings=(first, replace(ruling, replaces="0")))
    assert lost(event) == [
        "board 1, pairs 1 and 2: weighted score written as its final matchpoints,"
        " the result at the table (4H N =) left out",
        "board 1, pairs 1 and 2: of the ruling, reason, laws and director left out",
        "what was awarded stands in words under NOTES: amends reads it from there, other programs do not",
        "1 ruling that another has replaced left out",
    ]


def test_what_else_is_lost() -> None:
    results = tuple(
        replace(each, round="1", table="2", group="a", record=TableRecord(remark="late", players=("Player 1",)))
        for each in FIELD[:2]
    )
    event = Event(
        results=results,
        regulation=Event().regulation.having(line_rounding="0.1"),
        penalties=(Penalty("1", "10%"),),
        carry_overs=(CarryOver("2", Fraction(3)),),
        deals=(DealtBoard(1, DEAL, dealer=Seat.EAST),),
    )
    assert lost(event, about={"director": "a director"}) == [
        "the rounds are left out",
        "the numbers of the tables are left out",
        "the groups of fouled boards are left out",
        "the penalty of 10% for 1 is in the total, and in words under NOTES",
        "the carry-over of 2 is in the total, and in words under NOTES",
        "the regulation exact is left out: name it when the event is scored",
        "the remarks at 2 tables are left out",
        "the names of those who sat at 2 tables are left out",
        "the dealer of 1 board is left out: it is by the board's number",
        "who directed is left out",
    ]


def test_an_event_that_the_format_holds_loses_nothing() -> None:
    event = Event(results=FIELD, deals=(DealtBoard(1, DEAL),), title="Friday")
    assert lost(event, about={"club": "A club", "notes": "a remark"}) == []


def test_penalties_and_carry_overs_show_in_the_list() -> None:
    event = Event(results=FIELD[:2], penalties=(Penalty("1", "0.5"),), carry_overs=(CarryOver("2", Fraction(3)),))
    text = written(event)
    assert "<TOTAL_SCORE>1.5</TOTAL_SCORE>\n<PLACE>3</PLACE>\n<ADJUSTMENT>-0.5</ADJUSTMENT>" in text
    assert "<TOTAL_SCORE>3</TOTAL_SCORE>\n<PLACE>1</PLACE>\n<ADJUSTMENT>3</ADJUSTMENT>" in text


def test_players_pairs_of_teams_leads_auctions_and_deals_come_back() -> None:
    auction = Auction.parse(Seat.EAST, "pass 1H X XX pass pass pass")
    alerted = replace(
        auction,
        calls=(auction.calls[0], replace(auction.calls[1], alerted=True, explanation="5+ | ♥"), *auction.calls[2:]),
    )
    record = TableRecord(Card.parse("D7"), alerted, (Card.parse("D7"), Card.parse("DA")))
    people = (Player("Zoë <Player> & Co", "123", "4"), Player("Player\x07 2"))
    event = Event(
        winners=2,
        results=(replace(FIELD[0], record=record), *FIELD[1:3]),
        contestants={"1": Contestant("1", players=people), **{str(n): Contestant(str(n)) for n in range(2, 7)}},
        deals=(DealtBoard(1, DEAL), DealtBoard(2, Deal.parse("N:AKQJ.T98.765.432 - - -"))),
        vulnerable={1: Vulnerable.ALL},
    )
    again = usebio.loads(written(event)).event
    assert again.contestants["1"].players == (people[0], Player("Player\ufffd 2"))
    assert again.deals == event.deals
    assert again.vulnerable == {1: Vulnerable.ALL}
    found = again.results[0].record
    assert found is not None
    assert found.auction is not None
    assert (found.lead, found.play) == (record.lead, record.play)
    assert found.auction == replace(
        alerted, calls=(*alerted.calls[:1], replace(alerted.calls[1], explanation="5+ / ♥"), *alerted.calls[2:])
    )
    assert [call.alerted for call in found.auction.calls[:2]] == [False, True]


def teams(**more: object) -> Event:
    rooms = [
        table(board, *seats, result, room=room, round="1")
        for board, opened, closed in ((1, "4S N =", "4S N -1"), (2, "3NT E =", "3NT E ="))
        for room, seats, result in (("open", ("1", "2"), opened), ("closed", ("2", "1"), closed))
    ]
    known = {
        "1": Contestant("1", "Herons", pairs=(TeamPair("1-1-2", (Player("Player 1"), Player("Player 2"))),)),
        "2": Contestant("2", "Kestrels", players=(Player("Player 3"),)),
    }
    return Event(form=Form.TEAMS, scoring="imps", results=tuple(rooms), contestants=known, **more)  # type: ignore[arg-type]


def test_a_match_of_teams() -> None:
    text = written(teams())
    standings = score(teams())
    home, away = (figure(standings.standing(team).total or Fraction(0)) for team in "12")
    assert '<EVENT EVENT_TYPE="TEAMS">' in text
    assert "<BOARD_SCORING_METHOD>IMPS</BOARD_SCORING_METHOD>\n<MATCH_SCORING_METHOD>VPS</MATCH_SCORING_METHOD>" in text
    assert (
        "<MATCH>\n<ROUND_NUMBER>1</ROUND_NUMBER>\n<TEAM>1</TEAM>\n<OPPOSING_TEAM>2</OPPOSING_TEAM>\n"
        "<START_BOARD_NUMBER>1</START_BOARD_NUMBER>\n<END_BOARD_NUMBER>2</END_BOARD_NUMBER>\n"
        f"<TEAM_SCORE>{home}</TEAM_SCORE>\n<OPPOSING_TEAM_SCORE>{away}</OPPOSING_TEAM_SCORE>\n"
        "<BOARD>\n<BOARD_NUMBER>1</BOARD_NUMBER>\n<IMPS>10</IMPS>\n"
        "<TRAVELLER_LINE>\n<DIRECTION>NS</DIRECTION>\n<CONTRACT>4S</CONTRACT>\n"
    ) in text
    again = usebio.loads(text)
    assert again.event.contestants == teams().contestants
    assert [str(figure) for figure in again.published.matches[0].scores] == [home, away]


def test_board_a_match_and_knockouts_of_teams() -> None:
    text = written(replace(teams(), scoring="bam"))
    assert "<TEAM_POINTS>2</TEAM_POINTS>\n<OPPOSING_TEAM_POINTS>0</OPPOSING_TEAM_POINTS>" in text
    assert usebio.loads(text).event.scoring == "bam"
    knockout = replace(teams(), knockout=True)
    assert "MATCH_SCORING_METHOD" not in written(knockout)
    assert "<TEAM_SCORE>10</TEAM_SCORE>\n<OPPOSING_TEAM_SCORE>-10</OPPOSING_TEAM_SCORE>" in written(knockout)
    assert lost(knockout) == []
    assert usebio.loads(written(knockout)).event.knockout
    old = usebio.dumps(Document(event=knockout), version="1.0")
    assert usebio.loads(old).event.knockout


def test_swiss_pairs_have_matches_with_victory_points() -> None:
    results = tuple(
        table(board, ns, ew, result, round="1")
        for board, ns, ew, result in (
            (1, "1", "2", "+420"),
            (1, "3", "4", "-50"),
            (2, "2", "1", "+90"),
            (2, "3", "4", "+90"),
        )
    )
    text = written(Event(form=Form.SWISS_PAIRS, scoring="cross-imps", results=results))
    assert text.count("<MATCH>") == 2
    assert "<NS_PAIR_NUMBER>1</NS_PAIR_NUMBER>\n<EW_PAIR_NUMBER>2</EW_PAIR_NUMBER>\n<START_BOARD_NUMBER>1<" in text
    again = usebio.loads(text)
    assert [(each.id, each.round) for each in again.event.results] == [
        ("1/1-2", "1"),
        ("2/2-1", "1"),
        ("1/3-4", "1"),
        ("2/3-4", "1"),
    ]


def test_a_match_that_goes_over_sessions_is_one_in_each() -> None:
    results = tuple(
        table(board, *seats, "+50", room=room, match="final", session=session)
        for board, session in ((1, "1"), (2, "2"))
        for room, seats in (("open", ("1", "2")), ("closed", ("2", "1")))
    )
    event = Event(form=Form.TEAMS, scoring="imps", results=results)
    assert lost(event) == ["match final goes over 2 sessions: written as one in each"]
    assert written(event).count("<MATCH>") == 2


def test_sections_have_their_lists_and_several_sessions_have_one_list() -> None:
    csv = "section,board,ns,ew,result\nA,1,1,1,+50\nA,1,2,2,+90\nB,1,1,1,+50\nB,1,2,2,+90\n"
    event = travellers_csv.loads(csv, winners=2).event
    text = written(event)
    assert text.count("<PARTICIPANTS>") == 2
    assert '<SECTION SECTION_ID="A">\n<PARTICIPANTS>\n<PAIR>\n<PAIR_NUMBER>1EW</PAIR_NUMBER>' in text
    assert usebio.loads(text).event.contestants == event.contestants
    rows = [line.split(",", 1) for line in csv.splitlines()[1:]]
    twice = "session," + csv.splitlines()[0] + "\n" + "".join(f"{n},{a},{b}\n" for n in "12" for a, b in rows)
    event = travellers_csv.loads(twice, winners=2).event
    text = written(event)
    assert text.count("<PARTICIPANTS>") == 1
    assert "<PAIR_NUMBER>(A) 1EW</PAIR_NUMBER>" in text
    again = usebio.loads(text)
    assert again.event.contestants == event.contestants
    assert {each.id for each in again.event.results} == {each.id for each in event.results}
    assert {entry.session for entry in again.published.standings} == {""}


@pytest.mark.parametrize(
    ("version", "kind", "event_id", "date"),
    [
        ("1.0", "MP_PAIRS", "EVENT_IDENTIFIER", "15/11/2026"),
        ("1.1", "MP_PAIRS", "EVENT_IDENTIFIER", "15/11/2026"),
        ("1.2", "PAIRS", "EVENT_IDENTIFIER", "15/11/2026"),
        ("1.3", "PAIRS", "EVENT_ID", "2026-11-15"),
    ],
)
def test_versions(version: str, kind: str, event_id: str, date: str) -> None:
    document = Document(event=Event(results=FIELD), about={"event_id": "7", "date": "2026-11-15"})
    text = usebio.dumps(document, version=version)
    assert f'usebio_v{version.replace(".", "_")}.dtd">\n<USEBIO Version="{version}">' in text
    assert f'EVENT_TYPE="{kind}"' in text
    assert f"<{event_id}>7</{event_id}>" in text
    assert f"<DATE>{date}</DATE>" in text
    again = usebio.loads(text)
    assert again.event.results == FIELD
    assert (again.about["date"], again.about["event_id"], again.about["version"]) == ("2026-11-15", "7", version)


def test_other_versions_are_refused() -> None:
    with pytest.raises(Faults, match=r"version '2' of USEBIO; expected one of 1\.0, 1\.1, 1\.2, 1\.3"):
        usebio.dumps(Document(event=Event(results=FIELD)), version="2")


def test_notes_are_kept_and_not_said_twice() -> None:
    event = Event(results=FIELD, rulings=(ruled(1, "1", "2", "60% 4H N =; 40% -50"),))
    text = written(event, about={"notes": "A remark."})
    assert "<NOTES>A remark.\nBoard 1, pairs 1 and 2: weighted score. Both sides: " in text
    first = usebio.loads(text)
    assert first.about["notes"] == "A remark."
    assert usebio.dumps(first) == text
    withdrawn = usebio.loads(usebio.dumps(replace(first, event=replace(first.event, rulings=()))))
    assert withdrawn.event.rulings == ()


def test_a_file_is_written_whole_and_replaced_only_by_force(tmp_path: Path) -> None:
    document, path = Document(event=Event(results=FIELD)), tmp_path / "friday.xml"
    formats.dump(document, path)
    assert formats.load(path).event.results == FIELD
    with pytest.raises(Faults, match="already there"):
        usebio.dump(document, path)
    usebio.dump(document, path, force=True, version="1.3")
    assert usebio.load(path).about["version"] == "1.3"


def test_a_knockout_with_a_carry_over_follows_from_its_own_file() -> None:
    """Two totals of a knockout are views of one margin: the adjustment is the net one."""
    text = "vg|Cup,Final 2,I,1,1,Herons,80,Kites,99|rs|4SN=,4SN-1|pn|a,b,c,d,e,f,g,h|pg||"
    written = usebio.dumps(formats.loads(text, "cup.lin"))
    document = formats.loads(written, "cup.xml")
    found = audit(document)
    assert [str(finding) for finding in found.findings] == []
    assert {each.contestant: str(each.adjustment) for each in document.published.standings} == {
        "Herons": "-19",
        "Kites": "19",
    }
