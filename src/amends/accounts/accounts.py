"""Accounts: who may sign in, in which role, and whether a secret is the right one."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType

from amends import clock
from amends.accounts import passwords as secrets_of
from amends.desk.desk import Desk
from amends.desk.settings import new_signing_key
from amends.faults import Fault, Faults, Refusal
from amends.store import KeptAccount
from amends.store.accounts import taken_by, unknown


class Role(StrEnum):
    """What somebody with an account is here for."""

    SCORER = "scorer"
    DIRECTOR = "director"
    CHIEF = "chief"
    REVIEWER = "reviewer"

    @property
    def words(self) -> str:
        """As it is said to people.

        >>> Role.CHIEF.words
        'chief director'
        """
        return "chief director" if self is Role.CHIEF else self.value


class Right(StrEnum):
    """Something that not everybody may do."""

    LOOK = "look"
    """See the standings as they are, not only as they were last published."""
    PROCESS = "process"
    """See how rulings come about: cases, polls, statements, drafts."""
    RESULTS = "results"
    """Type and import results."""
    RULE = "rule"
    """Open cases, give rulings and penalties, decide appeals."""
    PUBLISH = "publish"
    """Publish standings."""
    SETTINGS = "settings"
    """Choose the regulation, look after accounts and settings, forget persons."""


RIGHTS: Mapping[Role, frozenset[Right]] = MappingProxyType(
    {
        Role.SCORER: frozenset({Right.LOOK, Right.RESULTS, Right.PUBLISH}),
        Role.DIRECTOR: frozenset(Right) - {Right.SETTINGS},
        Role.CHIEF: frozenset(Right),
        Role.REVIEWER: frozenset({Right.LOOK, Right.PROCESS}),
    }
)
"""What each role may do."""


def may(role: Role | None, right: Right) -> bool:
    """Whether a role has a right; None stands for somebody who is not signed in, and has none."""
    return role is not None and right in RIGHTS[role]


MOST_OF_A_NAME = 60
"""The most characters of a name."""

_LAST_CHIEF = "Make somebody else chief director first: the accounts must be looked after."


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody who may sign in; a session that began in another `epoch` has ended."""

    name: str
    role: Role
    epoch: int


def accounts(desk: Desk) -> tuple[Account, ...]:
    """All accounts, in the order of their names."""
    return tuple(_account(kept) for kept in desk.store.accounts())


def account_named(desk: Desk, name: str) -> Account:
    """The account with this name; a name that no account has is refused."""
    kept = desk.store.account(name)
    if kept is None:
        raise unknown(name, desk.store.accounts())
    return _account(kept)


def check_new(desk: Desk, name: str, role: Role | str) -> None:
    """Refuse a name or a role that no new account can have, before anybody is asked for a secret."""
    line = check_name_and_role(name, role)
    taken = desk.store.account(line)
    if taken is not None:
        raise taken_by(taken)


def check_name_and_role(name: str, role: Role | str) -> str:
    """The name in one line; one that cannot be printed or is too long is refused, and a role that there is not."""
    line = " ".join(name.split())
    _raise([*_name_faults(line), *_role_faults(role)])
    return line


def add_account(desk: Desk, name: str, role: Role | str, secret: str, *, first: bool = False) -> Account:
    """A new account; a name that is taken and a secret that is easy to guess are refused.

    With `first` it is refused where there is any account: of many who ask at once for the first one gets it.
    """
    line = " ".join(name.split())
    _raise([*_name_faults(line), *_role_faults(role), *secrets_of.secret_faults(secret, line)])
    # From a number of chance on, so that no session of an earlier account with this name is one of this account.
    epoch = secrets.randbelow(2**30)
    kept = KeptAccount(line, Role(role).value, secrets_of.hashed(secret), epoch, desk.clock())
    desk.store.add_account(kept, first=first)
    return _account(kept)


def change_secret(desk: Desk, name: str, secret: str) -> Account:
    """Another secret for an account; all its sessions end."""
    _raise(secrets_of.secret_faults(secret, name))
    made = secrets_of.hashed(secret)
    return _account(
        desk.store.change_account(name, lambda kept, others: replace(kept, secret=made, epoch=kept.epoch + 1))
    )


