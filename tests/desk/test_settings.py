"""Settings of the desk: the usual ones without a word, wrong ones refused, the key of sessions made once for all."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from amends.desk import Desk
from amends.desk.settings import DeskSettings, Readers, change_settings, desk_settings, new_signing_key, signing_key
from amends.faults import Fault, Faults
from amends.web.server import ServerOptions, new_server
from store.test_at_once import Process, at_once
from support import desks

ASKING = """
import sys
from amends.desk import open_desk
from amends.desk.settings import signing_key
with open_desk(sys.argv[1]) as desk:
    desk.events()
    print("ready", flush=True)
    sys.stdin.readline()
    print(signing_key(desk).read(), flush=True)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "amends.db"


@pytest.fixture
def desk(path: Path) -> Iterator[Desk]:
    with desks.desk_at(path) as opened:
        yield opened


def test_without_a_word_readers_see_what_was_published(desk: Desk) -> None:
    assert desk_settings(desk) == DeskSettings(Readers.PUBLISHED, "", "")


@pytest.mark.parametrize(
    ("changes", "settings"),
    [
        ({}, DeskSettings(Readers.LIVE, "ebu", "A club")),
        ({"readers": "nobody"}, DeskSettings(Readers.NOBODY, "ebu", "A club")),
        ({"readers": Readers.PUBLISHED}, DeskSettings(Readers.PUBLISHED, "ebu", "A club")),
        ({"regulation": ""}, DeskSettings(Readers.LIVE, "", "A club")),
        ({"regulation": "wbf", "club": ""}, DeskSettings(Readers.LIVE, "wbf", "")),
        ({"club": "  The  café ♥ "}, DeskSettings(Readers.LIVE, "ebu", "The café ♥")),
    ],
)
def test_settings_are_changed_and_the_others_stay(
    desk: Desk, path: Path, changes: dict[str, Any], settings: DeskSettings
) -> None:
    change_settings(desk, readers="live", regulation="ebu", club="A club")
    key = signing_key(desk).read()
    assert change_settings(desk, **changes) == settings
    with desks.desk_at(path) as other:
        assert desk_settings(other) == settings
        assert signing_key(other).read() == key


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"readers": "everybody"}, "setting readers: 'everybody' is not one of published, live, nobody"),
        ({"readers": ""}, "setting readers: '' is not one of"),
        ({"regulation": "EBU"}, "setting regulation: 'EBU' is not one of exact, "),
        ({"regulation": "/etc/passwd.toml"}, "setting regulation: '/etc/passwd.toml'"),
        ({"club": "a\0b"}, "setting club: "),
        ({"club": "x" * 101}, "The name has 101 characters; 100 is the most"),
    ],
)
def test_a_wrong_setting_is_refused_and_nothing_is_changed(desk: Desk, changes: dict[str, str], said: str) -> None:
    with pytest.raises(Faults, match=re.escape(said)):
        change_settings(desk, **({"readers": "live", "club": "A club"} | changes))
    assert desk_settings(desk) == DeskSettings()


def test_all_wrong_settings_are_said_together(desk: Desk) -> None:
    with pytest.raises(Faults) as refused:
        change_settings(desk, readers="x", regulation="x", club="\0")
    assert len(refused.value.faults) == 3


@pytest.mark.parametrize("kept", [{"readers": 1}, {"readers": None}, {"regulation": []}, {"club": {"a": 1}}])
def test_a_kept_setting_that_makes_no_sense_is_a_fault_and_opens_nothing(desk: Desk, kept: dict[str, Any]) -> None:
    desk.store.change_settings(lambda settings: kept)
    with pytest.raises(Faults, match=f"setting {next(iter(kept))}"):
        desk_settings(desk)


