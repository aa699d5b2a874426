"""The suite as it is handed on: in the wheel and in the source archive, as TOML and as JSON, with a schema."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from amends.conformance.protocol import question_line
from amends.conformance.runner import ConformanceCase, known_kinds, run_case
from amends.conformance.suite import read_suite, schema, selected, suite_folder, suite_text
from amends.faults import Faults

PROJECT = Path(__file__).resolve().parents[2]
SOURCES = {path.relative_to(PROJECT / "conformance").as_posix() for path in (PROJECT / "conformance").rglob("*.toml")}
INSTALLED = "amends/conformance/suite/"


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel and a source archive, just built."""
    folder = tmp_path_factory.mktemp("packages")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=PROJECT, capture_output=True, check=True)
    return folder


def test_the_wheel_contains_the_suite_and_runs_it_from_an_empty_folder(packages: Path, tmp_path: Path) -> None:
    [wheel] = packages.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = {name.removeprefix(INSTALLED) for name in archive.namelist() if name.startswith(INSTALLED)}
        assert json.loads(archive.read(f"{INSTALLED}suite.json")) == json.loads(suite_text(read_suite()))
        archive.extractall(tmp_path / "installed")
    assert {name for name in names if name.endswith(".toml")} == SOURCES
    assert not any(name.startswith("programs/") for name in names)
    (tmp_path / "empty").mkdir()
    ran = subprocess.run(
        [sys.executable, "-c", "from amends.cli import main; main()", "conformance", "--kind", "imps", "--json"],
        cwd=tmp_path / "empty",
        env={**os.environ, "PYTHONPATH": str(tmp_path / "installed")},
        capture_output=True,
        check=True,
    )
    assert json.loads(ran.stdout)["failed"] == 0
    where = "from amends.conformance import suite; print(suite.suite_folder())"
    ran = subprocess.run(
        [sys.executable, "-c", where],
        cwd=tmp_path / "empty",
        env={**os.environ, "PYTHONPATH": str(tmp_path / "installed")},
        capture_output=True,
        check=True,
    )
    assert Path(ran.stdout.decode().strip()) == tmp_path / "installed" / INSTALLED


def test_the_source_archive_contains_the_suite(packages: Path) -> None:
    [archive] = packages.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        names = {name.partition("/")[2].removeprefix("conformance/") for name in opened.getnames()}
        assert {*SOURCES, "suite.json", "programs/amends_program.py"} <= names
        [member] = [each for each in opened.getmembers() if each.name.endswith("/conformance/suite.json")]
        content = opened.extractfile(member)
        assert content is not None
        assert json.load(content) == json.loads(suite_text(read_suite()))


def test_a_checkout_reads_the_suite_where_it_is_edited() -> None:
    assert suite_folder() == PROJECT / "conformance"
    assert {case.file for case in read_suite()} <= SOURCES


# As JSON


@pytest.fixture(scope="module")
def document() -> Any:
    return json.loads(suite_text(read_suite()))


def is_valid(data: object, part: str = "") -> bool:
    whole = schema()
    described = {**whole["$defs"][part], "$defs": whole["$defs"]} if part else whole
    return jsonschema.Draft202012Validator(described).is_valid(data)


def test_the_schema_describes_the_suite(document: Any) -> None:
    jsonschema.Draft202012Validator.check_schema(schema())
    assert [error.message for error in jsonschema.Draft202012Validator(schema()).iter_errors(document)] == []
    assert all(is_valid(json.loads(question_line(case)), "question") for case in selected(read_suite(), ["event"])[:3])


def test_the_schema_knows_every_kind() -> None:
    assert set(schema()["$defs"]["case"]["properties"]["kind"]["enum"]) == set(known_kinds())


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "frob"},
        {"given": {"differences": ["20"], "frob": 1}},
        {"given": {}},
        {"expect": {}},
        {"expect": {"frob": "1"}},
        {"expect": {"imps": ["one"]}},
        {"id": ""},
        {"frob": 1},
    ],
)
def test_the_schema_refuses_other_cases(change: dict[str, object]) -> None:
    case = {"file": "f", "id": "x", "kind": "imps", "given": {"differences": ["20"]}, "expect": {"imps": ["1"]}}
    assert is_valid(case, "case")
    assert not is_valid(case | change, "case")


@pytest.mark.parametrize(
    ("answer", "valid"),
    [
        ({"id": "x", "result": {"imps": [1]}}, True),
        ({"id": "x", "unsupported": "no IMPs"}, True),
        ({"id": "x"}, False),
        ({"id": "x", "unsupported": ""}, False),
        ({"id": "x", "result": {}, "unsupported": "both"}, False),
        ({"id": 1, "result": {}}, False),
    ],
)
def test_the_schema_describes_answers(answer: object, valid: bool) -> None:
    assert is_valid(answer, "answer") is valid


def test_every_case_has_its_source_and_an_event_needs_no_file(document: Any) -> None:
    assert len({case["id"] for case in document["cases"]}) == len(document["cases"])
    assert all("source" in case or "derivation" in case for case in document["cases"] if case["kind"] != "event")
    events = [case for case in document["cases"] if case["kind"] == "event"]
    assert not any("folder" in case["given"] for case in events)
    case = next(case for case in events if case["id"].startswith("twelve-c2-d"))
    table = {key: value for key, value in case.items() if key != "file"}
    assert run_case(ConformanceCase(case["file"], case["id"], table)).troubles == ()


def test_travellers_that_are_none_are_a_failure_of_the_case() -> None:
    case = next(case for case in read_suite() if case.table["kind"] == "event")
    given = {key: value for key, value in case.table["given"].items() if key != "folder"}
    odd: list[object] = [[], ["x"], [{}], "x", [{"board": ["x"]}]]
    for travellers in odd:
        table = {**case.table, "given": {**given, "travellers": travellers}}
        assert run_case(ConformanceCase("f", case.id, table)).troubles


# A part of it


def test_cases_are_selected_by_kind_and_by_id() -> None:
    cases = read_suite()
    assert selected(cases) == cases
    assert {case.table["kind"] for case in selected(cases, ["imps", "vp"])} == {"imps", "vp"}
    some = selected(cases, (), ["wbf-*"])
    assert some
    assert all(case.id.startswith("wbf-") for case in some)
    assert [case.id for case in selected(cases, (), [cases[0].id])] == [cases[0].id]
    with pytest.raises(Faults, match=r'There is no kind "frob".*artificial'):
        selected(cases, ["frob"])
    with pytest.raises(Faults, match="No case is selected"):
        selected(cases, ["imps"], ["wbf-none"])
