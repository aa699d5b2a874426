"""What can be saved of a damaged store is saved, nothing else is made of it, and the damaged file is not touched."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amends import BySide, TableResult, parse_award
from amends.faults import Faults
from amends.journal.chain import Entry, append, entry_data, people_of, verify, without_people
from amends.journal.entries import EventSetUp, ResultsEntered
from amends.store import Draft, KeptAccount, Salvaged, open_store, salvage
from amends.store.salvage import SalvagedEvent
from support.examples import examples
from support.journals import START
from support.store.making import journal, journal_with_names, longer, run

PAGE = 4096

ACCOUNTS = [KeptAccount(name, "chief", f"$argon2id${name}", 2**30, START) for name in ("a" * 32, "R. Fox", "Ünal Ğ")]
SETTINGS = {"club": "The café", "readers": "live"}


@dataclass(frozen=True, slots=True)
class Original:
    """A store's file, and what is in it."""

    file: bytes = field(repr=False)
    entries: dict[str, tuple[Entry, ...]] = field(repr=False)
    names: dict[str, str]
    draft: Draft


def large() -> tuple[Entry, ...]:
    """A journal with an entry that goes over many pages, and many small ones."""
    award = parse_award("60% 4H N =; 40% 4H N -1")
    results = tuple(TableResult(f"{n}/1-2", award, BySide(("1",), ("2",)), board=n) for n in range(1, 200))
    entries = append((), EventSetUp("Long"), START, "Scorer")
    return longer(append(entries, ResultsEntered(results), START, "Scorer"), 90)


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Original:
    path = tmp_path_factory.mktemp("original") / "store.db"
    kept = {"Short": journal(3), "Long": large(), "Named": journal_with_names(), "Empty": ()}
    with open_store(path) as store:
        keys = {store.begin(name, "2026-11-13", entries, {"club": name}).key: name for name, entries in kept.items()}
        draft = store.keep_draft(store.find("Short").key, {"award": "A+"}, "Director", 3)
        for account in ACCOUNTS:
            store.add_account(account)
        store.change_settings(lambda settings: SETTINGS)
    return Original(path.read_bytes(), {key: kept[name] for key, name in keys.items()}, keys, draft)


def salvaged(folder: Path, file: bytes, log: bytes | None = None) -> tuple[Salvaged, Path]:
    """Salvage from these bytes; the file must be as it was afterwards."""
    source, target = folder / "damaged.db", folder / "saved.db"
    source.write_bytes(file)
    beside = folder / "damaged.db-wal"
    if log is not None:
        beside.write_bytes(log)
    target.unlink(missing_ok=True)
    found = salvage(source, target)
    assert source.read_bytes() == file
    assert not beside.exists() if log is None else beside.read_bytes() == log
    assert {path.name for path in folder.iterdir()} <= {"damaged.db", "damaged.db-wal", "saved.db"}
    return found, target


def check(original: Original, found: Salvaged, target: Path) -> None:
    """Whatever was saved is a beginning of what there was, and the numbers say so."""
    beginnings = list(original.entries.values())
    with open_store(target) as store:
        kept = {event.key for event in store.events()}
        assert kept >= {event.key for event in found.events if event.saved}
        for event in (event for event in found.events if event.key in kept):
            entries = store.entries(event.key)
            was = original.entries.get(event.key)
            if was is None:  # its rows are gone or damaged: it has another key
                was = next(each for each in beginnings if bare(each[: len(entries)]) == bare(entries))
            assert verify(entries) == []
            assert len(entries) == event.saved
            assert bare(entries) == bare(was[: len(entries)])
            assert people_of(entries).items() <= people_of(was).items()
            assert len(people_of(entries)) == event.people
            assert event.saved + event.lost <= max(map(len, beginnings))
            assert all(data in map(entry_data, was[event.saved :]) for data in event.beyond)
            assert event.saved < len(was) or event.lost == 0
            assert len(event.beyond) <= event.lost