def change_role(desk: Desk, name: str, role: Role | str) -> Account:
    """Another role for an account, at once for its sessions too; the last chief director stays one."""
    _raise(_role_faults(role))

    def change(kept: KeptAccount, others: Sequence[KeptAccount]) -> KeptAccount:
        if Role(role) is not Role.CHIEF:
            _refuse_last_chief(kept, others)
        return replace(kept, role=Role(role).value)

    return _account(desk.store.change_account(name, change))


def remove_account(desk: Desk, name: str) -> str:
    """Remove an account, which ends its sessions; the name it had. The last chief director stays."""
    return desk.store.remove_account(name, _refuse_last_chief).name


def sign_out_all(desk: Desk, key_file: Path | None = None) -> int:
    """End all sessions of everybody, also on other machines; the number of accounts.

    Cookies that were signed with the present key are worth nothing any more, whoever has got hold of it.
    """
    new_signing_key(desk, key_file)
    kept = desk.store.accounts()
    for each in kept:
        desk.store.change_account(each.name, lambda account, others: replace(account, epoch=account.epoch + 1))
    return len(kept)


def check_secret(desk: Desk, name: str, secret: str) -> Account | None:
    """The account that a name and its secret open; None if either is wrong, which takes the same time."""
    kept = None if any(_name_faults(" ".join(name.split()))) else desk.store.account(name)
    if not secrets_of.fits(kept.secret if kept else None, secret) or kept is None:
        return None
    if secrets_of.is_outdated(kept.secret):
        _hash_again(desk, kept, secret)
    return _account(kept)


def account_of_session(desk: Desk, name: str, epoch: int, id: str = "") -> Account | None:
    """The account of a session that began in this epoch, with its role of now; None if the session has ended."""
    kept = None if any(_name_faults(" ".join(name.split()))) else desk.store.account_in_session(name, id)
    return _account(kept) if kept is not None and kept.epoch == epoch else None


def end_session(desk: Desk, id: str, lasting: timedelta) -> None:
    """End the session of somebody who signs out, also for a copy of its cookie; `lasting` is how long sessions last."""
    desk.store.end_session(id, clock.now(), lasting)


def _hash_again(desk: Desk, known: KeptAccount, secret: str) -> None:
    """Keep the hash of the same secret in the present manner, unless the secret was changed meanwhile."""
    made = secrets_of.hashed(secret)

    def change(kept: KeptAccount, others: Sequence[KeptAccount]) -> KeptAccount:
        return replace(kept, secret=made) if kept.secret == known.secret else kept

    with suppress(Faults):  # a full disk, an account that has just been removed: the hash that is there does as well
        desk.store.change_account(known.name, change)


def _account(kept: KeptAccount) -> Account:
    return Account(kept.name, role_in(kept.role, f"Account {kept.name!r}"), kept.epoch)


def role_in(role: str, whose: str) -> Role:
    """A role as the store has it; one that there is not is refused."""
    if any(_role_faults(role)):
        raise Refusal(f"{whose} has the role {role!r}, which there is not.", f"Give it another one: {', '.join(Role)}.")
    return Role(role)


def _refuse_last_chief(kept: KeptAccount, others: Sequence[KeptAccount]) -> None:
    if kept.role == Role.CHIEF and not any(other.role == Role.CHIEF for other in others):
        raise Refusal(f"{kept.name} is the only chief director.", _LAST_CHIEF)


def _name_faults(line: str) -> Iterator[Fault]:
    if not line:
        yield Fault("The name is missing.", "")
    elif len(line) > MOST_OF_A_NAME:
        yield Fault(f"The name has {len(line)} characters; {MOST_OF_A_NAME} is the most.", "")
    elif not line.isprintable():
        yield Fault(f"The name {line!r} has characters that cannot be printed.", "")


def _role_faults(role: str) -> Iterator[Fault]:
    if role not in Role.__members__.values():
        yield Fault(f"There is no role {str(role)!r}. Roles: {', '.join(Role)}.", "")


def _raise(faults: Sequence[Fault] | Iterator[Fault]) -> None:
    found = tuple(faults)
    if found:
        raise Faults(found)
