"""Event documents that cannot be read: all faults at once, each with its path, and never a traceback."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from amends import Faults
from amends.formats import event_document
from amends.formats.common.csv_table import MOST_FAULTS
from amends.formats.event_document import loads
from support.examples import examples
from support.journals import small, text_of

SMALL = small()
TEXT = text_of(SMALL)
RESULT = ("journal", 2, "payload", "results", 0)
SETUP = ("journal", 0, "payload")
PERSON = "0" * 64


def changed(*changes: tuple[tuple[str | int, ...], Any]) -> dict[str, Any]:
    """The data of the small document with other values at some paths."""
    data: Any = json.loads(TEXT)
    for path, value in changes:
        here = data
        for key in path[:-1]:
            here = here[key]
        here[path[-1]] = value
    assert isinstance(data, dict)
    return data


def faults(data: object) -> list[str]:
    with pytest.raises(Faults) as trouble:
        loads(data if isinstance(data, str | bytes) else json.dumps(data), "f")
    assert all(fault.file == "f" for fault in trouble.value.faults)
    return [str(fault) for fault in trouble.value.faults]


# Texts that are no JSON


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "f:1:1: found a syntax error (Expecting value); expected valid JSON"),
        ('{\n "amends": 1,\n "journal": [}\n', "f:3:14: found a syntax error (Expecting value)"),
        ('{"amends": 1,}', "f:1:14: found a syntax error"),
        ('{"amends": 1} {}', "f:1:15: found a syntax error (Extra data)"),
        ("{'amends': 1}", "f:1:2: found a syntax error"),
        ('{"amends": 01}', "f:1:13: found a syntax error"),
        ('{"amends": 1, "about": {"club": "a\nb"}}', "f:1:35: found a syntax error (Invalid control character at)"),
        ("\x00", "f:1:1: found a syntax error"),
        (b"\xff", "f:1: found the byte 0xFF; expected text in UTF-8"),
        (b'{"amends": 1,\n"\xe9"', "f:2: found the byte 0xE9; expected text in UTF-8"),
        (b"\xff\xfe\x00", "f:1: found the byte"),
        ("[" * 100_000, "f: found lists or objects that are nested too deeply"),
        ('{"amends":' * 50_000, "f: found lists or objects that are nested too deeply"),
        ("\n\ud800", "f:2: found half a character"),
    ],
)
def test_what_is_no_json_is_refused_with_its_line(text: str | bytes, fault: str) -> None:
    (found,) = faults(text)
    assert found.startswith(fault)


@pytest.mark.parametrize("data", [None, True, 7, "amends", [], [1], {}, {"event": 1}])
def test_other_json_is_no_event_document(data: object) -> None:
    (found,) = faults(json.dumps(data))
    assert 'expected an event document: an object with "amends" and the number of its version' in found


def test_numbers_that_are_not_exact_and_keys_that_stand_twice_are_named_with_their_paths() -> None:
    text = '{"amends": 1, "a b": [1.5, {"c": NaN}, -1e999, Infinity], "n": -%s, "journal": [{"x": 1, "x": 2}], "n": 1}'
    exact = 'expected exact numbers as texts ("17/2", "8.5")'
    assert faults(text % ("9" * 5000)) == [
        "f: found the key 'n' twice; expected each key once",
        f"f, ['a b'][0]: found the number 1.5; {exact}",
        f"f, ['a b'][1].c: found the number NaN; {exact}",
        f"f, ['a b'][2]: found the number -1e999; {exact}",
        f"f, ['a b'][3]: found the number Infinity; {exact}",
        "f, journal[0]: found the key 'x' twice; expected each key once",
    ]
    assert faults('{"amends": 1, "n": -%s}' % ("9" * 19)) == [
        "f, n: found a number with 19 digits; expected at most 18",
    ]


def test_half_a_character_is_named_with_its_path() -> None:
    assert faults('{"amends": 1, "about": {"club": "\\uD83d", "\\udc00": "\\ud83d\\ude00"}}') == [
        "f, about: found half a character in the key '\\udc00'; expected text that is Unicode",
        "f, about.club: found half a character; expected text that is Unicode",
    ]
    assert loads(json.dumps(changed((("about",), {"club": "😀"})))).about == {"club": "😀"}


# Data that is no document


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        ((*RESULT, "result"), 4, "journal[2].payload.results[0].result: found 4; expected an award such as"),
        ((*RESULT, "result"), "4H N 10", "journal[2].payload.results[0].result: found '4H N 10'; expected an award"),
        ((*RESULT, "seats"), None, "journal[2].payload.results[0].seats: found null; expected an object"),
        ((*RESULT, "seats", "ns"), ["1", 2], "journal[2].payload.results[0].seats.ns[1]: found 2; expected a text"),
        ((*RESULT, "board"), "7", "journal[2].payload.results[0].board: found '7'; expected a whole number"),
        ((*RESULT, "colour"), 1, "journal[2].payload.results[0].colour: found the key 'colour'; expected one of id"),
        ((*RESULT, "section"), "", "journal[2].payload.results[0].section: found section = ''; expected the key left"),
        (("journal", 2, "payload", "kind"), "X", "journal[2].payload.kind: found the kind 'X'; expected one of Event"),
        (("journal", 2, "payload"), [], "journal[2].payload: found a list of 0; expected an object"),
        (("journal", 2), 7, "journal[2]: found 7; expected an entry: an object"),
        (("journal",), {}, "journal: found an object; expected a list"),
        (("journal",), [], "journal: found a list of 0; expected at least 1"),
        (("journal", 0, "seq"), 0, "journal[0].seq: found 0; expected 1 or more"),
        (("journal", 0, "at"), "2026-13-01T00:00:00Z", "journal[0].at: found '2026-13-01T00:00:00Z'; expected a time"),
        (("journal", 0, "digest"), "ABC", "journal[0].digest: found 'ABC'; expected a text like ^[0-9a-f]{64}$"),
        (("journal", 0, "colour"), 1, "journal[0].colour: found the key 'colour'; expected one of seq, at, author"),
        ((*SETUP, "settings"), {"a": [1]}, "journal[0].payload.settings.a: found a list of 1; expected a text, a"),
        ((*SETUP, "settings"), {"a": {"b": {}}}, "journal[0].payload.settings.a: found an object; expected a text, a"),
        ((*SETUP, "form"), "bingo", "journal[0].payload.form: found 'bingo'; expected one of pairs, individual, teams"),
        (("colour",), 1, "colour: found the key 'colour'; expected a key that there is"),
        (("about",), {"club": 1}, "about.club: found 1; expected a text"),
        (("about",), [], "about: found a list of 0; expected an object"),
        (("people",), {"x": {"salt": "0" * 32}}, "people.x: found the key 'x'; expected a key like ^[0-9a-f]{64}$"),
        (("people", PERSON), {"salt": "salt"}, f"people.{PERSON}.salt: found 'salt'; expected a text like ^"),
        (("people", PERSON), {}, f"people.{PERSON}.salt: found nothing; expected the key 'salt'"),
        (("people", PERSON), {"salt": "0" * 32}, f"people.{PERSON}: found nobody's record; expected a person that an"),
        (("notes",), [{"kind": "a"}], "notes[0].words: found nothing; expected the key 'words'"),
        (("notes",), {}, "notes: found an object; expected a list"),
        (("published", "datums"), [{"board": 1, "figure": "x"}], "published.datums[0].figure: found 'x'; expected a f"),
        (("published", "datums"), [{"board": 1, "figure": "2"}] * 2, "published.datums: found two datums of one board"),
        (("published", "lines"), {"a": {"score": 1}}, "published.lines.a.score: found 1; expected a figure"),
    ],
)  # fmt: skip
def test_a_value_that_does_not_fit_is_named_with_its_path(path: tuple[str | int, ...], value: Any, fault: str) -> None:
    (found,) = faults(changed((path, value)))
    assert found.startswith(f"f, {fault}")


def test_all_faults_are_told_at_once() -> None:
    data = changed(
        (("colour",), 1),
        (("journal", 0, "at"), 7),
        ((*RESULT, "result"), "Z"),
        (("journal", 2, "payload", "results", 1, "seats"), {}),
        (("journal", 3, "digest"), "x"),
        (("notes", 0, "line"), "3"),
        (("people", "x"), {}),
    )
    assert sorted(found.split(":")[0] for found in faults(data)) == sorted([
        "f, colour", "f, journal[0].at", "f, journal[2].payload.results[0].result",
        "f, journal[2].payload.results[1].seats.ns", "f, journal[2].payload.results[1].seats.ew",
        "f, journal[3].digest", "f, notes[0].line", "f, people.x.salt",
    ])  # fmt: skip


def test_thousands_of_faults_are_counted() -> None:
    data = changed((("notes",), [{}] * 3000))
    found = faults(data)
    assert len(found) == MOST_FAULTS + 1
    assert "5,900 more faults" in found[-1]


def test_a_long_value_or_key_does_not_fill_the_screen() -> None:
    data = changed(((*RESULT, "result"), "x" * 100_000), (("about", "k" * 100_000), 1))
    assert all(len(found) < 500 for found in faults(data))


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(10**17), 10**17), st.text(max_size=5),
              st.sampled_from(("A+", "4H N =", "2026-11-15T14:00:00Z", "0" * 64, "1/2", "EventSetUp"))),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)),
    max_leaves=5,
)  # fmt: skip


@examples(100, long=300)
@given(st.data())
def test_a_document_with_anything_anywhere_is_read_or_refused(data: st.DataObject) -> None:
    document: Any = json.loads(TEXT)
    here = document
    while True:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(here[key], dict | list) or not here[key] or data.draw(st.integers(0, 3)) == 0:
            break
        here = here[key]
    if isinstance(here, dict) and data.draw(st.booleans()):
        here[data.draw(st.text(max_size=5))] = data.draw(JSON)
    elif data.draw(st.booleans()):
        del here[key]
    else:
        here[key] = data.draw(JSON)
    try:
        read = loads(json.dumps(document))
    except Faults:
        return
    # What is not sealed may be otherwise; all that is sealed is as it was.
    assert read.event.results[0] == SMALL.event.results[0]
    Draft202012Validator(event_document.schema()).validate(document)


@given(st.one_of(st.text(), st.binary(), st.builds(lambda cut: TEXT[:cut], st.integers(0, len(TEXT) - 2))))
def test_any_text_and_any_beginning_of_a_document_is_refused_in_words(text: str | bytes) -> None:
    with pytest.raises(Faults):
        loads(text)


@pytest.mark.parametrize(
    "text",
    [
        '{"amends": 1, "notes": [' + "1.5, " * 200_000 + "1]}",
        '{"amends": 1, "notes": [' + "0, " * 200_000 + "0]}",
        '{"amends": 1, "journal": [' + "0, " * 200_000 + "0]}",
        '{"amends": 1, "journal": [{' + ", ".join(f'"{key}": 0' for key in range(50_000)) + "}]}",
        '{"amends": 1, "people": {' + ", ".join(f'"{key}": {{}}' for key in range(50_000)) + "}}",
        '{"amends": 1, ' + ", ".join(f'"{key}": 0' for key in range(50_000)) + "}",
        json.dumps(changed(((*RESULT, "result"), "1/3 +420; " * 50_000))),
    ],
    ids=["floats", "notes", "entries", "keys of an entry", "people", "keys", "a long award"],
)
def test_a_file_made_of_faults_is_refused_without_a_fault_for_each(text: str) -> None:
    assert len(faults(text)) <= MOST_FAULTS + 1