def bare(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    return without_people(entries, people_of(entries))


def everything(original: Original, found: Salvaged, target: Path, rows: bool = True) -> None:
    """All entries and people are saved; with `rows` also what stands in the other tables."""
    check(original, found, target)
    assert sum(event.saved for event in found.events) == sum(map(len, original.entries.values()))
    assert [event.lost for event in found.events] == [0] * len(found.events)
    assert (found.loose, [event.beyond for event in found.events if event.beyond]) == ((), [])
    people = [person for entries in original.entries.values() for person in people_of(entries)]
    assert sum(event.people for event in found.events) == len(people)
    if rows:
        with open_store(target) as store:
            assert {event.key: event.name for event in store.events()} == original.names
            for key, name in original.names.items():
                assert store.entries(key) == original.entries[key]
                assert store.beside(key) == {"club": name}
            assert store.drafts(store.find("Short").key) == [original.draft]
            assert store.accounts() == ACCOUNTS
            assert store.settings() == SETTINGS
            assert store.keep_draft(store.find("Short").key, {}, "x", 0).id == "2"


def test_all_of_a_whole_store_is_saved(original: Original, tmp_path: Path) -> None:
    everything(original, *salvaged(tmp_path, original.file))


@pytest.mark.parametrize("length", [16, 100, PAGE], ids=["the mark", "the header", "the first page"])
@pytest.mark.parametrize("fill", [b"\0", b"\xff", b"x"])
def test_a_destroyed_beginning_costs_nothing(original: Original, tmp_path: Path, length: int, fill: bytes) -> None:
    everything(original, *salvaged(tmp_path, fill * length + original.file[length:]))


@pytest.mark.parametrize("percent", [40, 60, 90, 99])
def test_a_file_that_is_cut_off_is_never_called_whole(original: Original, tmp_path: Path, percent: int) -> None:
    """The last entries of journals may have gone without a trace."""
    found, target = salvaged(tmp_path, original.file[: len(original.file) * percent // 100])
    check(original, found, target)
    assert (found.is_cut, found.whole) == (True, False)
    assert not salvaged(tmp_path, original.file)[0].is_cut


def test_an_event_of_which_no_entry_is_saved_is_lost() -> None:
    saved = SalvagedEvent("key", "Friday", "2026-11-13", saved=3, lost=0, people=0)
    assert Salvaged((saved,)).whole
    assert not Salvaged((saved, replace(saved, saved=0))).whole


def pages_of_kind(file: bytes, kind: int) -> list[int]:
    """Where the pages of a kind begin: 5 leads to rows, 13 has rows; 2 and 10 are an index."""
    return [start for start in range(PAGE, len(file), PAGE) if file[start] == kind]


@pytest.mark.parametrize("kinds", [[5], [2, 10], [2, 5, 10]], ids=["ways to rows", "indexes", "both"])
def test_rows_are_found_though_no_way_leads_to_them(original: Original, tmp_path: Path, kinds: list[int]) -> None:
    data = bytearray(original.file)
    destroyed = [start for kind in kinds for start in pages_of_kind(original.file, kind)]
    assert destroyed
    for start in destroyed:
        data[start : start + PAGE] = bytes(PAGE)
    everything(original, *salvaged(tmp_path, bytes(data)))


def test_entries_and_people_are_found_in_pages_whose_lists_of_rows_are_destroyed(
    original: Original, tmp_path: Path
) -> None:
    data = bytearray(original.file)
    for start in pages_of_kind(original.file, 13):
        data[start : start + 20] = b"\xff" * 20
    found, target = salvaged(tmp_path, bytes(data))
    check(original, found, target)
    assert {"Friday", "Saturday"} <= {event.name for event in found.events if event.saved}
    assert sum(event.people for event in found.events) >= 4


def test_an_entry_that_is_lost_cuts_the_chain_and_what_lies_beyond_is_given_as_data(
    original: Original, tmp_path: Path
) -> None:
    key = next(key for key, name in original.names.items() if name == "Long")
    entries = original.entries[key]
    digest = f'"digest":"{entries[79].digest}"'.encode()
    assert original.file.count(digest) == 1
    found, target = salvaged(tmp_path, original.file.replace(digest, digest[:-2] + b'x"'))
    check(original, found, target)
    assert [each.lost for each in found.events if each.key != key] == [0, 0, 0]
    event = next(event for event in found.events if event.key == key)
    assert (event.saved, event.lost) == (79, len(entries) - 79)
    assert event.beyond == tuple(map(entry_data, entries[80:]))


def every(step: int, start: int = 1) -> Callable[[bytes], bytes]:
    """Overwrite every so-many-th page."""

    def damage(file: bytes) -> bytes:
        data = bytearray(file)
        for place in range(start * PAGE, len(data), step * PAGE):
            data[place : place + PAGE] = b"\xaa" * PAGE
        return bytes(data)

    return damage


def flipped(step: int) -> Callable[[bytes], bytes]:
    """Flip a bit in every so-many-th byte."""

    def damage(file: bytes) -> bytes:
        data = bytearray(file)
        for place in range(step // 2, len(data), step):
            data[place] ^= 1 << place % 8
        return bytes(data)

    return damage


@pytest.mark.parametrize(
    "damage",
    [
        *(every(step, start) for step in (2, 3, 5, 11) for start in (1, 2, 3)),
        *(flipped(step) for step in (701, 3001, 9001, 30011)),
        *(lambda file, part=part: file[: len(file) * part // 10] for part in range(6, 10)),
        lambda file: file[: len(file) - 1],
        lambda file: file[PAGE:],
        lambda file: b"\0" + file,
        lambda file: file + b"rest",
    ],
)
def test_what_is_saved_of_a_damaged_store_is_what_was_there(
    original: Original, tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    found, target = salvaged(tmp_path, damage(original.file))
    check(original, found, target)
    assert sum(event.saved for event in found.events) > 0


SPOTS = st.lists(st.tuples(st.integers(0, 2**31), st.binary(min_size=1, max_size=3000)), min_size=1, max_size=6)


@examples(10, long=30)
@given(spots=SPOTS, cut=st.integers(0, 3))
def test_whatever_happens_to_a_file_what_is_saved_is_what_was_there(
    original: Original, tmp_path_factory: pytest.TempPathFactory, spots: list[tuple[int, bytes]], cut: int
) -> None:
    data = bytearray(original.file)
    for place, content in spots:
        data[place % len(data) : place % len(data) + len(content)] = content
    del data[len(data) - len(data) * cut // 8 :]
    check(original, *salvaged(tmp_path_factory.mktemp("any"), bytes(data)))


def test_an_event_whose_entries_are_all_lost_is_reported_as_far_as_the_index_knows_it(tmp_path: Path) -> None:
    with open_store(tmp_path / "store.db") as store:
        key = store.begin("Friday", entries=longer((), 60)).key
    data = (tmp_path / "store.db").read_bytes().replace(b'{"at":"', b'{"AT":"')
    folder = tmp_path / "damaged"
    folder.mkdir()
    found, _ = salvaged(folder, data)
    assert [(event.key, event.name, event.saved, event.lost) for event in found.events] == [(key, "Friday", 0, 60)]


# The log beside the file


@pytest.fixture
def in_the_log(tmp_path: Path) -> Iterator[tuple[bytes, bytes, str]]:
    """A file and its log, as a machine leaves them that went down, and the key of the event in them."""
    path = tmp_path / "store.db"
    with open_store(path) as store:
        key = store.begin("Friday", entries=journal_with_names()).key
        run_checkpoint(path)
        store.add(key, longer(journal_with_names(), 20)[len(journal_with_names()) :])
        yield path.read_bytes(), path.with_name("store.db-wal").read_bytes(), key


def run_checkpoint(path: Path) -> None:
    run(str(path), "PRAGMA wal_checkpoint(TRUNCATE)")


@pytest.mark.parametrize("header", [0, 100, PAGE])
def test_what_is_only_in_the_log_is_saved(
    in_the_log: tuple[bytes, bytes, str], tmp_path_factory: pytest.TempPathFactory, header: int
) -> None:
    file, log, key = in_the_log
    found, target = salvaged(tmp_path_factory.mktemp("log"), bytes(header) + file[header:], log)
    assert [(event.key, event.saved, event.lost) for event in found.events] == [
        (key, len(journal_with_names()) + 20, 0)
    ]
    with open_store(target) as store:
        assert store.entries(key) == longer(journal_with_names(), 20)


def test_entries_are_saved_from_a_log_whose_header_is_destroyed(
    in_the_log: tuple[bytes, bytes, str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    file, log, key = in_the_log
    found, target = salvaged(tmp_path_factory.mktemp("log"), file, bytes(32) + log[32:])
    with open_store(target) as store:
        assert store.entries(key) == longer(journal_with_names(), 20)
    assert [event.lost for event in found.events] == [0]


def test_who_was_forgotten_does_not_come_back(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with open_store(path) as store:
        key = store.begin("Friday", entries=journal_with_names()).key
        gone, *left = people_of(journal_with_names())
        store.forget(key, [gone])
        shutil.copy(path, tmp_path / "copy.db")
    salvage(tmp_path / "copy.db", tmp_path / "saved.db")
    with open_store(tmp_path / "saved.db") as store:
        assert set(people_of(store.entries(key))) == set(left)


def test_two_events_with_the_same_entries_stay_two(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with open_store(path) as store:
        one, two = (store.begin(name, entries=journal_with_names()).key for name in ("one", "two"))
        store.forget(one, list(people_of(journal_with_names())))
        store.add(two, longer(journal_with_names())[-1:])
    salvage(path, tmp_path / "saved.db")
    with open_store(tmp_path / "saved.db") as store:
        assert bare(store.entries(one)) == store.entries(one) == bare(journal_with_names())
        assert store.entries(two) == longer(journal_with_names())


# Refusals


@pytest.mark.parametrize("content", [b"", b"a letter", bytes(20_000)])
def test_a_file_with_nothing_of_a_store_is_refused(tmp_path: Path, content: bytes) -> None:
    source = tmp_path / "letter.db"
    source.write_bytes(content)
    with pytest.raises(Faults, match=r"letter\.db: found nothing of a store"):
        salvage(source, tmp_path / "saved.db")
    assert list(tmp_path.iterdir()) == [source]


def test_a_target_that_is_there_already_is_left_alone(original: Original, tmp_path: Path) -> None:
    (tmp_path / "damaged.db").write_bytes(original.file)
    (tmp_path / "saved.db").write_text("mine")
    with pytest.raises(Faults, match=r"saved\.db: found a file that is already there; expected a new name"):
        salvage(tmp_path / "damaged.db", tmp_path / "saved.db")
    assert (tmp_path / "saved.db").read_text() == "mine"


def test_a_source_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Faults, match="No such file or directory"):
        salvage(tmp_path / "nowhere.db", tmp_path / "saved.db")


def test_a_page_that_leads_to_itself_is_no_endless_way(original: Original, tmp_path: Path) -> None:
    data = bytearray(original.file)
    for start in range(PAGE, len(data), PAGE):
        if data[start] == 0:  # a page that goes on in another one
            data[start : start + 4] = (start // PAGE + 1).to_bytes(4, "big")
    check(original, *salvaged(tmp_path, bytes(data)))
