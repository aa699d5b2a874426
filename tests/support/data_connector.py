"""A stub of the Bridgemate Data Connector on loopback, written from the classes of its client package."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Lock, Thread
from typing import Any

from bridgemate_dataconnector.dto import (
    ContinueDTO,
    DataConnectorResponseData,
    ErrorType,
    InitDTO,
    ParticipationDTO,
    PlayerDataDTO,
    ResultDTO,
    ScoringProgramDataConnectorCommands,
    ScoringProgramRequest,
    ScoringProgramResponse,
    TableDirection,
    TdCallDTO,
)

CLUB, KEY = "club-4711-hush", "key-secret-0815-hush"
"""What must not be anywhere in any output."""

Command = ScoringProgramDataConnectorCommands
Kind = DataConnectorResponseData
Answer = tuple[int, bytes]
"""A status and a body, as they go over the wire."""

NEW = {
    Command.PollQueueForNewResults: Kind.Results,
    Command.PollQueueForNewPlayerData: Kind.PlayerData,
    Command.PollQueueForNewParticipations: Kind.Participations,
    Command.PollQueueForNewTdCalls: Kind.TdCalls,
}
ALL = {
    Command.PollQueueForAllResults: Kind.Results,
    Command.PollQueueForAllPlayerData: Kind.PlayerData,
    Command.PollQueueForAllParticipations: Kind.Participations,
    Command.PollQueueForAllTdCalls: Kind.TdCalls,
}
ACCEPT = {
    Command.AcceptResultQueueItems: Kind.Results,
    Command.AcceptPlayerDataQueueItems: Kind.PlayerData,
    Command.AcceptParticipantQueueItems: Kind.Participations,
    Command.AcceptTdCallQueueItems: Kind.TdCalls,
}


@dataclass
class Connector:
    """What the stub has: its sessions and the queues of one of them."""

    sessions: set[str] = field(default_factory=set)
    made: list[InitDTO] = field(default_factory=list)
    resumed: list[str] = field(default_factory=list)
    queues: dict[Kind, list[Any]] = field(default_factory=dict)
    accepted: dict[Kind, int] = field(default_factory=dict)
    asked: list[Command] = field(default_factory=list)
    """The commands in their order."""
    raw: list[str] = field(default_factory=list)
    """The bodies as they came."""
    instead: Callable[[Command], Answer | ScoringProgramResponse | None] = lambda command: None
    """Answers in the place of the stub where it gives something; a status of 0 breaks the connection off."""
    reached: dict[Command, Event] = field(default_factory=dict)
    """Set once a command has come in; its answer then waits for `go_on`."""
    go_on: Event = field(default_factory=Event)
    broken_off: Event = field(default_factory=Event)
    """Set once a connection was broken off."""
    url: str = ""
    _lock: Lock = field(default_factory=Lock)

    def put(self, *items: Any) -> None:
        """Put items into their queues, each a DTO or whatever stands for one on the wire."""
        kinds = {
            ResultDTO: Kind.Results,
            PlayerDataDTO: Kind.PlayerData,
            ParticipationDTO: Kind.Participations,
            TdCallDTO: Kind.TdCalls,
        }
        with self._lock:
            for item in items:
                self.queues.setdefault(kinds.get(type(item), Kind.Results), []).append(
                    item.to_dict() if type(item) in kinds else item
                )

    def waiting(self, kind: Kind) -> int:
        """How many items are not accepted."""
        return len(self.queues.get(kind, [])) - self.accepted.get(kind, 0)

    def answer(self, body: str) -> Answer | ScoringProgramResponse:
        """The answer to a request."""
        request = ScoringProgramRequest.from_dict(json.loads(body))
        command = request.command
        with self._lock:
            self.raw.append(body)
            self.asked.append(command)
        if command in self.reached:
            self.reached[command].set()
            self.go_on.wait(60)
        other = self.instead(command)
        if isinstance(other, ScoringProgramResponse):
            other.request_command = command
        if other is not None:
            return other
        if (request.club_id, request.licence_key) != (CLUB, KEY):
            return failed(command, ErrorType.Validation, f"{request.club_id} {request.licence_key}")
        with self._lock:
            return self._answer(command, request.session_guid or "", request.serialized_data or "")

    def _answer(self, command: Command, session: str, data: str) -> ScoringProgramResponse:
        if command is Command.Ping:
            return done(command, data)
        if command is Command.InitializeEvent:
            init = InitDTO.from_dict(json.loads(data))
            self.made.append(init)
            self.sessions |= {each.session_guid or "" for each in init.sessions or []}
            return done(command)
        if command is Command.ContinueEvent:
            id = ContinueDTO.from_dict(json.loads(data)).event_guid or ""
            self.resumed.append(id)
            return done(command) if id in self.sessions else failed(command, ErrorType.EntryUnknown, id)
        if session not in self.sessions:
            return failed(command, ErrorType.EntryUnknown, session)
        if command is Command.GetAllMovements:
            return holding(command, Kind.Movement, [{"SessionGuid": session, "Letters": "A"}])
        if command in NEW or command in ALL:
            kind = {**NEW, **ALL}[command]
            items = self.queues.get(kind, [])
            first = self.accepted.get(kind, 0) if command in NEW else 0
            return holding(command, kind, items[first:], len(items))
        if command in ACCEPT:
            self.accepted[ACCEPT[command]] = json.loads(data)
            return done(command)
        return failed(command, ErrorType.NotImplemented, "")


def done(command: Command, data: str | None = None) -> ScoringProgramResponse:
    """All went well."""
    return ScoringProgramResponse(request_command=command, data_type=Kind.OK, serialized_data=data)


def failed(command: Command, error: ErrorType, words: str) -> ScoringProgramResponse:
    """Something did not."""
    return ScoringProgramResponse(
        request_command=command, data_type=Kind.Error, error_type=error, serialized_data=json.dumps(words)
    )


def holding(command: Command, kind: Kind, items: list[Any], last: int = 0) -> ScoringProgramResponse:
    """Items of a queue."""
    return ScoringProgramResponse(
        request_command=command, data_type=kind, last_queue_item_id=last, serialized_data=json.dumps(items)
    )


def _handler(connector: Connector) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            answer = connector.answer(body)
            if isinstance(answer, ScoringProgramResponse):
                answer = 200, json.dumps(answer.to_dict()).encode()
            status, sent = answer
            self.close_connection = True
            if not status:
                connector.broken_off.set()
                return
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(sent)))
            self.end_headers()
            self.wfile.write(sent)

        def log_message(self, format: str, *args: object) -> None:
            """Nothing is printed."""

    return Handler


@contextmanager
def data_connector(connector: Connector | None = None) -> Iterator[Connector]:
    """A stub that answers at `url`, on any free port of loopback."""
    connector = connector or Connector()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(connector))
    server.daemon_threads = True
    connector.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield connector
    finally:
        connector.go_on.set()
        server.shutdown()
        server.server_close()
        thread.join()


def result(session: str, board: int, contract: str = "4H N 10", **other: Any) -> ResultDTO:
    """A result of table A1 in round 1: "4Sx E 9", "pass", "A+/A-" by `level`."""
    dto = ResultDTO(
        session_guid=session, section_letters="A", table_number=1, round_number=1, board_number=board,
        scoring_direction=ResultDTO.ScoringDirection_NSEW, pair_north_south=1, pair_east_west=2, declaring_pair=1,
    )  # fmt: skip
    if contract != "pass":
        name, declarer, tricks = contract.split()
        dto.level = int(name[0])
        dto.denomination = ["C", "D", "H", "S", "NT"].index(name[1:].rstrip("x")) + 1
        dto.stake = name.count("x")
        dto.declarer_direction, dto.total_tricks = "NESW".index(declarer) + 1, int(tricks)
    for key, value in other.items():
        setattr(dto, key, value)
    return dto


def erased(session: str, board: int, **other: Any) -> ResultDTO:
    """A result of table A1 in round 1 that is erased."""
    return ResultDTO(
        session_guid=session, section_letters="A", is_deleted=True, board_number=board,
        **{"table_number": 1, "round_number": 1, **other},
    )  # fmt: skip


def call(session: str, table: int = 1, round: int = 1, status: int = TdCallDTO.TdCallStatus_Launched) -> TdCallDTO:
    """A table calls the director at 21:12."""
    return TdCallDTO(
        session_guid=session, section_letters="A", table_number=table, round_number=round, hour=21, minute=12,
        status=status,
    )  # fmt: skip


def sits(session: str, table: int, direction: str, **who: Any) -> ParticipationDTO:
    """Who sits at a table in the first round."""
    return ParticipationDTO(
        session_guid=session, section_letters="A", table_number=table, direction=TableDirection[direction], **who
    )
