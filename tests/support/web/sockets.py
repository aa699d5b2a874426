"""Connections without a browser: many at once, silent ones, and such as send what a test wants."""

from __future__ import annotations

import resource
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from urllib.parse import urlsplit

import pytest

SECONDS = 60
"""Nobody waits longer for an answer."""


@contextmanager
def open_files(needed: int) -> Iterator[None]:
    """So many open files for the test; it is skipped where the machine does not allow them."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < needed:
        pytest.skip(f"at most {hard} files can be open here; the test needs {needed}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, needed), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def connect(address: str) -> socket.socket:
    """A connection to an address such as http://127.0.0.1:8765."""
    parts = urlsplit(address)
    return socket.create_connection((parts.hostname or "", parts.port or 80), SECONDS)


@contextmanager
def connections(address: str, count: int) -> Iterator[list[socket.socket]]:
    """So many connections, closed at the end."""
    with ExitStack() as stack:
        yield [stack.enter_context(connect(address)) for _ in range(count)]


def request(path: str = "/", *headers: str, method: str = "GET") -> bytes:
    """The head of a request."""
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: localhost", *headers, "", ""]).encode()


def answer(connection: socket.socket) -> bytes:
    """The whole answer to one request, by its length; b"" where the connection was closed."""
    received = b""
    while b"\r\n\r\n" not in received:
        if not (piece := received_from(connection)):
            return received
        received += piece
    head, _, body = received.partition(b"\r\n\r\n")
    lengths = [line.split(b":")[1] for line in head.lower().split(b"\r\n") if line.startswith(b"content-length")]
    while lengths and len(body) < int(lengths[0]):
        if not (piece := received_from(connection)):
            break
        body += piece
    return head + b"\r\n\r\n" + body


def until_closed(connection: socket.socket) -> bytes:
    """All that comes until the other side closes the connection."""
    received = b""
    while piece := received_from(connection):
        received += piece
    return received


def received_from(connection: socket.socket) -> bytes:
    """The next piece; b"" at the end, also where the other side broke off."""
    try:
        return connection.recv(65536)
    except ConnectionError:
        return b""
