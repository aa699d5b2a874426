"""My pair: chosen in a cookie, marked everywhere; lines on the directors' Home that are no entries of the journal."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from amends.desk import Desk
from amends.desk.settings import change_settings
from amends.event import Event
from amends.store import player_messages
from amends.store.player_messages import MOST_OF_AN_ADDRESS
from support.desks import NAME
from support.web.small_events import put
from web.conftest import Visit, Visiting

SCORE = {"board": "4", "words": "It was one more trick."}


def messages(desk: Desk) -> list[tuple[str, str, str, int]]:
    found = desk.store.messages(desk.open(NAME).kept.key)
    return [(each.kind.value, each.state.value, each.contestant, each.board) for each in found]


def test_my_pair_is_marked_and_its_card_is_at_hand(visit: Visit) -> None:
    player = visit()
    assert "Who are you?" in player.get("EV/my-pair").text
    assert player.post("EV/my-pair", {"pair": "15"}).status_code == 303
    card = player.get("EV/my-pair").text
    assert "badge you" in card
    assert "A score is wrong" in card
    assert "Call the director" in card
    assert 'class="you"' in player.get("EV/ranking").text
    other = visit()
    assert 'class="you"' not in other.get("EV/ranking").text
    assert "Who are you?" in other.get("EV/my-pair").text


def test_the_card_of_somebody_else_is_not_mine(visit: Visit) -> None:
    player = visit()
    player.post("EV/my-pair", {"pair": "15"})
    for visitor in (player, visit(), visit("director")):
        card = visitor.get("EV/cards/3").text
        assert "<title>Pair 3 · " in card
        assert "This is not me" not in card
        assert 'rel="next"' in card
    assert "<title>My pair · " in player.get("EV/my-pair").text


def test_rulings_about_me_are_called_so(visit: Visit, desk: Desk) -> None:
    event = desk.open(NAME).event
    ruled = desk.open(NAME).standings.ruled
    pair = next(row.seats.ns[0] for row in event.results if row.id in ruled)
    player = visit()
    player.post("EV/my-pair", {"pair": pair})
    assert "Rulings about you" in player.get("EV/my-pair").text


def test_nobody_that_is_not_there_can_be_chosen(visit: Visit) -> None:
    player = visit()
    answer = player.post("EV/my-pair", {"pair": "999"})
    assert answer.status_code == 422
    assert "Nobody here has the number 999" in answer.text


def test_a_line_stands_on_home_and_not_in_the_journal(visit: Visit, desk: Desk) -> None:
    before = desk.open(NAME).seen
    player, director = visit(), visit("director")
    player.post("EV/my-pair", {"pair": "15"})
    assert player.post("EV/my-pair/score", SCORE).status_code == 303
    assert player.post("EV/my-pair/director", {"place": "Table 5"}).status_code == 303
    home = director.get("EV").text
    assert "Board 4: a score is wrong" in home
    assert "It was one more trick." in home
    assert "Director called" in home
    assert "Table 5" in home
    assert desk.open(NAME).seen == before
    assert messages(desk) == [("score", "open", "15", 4), ("director", "open", "15", 0)]


def test_an_official_takes_it_up_and_the_player_sees_that(visit: Visit, desk: Desk) -> None:
    player, director = visit(), visit("director")
    player.post("EV/my-pair", {"pair": "15"})
    player.post("EV/my-pair/score", SCORE)
    answer = director.post("EV/messages/1", {"do": "take"})
    assert re.search(r"/results/4$", answer.headers["location"])
    assert "It was one more trick." in director.get(answer.headers["location"]).text
    assert "has taken it up" in player.get("EV/my-pair").text
    assert director.post("EV/messages/1", {"do": "done"}).status_code == 303
    assert "a score is wrong" not in director.get("EV").text
    assert messages(desk) == [("score", "done", "15", 4)]


def test_a_scorer_sees_wrong_scores_and_no_calls_for_the_director(visit: Visit) -> None:
    player = visit()
    player.post("EV/my-pair", {"pair": "15"})
    player.post("EV/my-pair/score", SCORE)
    player.post("EV/my-pair/director", {"place": "Table 5"})
    home = visit("scorer").get("EV").text
    assert "a score is wrong" in home
    assert "Director called" not in home
    assert visit("scorer").post("EV/messages/2", {"do": "take"}).status_code == 404


def test_the_same_line_of_a_device_is_one_and_a_sixth_is_refused(visit: Visit, desk: Desk) -> None:
    player = visit()
    player.post("EV/my-pair", {"pair": "15"})
    for _ in range(2):
        player.post("EV/my-pair/score", SCORE)
    assert len(messages(desk)) == 1
    for board in range(5, 9):
        assert player.post("EV/my-pair/score", {"board": str(board)}).status_code == 303
    refused = player.post("EV/my-pair/score", {"board": "9"})
    assert refused.status_code == 422
    assert "wait already" in refused.text
    assert len(messages(desk)) == 5
    player.post("EV/my-pair/withdraw/1")
    assert player.post("EV/my-pair/score", {"board": "9"}).status_code == 303


def test_nobody_withdraws_what_another_device_has_sent(visit: Visit, desk: Desk) -> None:
    player, other = visit(), visit()
    player.post("EV/my-pair", {"pair": "15"})
    player.post("EV/my-pair/score", SCORE)
    other.post("EV/my-pair/withdraw/1")
    assert messages(desk) == [("score", "open", "15", 4)]


def test_who_has_chosen_no_pair_can_withdraw_a_call_too(visit: Visit) -> None:
    player = visit()
    led = player.post("EV/my-pair/director", {"place": "Table 5"}).headers["location"]
    page = player.get(led).text
    assert "The directors see it now." in page
    [withdraw] = re.findall(r'action="([^"]*/my-pair/withdraw/\d+)"', page)
    assert withdraw not in visit().get("EV/my-pair").text
    assert player.post(withdraw).status_code == 303
    assert "Table 5" not in visit("director").get("EV").text
    assert withdraw not in player.get("EV/my-pair").text


def test_what_is_missing_or_too_much_is_said_at_its_field(visit: Visit, desk: Desk) -> None:
    player = visit()
    assert "Say where you are" in player.post("EV/my-pair/director", {}).text
    player.post("EV/my-pair", {"pair": "15"})
    assert "Which board is it?" in player.post("EV/my-pair/score", {}).text
    for board in ("99", "٣", "1e9", "9" * 50):
        assert "There is no board" in player.post("EV/my-pair/score", {"board": board}).text
    assert "too long" in player.post("EV/my-pair/director", {"words": "x" * 400}).text
    assert messages(desk) == []


def test_a_setting_turns_it_off(visit: Visit, desk: Desk) -> None:
    chief, player = visit("chief"), visit()
    chief.post("/settings", {"readers": "published", "regulation": "", "club": "", "player_messages": "off"})
    player.post("EV/my-pair", {"pair": "15"})
    card = player.get("EV/my-pair").text
    assert "badge you" in card
    assert "Call the director" not in card
    assert player.post("EV/my-pair/score", SCORE).status_code == 422
    assert messages(desk) == []


def test_names_with_markup_stay_text(visit: Visit) -> None:
    player = visit()
    player.post("EV/my-pair/director", {"place": "<b>5</b>", "words": "<script>alert(1)</script>"})
    home = visit("director").get("EV").text
    assert "&lt;b&gt;5" in home
    assert "<script>alert" not in home


def test_where_nothing_is_to_be_played_yet_no_board_is_there(visit: Visit, desk: Desk) -> None:
    change_settings(desk, readers="live")
    event = desk.open(NAME).event
    address = put(desk, Event(contestants=event.contestants), "empty")
    player = visit()
    for kind in ("score", "director"):
        answer = player.post(f"{address}/my-pair/{kind}", {"board": "5", "place": "Table 5"})
        assert answer.status_code == 422
        assert kind == "director" or "There is no board 5." in answer.text


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("کتاب\u200cها", "کتاب\u200cها"),
        ("a family: 👩\u200d👧", "a family: 👩\u200d👧"),
        ("\u202eabc\u00ad\x7f d\n\te", "abc d e"),
    ],
)
def test_what_belongs_to_a_language_is_kept_and_what_cannot_be_seen_is_left_out(
    visit: Visit, desk: Desk, typed: str, kept: str
) -> None:
    assert visit().post("EV/my-pair/director", {"place": "Table 5", "words": typed}).status_code == 303
    [message] = desk.store.messages(desk.open(NAME).kept.key)
    assert message.words == kept


def sent_from(player: Visiting, address: str, place: str) -> int:
    """The status of a call for the director that comes from an address, of a device that never came before."""
    device = Visiting(TestClient(player.client.app, client=(address, 1234)), player.event, player.server)
    return device.post("EV/my-pair/director", {"place": place}).status_code


def test_all_addresses_that_one_subscriber_has_are_one(visit: Visit, desk: Desk) -> None:
    player = visit()
    for number in range(MOST_OF_AN_ADDRESS):
        assert sent_from(player, f"2001:db8:1:2::{number:x}", f"Table {number}") == 303
    assert sent_from(player, "2001:db8:1:2:ffff::1", "Table 99") == 422
    assert sent_from(player, "2001:db8:1:3::1", "Table 99") == 303


def test_who_sends_and_withdraws_without_end_is_stopped(
    visit: Visit, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player_messages, "MOST_IN_AN_HOUR", 7)
    player = visit()
    for number in range(1, 8):
        assert player.post("EV/my-pair/director", {"place": f"Table {number}"}).status_code == 303
        player.post(f"EV/my-pair/withdraw/{number}")
    refused = player.post("EV/my-pair/director", {"place": "Table 8"})
    assert refused.status_code == 422
    assert "in the last hour" in refused.text
    assert len(messages(desk)) == 7


@pytest.mark.parametrize("column", ["kind", "device", "at", "board", "words", "state", "official", "change"])
def test_a_damaged_line_takes_no_page_away_and_hides_no_other(
    visit: Visit, desk: Desk, tmp_path: Path, column: str
) -> None:
    player, director = visit(), visit("director")
    for place in ("Table 5", "Table 6"):
        player.post("EV/my-pair/director", {"place": place})
    damaging = sqlite3.connect(tmp_path / "store.db")
    with damaging:
        damaging.execute(f"UPDATE player_messages SET {column} = ? WHERE id = 1", (b"\xff",))
    damaging.close()
    for page in ("EV", "EV/ranking", "EV/results/4"):
        assert director.get(page).status_code == 200
    home = director.get("EV").text
    assert "Table 6" in home
    assert ("Table 5" in home) == (column == "change"), "how often it was changed is nothing that it says"
    assert player.post("EV/my-pair/director", {"place": "Table 7"}).status_code == 303
