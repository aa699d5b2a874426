"""Wrong tries to sign in are counted in the store, for all processes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from amends.accounts.sign_in_limit import FORGOTTEN_AFTER, Tries, Trying
from amends.desk import Desk
from amends.store import open_store

NOW = datetime(2026, 11, 13, 19, 0, tzinfo=UTC)
HERE = "192.0.2.1"


def seconds(number: int) -> timedelta:
    return timedelta(seconds=number)


def test_counts_are_the_same_for_all_who_have_the_store_open(where: str) -> None:
    with open_store(where) as one, open_store(where) as other:
        for _ in range(5):
            Tries(Desk(one)).failed(Trying("R. Fox", HERE), NOW)
        tries = Tries(Desk(other))
        assert tries.wait_for(Trying("R. Fox", HERE), NOW) == seconds(30)
        assert tries.begun(Trying("R. Fox", HERE), NOW) == seconds(30)
        tries.lift("r. FOX")
        assert Tries(Desk(one)).wait_for(Trying("R. Fox", HERE), NOW) is None
        assert len(tries) == 1  # the address is not let off
        for number in range(60):
            Tries(Desk(one), 20).failed(Trying(f"name {number}", f"address {number}"), NOW + seconds(number))
        assert len(tries) <= 20
        tries.failed(Trying("R. Fox", HERE), NOW + FORGOTTEN_AFTER + seconds(100))
        assert len(tries) == 3
