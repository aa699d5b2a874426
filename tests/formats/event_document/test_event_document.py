"""The event document: nothing is lost on the way to the file and back, and what it holds can be trusted."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

from amends import BySide, Event, Faults, Form, TableResult, formats, load_regulation, parse_award, score
from amends.demo import demonstration
from amends.event import Contestant, Penalty, Player, Ruling, TableRecord, TableReference
from amends.event.published import Printed, PublishedFigures, PublishedLine
from amends.formats import event_document, rulings_file, travellers_csv
from amends.formats.common.building import assembled
from amends.formats.event_document import dump, dumps, load, loads
from amends.formats.event_document.reader import written
from amends.journal.chain import Document, append, entry_data, people_of, without_people
from amends.journal.entries import EventSetUp, PublishedStandings, RulingGiven, RulingWithdrawn
from amends.journal.fold import fold
from amends.regulations import Regulation
from amends.regulations import settings as regulation_settings
from support import events, journals
from support.examples import examples
from support.journals import START, text_of

SCHEMA = Path(__file__).resolve().parents[3] / "docs" / "formats" / "amends-1.schema.json"


def values(regulation: Regulation) -> list[object]:
    return [getattr(regulation, key) for key in regulation_settings()]


def same(one: Event, other: Event) -> bool:
    """Whether two events are equal, regulations by their settings."""
    return values(one.regulation) == values(other.regulation) and replace(one, regulation=other.regulation) == other


SMALL = journals.small()
TEXT = text_of(SMALL)


# The round trip


@examples(20, long=60)
@given(journals.documents())
def test_whatever_a_document_holds_comes_back(document: Document) -> None:
    text = text_of(document)
    again = loads(text)
    assert same(again.event, document.event)
    assert again.published == document.published
    assert dict(again.about) == dict(document.about)
    assert again.notes == document.notes
    assert dumps(again) == text


@examples(15, long=50)
@given(events.events())
def test_an_event_of_files_is_scored_the_same_after_the_round_trip(case: events.Event) -> None:
    travellers, rulings, options = case
    winners = int(options.get("winners", 1))
    read, ruled = travellers_csv.loads(travellers, winners=winners, accept_scores=True), rulings_file.loads(rulings)
    form = Form(options.get("form", read.event.form.value))
    event = assembled(
        replace(
            read,
            event=replace(
                read.event,
                form=form,
                scoring=options.get("scoring", "imps" if form is Form.TEAMS else "matchpoints"),
                regulation=load_regulation("ebu").having(**{**(ruled.settings or {}), **options.get("settings", {})}),
                winners=winners,
                knockout=bool(options.get("knockout", False)),
            ),
        ),
        ruled,
    )
    again = loads(dumps(Document(event=event))).event
    assert same(again, event)
    assert standings(again) == standings(event)


def standings(event: Event) -> object:
    """The lists of an event, or what is said about one that cannot be scored."""
    try:
        return {name: list(entries) for name, entries in score(event).lists.items()}
    except Faults as trouble:
        return str(trouble)


def test_a_document_with_a_history_keeps_it() -> None:
    first = loads(TEXT)
    entries = append(first.journal, PublishedStandings(), START + timedelta(hours=1), "Director")
    entries = append(entries, RulingWithdrawn("1", "a second look"), START + timedelta(hours=2), "Director")
    document = replace(first, journal=entries, event=fold(entries))
    again = loads(dumps(document))
    assert again.journal == entries
    assert again.event.rulings == ()
    assert fold(again.journal[:-1]) == SMALL.event
    assert again.event.name("1") == "Herons"


def test_a_document_is_the_same_from_a_text_from_bytes_and_with_a_mark_at_its_beginning() -> None:
    assert (
        loads(TEXT)
        == loads(TEXT.encode())
        == loads(b"\xef\xbb\xbf" + TEXT.encode())
        == loads(json.dumps(json.loads(TEXT)))
    )


def test_what_was_changed_since_the_last_entry_gets_entries_of_its_own() -> None:
    read = loads(TEXT)
    more = Ruling("2", 7, TableReference("1", "2"), BySide(parse_award("A+"), parse_award("A-")))
    corrected = replace(read.event.results[0], result=parse_award("4H N +1"))
    event = replace(
        read.event,
        title="Saturday",
        winners=2,
        regulation=load_regulation("ebu"),
        results=(corrected, *read.event.results[1:]),
        contestants={**read.event.contestants, "3": Contestant("3", players=(Player("Player 2"), Player("Player 5")))},
        rulings=(more,),
        penalties=(Penalty("1", "10%"),),
    )
    text = written(replace(read, event=event), START, "Scorer", journals.salts())
    again = loads(text)
    assert again.journal[: len(read.journal)] == read.journal
    assert [type(entry.payload).__name__ for entry in again.journal[len(read.journal) :]] == [
        "EventSetUp", "ContestantsEntered", "ResultCorrected", "RulingWithdrawn", "RulingGiven", "PenaltyGiven",
    ]  # fmt: skip
    assert again.event == event
    assert len(people_of(again.journal)) == len(people_of(read.journal))
    assert fold(again.journal[: len(read.journal)]) == SMALL.event


@examples(30)
@given(journals.documents(), journals.events())
def test_any_event_follows_another_or_is_refused(document: Document, event: Event) -> None:
    read = loads(text_of(document))
    try:
        text = dumps(replace(read, event=event))
    except Faults:
        return
    again = loads(text)
    assert same(again.event, event)
    assert again.journal[: len(read.journal)] == read.journal


def test_an_event_that_lacks_what_its_journal_has_is_not_written() -> None:
    read = loads(TEXT)
    smaller = replace(read.event, results=read.event.results[1:], contestants={})
    with pytest.raises(Faults, match="an event whose results, contestants cannot be told by entries"):
        dumps(replace(read, event=smaller))
    assert loads(dumps(replace(read, event=smaller, journal=()))).event == smaller


def test_an_event_that_has_an_id_twice_is_not_written() -> None:
    results = SMALL.event.results
    with pytest.raises(Faults, match="the table result '7/1-2' once more"):
        dumps(replace(SMALL, event=replace(SMALL.event, results=(results[0], results[0]))))


def test_half_a_character_is_not_written() -> None:
    with pytest.raises(Faults, match="half a character"):
        dumps(replace(SMALL, about={"club": "\ud800"}))


def test_the_number_of_winners_that_somebody_says_counts() -> None:
    assert loads(TEXT).event.winners == 1
    assert loads(TEXT, winners=2).event.winners == 2


def test_progress_is_told() -> None:
    entries = loads(TEXT).journal
    for number in range(1000):
        entries = append(entries, EventSetUp(f"Friday {number}"), START, "Director")
    told: list[int] = []
    loads(dumps(Document(event=fold(entries), journal=entries)), progress=told.append)
    assert told == [1000]


# The file


def test_the_file_is_laid_out_for_people() -> None:
    lines = TEXT.splitlines()
    assert lines[:3] == ["{", ' "amends": 1,', ' "about": {"club": "A club", "date": "2026-11-15"},']
    row = '     {"id": "7/1-2", "result": "4H N =", "seats": {"ns": ["1"], "ew": ["2"]}, "board": 7},'
    assert row in lines
    assert TEXT.endswith("}\n")


def test_the_time_of_a_first_journal_is_now_in_whole_seconds() -> None:
    before = datetime.now(UTC).replace(microsecond=0)
    entry = loads(dumps(SMALL)).journal[0]
    assert before <= entry.at <= datetime.now(UTC)
    assert (entry.at.microsecond, entry.author) == (0, "amends")


def test_salts_are_new_each_time() -> None:
    assert dumps(SMALL) != dumps(SMALL)


def test_a_large_event_stays_a_moderate_file() -> None:
    row = TableResult("", parse_award("4H N ="), board=12, session="1", section="A", round="3", table="12")
    results = tuple(
        replace(row, id=f"1/A/12/{place}-{place + 1}", seats=BySide((f"A{place}",), (f"B{place}",)))
        for place in range(2000)
    )
    lines = {result.id: PublishedLine(Printed("420"), BySide(Printed("28.3"), Printed("11.7"))) for result in results}
    text = dumps(Document(event=Event(results=results), published=PublishedFigures(lines=lines)))
    assert len(text.encode()) < 1_000_000
    assert loads(text).event.results == results


def test_it_is_found_by_its_name_and_by_its_beginning(tmp_path: Path) -> None:
    path = tmp_path / "friday.amends.json"
    dump(SMALL, path)
    assert formats.to_write(path).name == "amends"
    assert formats.of_file(Path("friday.json"), path.read_bytes()[:100]).name == "amends"
    assert load(path).event == formats.load(path).event == SMALL.event
    with pytest.raises(Faults, match="already there"):
        dump(SMALL, path)
    dump(loads(TEXT), path, force=True)
    assert path.read_text(encoding="utf-8") == TEXT
    assert load(path).source == "amends"


def test_nothing_is_lost() -> None:
    assert list(event_document.FORMAT.losses(SMALL)) == []


def test_the_demonstration_event_fits() -> None:
    with demonstration() as (travellers, rulings):
        event = assembled(travellers_csv.load(travellers, winners=2), rulings_file.load(rulings))
    assert loads(dumps(Document(event=event))).event == event


def test_pydantic_is_only_imported_when_a_document_is_read() -> None:
    code = (
        "import sys; from amends import formats; from amends.formats import event_document as d; formats.known();"
        "assert 'pydantic' not in sys.modules; d.schema(); assert 'pydantic' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


# The schema


def test_the_published_schema_is_the_one_the_package_has() -> None:
    assert json.loads(SCHEMA.read_text(encoding="utf-8")) == event_document.schema()


def test_the_schema_is_a_schema_and_says_which() -> None:
    schema = event_document.schema()
    Draft202012Validator.check_schema(schema)
    assert schema["$id"] == "urn:amends:event-document:1"
    assert all(part.get("additionalProperties") is False for part in schema["$defs"].values() if "properties" in part)


@examples(15, long=50)
@given(journals.documents())
def test_what_is_written_fits_the_schema(document: Document) -> None:
    Draft202012Validator(event_document.schema()).validate(json.loads(text_of(document)))


# People


def test_names_stand_outside_the_journal() -> None:
    data = json.loads(TEXT)
    assert "Player" not in json.dumps(data["journal"])
    assert "Herons" not in json.dumps(data["journal"])
    assert {person["name"] for person in data["people"].values()} == {
        "Herons", "Player 1", "Player 2", "Player 5", "Player 6", "Player 7", "Player 8",
    }  # fmt: skip


def test_a_person_that_is_taken_out_of_the_file_is_gone_and_the_rest_is_read() -> None:
    data = json.loads(TEXT)
    data["people"] = {key: person for key, person in data["people"].items() if person["name"] == "Player 2"}
    event = loads(json.dumps(data)).event
    assert event.contestants["1"].players == (Player(), Player("Player 2"))
    assert event.results[1].record == TableRecord(players=("", "", "", ""))
    assert standings(event) == standings(SMALL.event)
    del data["people"]
    assert loads(json.dumps(data)).event.name("1") == "1"


def test_a_person_can_be_taken_out_in_code() -> None:
    document = loads(TEXT)
    gone = [key for key, person in people_of(document.journal).items() if person.national_id == "901"]
    entries = without_people(document.journal, gone)
    text = dumps(replace(document, journal=entries, event=fold(entries)))
    assert "Player 1" not in text
    assert "901" not in text
    assert loads(text).event.contestants["1"].players == (Player(), Player("Player 2"))


# Versions


def test_an_older_version_is_read_by_way_of_each_one_between(monkeypatch: pytest.MonkeyPatch) -> None:
    def remarks_became_notes(data: Any) -> Any:
        return {("notes" if key == "remarks" else key): part for key, part in data.items()}

    def words_became_about(data: Any) -> Any:
        return {**{key: part for key, part in data.items() if key != "club"}, "about": {"club": data["club"]}}

    upgrades = {-1: words_became_about, 0: remarks_became_notes}
    monkeypatch.setattr("amends.formats.event_document.models.UPGRADES", upgrades)
    data = json.loads(TEXT)
    between = {**data, "amends": 0, "remarks": data["notes"]}
    del between["notes"]
    old = {**between, "amends": -1, "club": "A club"}
    del old["about"]
    for earlier in (between, old):
        read = loads(json.dumps(earlier))
        assert (read.event, read.notes, read.about["club"]) == (SMALL.event, SMALL.notes, "A club")
        assert json.loads(dumps(read))["amends"] == 1
    with pytest.raises(Faults, match="expected a version that there is: -1, 0, 1"):
        loads('{"amends": -2}')


@pytest.mark.parametrize(
    ("version", "fault"),
    [
        (2, "amends: found version 2 of the event document; expected version 1 or older: a newer amends reads it"),
        (10**17, "a newer amends reads it"),
        (0, "amends: found the version 0; expected a version that there is: 1"),
        (-1, "found the version -1"),
        ("1", "found the version '1'"),
        (True, "found the version true"),
        (None, "found the version null"),
        ([], "found the version a list of 0"),
    ],
)
def test_a_version_that_is_not_known_is_refused_in_words(version: object, fault: str) -> None:
    with pytest.raises(Faults) as trouble:
        loads(json.dumps({**json.loads(TEXT), "amends": version, "unknown": 1}), "friday.amends.json")
    assert fault in str(trouble.value)
    assert len(trouble.value.faults) == 1


# A damaged chain


def damaged(change: Callable[[list[Any]], object]) -> list[str]:
    """What is said about the small document with its journal changed."""
    data = json.loads(TEXT)
    change(data["journal"])
    with pytest.raises(Faults) as trouble:
        loads(json.dumps(data), "f")
    return [str(fault).removeprefix("f, ") for fault in trouble.value.faults]


def test_every_entry_that_was_changed_is_named() -> None:
    def change(entries: list[Any]) -> None:
        entries[0]["payload"]["title"] = "Saturday"
        entries[2]["payload"]["results"][0]["result"] = "4H N +1"
        entries[3]["author"] = "Somebody"

    assert damaged(change) == [
        f"entry {number}: found an entry that was changed; expected an entry that fits its digest"
        for number in (1, 3, 4)
    ]


def test_a_missing_entry_is_named_once() -> None:
    assert damaged(lambda entries: entries.pop(1)) == [
        "entry 3: found number 3 after number 1; expected number 2: no entry left out",
        "entry 3: found a link that does not fit; expected the digest of the entry before",
    ]


def test_entries_in_another_order_are_named() -> None:
    found = damaged(lambda entries: entries.reverse())
    assert [line.split(":")[0] for line in found] == [f"entry {n}" for n in (4, 4, 3, 3, 2, 2, 1, 1)]


def test_a_changed_record_of_a_person_is_named() -> None:
    data = json.loads(TEXT)
    reference = next(iter(data["people"]))
    data["people"][reference]["name"] = "Kestrels"
    with pytest.raises(Faults, match=f"entry 2, person {reference}: found a person's record that was changed"):
        loads(json.dumps(data))


def test_entries_that_are_sealed_and_make_no_sense_are_refused_by_number() -> None:
    read = loads(TEXT)
    for payload, words in (
        (RulingGiven(SMALL.event.rulings[0]), "entry 5: found the ruling '1' once more"),
        (EventSetUp(regulation="club.toml"), "entry 5: found the regulation 'club.toml'"),
        (EventSetUp(settings={"field": "nobody", "colour": 1}), "setting field: found 'nobody'"),
        (EventSetUp(scoring="goals"), "journal: found the scoring 'goals' for pairs; expected one of butler"),
        (EventSetUp(scoring="imps"), "found the scoring 'imps' for pairs"),
        (EventSetUp(form=Form.TEAMS), "found the scoring 'matchpoints' for teams; expected one of imps, bam"),
        (EventSetUp(winners=3), "journal: found 3 winners; expected 1 or 2"),
    ):
        entries = append(read.journal, payload, START, "Director")
        data = {**json.loads(TEXT), "journal": list(map(entry_data, entries))}
        with pytest.raises(Faults) as trouble:
            loads(json.dumps(data), "f.amends.json")
        assert words in str(trouble.value)
        assert all(fault.file == "f.amends.json" for fault in trouble.value.faults)
