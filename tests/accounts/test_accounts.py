"""Accounts at the desk: names, secrets, roles; no secret in clear; somebody always looks after the accounts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher

from amends.accounts import passwords
from amends.accounts.accounts import (
    Account,
    Role,
    account_named,
    account_of_session,
    accounts,
    add_account,
    change_role,
    change_secret,
    check_new,
    check_secret,
    remove_account,
)
from amends.desk import Desk
from amends.faults import Faults, refuse
from store.test_at_once import at_once
from support import desks
from support.store.making import run

GOOD = "eight hearts is too many"
OTHER = "314159"


@pytest.fixture(autouse=True)
def _cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("amends.accounts.passwords.HASHER", desks.CHEAP)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "amends.db"


@pytest.fixture
def desk(path: Path) -> Iterator[Desk]:
    with desks.desk_at(path) as opened:
        yield opened


def test_an_account_is_added_and_its_secret_opens_it(desk: Desk) -> None:
    made = add_account(desk, " R.  Fox ", "chief", GOOD)
    assert (made.name, made.role) == ("R. Fox", Role.CHIEF)
    assert accounts(desk) == (made,)
    assert check_secret(desk, "R. Fox", GOOD) == made
    assert check_secret(desk, "r. fox", GOOD) == made
    assert account_named(desk, "R. FOX") == made


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("R. Fox", ""),
        ("R. Fox", GOOD.upper()),
        ("R. Fox", f"{GOOD} "),
        ("R. Fox", GOOD[:-1]),
        ("R. Fox", OTHER),
        ("R. Fox", "x" * 100_000),
        ("R. Fox", "\ud800"),
        ("R. Fox", "\0"),
        ("C. Cole", GOOD),
        ("", GOOD),
        ("R. Fox\0", GOOD),
        ("\ud800", GOOD),
        ("x" * 100_000, GOOD),
    ],
)
def test_a_wrong_name_or_secret_opens_nothing(desk: Desk, name: str, typed: str) -> None:
    add_account(desk, "R. Fox", Role.CHIEF, GOOD)
    assert check_secret(desk, name, typed) is None


@pytest.mark.parametrize(
    ("made", "typed"),
    [
        ("ｅｉｇｈｔ　hearts", "eight hearts"),
        ("café au lait", "cafe\u0301 au lait"),
        ("２７１８２８", "271828"),
        ("♠♥♦♣♠♥♦♣ nt", "♠♥♦♣♠♥♦♣ nt"),
    ],
)
def test_a_secret_is_the_same_on_every_keyboard(desk: Desk, made: str, typed: str) -> None:
    add_account(desk, "R. Fox", Role.CHIEF, made)
    assert check_secret(desk, "R. Fox", typed) is not None


TOO_SHORT = "Choose a PIN of at least 6 digits, or a password of at least 8 characters"
OBVIOUS = "Everybody tries this secret first"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", f"The password has 0 characters. {TOO_SHORT}"),
        ("27182", f"The PIN has 5 digits. {TOO_SHORT}"),
        ("hearts7", f"The password has 7 characters. {TOO_SHORT}"),
        ("eight\thearts", "characters that cannot be typed"),
        ("x" * 201, "more than 200"),
        ("\ufdfa" * 150, "more than 200"),
        ("hearts\ud800hearts", "half a character"),
        ("000000", OBVIOUS),
        ("99999999", OBVIOUS),
        ("123456", OBVIOUS),
        ("654321", OBVIOUS),
        ("1234567890", OBVIOUS),
        ("121212", OBVIOUS),
        ("456456", OBVIOUS),
        ("Password", OBVIOUS),
        ("password123", OBVIOUS),
        ("qwertyuiop", OBVIOUS),
        ("abcdefgh", OBVIOUS),
        ("Rob Foxley", "is the name of the account"),
        ("robfoxley", "is the name of the account"),
        ("yelxofbor", "is the name of the account"),
        ("RobFoxley2026", "is the name of the account"),
    ],
)
def test_a_secret_that_is_easy_to_guess_is_refused_and_not_said(desk: Desk, typed: str, said: str) -> None:
    with pytest.raises(Faults) as refused:
        add_account(desk, "Rob Foxley", Role.CHIEF, typed)
    assert said in str(refused.value)
    assert not typed or typed not in str(refused.value)
    assert accounts(desk) == ()
    add_account(desk, "Rob Foxley", Role.CHIEF, GOOD)
    with pytest.raises(Faults):
        change_secret(desk, "Rob Foxley", typed)
    assert check_secret(desk, "Rob Foxley", GOOD) is not None


@pytest.mark.parametrize("typed", ["271828", "121234", "19 clubs", "correct horse", "x" * 199 + "y"])
def test_a_good_secret_is_taken(desk: Desk, typed: str) -> None:
    add_account(desk, "R. Fox", Role.CHIEF, typed)
    assert check_secret(desk, "R. Fox", typed) is not None


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "The name is missing"),
        (" \n ", "The name is missing"),
        ("x" * 61, "The name has 61 characters; 60 is the most"),
        ("R.\u200bFox", "characters that cannot be printed"),
        ("R.\0Fox", "characters that cannot be printed"),
        ("R.\ud800Fox", "characters that cannot be printed"),
        ("R.\u202eFox", "characters that cannot be printed"),
    ],
)
def test_a_name_that_will_not_do_is_refused(desk: Desk, name: str, said: str) -> None:
    with pytest.raises(Faults, match=said):
        add_account(desk, name, Role.CHIEF, GOOD)
    with pytest.raises(Faults, match=said):
        check_new(desk, name, Role.CHIEF)


def test_all_that_is_wrong_is_said_together(desk: Desk) -> None:
    with pytest.raises(Faults) as refused:
        add_account(desk, "", "boss", "1")
    assert [fault.found for fault in refused.value.faults] == [
        "The name is missing.",
        "There is no role 'boss'. Roles: scorer, director, chief, reviewer.",
        "The PIN has 1 digit. Choose a PIN of at least 6 digits, or a password of at least 8 characters.",
    ]


def test_a_name_is_taken_once(desk: Desk) -> None:
    add_account(desk, "R. Fox", Role.CHIEF, GOOD)
    for work in (lambda: add_account(desk, "r. FOX", Role.SCORER, OTHER), lambda: check_new(desk, "r. FOX", "chief")):
        with pytest.raises(Faults, match="There is already an account"):
            work()
    assert check_secret(desk, "R. Fox", GOOD) is not None


def test_no_secret_is_kept_in_clear(desk: Desk, path: Path) -> None:
    add_account(desk, "R. Fox", Role.CHIEF, GOOD)
    add_account(desk, "C. Cole", Role.SCORER, OTHER)
    change_secret(desk, "C. Cole", "161803")
    everything = b"".join(file.read_bytes() for file in path.parent.iterdir())
    assert b"$argon2id$" in everything
    for clear in (GOOD, OTHER, "161803"):
        assert clear.encode() not in everything
    assert all("argon2" not in repr(each) for each in (*accounts(desk), *desk.store.accounts()))


def test_two_accounts_with_one_secret_have_different_hashes(desk: Desk) -> None:
    add_account(desk, "R. Fox", Role.CHIEF, GOOD)
    add_account(desk, "C. Cole", Role.CHIEF, GOOD)
    assert len({kept.secret for kept in desk.store.accounts()}) == 2


def test_another_secret_ends_all_sessions(desk: Desk) -> None:
    before = add_account(desk, "R. Fox", Role.CHIEF, GOOD)
    assert account_of_session(desk, "R. Fox", before.epoch) == before
    after = change_secret(desk, "r. fox", OTHER)
    assert after.epoch > before.epoch
    assert check_secret(desk, "R. Fox", GOOD) is None
    assert check_secret(desk, "R. Fox", OTHER) == after
    assert account_of_session(desk, "R. Fox", before.epoch) is None
    assert account_of_session(desk, "R. Fox", after.epoch) == after


@pytest.mark.parametrize("name", ["", "\0", "\ud800", "C. Cole", "x" * 1000])
def test_a_session_of_nobody_has_ended(desk: Desk, name: str) -> None:
    assert account_of_session(desk, name, 0) is None


def test_a_session_of_a_removed_account_is_none_of_a_new_one(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = iter([7, 8, 9])
    monkeypatch.setattr("amends.accounts.accounts.secrets.randbelow", lambda most: next(numbers))
    add_account(desk, "R. Fox", Role.CHIEF, GOOD)
    before = add_account(desk, "C. Cole", Role.SCORER, OTHER)
    assert remove_account(desk, "c. cole") == "C. Cole"
    assert account_of_session(desk, "C. Cole", before.epoch) is None
    add_account(desk, "C. Cole", Role.SCORER, OTHER)
    assert account_of_session(desk, "C. Cole", before.epoch) is None


def test_another_role_holds_at_once(desk: Desk) -> None:
    add_account(desk, "R. Fox", Role.CHIEF, GOOD)
    before = add_account(desk, "C. Cole", Role.SCORER, OTHER)
    assert change_role(desk, "C. Cole", "director") == Account("C. Cole", Role.DIRECTOR, before.epoch)
    session = account_of_session(desk, "C. Cole", before.epoch)
    assert session is not None
    assert session.role is Role.DIRECTOR
    with pytest.raises(Faults, match=r"There is no role 'boss'\. Roles: scorer, director, chief, reviewer"):
        change_role(desk, "C. Cole", "boss")


def test_the_last_chief_director_stays(desk: Desk) -> None:
    add_account(desk, "R. Fox", Role.CHIEF, GOOD)
    add_account(desk, "C. Cole", Role.DIRECTOR, OTHER)
    for work in (lambda: remove_account(desk, "R. Fox"), lambda: change_role(desk, "R. Fox", Role.DIRECTOR)):
        with pytest.raises(Faults, match=r"R. Fox is the only chief director. Make somebody else chief director first"):
            work()
    assert change_role(desk, "R. Fox", Role.CHIEF).role is Role.CHIEF
    change_role(desk, "C. Cole", Role.CHIEF)
    assert remove_account(desk, "R. Fox") == "R. Fox"
    assert [account.name for account in accounts(desk)] == ["C. Cole"]


def test_chief_directors_who_remove_each_other_at_once_leave_one(desk: Desk) -> None:
    names = ["one", "two", "three"]
    for name in names:
        add_account(desk, name, Role.CHIEF, GOOD)
    troubles = at_once(3, lambda place: remove_account(desk, names[place]))
    assert ["the only chief director" in str(trouble) for trouble in troubles] == [True]
    assert len(accounts(desk)) == 1


def works(desk: Desk, name: str) -> list[Any]:
    return [
        lambda: change_secret(desk, name, OTHER),
        lambda: change_role(desk, name, Role.CHIEF),
        lambda: remove_account(desk, name),
        lambda: account_named(desk, name),
    ]


@pytest.mark.parametrize("work", range(4))
def test_an_account_that_is_not_there_is_refused(desk: Desk, work: int) -> None:
    with pytest.raises(Faults, match=r"No account is called 'Ash'. There is none yet."):
        works(desk, "Ash")[work]()
    add_account(desk, "R. Fox", Role.CHIEF, GOOD)
    with pytest.raises(Faults, match=r"Accounts: R\. Fox"):
        works(desk, "Ash")[work]()


def test_a_role_that_nobody_knows_is_a_fault_that_can_be_mended(desk: Desk, path: Path) -> None:
    add_account(desk, "R. Fox", Role.CHIEF, GOOD)
    run(str(path), "UPDATE accounts SET role = 'boss'")
    with pytest.raises(Faults, match=r"Account 'R. Fox' has the role 'boss'.*Give it another one: scorer"):
        accounts(desk)
    change_role(desk, "R. Fox", "chief")
    assert [account.role for account in accounts(desk)] == [Role.CHIEF]


def test_a_damaged_hash_opens_nothing(desk: Desk, path: Path) -> None:
    add_account(desk, "R. Fox", Role.CHIEF, GOOD)
    for damaged in ("", "$argon2id$", GOOD, "$argon2id$v=19$m=8,t=1,p=1$AAAA"):
        run(str(path), "UPDATE accounts SET secret = ?", damaged)
        assert check_secret(desk, "R. Fox", GOOD) is None


def test_a_hash_of_an_earlier_manner_is_made_anew(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    made = add_account(desk, "R. Fox", Role.CHIEF, GOOD)
    monkeypatch.setattr("amends.accounts.passwords.HASHER", PasswordHasher(time_cost=2, memory_cost=16, parallelism=1))
    assert check_secret(desk, "R. Fox", OTHER) is None
    assert "m=8,t=1" in desk.store.accounts()[0].secret
    assert check_secret(desk, "R. Fox", GOOD) == made
    assert "m=16,t=2" in desk.store.accounts()[0].secret
    assert check_secret(desk, "R. Fox", GOOD) == made
    assert account_of_session(desk, "R. Fox", made.epoch) == made


def test_a_hash_that_cannot_be_made_anew_keeps_nobody_out(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise refuse("a disk that is full", "free space")

    made = add_account(desk, "R. Fox", Role.CHIEF, GOOD)
    monkeypatch.setattr("amends.accounts.passwords.HASHER", PasswordHasher(time_cost=2, memory_cost=16, parallelism=1))
    monkeypatch.setattr(desk.store, "change_account", full)
    assert check_secret(desk, "R. Fox", GOOD) == made


class Verified:
    """A hasher that notes what it was asked to verify."""

    def __init__(self, hasher: PasswordHasher) -> None:
        self.hasher, self.asked = hasher, list[str]()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.hasher, name)

    def verify(self, kept: str, typed: str) -> bool:
        self.asked.append(kept.rsplit("$", 2)[0])
        return self.hasher.verify(kept, typed)


def test_an_unknown_name_takes_the_same_work_as_a_wrong_secret(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    add_account(desk, "R. Fox", Role.CHIEF, GOOD)
    verified = Verified(desks.CHEAP)
    monkeypatch.setattr("amends.accounts.passwords.HASHER", verified)
    for name, typed in (("R. Fox", OTHER), ("C. Cole", OTHER), ("", OTHER), ("R. Fox", "x" * 1000), ("\0", "\ud800")):
        assert check_secret(desk, name, typed) is None
    assert verified.asked == ["$argon2id$v=19$m=8,t=1,p=1"] * 5


def test_secrets_are_hashed_with_care_outside_of_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    made = passwords.HASHER
    assert made.memory_cost >= 19 * 1024
    assert made.time_cost >= 2
    assert not passwords.is_outdated(passwords.hashed(GOOD))
    assert not passwords.fits(None, GOOD)
