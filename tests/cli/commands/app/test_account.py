"""Accounts from the command: the secret comes from a terminal, a file or standard input, never from the arguments."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from amends.accounts.accounts import check_secret
from support import desks
from support.running import Amends

SECRET = "eight hearts is too many"


@pytest.fixture(autouse=True)
def _cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("amends.accounts.passwords.HASHER", desks.CHEAP)


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty store."""
    path = tmp_path / "empty.db"
    monkeypatch.setenv("AMENDS_STORE", str(path))
    return path


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """A terminal at which these secrets are typed; what was asked."""

    def type_in(*secrets: str) -> list[str]:
        asked, waiting = list[str](), iter(secrets)

        def getpass(words: str) -> str:
            asked.append(words)
            try:
                return next(waiting)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("getpass.getpass", getpass)
        monkeypatch.setattr("amends.cli.commands.app.account.is_terminal", lambda: True)
        return asked

    return type_in


def opens(path: Path, name: str, secret: str) -> bool:
    with desks.desk_at(path) as desk:
        return check_secret(desk, name, secret) is not None


def test_nobody_can_sign_in_at_first(amends: Amends, store: Path) -> None:
    assert "amends account add NAME --role chief" in amends.shown("account", "list")
    assert amends.data("account", "list")["accounts"] == []


def test_a_secret_is_asked_for_twice_at_a_terminal(
    amends: Amends, store: Path, typed: Callable[..., list[str]]
) -> None:
    asked = typed(SECRET, SECRET)
    shown = amends.shown("account", "add", "R. Fox", "--role", "chief")
    assert shown == "R. Fox, chief director: may sign in now"
    assert len(asked) == 2
    assert opens(store, "R. Fox", SECRET)


@pytest.mark.parametrize(
    ("secrets", "said"),
    [
        ((SECRET, "161803"), "two different secrets"),
        ((SECRET,), "no secret"),
        (("123456", "123456"), "Everybody tries this secret first"),
    ],
)
def test_a_slip_at_the_terminal_is_refused(
    amends: Amends, store: Path, typed: Callable[..., list[str]], secrets: tuple[str, ...], said: str
) -> None:
    typed(*secrets)
    message = amends.refused("account", "add", "R. Fox", "--role", "chief")
    assert said in message
    assert all(secret not in message for secret in secrets)
    assert amends.data("account", "list")["accounts"] == []


def test_nobody_types_a_secret_for_nothing(amends: Amends, evening: Path, typed: Callable[..., list[str]]) -> None:
    asked = typed()
    assert "There is already an account" in amends.refused("account", "add", "r. fox", "--role", "chief")
    assert "There is no role 'boss'. Roles: scorer," in amends.refused("account", "add", "Ash", "--role", "boss")
    assert "No account is called" in amends.refused("account", "secret", "Ash")
    assert asked == []


@pytest.mark.parametrize("text", [f"{SECRET}\n", f"{SECRET}\r\n", SECRET, f"{SECRET}\nanother line\n"])
@pytest.mark.parametrize("way", ["file", "standard input"])
def test_a_script_gives_the_secret_in_a_line(
    amends: Amends, store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, way: str
) -> None:
    file = tmp_path / "secret.txt"
    file.write_bytes(text.encode())
    monkeypatch.setattr("sys.stdin", io.StringIO(text, newline=""))
    options = ["--secret-file", str(file)] if way == "file" else []
    amends.shown("account", "add", "R. Fox", "--role", "chief", *options)
    assert opens(store, "R. Fox", SECRET)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "no such file"),
        (b"", "The password has 0 characters"),
        (b"\xff" * 20, "no UTF-8"),
        (b"x" * 5000, "more than 200"),
        (b"\n" + SECRET.encode(), "The password has 0 characters"),
    ],
)
def test_a_file_without_a_good_secret_is_refused(
    amends: Amends, store: Path, tmp_path: Path, content: bytes | None, said: str
) -> None:
    file = tmp_path / "secret.txt"
    if content is not None:
        file.write_bytes(content)
    assert said in amends.refused("account", "add", "R. Fox", "--role", "chief", "--secret-file", str(file))


def test_standard_input_without_a_line_is_refused(amends: Amends, store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert "no secret on standard input" in amends.refused("account", "add", "R. Fox", "--role", "chief")


def test_a_secret_is_no_argument(amends: Amends, store: Path) -> None:
    assert amends.refused("account", "add", "R. Fox", SECRET, "--role", "chief")
    assert "--secret" in amends.refused("account", "add", "R. Fox", "--role", "chief", "--secret", SECRET)


def test_accounts_are_listed_with_their_roles(amends: Amends, evening: Path) -> None:
    assert amends.shown("account", "list").splitlines()[1:] == [
        "name role",
        "A. Birch director",
        "D. Dean scorer",
        "E. Ash reviewer",
        "R. Fox chief director",
    ]
    [*_, ash, fox] = amends.data("account", "list")["accounts"]
    assert ash == {"account": "E. Ash", "role": "reviewer", "rights": ["look", "process"]}
    assert (fox["account"], len(fox["rights"])) == ("R. Fox", 6)


def test_another_secret_and_another_role(amends: Amends, evening: Path, typed: Callable[..., list[str]]) -> None:
    typed(SECRET, SECRET)
    assert "signed out everywhere" in amends.shown("account", "secret", "a. birch")
    assert opens(evening, "A. Birch", SECRET)
    assert not opens(evening, "A. Birch", desks.SECRETS["A. Birch"])
    changed = amends.data("account", "role", "a. birch", "chief")
    assert (changed["account"], changed["role"]) == ("A. Birch", "chief")


def test_the_last_chief_director_is_not_removed(amends: Amends, evening: Path) -> None:
    assert "the only chief director" in amends.refused("account", "remove", "R. Fox")
    assert "the only chief director" in amends.refused("account", "role", "R. Fox", "scorer")
    assert amends.data("account", "remove", "e. ash")["removed"] == "E. Ash"
    assert not opens(evening, "E. Ash", desks.SECRETS["E. Ash"])
    assert opens(evening, "R. Fox", desks.SECRETS["R. Fox"])
