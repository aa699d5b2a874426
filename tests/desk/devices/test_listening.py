"""Table devices at the desk, over HTTP on loopback: results, corrections, erasures, repeats, names, calls, trouble."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from bridgemate_dataconnector.dto import (
    DataConnectorResponseData,
    ErrorType,
    PlayerDataDTO,
    ScoringProgramDataConnectorCommands,
    ScoringProgramResponse,
    TdCallDTO,
)

from amends.awards import NotScored, parse_award
from amends.desk import Desk, OpenEvent
from amends.desk.commands.corrections import correcting
from amends.desk.commands.rulings import Proposed
from amends.desk.desk import MOST_TRIES
from amends.desk.devices.listening import LONGEST_PAUSE, DeviceListener, Happening
from amends.desk.devices.sections import session_id
from amends.desk.devices.turns import ListeningTurn
from amends.desk.file_event import EventChoices
from amends.desk.typing.new_event import MovementLayout, found, founded, read_contestants
from amends.desk.unfinished_rulings import Unfinished, discard, kept_drafts, take_up
from amends.desk.views.journal import logged
from amends.devices.bridgemate import DataConnector
from amends.devices.messages import Credentials, DeviceRefusal
from amends.event import Form, TableReference
from amends.event.movements import howell
from amends.event.rows import reference_to
from amends.faults import Faults
from amends.journal.chain import Entry
from amends.journal.entries import ContestantsEntered, ResultCorrected, ResultErased, ResultsEntered
from amends.store import Store
from support import desks
from support.data_connector import CLUB, KEY, Connector, call, data_connector, erased, failed, result, sits

Command = ScoringProgramDataConnectorCommands
Kind = DataConnectorResponseData
NAMES = "1 Ann Ash – Ben Birch\n2\n3\n4"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with desks.desk_at(tmp_path / "amends.db") as desk:
        yield desk


@pytest.fixture
def connector() -> Iterator[Connector]:
    with data_connector() as connector:
        yield connector


@pytest.fixture
def opened(desk: Desk) -> OpenEvent:
    """Two tables, three rounds, two boards each."""
    layout = MovementLayout(howell(2), 2)
    return found(desk, founded("Club pairs", contestants=read_contestants(NAMES), layout=layout), "2026-11-13")


class Heard:
    """A listener that looks once, and once more after each of some actions; then it stops."""

    def __init__(self, desk: Desk, opened: OpenEvent, connector: Connector, key: str = KEY, session: str = "") -> None:
        self.happenings: list[Happening] = []
        self.pauses: list[float] = []
        self.actions: list[Callable[[], object]] = []
        credentials = Credentials(CLUB, key)
        self.listener = DeviceListener(
            desk, opened, DataConnector(connector.url, credentials), self.happenings.append, self._wait, session
        )

    def _wait(self, seconds: float) -> bool:
        self.pauses.append(seconds)
        if not self.actions:
            return True
        self.actions.pop(0)()
        return False

    def __call__(self, *actions: Callable[[], object]) -> list[tuple[str, str]]:
        """What happened, but for the beginning: kinds and words."""
        self.actions = list(actions)
        before = len(self.happenings)
        self.listener.run()
        return [(each.kind, each.words) for each in self.happenings[before:] if each.kind != "connected"]

    def kinds(self, *actions: Callable[[], object]) -> list[str]:
        """The kinds of what happened."""
        return [kind for kind, _ in self(*actions)]


def at_first_table(opened: OpenEvent) -> dict[str, int]:
    """The pairs of table 1 in round 1, as a device has them."""
    row = next(row for row in opened.event.results if (row.table, row.round) == ("1", "1"))
    return {"pair_north_south": int(row.seats.ns[0]), "pair_east_west": int(row.seats.ew[0])}


@pytest.fixture
def sent(opened: OpenEvent) -> Callable[..., Any]:
    """A result of the first table."""
    pairs = at_first_table(opened)
    return lambda board, contract="4H N 10", **other: result(session_id(opened), board, contract, **pairs, **other)


def recorded(desk: Desk, board: int = 1) -> str:
    """What stands for table 1 on a board of its first round."""
    rows = desk.open("Club pairs").event.results
    [row] = [row for row in rows if (row.table, row.round, row.board) == ("1", "1", board)]
    return str(row.result)


def entered(desk: Desk) -> list[object]:
    """What came after the event had begun."""
    return [
        entry.payload
        for entry in desk.store.entries(desk.open("Club pairs").kept.key)
        if isinstance(entry.payload, ResultCorrected | ResultErased)
    ]


# The session


def test_a_session_is_made_from_the_movement_with_the_names_that_are_known(
    desk: Desk, opened: OpenEvent, connector: Connector
) -> None:
    assert Heard(desk, opened, connector)() == []
    [made] = connector.made
    [session] = made.sessions or []
    assert (session.session_guid, session.name, session.year) == (opened.kept.key.upper(), "Club pairs", 2026)
    [group] = session.scoring_groups or []
    [section] = group.sections or []
    assert (group.scoring_method, section.letters, section.winners) == (10, "A", 1)
    tables = {table.table_number: table.rounds or [] for table in section.tables or []}
    assert {number: len(rounds) for number, rounds in tables.items()} == {1: 3, 2: 3}
    met = {(each.pair_ns, each.pair_ew) for rounds in tables.values() for each in rounds}
    assert {frozenset(pairs) for pairs in met} == {
        frozenset(p) for p in [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]
    }
    assert {(each.low_board_number, each.high_board_number) for each in tables[1]} == {(1, 2), (3, 4), (5, 6)}
    names = [(each.first_name, each.last_name, each.player_number) for each in made.participations or []]
    assert names == [("Ann", "Ash", None), ("Ben", "Birch", None)]


def test_a_session_that_amends_has_made_is_resumed_not_made_again(
    desk: Desk, opened: OpenEvent, connector: Connector
) -> None:
    Heard(desk, opened, connector)()
    heard = Heard(desk, opened, connector)
    heard()
    assert (len(connector.made), connector.resumed) == (1, [session_id(opened)])
    assert [each.kind for each in heard.happenings] == ["connected"]


def test_a_new_session_is_made_once_without_asking_where_that_is_wanted(
    desk: Desk, opened: OpenEvent, connector: Connector
) -> None:
    lost = [True]
    connector.instead = lambda command: (
        (0, b"") if command is Command.PollQueueForAllResults and lost and lost.pop() else None
    )
    connector.sessions.add(session_id(opened))
    heard = Heard(desk, opened, connector)
    heard.listener.make_new = True
    assert heard.kinds(lambda: None) == ["lost", "back"]
    assert (len(connector.made), connector.resumed) == (1, [session_id(opened)])


def test_a_session_of_the_control_software_is_taken_over_with_all_it_has(
    desk: Desk, opened: OpenEvent, connector: Connector
) -> None:
    session = "AB" * 16
    connector.sessions.add(session)
    connector.put(result(session, 1, "4H N 10", **at_first_table(opened)))
    connector.accepted[Kind.Results] = 1  # by the program that had the session before
    assert Heard(desk, opened, connector, session=session).kinds() == ["result"]
    assert (connector.made, recorded(desk)) == ([], "4H N =")


def test_a_session_that_nobody_knows_is_refused(desk: Desk, opened: OpenEvent, connector: Connector) -> None:
    with pytest.raises(DeviceRefusal, match="has no session"):
        Heard(desk, opened, connector, session="CD" * 16)()
    assert connector.made == []


def test_an_event_without_a_movement_makes_no_session(desk: Desk, connector: Connector) -> None:
    empty = found(desk, founded("Empty"))
    with pytest.raises(Faults, match="no movement"):
        Heard(desk, empty, connector)()
    teams = found(desk, founded("Teams", EventChoices(form=Form.TEAMS)))
    with pytest.raises(Faults, match="cannot be listened to"):
        Heard(desk, teams, connector)()
    assert connector.asked.count(Command.InitializeEvent) == 0


# Results


def test_a_result_a_correction_and_an_erasure_are_entries_of_their_own(
    desk: Desk, opened: OpenEvent, connector: Connector, sent: Callable[..., Any]
) -> None:
    happened = Heard(desk, opened, connector)(
        lambda: connector.put(sent(1, lead_card_rank=14, lead_card_suit=4)),
        lambda: connector.put(sent(1, "4Hx N 9")),
        lambda: connector.put(erased(session_id(opened), 1)),
        lambda: connector.put(sent(1, "3NT W 9")),
        lambda: connector.put(sent(2, "pass")),
    )
    assert [kind for kind, _ in happened] == ["result", "correction", "erasure", "result", "result"]
    assert "board 1" in happened[0][1].lower()
    assert "4♥x N −1; it was 4♥ N =" in happened[1][1]
    made = entered(desk)
    assert [str(each.result.result) for each in made if isinstance(each, ResultCorrected)] == [
        "4H N =", "4Hx N -1", "np", "3NT W =", "pass",
    ]  # fmt: skip
    lines = [logged(desk.open("Club pairs"), seq).words for seq in (4, 5, 6)]
    assert [line.split(": ", 1)[1] for line in lines] == [
        "4♥ N = entered at the table", "corrected to 4♥x N −1: corrected at the table",
        "corrected to not scored: erased at the table",
    ]  # fmt: skip
    first = made[0]
    assert isinstance(first, ResultCorrected)
    assert first.result.record is not None
    assert str(first.result.record.lead) == "SA"
    assert connector.waiting(Kind.Results) == 0


def test_a_result_and_its_correction_in_one_queue_are_two_entries(
    desk: Desk, opened: OpenEvent, connector: Connector, sent: Callable[..., Any]
) -> None:
    queue = [sent(1), sent(1, "4H N 9"), sent(1)]
    assert Heard(desk, opened, connector).kinds(lambda: connector.put(*queue)) == ["result", "correction", "correction"]
    assert recorded(desk) == "4H N ="


def test_the_same_result_again_is_no_entry(
    desk: Desk, opened: OpenEvent, connector: Connector, sent: Callable[..., Any]
) -> None:
    heard = Heard(desk, opened, connector)
    assert heard.kinds(lambda: connector.put(sent(1), sent(1)), lambda: connector.put(sent(1))) == ["result"]
    assert Heard(desk, opened, connector)() == []  # all results are sent again at a new start
    assert len(entered(desk)) == 1


class Ended(BaseException):
    """The process is gone."""


@pytest.mark.parametrize("more", [False, True])
def test_a_queue_is_accepted_only_after_it_is_stored_and_a_crash_between_gives_no_second_entry(
    desk: Desk, opened: OpenEvent, connector: Connector, sent: Callable[..., Any], more: bool
) -> None:
    heard = Heard(desk, opened, connector)
    seen: list[int] = []

    def crash(*arguments: object) -> None:
        seen.append(len(entered(desk)))
        raise Ended

    heard.listener.connector.accept = crash  # type: ignore[assignment,method-assign]
    queue = [sent(1), sent(1, "4H N 9"), sent(1), sent(2, "pass"), erased(session_id(opened), 2)]
    with suppress(Ended):
        heard(lambda: connector.put(*queue))
    assert seen == [5]
    assert connector.waiting(Kind.Results) == 5
    if more:
        connector.put(sent(1, "4H N 11"))
    assert Heard(desk, opened, connector).kinds() == ["correction"] * more
    assert len(entered(desk)) == 5 + more
    assert (recorded(desk), recorded(desk, 2)) == ("4H N +1" if more else "4H N =", "np")
    assert connector.waiting(Kind.Results) == 0


def test_an_acceptance_that_gets_lost_gives_no_second_entry(
    desk: Desk, opened: OpenEvent, connector: Connector, sent: Callable[..., Any]
) -> None:
    lost = [True]
    connector.instead = lambda command: (
        (0, b"") if command is Command.AcceptResultQueueItems and lost and lost.pop() else None
    )
    happened = Heard(desk, opened, connector).kinds(lambda: connector.put(sent(1)), lambda: None)
    assert happened == ["result", "lost", "back"]
    assert (len(entered(desk)), connector.waiting(Kind.Results)) == (1, 0)


def test_what_was_corrected_at_the_desk_stays_whatever_a_device_says(
    desk: Desk, opened: OpenEvent, connector: Connector, sent: Callable[..., Any]
) -> None:
    def correct() -> None:
        draft = correcting(1, TableReference(table="1", round="1"), parse_award("4H N +1"), "both sides agree")
        desk.confirm(desk.open("Club pairs"), draft)

    heard = Heard(desk, opened, connector)
    happened = heard(
        lambda: connector.put(sent(1)),
        correct,
        lambda: connector.put(sent(1)),  # a repeat
        lambda: connector.put(sent(1, "4H N 9")),
        lambda: connector.put(erased(session_id(opened), 1)),
    )
    assert [kind for kind, _ in happened] == ["result", "refused", "refused"]
    assert "entered at the desk and stays" in happened[1][1]
    assert (recorded(desk), connector.waiting(Kind.Results)) == ("4H N +1", 0)


def test_a_result_whose_line_the_desk_has_emptied_is_not_dropped_without_a_word(
    desk: Desk, opened: OpenEvent, connector: Connector, sent: Callable[..., Any]
) -> None:
    def empty() -> None:
        where = TableReference(table="1", round="1")
        desk.confirm(desk.open("Club pairs"), correcting(1, where, NotScored(expected=True), "the wrong board"))

    happened = Heard(desk, opened, connector)(
        lambda: connector.put(sent(1)), empty, lambda: connector.put(sent(1)), lambda: connector.put(sent(1))
    )
    assert [kind for kind, _ in happened] == ["result", "refused"]
    assert "The device says 4♥ N =; the line was emptied at the desk and stays so." in happened[1][1]
    assert recorded(desk) == "np"
    assert Heard(desk, opened, connector).kinds(lambda: connector.put(sent(1, "4H N 9"))) == ["refused", "result"]


def test_a_result_that_does_not_fit_is_said_and_the_others_are_entered(
    desk: Desk, opened: OpenEvent, connector: Connector, sent: Callable[..., Any]
) -> None:
    session = session_id(opened)
    heard = Heard(desk, opened, connector)
    happened = heard(
        lambda: connector.put(
            result(session, 1, pair_north_south=77, pair_east_west=78),
            result(session, 1, section_letters="Q"),
            sent(2),
        ),
        lambda: None,
    )
    assert sorted(kind for kind, _ in happened) == ["refused", "refused", "result"]
    assert recorded(desk, 2) == "4H N ="
    assert connector.waiting(Kind.Results) == 0


@pytest.mark.parametrize(("times", "kinds"), [(3, ["result"]), (MOST_TRIES, ["lost", "result", "back"])])
def test_a_result_is_not_dropped_because_others_type_results_of_its_board(
    desk: Desk,
    opened: OpenEvent,
    connector: Connector,
    sent: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
    times: int,
    kinds: list[str],
) -> None:
    """Whoever types another table of the board is quicker so many times; a device has seen nothing of the event."""
    other = next(row for row in opened.event.results if row.board == 1 and (row.table, row.round) != ("1", "1"))
    add, numbers, typing = Store.add, iter(range(times)), list[bool]()

    def quicker(store: Store, key: str, entries: Sequence[Entry]) -> None:
        if not typing and (number := next(numbers, None)) is not None:
            typing.append(True)
            typed = parse_award(f"3NT S {'=' if number % 2 else '+1'}")
            desk.confirm(desk.open(key), correcting(1, reference_to(other), typed, "as both say"))
            typing.clear()
        add(store, key, entries)

    monkeypatch.setattr(Store, "add", quicker)
    happened = Heard(desk, opened, connector)(lambda: connector.put(sent(1)), lambda: None)
    assert [kind for kind, _ in happened] == kinds, happened
    assert (recorded(desk), connector.waiting(Kind.Results)) == ("4H N =", 0)


def test_an_event_without_a_movement_takes_pairs_and_lines_from_the_devices(desk: Desk, connector: Connector) -> None:
    empty = found(desk, founded("Club pairs"))
    session = "EF" * 16
    connector.sessions.add(session)
    connector.put(result(session, 1), result(session, 2), erased(session, 2))
    assert Heard(desk, empty, connector, session=session).kinds() == ["result", "result", "erasure"]
    event = desk.open("Club pairs").event
    assert [(row.board, row.table, str(row.result)) for row in event.results] == [(1, "1", "4H N =")]
    assert list(event.contestants) == ["1", "2"]
    kinds = [type(entry.payload) for entry in desk.store.entries(empty.kept.key)][1:]
    assert kinds == [ContestantsEntered, ResultsEntered, ResultsEntered, ResultErased]
    assert Heard(desk, empty, connector, session=session)() == []


def test_boards_that_swiss_pairs_play_again_in_a_later_round_are_lines_of_their_own(
    desk: Desk, connector: Connector
) -> None:
    empty = found(desk, founded("Club pairs", EventChoices(form=Form.SWISS_PAIRS)))
    session = "EF" * 16
    connector.sessions.add(session)
    connector.put(result(session, 1), result(session, 1, "3NT W 9", round_number=2))
    assert Heard(desk, empty, connector, session=session).kinds() == ["result", "result"]
    connector.put(result(session, 1, round_number=2, table_number=2))
    assert Heard(desk, empty, connector, session=session).kinds() == ["refused"]
    rows = desk.open("Club pairs").event.results
    assert [(row.round, row.board, str(row.result)) for row in rows] == [("1", 1, "4H N ="), ("2", 1, "3NT W =")]


def test_after_the_correction_period_a_device_corrects_nothing(
    desk: Desk, opened: OpenEvent, connector: Connector, sent: Callable[..., Any]
) -> None:
    def publish() -> None:
        desk.confirm(desk.open("Club pairs"), desks.publishing())
        assert isinstance(desk.clock, desks.Clock)
        desk.clock.time += timedelta(days=2)

    happened = Heard(desk, opened, connector)(
        lambda: connector.put(sent(1)), publish, lambda: connector.put(sent(1, "4H N 9"), sent(2))
    )
    assert sorted(kind for kind, _ in happened) == ["refused", "result", "result"]
    assert (recorded(desk), recorded(desk, 2)) == ("4H N =", "4H N =")


def test_averages_of_a_director_at_the_device_wait_as_the_draft_of_a_ruling(
    desk: Desk, opened: OpenEvent, connector: Connector, sent: Callable[..., Any]
) -> None:
    average = sent(1, "1C N 7", level=-7)
    assert Heard(desk, opened, connector).kinds(lambda: connector.put(average)) == ["draft"]
    assert Heard(desk, opened, connector)() == []
    [draft] = kept_drafts(desk, desk.open("Club pairs"))
    assert isinstance(draft.work, Proposed)
    assert [str(award) for award in draft.work.ruling.awards] == ["A+", "A-"]
    assert recorded(desk) == str(NotScored(expected=True))


# Names and calls


def test_names_come_from_the_table_and_those_of_the_desk_stay(
    desk: Desk, opened: OpenEvent, connector: Connector
) -> None:
    session = session_id(opened)
    pairs = at_first_table(opened)
    seat = {pairs["pair_north_south"]: "North", pairs["pair_east_west"]: "East"}
    named = next(direction for pair, direction in seat.items() if pair == 1)
    other, pair = next((direction, str(pair)) for pair, direction in seat.items() if pair != 1)
    heard = Heard(desk, opened, connector)
    happened = heard(
        lambda: connector.put(
            PlayerDataDTO(session_guid=session, player_number="12", first_name="Cat", last_name="Cole"),
            sits(session, 1, other, player_number="12"),
            sits(session, 1, named, last_name="Stranger"),
        ),
        lambda: connector.put(sits(session, 1, other, last_name="Dean")),
        lambda: connector.put(sits(session, 1, other, is_removal=True)),
        lambda: connector.put(sits(session, 1, other, player_number="13")),
    )
    assert [kind for kind, _ in happened] == ["name", "refused", "name", "name", "refused"]
    contestants = desk.open("Club pairs").event.contestants
    assert [player.name for player in contestants["1"].players] == ["Ann Ash", "Ben Birch"]
    assert [player.name for player in contestants[pair].players] in ([], ["", ""], [""])
    assert (connector.waiting(Kind.Participations), connector.waiting(Kind.PlayerData)) == (0, 0)


def test_a_call_opens_one_draft_at_the_table_and_the_board_it_has_before_it(
    desk: Desk, opened: OpenEvent, connector: Connector, sent: Callable[..., Any]
) -> None:
    session = session_id(opened)
    heard = Heard(desk, opened, connector)
    assert heard.kinds(
        lambda: connector.put(sent(1)),
        lambda: connector.put(call(session)),
        lambda: connector.put(call(session, status=TdCallDTO.TdCallStatus_InProgress)),
        lambda: connector.put(call(session, status=TdCallDTO.TdCallStatus_Resolved)),
    ) == ["result", "call", "call"]
    now = desk.open("Club pairs")
    [draft] = kept_drafts(desk, now)
    assert isinstance(draft.work, Unfinished)
    row = next(row for row in now.event.results if (row.table, row.round, row.board) == ("1", "1", 2))
    assert draft.work.answers == {"board": "2", "table": row.id}
    assert draft.author == "Bridgemate"
    take_up(desk, now, draft.id)
    discard(desk, now, draft.id)
    connector.accepted[Kind.TdCalls] = 0  # all calls once more
    Heard(desk, now, connector)()
    assert kept_drafts(desk, now) == ()


def test_a_call_from_a_table_that_is_not_known_is_said(desk: Desk, opened: OpenEvent, connector: Connector) -> None:
    happened = Heard(desk, opened, connector)(lambda: connector.put(call(session_id(opened), table=9)))
    assert [(kind, "no board is known" in words) for kind, words in happened] == [("call", True)]
    assert kept_drafts(desk, opened) == ()


# Trouble


def test_a_lost_connection_is_said_once_tried_with_growing_pauses_and_said_when_it_is_back(
    desk: Desk, opened: OpenEvent, connector: Connector, sent: Callable[..., Any]
) -> None:
    heard = Heard(desk, opened, connector)

    def lose() -> None:
        connector.put(sent(1))
        connector.instead = lambda command: (0, b"")

    def come_back() -> None:
        connector.instead = lambda command: None

    happened = heard(lose, *[lambda: None] * 8, come_back)
    assert [kind for kind, _ in happened] == ["lost", "result", "back"]
    pauses = heard.pauses[1:-1]
    assert pauses == sorted(pauses)
    assert (pauses[0] < pauses[1], max(pauses)) == (True, LONGEST_PAUSE)
    assert heard.pauses[-1] == heard.pauses[0]


def test_nobody_there_is_a_lost_connection_too(desk: Desk, opened: OpenEvent) -> None:
    with data_connector() as gone:
        pass
    happened = Heard(desk, opened, gone)(lambda: None)
    assert [kind for kind, _ in happened] == ["lost"]


DEEP = b"[" * 200_000
NONSENSE: list[Any] = [
    (200, b""), (200, b"null"), (200, b"[]"), (200, b"<html>"), (200, b"\xff\xfe"), (200, DEEP), (500, b"{}"),
    (302, b"{}"), (200, b"{}"),
    (200, json.dumps({"RequestCommand": 19, "DataType": 12, "SerializedData": 7}).encode()),
    (200, json.dumps({"RequestCommand": 19, "DataType": [], "LastQueueItemId": "x"}).encode()),
    ScoringProgramResponse(data_type=Kind.Results, serialized_data="{", last_queue_item_id=3),
    ScoringProgramResponse(data_type=Kind.Results, serialized_data='{"a": 1}', last_queue_item_id=3),
    ScoringProgramResponse(data_type=Kind.Results, serialized_data=DEEP.decode(), last_queue_item_id=3),
    ScoringProgramResponse(data_type=Kind.Handrecords, serialized_data="[]"),
    ScoringProgramResponse(data_type=Kind.Error, error_type=ErrorType.Busy),
    ScoringProgramResponse(data_type=Kind.Error, error_type=ErrorType.Exception),
]  # fmt: skip


@pytest.mark.parametrize("answer", NONSENSE, ids=range(len(NONSENSE)))
def test_an_answer_that_is_nonsense_enters_and_accepts_nothing_and_is_got_over(
    desk: Desk, opened: OpenEvent, connector: Connector, sent: Callable[..., Any], answer: Any
) -> None:
    def talk_nonsense() -> None:
        connector.put(sent(1))
        connector.instead = lambda command: answer if command is Command.PollQueueForNewResults else None

    def come_to_sense() -> None:
        assert (entered(desk), connector.waiting(Kind.Results)) == ([], 1)
        connector.instead = lambda command: None

    assert Heard(desk, opened, connector).kinds(talk_nonsense, come_to_sense) == ["lost", "result", "back"]


ITEMS: list[Any] = [
    None, 7, "x", [], {}, {"TableNumber": "1"}, {"BoardNumber": -1}, {"Level": 8}, {"Level": 4, "Denomination": 9},
    {"IsDeleted": "yes"}, {"TotalTricks": 14}, {"TotalTricks": True}, {"SessionGuid": "F" * 32}, {"Stake": [1]},
    {"SectionLetters": "A\x1b[2J"}, {"SectionLetters": KEY}, {"TableNumber": KEY}, {"IsDeleted": KEY}, {"Level": [KEY]},
    {"PairNorthSouth": 10**30}, {"ScoringDirection": 2}, {"DeclarerDirection": 0},
]  # fmt: skip


@pytest.mark.parametrize("item", ITEMS, ids=range(len(ITEMS)))
def test_an_item_that_is_nonsense_is_said_once_and_keeps_no_other_out(
    desk: Desk, opened: OpenEvent, connector: Connector, sent: Callable[..., Any], item: Any
) -> None:
    wrong = {**sent(1).to_dict(), **item} if isinstance(item, dict) and item else item
    happened = Heard(desk, opened, connector)(lambda: connector.put(wrong, sent(2)), lambda: None)
    assert sorted(kind for kind, _ in happened) == ["refused", "result"]
    assert all(words.isprintable() and "hush" not in words for _, words in happened)
    assert recorded(desk) == "np"
    assert connector.waiting(Kind.Results) == 0


def test_a_wrong_key_ends_it_and_nothing_secret_is_said(desk: Desk, opened: OpenEvent, connector: Connector) -> None:
    heard = Heard(desk, opened, connector, key="another-secret")
    with pytest.raises(DeviceRefusal, match="licence key may be wrong") as refused:
        heard()
    assert not any(word in str(refused.value) for word in ("another-secret", CLUB, KEY))
    assert connector.made == []
    connector.instead = lambda command: (403, b"")
    with pytest.raises(DeviceRefusal, match="licence key"):
        Heard(desk, opened, connector)()


def test_no_secret_is_in_the_journal_nor_in_anything_said(
    desk: Desk, opened: OpenEvent, connector: Connector, sent: Callable[..., Any], tmp_path: Path
) -> None:
    heard = Heard(desk, opened, connector)
    heard(
        lambda: connector.put(sent(1)),
        lambda: setattr(connector, "instead", lambda command: failed(command, ErrorType.Exception, f"{CLUB} {KEY}")),
    )
    desk.store.close()
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    said = repr(heard.happenings) + repr(heard.listener)
    assert all(word not in said and word.encode() not in kept for word in (CLUB, KEY))
    assert KEY in connector.raw[0]


def test_two_never_listen_to_one_event_at_once(desk: Desk, opened: OpenEvent, connector: Connector) -> None:
    other = ListeningTurn(desk, opened.kept.key)
    assert other.take()
    with pytest.raises(DeviceRefusal, match="Another process listens"):
        Heard(desk, opened, connector)()
    assert connector.asked == []
    other.give_up()
    assert Heard(desk, opened, connector)() == []


def test_the_turn_of_a_process_that_is_gone_is_free(desk: Desk, opened: OpenEvent) -> None:
    gone = ListeningTurn(desk, opened.kept.key)
    gone._holder = gone._holder.split()[0] + f" {2**22 + 1} x"  # no process has so high a number
    assert gone.take()
    assert ListeningTurn(desk, opened.kept.key).take()