@pytest.mark.parametrize("folder", ["", "gone"])
def test_a_usual_regulation_whose_file_is_away_closes_no_page_and_comes_back_with_it(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    """The club's own regulations are files: a backup is restored on a machine that does not have them."""
    if folder:
        refuse = Mock(side_effect=Faults([Fault("no such folder", "the folder of the club")]))
        monkeypatch.setattr("amends.desk.settings.known", refuse)
    desk.store.change_settings(lambda settings: {"regulation": "friday", "club": "A club"})
    assert desk_settings(desk) == DeskSettings(club="A club", unknown_regulation="friday")
    notices = " ".join(new_server(desk, ServerOptions()).notices)
    assert "The usual regulation of the club, friday, is not known here" in notices
    assert change_settings(desk, club="Another").unknown_regulation == "friday"
    monkeypatch.undo()
    assert change_settings(desk, regulation="ebu") == DeskSettings(regulation="ebu", club="Another")
    assert "regulation" not in " ".join(new_server(desk, ServerOptions()).notices)


def test_settings_of_somebody_else_do_not_matter(desk: Desk) -> None:
    desk.store.change_settings(lambda settings: {"weather": "rain"})
    assert change_settings(desk, club="A club") == DeskSettings(club="A club")
    assert desk.store.settings()["weather"] == "rain"


def test_the_key_of_sessions_is_made_once_and_stays(desk: Desk, path: Path) -> None:
    key = signing_key(desk).read()
    assert re.fullmatch("[0-9a-f]{64}", key)
    assert signing_key(desk).read() == key
    with desks.desk_at(path) as other:
        assert signing_key(other).read() == key
    with desks.desk_at(path.with_name("another.db")) as another:
        assert signing_key(another).read() != key


def test_the_key_is_in_no_settings_that_are_shown(desk: Desk) -> None:
    key = signing_key(desk).read()
    assert key not in repr(desk_settings(desk))
    assert key not in repr(desk)


def test_another_key_ends_all_sessions(desk: Desk) -> None:
    key = signing_key(desk).read()
    new_signing_key(desk)
    assert signing_key(desk).read() != key
    assert signing_key(desk).read() == signing_key(desk).read()


@pytest.mark.parametrize("damaged", ["", "00", None, 12, "x" * 64])
def test_a_damaged_key_of_an_older_store_is_replaced(desk: Desk, damaged: Any) -> None:
    desk.store.change_settings(lambda settings: {"signing_key": damaged})
    key = signing_key(desk)
    assert re.fullmatch("[0-9a-f]{64}", key.read())
    assert key.is_new
    assert desk.store.settings() == {}


def test_the_key_of_an_older_store_moves_out_of_its_file(desk: Desk, path: Path) -> None:
    desk.store.change_settings(lambda settings: {"signing_key": "5a" * 32, "club": "A club"})
    key = signing_key(desk)
    assert (key.read(), key.is_new, desk.store.settings()) == ("5a" * 32, False, {"club": "A club"})
    assert key.path == path.with_name("amends.db.key")
    for file in (each for each in path.parent.iterdir() if each != key.path):
        assert b"5a" * 32 not in file.read_bytes(), file


@pytest.mark.parametrize("content", [b"", b"5a", b"\xff" * 64])
def test_a_damaged_key_file_is_replaced(desk: Desk, path: Path, content: bytes) -> None:
    path.with_name("amends.db.key").write_bytes(content)
    key = signing_key(desk)
    assert (key.is_new, path.with_name("amends.db.key").read_text()) == (True, f"{key.read()}\n")


def test_a_named_file_is_shared_and_never_written_over(desk: Desk, path: Path, tmp_path: Path) -> None:
    shared = tmp_path / "keys" / "shared.key"
    with desks.desk_at(path.with_name("another.db")) as another:
        assert signing_key(desk, shared).read() == signing_key(another, shared).read()
    assert not path.with_name("amends.db.key").exists()
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear A. Birch")
    for ask in (signing_key, new_signing_key):
        with pytest.raises(Faults, match="holds no key of sessions"):
            ask(desk, letter)
    assert letter.read_text() == "Dear A. Birch"


def test_a_key_that_was_renewed_is_noticed_by_who_has_read_it_before(desk: Desk) -> None:
    key = signing_key(desk)
    before = key.read()
    new_signing_key(desk)
    assert key.read() != before
    now = key.read()
    key.path.unlink()
    assert key.read() == now, "a file that is gone signs nobody out"


def test_threads_that_ask_for_the_key_at_once_get_the_same(desk: Desk) -> None:
    keys = list[str]()
    assert at_once(4, lambda place: keys.append(signing_key(desk).read())) == []
    assert len(keys) == 4
    assert set(keys) == {signing_key(desk).read()}


def test_two_processes_that_ask_for_the_key_at_once_get_the_same(desk: Desk, path: Path) -> None:
    with ExitStack() as stack:
        both = [stack.enter_context(Process("-c", ASKING, str(path))) for _ in range(2)]
        assert [each.heard() for each in both] == ["ready", "ready"]
        for each in both:
            each.go()
        keys = [each.heard() for each in both]
        for each in both:
            each.end()
    assert keys == [signing_key(desk).read()] * 2
