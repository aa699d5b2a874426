"""Typing results: a traveller as a form, faults at their lines, two scorers at once; and events without a file."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from typing import Any

import pytest
from httpx import Response

from amends.awards import NotScored
from amends.bridge import BySide
from amends.desk import Desk
from amends.desk.file_event import EventChoices
from amends.desk.typing.new_event import MovementLayout, found, founded
from amends.desk.typing.results import Typed, entering
from amends.event import Event, Form
from amends.event.movements import howell, mitchell
from support.desks import NAME
from web.conftest import Visit, Visiting

CLUB = "Club pairs"
HOSTILE = ['<script>alert("x")</script>', "'\"><img src=x>", "4♥ N = \u202e", "{{ 7 * 7 }}", "x" * 300, "%s%n", "\x07"]


@pytest.fixture
def club(desk: Desk) -> Desk:
    """An event of three tables in a Mitchell movement, one board a round: pairs 1 to 3 against 4 to 6."""
    found(desk, founded(CLUB, layout=MovementLayout(mitchell(3), 1)), "2026-11-14")
    return desk


def at_club(visitor: Visiting, desk: Desk) -> Visiting:
    """The visitor at the event that began by hand."""
    visitor.event = f"/e/{desk.open(CLUB).kept.key[:8]}"
    return visitor


def fields(page: str) -> dict[str, str]:
    """What stands in the fields of the traveller."""
    form = page.split('id="traveller"')[1].split("</form>")[0]
    found = dict[str, str]()
    for tag in re.findall(r"<input[^>]*>", form):
        name, value = (re.search(rf' {each}="([^"]*)"', tag) for each in ("name", "value"))
        if name and 'type="checkbox"' not in tag:
            found[name[1]] = html.unescape(value[1]) if value else ""
    return found


def results(desk: Desk, board: int, name: str = CLUB) -> dict[str, str]:
    rows = [row for row in desk.open(name).event.results if row.board == board]
    return {row.words: str(row.result) for row in rows}


def sent(visitor: Visiting, board: int, typed: dict[str, str], do: str = "next", **query: str) -> Response:
    """The traveller of a board as its page has it, with some fields typed."""
    data = fields(visitor.get(f"EV/results/{board}", **query).text)
    data.pop("csrf")
    return visitor.post(f"EV/results/{board}", data | typed | {"do": do})


def plain(answer: Response) -> str:
    """What a page says, without its marks."""
    inline = re.sub(r"</?(?:span|b)\b[^>]*>", "", answer.text)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", inline)).split())


# Who may


@pytest.mark.parametrize("path", ["EV/results", "EV/results/1", "EV/results/board?number=1", "/new"])
@pytest.mark.parametrize(("role", "status"), [("chief", 200), ("director", 200), ("scorer", 200), ("reviewer", 403)])
def test_results_are_typed_by_scorers_and_directors(visit: Visit, path: str, role: str, status: int) -> None:
    assert visit(role).get(path).status_code == status


@pytest.mark.parametrize("path", ["EV/results", "EV/results/1", "EV/results/1/line", "EV/results/1/check", "/new"])
def test_without_a_sign_in_nothing_is_typed(visit: Visit, desk: Desk, path: str) -> None:
    before = desk.open(NAME).seen
    assert visit().post(path, {"result-1": "4hn="}).status_code in (401, 405)
    assert desk.open(NAME).seen == before


# The list


def test_boards_say_how_many_results_are_in_and_lead_to_the_next_that_lacks_some(visit: Visit, club: Desk) -> None:
    scorer = at_club(visit("scorer"), club)
    club.confirm(club.open(CLUB), entering(1, [Typed("4hn=", ("1",), ("4",))]))
    page = scorer.get("EV/results")
    assert "Board 1 1 of 3 Board 2 0 of 3 Board 3 0 of 3" in plain(page)
    assert f'{scorer.event}/results/1">Type next board' in page.text
    lines = [Typed(text, row=row.id) for text, row in zip(("3nte=", "p", "-100"), rows_of(club, 2), strict=True)]
    club.confirm(club.open(CLUB), entering(2, lines))
    assert "3 ✓" in plain(scorer.get("EV/results"))
    assert "Board 2" not in plain(scorer.get("EV/results", missing="1"))


def rows_of(desk: Desk, board: int) -> list[Any]:
    return [row for row in desk.open(CLUB).event.results if row.board == board]


def test_a_correction_on_a_complete_board_leads_back_to_where_one_came_from(visit: Visit, club: Desk) -> None:
    scorer = at_club(visit("scorer"), club)
    rows = rows_of(club, 2)
    led = sent(scorer, 2, {f"result-{n}": "3nte=" for n in range(1, len(rows) + 1)}, "next")
    assert "/results/3" in led.headers["location"], "missing results go on with the next board that lacks some"
    led = sent(scorer, 2, {"result-1": "3nte-1", "reason": "misread"}, "next")
    assert "/results?done=2" in led.headers["location"]
    led = sent(scorer, 2, {"result-1": "3nte=", "reason": "misread", "back": "board"}, "next")
    assert led.headers["location"].endswith("/boards/2?saved=1")
    assert "back=board" in scorer.get("EV/boards/2").text
    assert "Saved." in scorer.get("EV/boards/2", saved="1").text


def test_the_marks_of_boards_are_explained_in_words(visit: Visit, club: Desk) -> None:
    scorer = at_club(visit("scorer"), club)
    for path in ("EV/boards", "EV/boards/1"):
        assert "results are missing" in plain(scorer.get(path))
    assert "there is a ruling" in plain(visit("director").get("EV/rule"))


def test_any_board_can_be_reached_by_its_number(visit: Visit, club: Desk) -> None:
    scorer = at_club(visit("scorer"), club)
    assert "Board 40" in scorer.get("EV/results/board", number="40").text
    assert scorer.get("EV/results/board", number="x").status_code == 404
    assert scorer.get("EV/results/0").status_code == 404
    assert scorer.get("EV/results/99999999").status_code == 404


# A board


def test_a_board_is_typed_and_the_next_one_comes(visit: Visit, club: Desk) -> None:
    scorer = at_club(visit("scorer"), club)
    answer = sent(scorer, 1, {"result-1": "4hn=", "result-2": "3NT E +1", "result-3": "np"})
    assert answer.status_code == 303
    assert answer.headers["location"] == f"{scorer.event}/results/2?done=1"
    assert results(club, 1) == {"1 against 4": "4H N =", "2 against 6": "3NT E +1", "3 against 5": "np"}
    page = scorer.client.get(answer.headers["location"])
    assert "Board 1 is saved: 2 results. One is missing." in plain(page)


def test_what_is_left_empty_stays_missing_and_the_first_empty_field_is_where_typing_begins(
    visit: Visit, club: Desk
) -> None:
    scorer = at_club(visit("scorer"), club)
    sent(scorer, 1, {"result-1": "4hn="})
    assert results(club, 1)["2 against 6"] == "np"
    focused = re.findall(r"<input id=\"([\w-]+)\"[^>]* autofocus", scorer.get("EV/results/1").text)
    assert focused == ["result-2"]


def test_enter_without_a_script_saves_and_stays_until_the_board_is_complete(visit: Visit, club: Desk) -> None:
    scorer = at_club(visit("scorer"), club)
    for line, goes in ((1, "results/1"), (2, "results/1"), (3, "results/2?done=1")):
        answer = sent(scorer, 1, {f"result-{line}": "1nts="}, do="stay")
        assert answer.headers["location"] == f"{scorer.event}/{goes}"


def test_after_the_last_board_the_list_says_that_all_is_in(visit: Visit, club: Desk) -> None:
    scorer = at_club(visit("scorer"), club)
    typed = {"result-1": "p", "result-2": "p", "result-3": "p"}
    goes = [sent(scorer, board, typed).headers["location"] for board in (2, 3, 1)]
    assert [each.removeprefix(scorer.event) for each in goes] == [
        "/results/3?done=2",
        "/results/1?done=3",
        "/results?done=1",
    ]


@pytest.mark.parametrize(
    ("tricks", "typed", "shown"),
    [
        ("european", "4hn+1", "4♥ N +1"),
        ("total", "4hn11", "4♥ N 11"),
        ("american", "4hn5", "4♥ N made 5"),
        ("american", "4hnd1", "4♥ N down 1"),
    ],
)
def test_tricks_are_read_and_shown_in_the_notation_of_who_types(
    visit: Visit, club: Desk, tricks: str, typed: str, shown: str
) -> None:
    scorer = at_club(visit("scorer"), club)
    scorer.post("/look", {"tricks": tricks})
    assert sent(scorer, 1, {"result-1": typed}).status_code == 303
    assert fields(scorer.get("EV/results/1").text)["result-1"] == shown
    seen = club.open(CLUB).seen
    assert sent(scorer, 1, {}).status_code == 303
    assert club.open(CLUB).seen == seen


def test_lines_with_faults_stay_with_all_their_messages_and_the_others_are_saved(visit: Visit, club: Desk) -> None:
    scorer = at_club(visit("scorer"), club)
    typed = {"result-1": "9hn=", "result-2": "4sn=", "result-3": "15", "ns-4": "1", "ew-4": "99", "result-4": "p"}
    answer = sent(scorer, 1, typed)
    assert answer.status_code == 422
    assert "One line is saved, those that are marked are not." in plain(answer)
    assert (typed | {"result-2": "4♠ N ="}).items() <= fields(answer.text).items()
    lines = re.findall(r'id="said-\d+"[^>]*>(.*?)</td>', answer.text, re.DOTALL)
    assert "Level 9" in lines[0]
    assert "4" in lines[1]
    assert "wrong" not in lines[1]
    assert "meanwhile" not in lines[1]
    assert "points (20 or more)" in lines[2]
    assert "Pair 99" in lines[3]
    assert [*results(club, 1).values()].count("np") == 2
    assert results(club, 1)["2 against 6"] == "4S N ="
    again = fields(answer.text)
    again.pop("csrf")
    mended = again | {"result-1": "4hn=", "result-3": "p", "ns-4": "", "ew-4": "", "result-4": "", "do": "next"}
    assert scorer.post("EV/results/1", mended).status_code == 303
    assert sorted(results(club, 1).values()) == ["4H N =", "4S N =", "pass"]


def test_where_every_line_is_wrong_nothing_is_saved(visit: Visit, club: Desk) -> None:
    scorer = at_club(visit("scorer"), club)
    seen = club.open(CLUB).seen
    answer = sent(scorer, 1, {"result-1": "9hn=", "result-2": "x"})
    assert "Nothing is saved yet" in plain(answer)
    assert fields(answer.text)["result-1"] == "9hn="
    assert club.open(CLUB).seen == seen


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("field", ["result-1", "ns-4", "row-1", "reason", "round", "session", "line"])
def test_hostile_texts_are_refused_or_shown_as_text(visit: Visit, club: Desk, field: str, text: str) -> None:
    scorer = at_club(visit("scorer"), club)
    answer = sent(scorer, 1, {"result-1": "9", field: text})
    assert answer.status_code in (200, 422)
    assert text not in answer.text or not set(text) & set("<>\"'")
    checked = scorer.post("EV/results/1/check", {"line": "1", "result-1": "4hn=", field: text})
    assert checked.status_code == 200
    assert "<script>" not in checked.text


def test_a_recorded_result_is_changed_only_with_a_reason(visit: Visit, club: Desk) -> None:
    scorer = at_club(visit("scorer"), club)
    sent(scorer, 1, {"result-1": "4hn="})
    refused = sent(scorer, 1, {"result-1": "4hn-1"})
    assert refused.status_code == 422
    assert re.search(r'<input id="reason"[^>]*autofocus', refused.text)
    assert fields(refused.text)["result-1"] == "4hn-1"
    assert sent(scorer, 1, {"result-1": "4hn-1", "reason": "both sides agree"}).status_code == 303
    assert results(club, 1)["1 against 4"] == "4H N -1"


def test_after_the_correction_period_it_is_said_why_it_is_late(visit: Visit, desk: Desk) -> None:
    scorer = visit("scorer")
    data = {"result-1": "5ds-2", "reason": "both agree"}
    refused = sent(scorer, 1, data)
    assert refused.status_code == 422
    assert "The correction period ended at" in plain(refused)
    assert "--late" not in refused.text
    assert sent(scorer, 1, {**data, "late": "found in the bar"}).status_code == 303
    assert "found in the bar" in str(desk.open(NAME).entries[-1].payload)


def test_a_line_under_a_ruling_is_marked_and_its_table_result_can_be_corrected(visit: Visit, desk: Desk) -> None:
    scorer = visit("scorer")
    page = scorer.get("EV/results/15")
    assert re.search(r'class="scale" href="[^"]*/rulings/\d+" aria-label="Ruling \d+"', page.text)
    ruled = next(row for row in desk.open(NAME).event.results if row.id in desk.open(NAME).standings.ruled)
    data = fields(scorer.get(f"EV/results/{ruled.board}").text)
    [line] = [name for name, value in data.items() if name.startswith("row-") and value == ruled.id]
    typed = {line.replace("row", "result"): "7nte-5", "reason": "r", "late": "l"}
    assert sent(scorer, ruled.board, typed).status_code == 303
    assert results(desk, ruled.board, NAME)[ruled.words] == "7NT E -5"


# Missing results one by one


def keys(visitor: Visiting, address: str, **pressed: str) -> Response:
    """Press keys on the page of a missing row."""
    row = re.search(r'name="row" value="([^"]*)"', visitor.get(address).text)
    assert row
    return visitor.post("EV/results/missing", {"row": html.unescape(row[1]), **pressed})


FOUR_HEARTS = {"level": "4", "suit": "H", "by": "N", "tricks": "="}


def test_missing_results_are_entered_one_by_one(visit: Visit, club: Desk) -> None:
    scorer = at_club(visit("scorer"), club)
    page = scorer.get("EV/results/missing")
    assert "1 of 9 missing" in plain(page)
    assert "Board 1 · Table 1" in plain(page)
    address = "EV/results/missing"
    for pressed in (
        FOUR_HEARTS,
        {"level": "pass"},
        {"typed": "3nte+1"},
        {**FOUR_HEARTS, "double": "x", "tricks": "-1"},
    ):
        answer = keys(scorer, address, **pressed)
        assert answer.status_code == 303, plain(answer)
        address = answer.headers["location"]
    assert {*results(club, 1).values()} == {"4H N =", "pass", "3NT E +1"}
    assert [*results(club, 2).values()].count("4Hx N -1") == 1
    page = scorer.get(address)
    assert "1 of 5 missing" in plain(page)
    assert "Saved: board 2, 4♥x N −1" in plain(page).replace("\ufe0e", "")


def test_a_skipped_row_comes_again_at_the_end_and_after_the_last_the_list_is_shown(visit: Visit, club: Desk) -> None:
    scorer = at_club(visit("scorer"), club)
    skip = re.search(r'href="([^"]*)">Skip<', scorer.get("EV/results/missing").text)
    assert skip
    address = html.unescape(skip[1])
    assert "2 of 9 missing" in plain(scorer.get(address))
    for _ in range(8):
        address = keys(scorer, address, level="pass").headers["location"]
    page = scorer.get(address)
    assert "1 of 1 missing" in plain(page)
    assert ">Skip<" not in page.text
    last = keys(scorer, address, level="pass").headers["location"]
    assert last == f"{scorer.event}/results?done=1"
    assert scorer.get("EV/results/missing").url.path == f"{scorer.event}/results"


@pytest.mark.parametrize(
    ("pressed", "message"),
    [
        ({"level": "4", "suit": "H"}, "The result lacks who declared, the tricks."),
        ({}, "The result lacks the level"),
        ({"typed": "9hn="}, "Level 9"),
        ({**FOUR_HEARTS, "tricks": "+6"}, "4"),
        ({**FOUR_HEARTS, "suit": "<b>"}, "&lt;b&gt;"),
    ],
)
def test_what_is_no_result_is_refused_and_the_keys_stay(
    visit: Visit, club: Desk, pressed: dict[str, str], message: str
) -> None:
    scorer = at_club(visit("scorer"), club)
    seen = club.open(CLUB).seen
    answer = keys(scorer, "EV/results/missing", **pressed)
    assert answer.status_code == 422
    assert message in answer.text
    if pressed.get("level"):
        assert f'name="level" value="{pressed["level"]}" checked' in answer.text
    assert club.open(CLUB).seen == seen


def test_a_row_that_somebody_else_has_entered_is_not_overwritten(visit: Visit, club: Desk) -> None:
    one, other = (at_club(visit(role), club) for role in ("scorer", "director"))
    row = re.search(r'name="row" value="([^"]*)"', other.get("EV/results/missing").text)
    assert row
    keys(one, "EV/results/missing", **FOUR_HEARTS)
    told = other.post("EV/results/missing", {"row": html.unescape(row[1]), "level": "pass"})
    assert "Somebody else has entered it: board 1, 4♥ N =" in plain(other.get(told.headers["location"])).replace(
        "\ufe0e", ""
    )
    assert [*results(club, 1).values()].count("4H N =") == 1
    assert other.post("EV/results/missing", {"row": "no such", "level": "pass"}).status_code == 422


@pytest.mark.parametrize(
    ("pressed", "said"),
    [
        (FOUR_HEARTS, "4♥ N = N-S +420"),
        ({"level": "4", "suit": "H"}, "4♥"),
        ({"typed": "3nte-1"}, "3NT E −1 N-S +50"),
        ({"typed": "9hn="}, "Level 9"),
        ({}, "–"),
    ],
)
def test_keys_say_what_they_mean_while_they_are_pressed(
    visit: Visit, club: Desk, pressed: dict[str, str], said: str
) -> None:
    scorer = at_club(visit("scorer"), club)
    row = re.search(r'name="row" value="([^"]*)"', scorer.get("EV/results/missing").text)
    assert row
    answer = scorer.post("EV/results/missing/check", {"row": html.unescape(row[1]), **pressed})
    assert answer.status_code == 200
    assert "<html" not in answer.text
    shown = " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.text)).replace("\ufe0e", "").split())
    assert said.replace(" ", "") in shown.replace(" ", "")


# New lines


def test_travellers_are_typed_as_they_come_into_an_event_without_a_movement(visit: Visit, desk: Desk) -> None:
    found(desk, founded(CLUB), "2026-11-14")
    scorer = at_club(visit("scorer"), desk)
    answer = sent(scorer, 1, {"ns-1": "1", "ew-1": "3", "result-1": "4hn=", "ns-2": "2", "ew-2": "4", "result-2": "50"})
    assert answer.headers["location"] == f"{scorer.event}/results/2?done=1"
    assert results(desk, 1) == {"1 against 3": "4H N =", "2 against 4": "+50"}
    unknown = {"ns-1": "1", "ew-1": "5", "result-1": "p"}
    assert "Pair 5" in plain(sent(scorer, 2, unknown))
    assert sent(scorer, 2, {**unknown, "newcomers": "1"}).status_code == 303
    assert results(desk, 2) == {"1 against 5": "pass"}


@pytest.mark.parametrize(
    ("event", "line", "row"),
    [
        (founded(CLUB, EventChoices(form=Form.INDIVIDUAL)), {"ns-1": "1+3", "ew-1": "2 + 4"}, "1-3 against 2-4"),
        (
            founded(CLUB, EventChoices(form=Form.TEAMS)),
            {"ns-1": "1", "ew-1": "2", "room-1": "closed", "round": "1"},
            "1 against 2",
        ),
        (founded(CLUB, EventChoices(form=Form.SWISS_PAIRS)), {"ns-1": "1", "ew-1": "2", "round": "1"}, "1 against 2"),
        (founded(CLUB, EventChoices(winners=2)), {"ns-1": "1", "ew-1": "1"}, "1NS against 1EW"),
    ],
)
def test_every_form_of_contest_can_be_typed(
    visit: Visit, desk: Desk, event: Event, line: dict[str, str], row: str
) -> None:
    found(desk, event, "2026-11-14")
    scorer = at_club(visit("scorer"), desk)
    answer = sent(scorer, 1, {**line, "result-1": "3nts="})
    assert answer.status_code == 303, plain(answer)
    assert results(desk, 1) == {row: "3NT S ="}


def test_more_lines_are_had_without_losing_any(visit: Visit, club: Desk) -> None:
    scorer = at_club(visit("scorer"), club)
    seen = club.open(CLUB).seen
    answer = sent(scorer, 1, {"result-1": "4hn=", "ns-4": "1"}, do="more")
    after = fields(answer.text)
    assert (after["result-1"], after["ns-4"], "result-12" in after) == ("4hn=", "1", True)
    assert club.open(CLUB).seen == seen


def test_a_line_that_nobody_played_is_erased_and_others_are_seated(visit: Visit, club: Desk) -> None:
    scorer = at_club(visit("scorer"), club)
    sent(scorer, 1, {"result-1": "4hn="})
    row = fields(scorer.get("EV/results/1").text)["row-1"]
    assert scorer.post("EV/results/1/line", {"line": row, "do": "erase"}).status_code == 422
    swap = {"line": row, "do": "seats", "ns": "4", "ew": "1", "reason": "they sat the wrong way round"}
    assert scorer.post("EV/results/1/line", swap).status_code == 303
    assert results(club, 1)["4 against 1"] == "4H N ="
    assert scorer.post("EV/results/1/line", {"line": row, "do": "erase", "reason": "twice"}).status_code == 303
    assert len(results(club, 1)) == 2
    assert scorer.post("EV/results/1/line", {"line": "no", "do": "erase", "reason": "x"}).status_code == 422


# While it is typed


def checked(visitor: Visiting, typed: dict[str, str], line: str = "1") -> str:
    data = fields(visitor.get("EV/results/1").text) | typed
    data.pop("csrf")
    answer = visitor.post("EV/results/1/check", data | {"line": line})
    assert answer.status_code == 200
    assert "<html" not in answer.text
    return plain(answer)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("4hn=", "4♥ N = +420"),
        ("4hxe-3", "4♥x E −3 +500"),
        ("p", "passed out 0"),
        ("-50", "−50"),
        ("8hn=", "Level 8 in '8hn=' cannot be right. Please give a level from 1 to 7."),
        ("", "missing"),
    ],
)
def test_a_line_says_what_it_means_while_it_is_typed_and_nothing_is_entered(
    visit: Visit, club: Desk, typed: str, said: str
) -> None:
    scorer = at_club(visit("scorer"), club)
    seen = club.open(CLUB).seen
    assert said.casefold() in checked(scorer, {"result-1": typed}).replace("\ufe0e", "").casefold()
    assert club.open(CLUB).seen == seen


@pytest.mark.parametrize(
    ("typed", "doubted"),
    [("4he-1", "elsewhere ♥ was played by N-S alone"), ("-420", "is the side right?"), ("1400", ""), ("4hn-1", "")],
)
def test_a_result_unlike_all_others_asks_gently_for_a_second_look(
    visit: Visit, desk: Desk, typed: str, doubted: str
) -> None:
    found(desk, founded(CLUB, layout=MovementLayout(mitchell(5), 1)), "2026-11-14")
    scorer = at_club(visit("scorer"), desk)
    others = dict.fromkeys((f"result-{line}" for line in range(2, 6)), "4hn=")
    said = checked(scorer, {**others, "result-1": typed}).replace("\ufe0e", "")
    assert doubted in said
    assert ("Please check" in said) == bool(doubted) or typed == "1400"
    answer = sent(scorer, 1, {**others, "result-1": typed})
    assert answer.status_code == 303
    assert ("Please check" in scorer.client.get(answer.headers["location"]).text) == (typed not in ("4hn-1",))


# Two scorers


def test_two_scorers_on_two_boards_both_succeed(visit: Visit, club: Desk) -> None:
    one, other = (at_club(visit(role), club) for role in ("scorer", "director"))
    forms = [fields(visitor.get(f"EV/results/{board}").text) for visitor, board in ((one, 1), (other, 2))]
    for visitor, board, form in zip((one, other), (1, 2), forms, strict=True):
        form.pop("csrf")
        assert visitor.post(f"EV/results/{board}", form | {"result-1": "4hn=", "do": "next"}).status_code == 303
    assert [list(results(club, board).values()).count("4H N =") for board in (1, 2)] == [1, 1]


def test_the_second_on_the_same_board_is_told_and_loses_nothing(visit: Visit, club: Desk) -> None:
    one, other = (at_club(visit(role), club) for role in ("scorer", "director"))
    form = fields(other.get("EV/results/1").text)
    form.pop("csrf")
    sent(one, 1, {"result-1": "4hn=", "result-3": "p"})
    told = other.post("EV/results/1", form | {"result-1": "4hn-1", "result-2": "3nte=", "do": "next"})
    assert told.status_code == 422
    assert "Somebody else has entered something about this board meanwhile" in plain(told)
    assert "recorded meanwhile: 4♥ N =" in plain(told).replace("\ufe0e", "")
    again = fields(told.text)
    assert (again["result-1"], again["result-2"], again["result-3"]) == ("4hn-1", "3nte=", "passed out")
    again.pop("csrf")
    refused = other.post("EV/results/1", again | {"do": "next"})
    assert refused.status_code == 422
    again = fields(refused.text)
    again.pop("csrf")
    assert other.post("EV/results/1", again | {"do": "next", "reason": "the slip says so"}).status_code == 303
    assert sorted(results(club, 1).values()) == ["3NT E =", "4H N -1", "pass"]


def test_who_types_the_same_as_somebody_else_is_not_troubled(visit: Visit, club: Desk) -> None:
    one, other = (at_club(visit(role), club) for role in ("scorer", "director"))
    form = fields(other.get("EV/results/1").text)
    form.pop("csrf")
    sent(one, 1, {"result-1": "4hn="})
    seen = club.open(CLUB).seen
    assert other.post("EV/results/1", form | {"result-1": "4hn=", "do": "next"}).status_code == 303
    assert club.open(CLUB).seen == seen


# Sections and sessions


def test_sections_are_typed_apart(visit: Visit, desk: Desk) -> None:
    found(desk, founded(CLUB), "2026-11-14")
    lines = [Typed("p", ("1",), ("2",), section=section) for section in "AB"]
    desk.confirm(desk.open(CLUB), entering(1, lines))
    scorer = at_club(visit("scorer"), desk)
    for section, other in ("AB", "BA"):
        page = scorer.get("EV/results/1", section=section).text
        assert f"<b>{section}1</b>" in page
        assert f"<b>{other}1</b>" not in page


# Without a file

MITCHELL = {"form": "pairs", "movement": "mitchell", "tables": "4", "boards": "2", "even": "skip", "winners": "1"}


def begin(visitor: Visiting, **typed: str) -> Response:
    """A new event, looked at before it is begun."""
    fields = {"name": "Tuesday", "date": "2026-11-17", "form": "pairs", "movement": "none", **typed}
    looked = visitor.post("/new", {**fields, "do": "look"})
    found = re.search(r'name="looked" value="(\w*)"', looked.text)
    return visitor.post("/new", {**fields, "do": "begin", "looked": found[1] if found else ""})


def opened(visitor: Visiting, desk: Desk, answer: Response) -> Event:
    assert answer.status_code == 303, plain(answer)
    assert visitor.get(answer.headers["location"]).status_code == 200
    return desk.open("Tuesday").event


def test_an_event_begins_with_its_name_alone(visit: Visit, desk: Desk) -> None:
    scorer = visit("scorer")
    event = opened(scorer, desk, begin(scorer))
    assert (event.title, event.form, event.scoring, event.results) == ("Tuesday", Form.PAIRS, "matchpoints", ())
    assert str(desk.open("Tuesday").kept) == "Tuesday 2026-11-17"
    assert "There is already an event" in plain(begin(scorer))


@pytest.mark.parametrize(
    ("typed", "tables", "rows"),
    [
        (MITCHELL, mitchell(4), 24),
        ({**MITCHELL, "even": "relay", "switched": "1"}, None, 32),
        ({**MITCHELL, "movement": "howell", "rounds": "5"}, howell(4, rounds=5), 40),
        (
            {**MITCHELL, "tables": "", "contestants": "\n".join(f"{n} Ash {n} – Birch {n}" for n in range(1, 8))},
            None,
            24,
        ),
    ],
)
def test_a_movement_is_shown_before_it_is_laid_out(
    visit: Visit, desk: Desk, typed: dict[str, str], tables: Any, rows: int
) -> None:
    scorer = visit("scorer")
    first = scorer.post("/new", {"name": "Tuesday", **typed, "do": "begin"})
    assert first.status_code == 200
    assert "This is laid out" in first.text
    assert not [kept for kept in desk.events() if kept.name == "Tuesday"]
    event = opened(scorer, desk, begin(scorer, **typed))
    assert len(event.results) == rows
    expected = (
        {NotScored(expected=True)}
        if len(event.contestants) == 8
        else {NotScored(expected=each) for each in (False, True)}
    )
    assert {row.result for row in event.results} == expected
    if tables:
        numbers = {(seat.ns, seat.ew) for seat in tables.seated}
        assert {tuple(int(side[0]) for side in row.seats) for row in event.results} == numbers


def test_an_odd_number_of_pairs_makes_a_half_table_which_is_said(visit: Visit) -> None:
    names = "\n".join(f"{number} Ash – Birch" for number in range(1, 8))
    page = visit("scorer").post("/new", {"name": "x", **MITCHELL, "contestants": names, "do": "look"})
    assert "Half a table; these sit out: pair 4 in round 1" in plain(page)
    assert "4 sits out" in plain(page)


def test_all_that_is_wrong_is_said_at_once_and_everything_typed_stays(visit: Visit, desk: Desk) -> None:
    typed = {
        **MITCHELL,
        "name": " ",
        "date": "yesterday",
        "tables": "four",
        "boards": "",
        "contestants": "1 Ash – Birch\n1 Cole – Dean",
        "do": "begin",
    }
    events = len(desk.events())
    answer = visit("scorer").post("/new", typed)
    assert answer.status_code == 422
    for words in ("no name", "yesterday", "pair 1 once more", "a number for tables", "boards in a round"):
        assert words in plain(answer)
    assert 'value="four"' in answer.text
    assert "1 Cole – Dean</textarea>" in answer.text
    assert len(desk.events()) == events


@pytest.mark.parametrize(
    "typed",
    [
        {**MITCHELL, "tables": "99", "boards": "99"},
        {**MITCHELL, "tables": "1"},
        {**MITCHELL, "form": "teams"},
        {**MITCHELL, "movement": "howell", "winners": "2"},
        {**MITCHELL, "rounds": "9"},
        {"form": "chess"},
        {"movement": "waltz"},
        {"regulation": "mine"},
        {"name": "x" * 101},
        {"tables": "²", "movement": "howell"},
    ],
)
def test_what_cannot_be_laid_out_is_refused(visit: Visit, desk: Desk, typed: dict[str, str]) -> None:
    events = len(desk.events())
    assert begin(visit("scorer"), **typed).status_code == 422
    assert len(desk.events()) == events


@pytest.mark.parametrize("field", ["name", "date", "form", "contestants", "tables", "regulation", "even", "looked"])
@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_begin_nothing_that_harms(visit: Visit, field: str, text: str) -> None:
    answer = visit("scorer").post("/new", {**MITCHELL, "name": "Tuesday", "do": "look", field: text})
    assert answer.status_code in (200, 422)
    assert "<script>alert" not in answer.text
    assert "<img src=x>" not in answer.text


@pytest.mark.parametrize(
    ("typed", "check"),
    [
        ({"form": "teams", "knockout": "1", "scoring": "bam"}, lambda e: (e.knockout, e.scoring) == (True, "bam")),
        ({"form": "swiss-pairs"}, lambda e: e.form is Form.SWISS_PAIRS),
        ({"form": "individual", "contestants": "Ash\nBirch"}, lambda e: [*e.contestants] == ["1", "2"]),
        ({"winners": "2", "contestants": "N-S\n1 Ash – Birch\nE-W\n1 Cole – Dean"}, lambda e: "1EW" in e.contestants),
        ({"scoring": "cross-imps", "regulation": "ebl"}, lambda e: e.regulation.name == "ebl"),
    ],
)
def test_all_forms_and_scorings_can_begin(
    visit: Visit, desk: Desk, typed: dict[str, str], check: Callable[[Event], bool]
) -> None:
    scorer = visit("scorer")
    assert check(opened(scorer, desk, begin(scorer, **typed)))


def test_the_usual_regulation_of_the_club_is_chosen_already(visit: Visit) -> None:
    chief = visit("chief")
    chief.post("/settings", {"readers": "published", "regulation": "ebl", "club": ""})
    assert re.search(r'<option value="ebl" selected', chief.get("/new").text)


def test_the_seats_of_a_movement_are_those_of_the_event(desk: Desk) -> None:
    event = found(desk, founded(CLUB, layout=MovementLayout(mitchell(3), 1)), "2026-11-14").event
    assert {row.seats for row in event.results} == {BySide((str(n),), (str(e),)) for n in (1, 2, 3) for e in (4, 5, 6)}
