"""Accounts and settings in the store: a name is taken once, and of several at once each sees what the other did."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from amends.faults import Faults, refuse
from amends.store import KeptAccount, Store, open_store
from store.test_at_once import Process, at_once
from support.journals import START
from support.store.making import run

FOX = KeptAccount("R. Fox", "chief", "$argon2id$one", 1, START)
COLE = KeptAccount("C. Cole", "director", "$argon2id$two", 1, START)

ADDING = """
import sys
from datetime import UTC, datetime
from amends.faults import Faults
from amends.store import KeptAccount, open_store
with open_store(sys.argv[1], wait_seconds=60) as store:
    store.accounts()
    print("ready", flush=True)
    sys.stdin.readline()
    try:
        store.add_account(KeptAccount(sys.argv[2], "chief", "$argon2id$", 1, datetime(2026, 11, 13, tzinfo=UTC)))
        print("added", flush=True)
    except Faults as trouble:
        print(trouble, flush=True)
"""


def anything(account: KeptAccount, others: Sequence[KeptAccount]) -> None:
    """Nothing speaks against it."""


def test_accounts_are_kept_and_listed_by_name(store: Store) -> None:
    assert store.accounts() == []
    store.add_account(FOX)
    store.add_account(COLE)
    assert store.accounts() == [COLE, FOX]


@pytest.mark.parametrize("name", ["R. Fox", "r. fox", "R.  FOX", " R. Fox ", "Ｒ. Fox"])
def test_a_name_is_the_same_in_capital_and_small_letters(store: Store, name: str) -> None:
    store.add_account(FOX)
    assert store.account(name) == FOX
    with pytest.raises(Faults, match=r"There is already an account 'R. Fox'"):
        store.add_account(replace(COLE, name=name))
    assert store.accounts() == [FOX]


@pytest.mark.parametrize("name", ["", "Fox", "R.Fox", "R. Fox 2", "%", "R. F_x"])
def test_a_name_that_nobody_has(store: Store, name: str) -> None:
    store.add_account(FOX)
    assert store.account(name) is None
    expected = r"No account is called .*\. Accounts: R\. Fox"
    with pytest.raises(Faults, match=expected):
        store.remove_account(name, anything)
    with pytest.raises(Faults, match=expected):
        store.change_account(name, lambda account, others: account)
    assert store.accounts() == [FOX]


@pytest.mark.parametrize("name", ["R.\0Fox", "R. \ud800"])
def test_a_name_that_cannot_be_kept_is_refused(store: Store, name: str) -> None:
    with pytest.raises(Faults, match="Type the name of an account again"):
        store.add_account(replace(FOX, name=name))
    with pytest.raises(Faults, match="Type the name of an account again"):
        store.account(name)


def test_an_account_is_changed_and_the_others_stay(store: Store) -> None:
    store.add_account(FOX)
    store.add_account(COLE)
    seen = list[Sequence[KeptAccount]]()

    def change(account: KeptAccount, others: Sequence[KeptAccount]) -> KeptAccount:
        seen.append(others)
        return replace(account, role="scorer", secret="$argon2id$three", epoch=account.epoch + 1)

    changed = store.change_account("c. cole", change)
    assert changed == KeptAccount("C. Cole", "scorer", "$argon2id$three", 2, START)
    assert store.accounts() == [changed, FOX]
    assert seen == [[FOX]]


def test_an_account_is_removed_unless_something_speaks_against_it(store: Store) -> None:
    def never(account: KeptAccount, others: Sequence[KeptAccount]) -> None:
        raise refuse(account.name, "that it stays")

    store.add_account(FOX)
    with pytest.raises(Faults, match="that it stays"):
        store.remove_account("r. fox", never)
    assert store.accounts() == [FOX]
    assert store.remove_account("r. fox", anything) == FOX
    assert store.accounts() == []


def test_a_secret_is_not_shown() -> None:
    assert "argon2" not in repr(FOX)


def test_a_removed_account_is_gone_from_the_file(path_store: Store) -> None:
    path_store.add_account(FOX)
    path_store.remove_account("R. Fox", anything)
    path_store.close()
    assert b"$argon2id$one" not in Path(path_store.where).read_bytes()


def test_a_damaged_account_or_setting_is_a_fault(store: Store, where: str) -> None:
    store.add_account(FOX)
    run(where, "UPDATE accounts SET created = 'x'")
    with pytest.raises(Faults, match=r"account 'R. Fox': A damaged entry: a time that cannot be read"):
        store.accounts()
    run(where, "INSERT INTO settings (name, value) VALUES ('club', '{')")
    with pytest.raises(Faults, match=r"setting 'club': A damaged entry: JSON that cannot be read"):
        store.settings()


@pytest.mark.parametrize(
    "value", ["", "The café ♥", 0, 12, True, False, None, ["a", 1], {"a": {"b": None}}, "\0", "\ud800"]
)
def test_any_plain_value_of_a_setting_is_kept(store: Store, value: Any) -> None:
    assert store.change_settings(lambda settings: {"one": 1, "other": value}) == {"one": 1, "other": value}
    assert store.settings() == {"one": 1, "other": value}
    store.change_settings(lambda settings: {"other": settings["other"]})
    assert store.settings() == {"other": value}


def test_two_processes_that_add_the_same_name_at_once(store: Store, where: str) -> None:
    with ExitStack() as stack:
        both = [stack.enter_context(Process("-c", ADDING, where, name)) for name in ("R. Fox", "r. fox")]
        assert [each.heard() for each in both] == ["ready", "ready"]
        for each in both:
            each.go()
        refused, added = sorted(each.heard() for each in both)
        for each in both:
            each.end()
    assert added == "added"
    assert "There is already an account" in refused
    assert len(store.accounts()) == 1


def test_several_who_change_settings_at_once_lose_nothing(store: Store) -> None:
    troubles = at_once(4, lambda place: store.change_settings(lambda settings: {**settings, f"s{place}": place}))
    assert troubles == []
    assert store.settings() == {f"s{place}": place for place in range(4)}


def test_several_who_raise_an_epoch_at_once_raise_it_each(store: Store) -> None:
    store.add_account(FOX)

    def later(account: KeptAccount, others: Sequence[KeptAccount]) -> KeptAccount:
        return replace(account, epoch=account.epoch + 1)

    assert at_once(4, lambda place: store.change_account("R. Fox", later)) == []
    assert [account.epoch for account in store.accounts()] == [FOX.epoch + 4]


def test_accounts_and_settings_are_there_when_the_store_is_opened_again(where: str) -> None:
    with open_store(where) as store:
        store.add_account(FOX)
        store.change_settings(lambda settings: {"club": "A club"})
    with open_store(where) as store:
        assert store.accounts() == [FOX]
        assert store.settings() == {"club": "A club"}
