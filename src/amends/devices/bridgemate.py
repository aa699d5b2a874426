"""The Bridgemate Data Connector over HTTP, as its own client package of the pinned version sends and reads it.

The client raises nothing where something fails, and lets some exceptions through: here every answer is looked at, and
whatever is wrong becomes DeviceTrouble. Texts of the other side are never shown: they may hold what was sent.
"""

from __future__ import annotations

import http.client
import json
import re
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from bridgemate_dataconnector import DataConnectorClient, HttpTransport, validate_init_dto
from bridgemate_dataconnector.dto import (
    ContinueDTO,
    DataConnectorResponseData,
    ErrorType,
    InitDTO,
    ScoringProgramDataConnectorCommands,
    ScoringProgramRequest,
    ScoringProgramResponse,
)

from amends.devices import bridgemate_items as items
from amends.devices.messages import (
    FORGOTTEN,
    ConnectionLost,
    Credentials,
    DeviceRefusal,
    DeviceSession,
    Queue,
    Waiting,
)
from amends.faults import Refusal

SECONDS = 10.0
"""How long nothing of an answer may come; the whole of it may take three times as long."""
MOST_BYTES = 16 * 1024 * 1024
"""Of one answer: far more than a session has."""

_PART = 65536
_SESSION = re.compile("[0-9A-F]{32}")

Command = ScoringProgramDataConnectorCommands
Kind = DataConnectorResponseData

_POLL_NEW = {
    Queue.RESULTS: Command.PollQueueForNewResults,
    Queue.NAMES: Command.PollQueueForNewPlayerData,
    Queue.SEATS: Command.PollQueueForNewParticipations,
    Queue.CALLS: Command.PollQueueForNewTdCalls,
}
_POLL_ALL = {
    Queue.RESULTS: Command.PollQueueForAllResults,
    Queue.NAMES: Command.PollQueueForAllPlayerData,
    Queue.SEATS: Command.PollQueueForAllParticipations,
    Queue.CALLS: Command.PollQueueForAllTdCalls,
}
_ACCEPT = {
    Queue.RESULTS: Command.AcceptResultQueueItems,
    Queue.NAMES: Command.AcceptPlayerDataQueueItems,
    Queue.SEATS: Command.AcceptParticipantQueueItems,
    Queue.CALLS: Command.AcceptTdCallQueueItems,
}
_KINDS = {
    Queue.RESULTS: Kind.Results,
    Queue.NAMES: Kind.PlayerData,
    Queue.SEATS: Kind.Participations,
    Queue.CALLS: Kind.TdCalls,
}

_LATER = {
    ErrorType.None_: "an error without a reason",
    ErrorType.Busy: "it is busy",
    ErrorType.Exception: "an error of its own",
    ErrorType.EmptyResponse: "an empty answer",
    ErrorType.NoConnection: "it has no connection to the control software",
    ErrorType.TimeOut: "it waits for something else",
    ErrorType.Unknown: "an error without a reason",
}
"""Errors that may pass."""
_NOT_THERE = (ErrorType.EntryUnknown, ErrorType.NoData, ErrorType.Movement, ErrorType.NotImplemented)
"""Errors that say that there is nothing under an id."""

NONSENSE = "The Data Connector gives an answer that cannot be read."
WRONG_CREDENTIALS = (
    "The Data Connector refuses what it is asked: the club id or the licence key may be wrong. Look at both."
)


def read_address(url: str) -> str:
    """The address of a Data Connector: scheme, host and port; anything else in it is refused."""
    try:
        parts = urlsplit(url.strip())
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
        parts = urlsplit("")
    plain = not (parts.username or parts.password or parts.query or parts.fragment or parts.path.strip("/"))
    if parts.scheme not in ("http", "https") or not host or not plain or not re.fullmatch(r"[\w.:-]+", host):
        raise Refusal("This is not the address of a Data Connector.", "Write it as http://192.168.1.50:5079.")
    name = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{name}{f':{port}' if port else ''}"


