"""The tests' own PostgreSQL server: it answers, its databases are apart, it can be stopped and killed."""

from __future__ import annotations

from collections.abc import Callable

import psycopg
import pytest

from support.postgresql import Server, running_server


def tables(url: str) -> list[object]:
    with psycopg.connect(url) as connection:
        rows = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
    return [name for (name,) in rows]


def test_it_answers(postgresql_server: Server) -> None:
    with psycopg.connect(postgresql_server.url("answers")) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)


def test_it_keeps_what_is_committed(postgresql_server: Server) -> None:
    with postgresql_server.connect() as connection:
        assert connection.execute("SHOW fsync").fetchone() == ("on",)
        assert connection.execute("SHOW synchronous_commit").fetchone() == ("on",)


def test_two_databases_of_one_name_are_apart(postgresql_server: Server) -> None:
    one, other = postgresql_server.url("Apart!"), postgresql_server.url("Apart!")
    with psycopg.connect(one) as connection:
        connection.execute("CREATE TABLE boards (number integer)")
    assert tables(one) == ["boards"]
    assert tables(other) == []


@pytest.mark.parametrize("end", [Server.stop, Server.kill])
def test_what_was_written_is_there_after_an_end_and_a_start(end: Callable[[Server], None]) -> None:
    with running_server() as server:
        url = server.url("ended")
        with psycopg.connect(url) as connection:
            connection.execute("CREATE TABLE boards (number integer)")
        end(server)
        with pytest.raises(psycopg.OperationalError):
            psycopg.connect(url)
        server.start()
        assert tables(url) == ["boards"]
