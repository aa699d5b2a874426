"""A PostgreSQL server for the tests: their own, on this machine's loopback alone, gone when they end.

The fixture `postgresql_server` gives it to any test; `tools/debian-packages postgresql` installs what it needs.
"""

from __future__ import annotations

import os
import pwd
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg
import pytest

INSTALL = "no PostgreSQL server was found: install the package postgresql (Debian: apt-get install postgresql)"
HOST = "127.0.0.1"
ROLE = "amends"
SETTINGS = {
    "listen_addresses": HOST,
    "unix_socket_directories": "",
    "shared_buffers": "16MB",
    "max_connections": "50",
    "fsync": "on",  # what was acknowledged is there after a kill
}
PAUSE = 0.05
"""Seconds between two tries to connect to a server that starts."""

TRIES = 1200


def programs() -> Path | None:
    """The folder with the server's programs: from the PATH, from pg_config, or where Debian has them, newest first."""
    found: list[Path] = []
    if server := shutil.which("postgres"):
        found.append(Path(server).resolve().parent)
    if config := shutil.which("pg_config"):
        found.append(Path(subprocess.run([config, "--bindir"], capture_output=True, text=True).stdout.strip()))
    versions = (path for path in Path("/usr/lib/postgresql").glob("*/bin") if path.parent.name.isdecimal())
    found += sorted(versions, key=lambda path: int(path.parent.name), reverse=True)
    return next((path for path in found if all((path / name).is_file() for name in ("initdb", "postgres"))), None)


def server_user() -> pwd.struct_passwd | None:
    """The user to run the server as when the tests run as root, which PostgreSQL refuses to do."""
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam("postgres")
    except KeyError:
        return pwd.getpwnam("nobody")


def bound_socket() -> socket.socket:
    """A free port of the loopback, bound.

    A socket that is bound and does not listen lets the server listen on its port (on Linux), and keeps the
    port from being given to anyone else while the server is down.
    """
    bound = socket.socket()
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    bound.bind((HOST, 0))
    return bound


class Server:
    """A server with a folder of its own."""

    def __init__(self, programs: Path) -> None:
        self.programs = programs
        self.user = server_user()
        # As root: where the other user can go, which the folder of temporary files need not be.
        self.folder = Path(tempfile.mkdtemp(prefix="amends-postgresql-", dir="/tmp" if self.user else None))
        self.data = self.folder / "data"
        self.log = self.folder / "log"
        self.numbers = count(1)
        self.port = 0
        self.port_kept: socket.socket | None = None
        self.process: subprocess.Popen[bytes] | None = None
        if self.user:
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)

    def run(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        """One of the server's programs, as the server's user; what it says goes to the log."""
        command = [str(self.programs / program), *arguments]
        with self.log.open("ab") as log:
            if self.user is None:
                return subprocess.Popen(command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
            return subprocess.Popen(
                command,
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                user=self.user.pw_uid,
                group=self.user.pw_gid,
                extra_groups=[],
            )

    def make(self) -> None:
        """The folder of data, empty, and the server started on a free port; another port where it is taken."""
        made = self.run(
            *("initdb", "--pgdata", str(self.data), "--username", ROLE, "--auth", "trust"),
            *("--encoding", "UTF8", "--locale", "C", "--no-sync"),
        )
        assert made.wait() == 0, self.said()
        for last in (False, False, False, False, True):
            self.let_go_of_port()
            bound = bound_socket()
            self.port = bound.getsockname()[1]
            if sys.platform == "linux":
                self.port_kept = bound
            else:
                bound.close()
            try:
                self.start()
            except NotStarted:
                if last or "could not bind" not in self.said():
                    raise
            else:
                break

    def start(self) -> None:
        """The server takes connections, on the same port as before."""
        assert self.process is None
        options = (part for name, value in SETTINGS.items() for part in ("-c", f"{name}={value}"))
        self.process = self.run("postgres", "-D", str(self.data), "-p", str(self.port), *options)
        for _ in range(TRIES):
            if self.ready():
                return
            try:
                self.process.wait(PAUSE)
            except subprocess.TimeoutExpired:
                continue
            self.process = None
            raise NotStarted(self.said())
        self.kill()
        raise NotStarted(self.said())

    def ready(self) -> bool:
        """Whether it is this server that takes connections on its port."""
        try:
            with self.connect() as connection:
                row = connection.execute("SHOW data_directory").fetchone()
        except psycopg.OperationalError:
            return False
        return row == (str(self.data),)

    def connect(self) -> psycopg.Connection[tuple[object, ...]]:
        """A connection to the database that every server has."""
        return psycopg.connect(self.url_of("postgres"), autocommit=True, connect_timeout=10)

    def url_of(self, database: str) -> str:
        """Where a database is."""
        return f"postgresql://{ROLE}@{HOST}:{self.port}/{database}"

    def url(self, name: str, options: str = "") -> str:
        """The URL of a new and empty database, whose name begins with this one and is its alone."""
        database = f"{re.sub('[^a-z0-9]+', '_', name.lower())[:50]}_{next(self.numbers)}"
        with self.connect() as connection:
            connection.execute(f'CREATE DATABASE "{database}" {options}'.encode())
        return self.url_of(database)

    def stop(self) -> None:
        """A shutdown that ends connections and loses nothing."""
        if self.process is not None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(TRIES * PAUSE)
            except subprocess.TimeoutExpired:
                self.kill()
            self.process = None

    def kill(self) -> None:
        """Everything of the server dies at once, as when the machine ends it.

        Each process of the server leads a group of its own, so that there is no group to kill: the first
        process is halted, which can then start no other, and they are killed one by one.
        """
        assert self.process is not None
        first = self.process.pid
        os.kill(first, signal.SIGSTOP)
        os.waitid(os.P_PID, first, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
        others = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        dying = [os.pidfd_open(int(each)) for each in others]
        for each in dying:
            signal.pidfd_send_signal(each, signal.SIGKILL)
        self.process.kill()
        for each in dying:  # until it is gone and has let go of the memory that they shared
            select.select([each], [], [])
            os.close(each)
        self.process.wait()
        self.process = None

    @contextmanager
    def hanging(self) -> Iterator[None]:
        """All of the server stands still, and closes no connection."""
        assert self.process is not None
        first = self.process.pid
        os.kill(first, signal.SIGSTOP)
        os.waitid(os.P_PID, first, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
        halted = [first, *map(int, Path(f"/proc/{first}/task/{first}/children").read_text().split())]
        for each in halted:
            os.kill(each, signal.SIGSTOP)
        try:
            yield
        finally:
            for each in reversed(halted):
                os.kill(each, signal.SIGCONT)

    def said(self) -> str:
        """The log."""
        return self.log.read_text(errors="replace")

    def let_go_of_port(self) -> None:
        """The port may be given to others again."""
        if self.port_kept is not None:
            self.port_kept.close()
            self.port_kept = None

    def remove(self) -> None:
        """The server is ended and nothing of it stays; it need not write to the disk first what is removed then."""
        if self.process is not None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait()
        self.let_go_of_port()
        shutil.rmtree(self.folder)


class NotStarted(Exception):
    """The server ended, or took no connections; with its log."""


@contextmanager
def running_server() -> Iterator[Server]:
    """A server of its own, for a test that ends it; skips the test where there is no PostgreSQL."""
    folder = programs()
    if folder is None:
        pytest.skip(INSTALL)
    server = Server(folder)
    try:
        server.make()
        yield server
    finally:
        server.remove()


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[Server]:
    """The tests' own PostgreSQL server, started when the first test asks for it (in each pytest-xdist worker)."""
    with running_server() as server:
        yield server
