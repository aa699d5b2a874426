"""The engine for other programs: one request per line, one answer per line, in order, until the input ends.

No request can end it: what is wrong with a line is the answer to that line.
"""

from __future__ import annotations

import gc
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, BinaryIO

from amends.contract import problems
from amends.contract.documents.base import ContractDocument
from amends.contract.operations import ForbiddenRulings, UnknownOperation, operate
from amends.event.limits import LARGEST_UPLOAD
from amends.faults import Fault, Faults
from amends.formats.event_document import strict_json
from amends.garbage import collection_paused

LONGEST_LINE = LARGEST_UPLOAD
"""Bytes of a request; what is longer is skipped up to its end, and never held in memory."""

_PIECE = 1 << 20


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer all requests."""
    for line in lines(requests):
        if line is not None and not line.strip():
            continue
        answers.write(answer(line) + b"\n")
        answers.flush()


def lines(requests: BinaryIO) -> Iterator[bytes | None]:
    """The lines of the input; None for one that is too long."""
    while line := requests.readline(LONGEST_LINE + 1):
        if len(line) <= LONGEST_LINE or line.endswith(b"\n"):
            yield line
            continue
        while (piece := requests.readline(_PIECE)) and not piece.endswith(b"\n"):
            pass
        yield None


def answer(line: bytes | None) -> bytes:
    """The answer to a line, as JSON without a line break."""
    id: Any = None
    try:
        if line is None:
            raise TooLong
        text = _decode(line)
        id = _id_of(text)
        request = _read(text)
        id = request.pop("id", id)
        if not isinstance(id, str | int | None):
            id = None
            raise Faults([Fault("an id that is no text and no number", "a text or a whole number", path="/id")])
        name = request.pop("do", None)
        if not isinstance(name, str):
            raise Faults([Fault("no operation", "the key do with the name of an operation", path="/do")])
        with collection_paused(stays=False):
            return _encode({"id": id, "answer": operate(name, request).model_dump(mode="json")})
    except Exception as trouble:
        return _encode({"id": id, "problem": problem_of(trouble).model_dump(mode="json")})


def problem_of(trouble: Exception) -> problems.ProblemDocument:
    """The problem that any exception is; a fault of ours says nothing of what was sent."""
    match trouble:
        case TooLong():
            return problems.problem("too-large", f"A request has at most {LONGEST_LINE:,} bytes.")
        case UnknownOperation():
            return problems.of_faults(trouble, "unknown-operation")
        case ForbiddenRulings():
            return problems.of_faults(trouble, "forbidden-ruling")
        case NotJson():
            return problems.of_faults(trouble, "not-json")
        case Faults():
            return problems.of_faults(trouble)
        case MemoryError() | RecursionError():
            gc.collect()
            return problems.problem("too-large", "The request needs more memory or depth than there is.")
    return problems.problem("internal", f"{type(trouble).__name__} in amends. Please report it.")


class TooLong(Exception):
    """A line with more bytes than are read."""


# As a child of the server


def in_child(data: bytes) -> bytes:
    """The answer to the name of an operation, a line break, and its request: the HTTP status, and a document."""
    name, _, body = data.partition(b"\n")
    status = 200
    try:
        request = parse_request(body)
        with collection_paused(stays=False):
            document: ContractDocument = operate(name.decode(), request)
            made = document.model_dump(mode="json")
    except Exception as trouble:
        problem = problem_of(trouble)
        status, made = problem.status, problem.model_dump(mode="json")
    return f"{status}\n".encode() + _encode(made)


def get_ready() -> None:
    """Load what the first operation needs."""
    operate("version", {})


class NotJson(Faults):
    """A line that is no JSON object."""


def parse_request(body: bytes) -> dict[str, Any]:
    """The object of a request; what is no JSON object is refused."""
    return _read(_decode(body))


def _decode(line: bytes) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as trouble:
        raise NotJson([Fault(f"a byte that is no UTF-8, at {trouble.start}", "UTF-8")]) from None


_ID = re.compile(r'\s*\{\s*"id"\s*:\s*("(?:[^"\\]|\\.){0,200}"|-?[0-9]{1,18}(?![0-9.eE]))')


def _id_of(text: str) -> Any:
    """The id that a request begins with, also where the rest of it cannot be read."""
    found = _ID.match(text)
    if found is None:
        return None
    try:
        id = json.loads(found[1])
        str(id).encode()
    except ValueError:  # no JSON, or half a character
        return None
    return id


def _read(text: str) -> dict[str, Any]:
    try:
        request = strict_json.parse(text, "request", pointers=True)
    except Faults as trouble:
        own = [fault for fault in trouble.faults if fault.path is None]
        plain = (replace(fault, file=None) for fault in trouble.faults)
        raise (NotJson if own else Faults)(plain) from None
    if not isinstance(request, dict):
        raise NotJson([Fault("JSON that is no object", 'an object such as {"id": 1, "do": "version"}')])
    return request


def _encode(data: object) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