def read_session(text: str) -> str:
    """The id of a session: 32 hexadecimal digits; hyphens, braces and small letters are put right."""
    tidy = text.strip().strip("{}").replace("-", "").upper()
    if not _SESSION.fullmatch(tidy):
        raise Refusal("The id of a session has 32 hexadecimal digits.", "Copy it from the program that has made it.")
    return tidy


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Another address is never followed: what is sent holds the licence key."""

    def redirect_request(self, *args: Any, **options: Any) -> None:
        """Not followed."""


@dataclass(frozen=True)
class BoundedTransport(HttpTransport):
    """HTTP with limits of time and size; what fails is ConnectionLost, which the client lets through at once."""

    shown: str
    seconds: float = SECONDS

    def get(self, url: str) -> str:
        """The answer to GET."""
        return self._answer(urllib.request.Request(url))

    def post(self, url: str, json_body: str) -> str:
        """The answer to POST: always the text of a JSON object."""
        headers = {"Content-Type": "application/json; charset=utf-8"}
        answer = self._answer(urllib.request.Request(url, json_body.encode(), headers, method="POST"))
        try:
            is_object = isinstance(json.loads(answer), dict)
        except (ValueError, RecursionError):
            is_object = False
        if not is_object:
            raise ConnectionLost(NONSENSE)
        return answer

    def _answer(self, request: urllib.request.Request) -> str:
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), _NoRedirect())
        try:
            with opener.open(request, timeout=self.seconds) as response:
                body = self._body(response)
        except urllib.error.HTTPError as trouble:
            trouble.close()
            if trouble.code in (401, 403):
                raise DeviceRefusal(WRONG_CREDENTIALS) from None
            raise ConnectionLost(f"The Data Connector at {self.shown} answers with status {trouble.code}.") from None
        except (OSError, http.client.HTTPException, ValueError):
            raise ConnectionLost(f"There is no answer from the Data Connector at {self.shown}.") from None
        try:
            return body.decode()
        except UnicodeDecodeError:
            raise ConnectionLost(NONSENSE) from None

    def _body(self, response: http.client.HTTPResponse) -> bytes:
        """All of an answer, as long as it is neither too large nor too slow."""
        body, end = bytearray(), time.monotonic() + 3 * self.seconds
        while part := response.read1(_PART):
            body += part
            if len(body) > MOST_BYTES:
                raise ConnectionLost(NONSENSE)
            if time.monotonic() > end:
                raise ConnectionLost(f"The Data Connector at {self.shown} is too slow.")
        if response.length:
            raise ConnectionLost(NONSENSE)
        return bytes(body)


class DataConnector:
    """A Data Connector, asked in the name of a club."""

    def __init__(self, url: str, credentials: Credentials, seconds: float = SECONDS) -> None:
        self._shown = read_address(url)
        self._club = credentials.club
        transport = BoundedTransport(self._shown, seconds)
        self._client = DataConnectorClient(credentials.club, credentials.key, self._shown, transport)

    @property
    def shown(self) -> str:
        """Its address."""
        return self._shown

    def check(self) -> None:
        """Ask whether it is there and takes the credentials."""
        text = json.dumps("amends")
        answer = self._ask(Command.Ping, "", text)
        if answer.data_type != Kind.OK or answer.serialized_data != text:
            raise ConnectionLost(NONSENSE)

    def has_session(self, id: str) -> bool:
        """Whether it knows the movement of a session."""
        answer = self._send(Command.GetAllMovements, id, "")
        if answer.data_type == Kind.Error and answer.error_type in _NOT_THERE:
            return False
        self._raise(answer)
        return bool(_listed(answer))

    def resume(self, id: str) -> None:
        """Have the control software go on with the event of this id, and read from the devices."""
        commands = InitDTO.StartBCS | InitDTO.Command_StartReading
        data = ContinueDTO(event_guid=id, club_id=self._club, commands=commands)
        answer = self._send(Command.ContinueEvent, "", json.dumps(data.to_dict()))
        if answer.data_type == Kind.Error and answer.error_type in _NOT_THERE:
            raise DeviceRefusal(f"The control software has no session {id}. Look at the id.")
        self._raise(answer)

    def make(self, session: DeviceSession) -> None:
        """Have the control software make a session; what it would refuse is refused here, in plain words."""
        data = items.initial(session, self._club)
        if not validate_init_dto(data):
            raise DeviceRefusal("The movement of the event is none that the control software takes.")
        data.validation_messages = None
        answer = self._send(Command.InitializeEvent, "", json.dumps(data.to_dict()))
        if answer.data_type == Kind.Error and answer.error_type not in _LATER:
            raise DeviceRefusal("The control software does not take this movement, or the club id is wrong.")
        self._raise(answer)

    def poll(self, queue: Queue, session: str, *, everything: bool = False) -> Waiting:
        """What waits in a queue."""
        answer = self._send((_POLL_ALL if everything else _POLL_NEW)[queue], session, "")
        if answer.data_type == Kind.Error and answer.error_type is ErrorType.NoData:
            return Waiting()
        if answer.data_type == Kind.Error and answer.error_type is ErrorType.EntryUnknown:
            raise DeviceRefusal(FORGOTTEN)
        self._raise(answer)
        if answer.data_type != _KINDS[queue]:
            if answer.data_type in (Kind.OK, Kind.None_) and not answer.serialized_data:
                return Waiting()
            raise ConnectionLost(NONSENSE)
        return Waiting(
            tuple(items.READERS[queue](each, session) for each in _listed(answer)), answer.last_queue_item_id
        )

    def accept(self, queue: Queue, session: str, last: int) -> None:
        """Say that the messages up to a number need not be sent again."""
        self._ask(_ACCEPT[queue], session, json.dumps(last))

    def _ask(self, command: Command, session: str, data: str) -> ScoringProgramResponse:
        answer = self._send(command, session, data)
        self._raise(answer)
        return answer

    def _send(self, command: Command, session: str, data: str) -> ScoringProgramResponse:
        """The answer to a request: of the right shape, and to this request."""
        request = ScoringProgramRequest(command=command, session_guid=session, serialized_data=data)
        try:
            answer = self._client.send_request(request)
        except (AttributeError, TypeError, ValueError, RecursionError):
            raise ConnectionLost(NONSENSE) from None
        texts = (answer.serialized_data, answer.session_guid)
        if not all(text is None or isinstance(text, str) for text in texts):
            raise ConnectionLost(NONSENSE)
        number = answer.last_queue_item_id
        if not isinstance(number, int) or isinstance(number, bool) or number < 0 or answer.request_command != command:
            raise ConnectionLost(NONSENSE)
        return answer

    def _raise(self, answer: ScoringProgramResponse) -> None:
        """Raise the trouble that an answer tells of."""
        if answer.data_type != Kind.Error:
            return
        if answer.error_type in _LATER:
            raise ConnectionLost(f"The Data Connector at {self._shown} cannot answer: {_LATER[answer.error_type]}.")
        if answer.error_type is ErrorType.Validation:
            raise DeviceRefusal(WRONG_CREDENTIALS)
        raise DeviceRefusal("The Data Connector cannot do what it is asked. It may be of another version.")


def _listed(answer: ScoringProgramResponse) -> list[Mapping[str, Any]]:
    """The items that an answer holds; none where it holds nothing."""
    text = answer.serialized_data or ""
    if not text.strip():
        return []
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise ConnectionLost(NONSENSE) from None
    if not isinstance(found, list):
        raise ConnectionLost(NONSENSE)
    return found
