"""`amends conformance`: worked examples as data, from the command line."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import jsonschema
import pytest

from support.running import Amends

PASSES = """
[[case]]
id = "right"
kind = "contract"
given = { results = ["4Sx N -1"], vulnerable = "ns" }
expect = { ns = ["-200"] }
"""
FAILS = """
[[case]]
id = "wrong"
kind = "imps"
given = { differences = ["20", "10"] }
expect = { imps = ["1", "7"] }
"""

TROUBLES = [
    # the case, what the line must name
    ('kind = "frob"\ngiven = {}\nexpect = { ns = "0" }', ["frob", "contract", "imps"]),
    (
        'kind = "imps"\nsettings = { frob = 1 }\ngiven = { differences = [] }\nexpect = { imps = [] }',
        ["frob", "rounding"],
    ),
    (
        'kind = "imps"\nsettings = { rounding = "up" }\ngiven = { differences = [] }\nexpect = { imps = [] }',
        ["up", "favour-non-offending"],
    ),
    ('kind = "imps"\ngiven = { differences = [], frob = 1 }\nexpect = { imps = [] }', ["frob", "differences"]),
    ('kind = "imps"\ngiven = { differences = [] }\nexpect = { frob = 1 }', ["frob", "imps"]),
    ('kind = "imps"\ngiven = { differences = [] }\nexpect = { imps = [] }\nfrob = 1', ["frob"]),
    ('kind = "imps"\nexpect = { imps = [] }', ["given"]),
    ('kind = "imps"\ngiven = { differences = [] }', ["expect"]),
    ("given = {}\nexpect = { imps = [] }", ["kind"]),
    ('kind = "imps"\ngiven = { differences = [] }\nexpect = {}', ["empty expect"]),
    ('kind = "imps"\ngiven = { differences = ["x"] }\nexpect = { imps = [] }', ["x", "number"]),
    ('kind = "imps"\ngiven = { differences = [1.5] }\nexpect = { imps = [] }', ["1.5"]),
    ('kind = "contract"\ngiven = { results = ["4Z N ="] }\nexpect = { ns = [] }', ["4Z N ="]),
    (
        'kind = "contract"\ngiven = { results = ["pass"], vulnerable = "maybe" }\nexpect = { ns = [] }',
        ["maybe", "none"],
    ),
    (
        'kind = "vp"\ngiven = { scale = "frob", boards = 8, margins = ["1"] }\nexpect = { vp = ["1"] }',
        ["frob", "wbf-continuous"],
    ),
    ('kind = "imps"\ngiven = 3\nexpect = { imps = [] }', ["3", "table"]),
    ('kind = "imps"\nsettings = 3\ngiven = { differences = [] }\nexpect = { imps = [] }', ["settings", "table"]),
    ('kind = "imps"\ngiven = { differences = ["20"] }\nexpect = { imps = [] }', ["0", "1"]),
    ('kind = "board"\ngiven = {}\nexpect = { datum = "0" }', ["tables"]),
    ('kind = "board"\ngiven = { tables = [3] }\nexpect = { datum = "0" }', ["3"]),
    ('kind = "match"\ngiven = { results = [{ open = "+50" }] }\nexpect = { home = ["0"] }', []),
]


def write(folder: Path, text: str, name: str = "cases.toml") -> str:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_the_suite_of_this_project_passes(amends: Amends, project: Path) -> None:
    ran = amends("conformance", str(project / "conformance"))
    assert ran.out.splitlines()[-1].endswith(" passed, 0 failed")
    assert ran.status == 0


def test_cases_that_pass_are_counted_and_not_listed(amends: Amends, tmp_path: Path) -> None:
    ran = amends("conformance", write(tmp_path, PASSES))
    assert (ran.status, ran.out) == (0, "1 passed, 0 failed\n")


def test_a_case_that_fails_is_one_line_with_file_id_expected_and_outcome(amends: Amends, tmp_path: Path) -> None:
    path = write(tmp_path, PASSES + FAILS)
    ran = amends("conformance", path)
    assert ran.status == 1
    line, last = ran.out.splitlines()
    assert line.startswith(f"{path}: wrong: ")
    assert "expected 7" in line
    assert "came out 0" in line
    assert last == "1 passed, 1 failed"


def test_the_data_say_the_same(amends: Amends, tmp_path: Path) -> None:
    path = write(tmp_path, PASSES + FAILS)
    data = amends.data("conformance", path, status=1)
    assert (data["passed"], data["failed"]) == (1, 1)
    [failure] = data["failures"]
    assert (failure["file"], failure["id"]) == (path, "wrong")
    assert amends.data("conformance", write(tmp_path, PASSES)) == {
        "contract": "1",
        "kind": "conformance",
        "program": None,
        "passed": 1,
        "failed": 0,
        "unsupported": 0,
        "kinds": {"contract": {"passed": 1, "failed": 0, "unsupported": 0}},
        "failures": [],
        "not_supported": [],
    }


def test_files_and_folders_are_taken_together(amends: Amends, tmp_path: Path) -> None:
    write(tmp_path, PASSES, "one/a.toml")
    write(tmp_path, PASSES, "one/deeper/b.toml")
    (tmp_path / "one" / "README.md").write_text("no cases")
    lone = write(tmp_path, PASSES, "c.toml")
    assert amends("conformance", str(tmp_path / "one"), lone).out == "3 passed, 0 failed\n"


@pytest.mark.parametrize(("case", "named"), TROUBLES)
def test_what_cannot_be_understood_in_a_case_is_a_failure_of_that_case(
    amends: Amends, tmp_path: Path, case: str, named: list[str]
) -> None:
    path = write(tmp_path, f'{PASSES}\n[[case]]\nid = "odd"\n{case}\n')
    ran = amends("conformance", path)
    assert (ran.status, ran.err) == (1, "")
    line, last = ran.out.splitlines()
    assert line.startswith(f"{path}: odd: ")
    assert all(word in line.removeprefix(path) for word in named)
    assert last == "1 passed, 1 failed"


def test_an_id_that_stands_twice_in_a_file_is_a_failure(amends: Amends, tmp_path: Path) -> None:
    ran = amends("conformance", write(tmp_path, PASSES + PASSES))
    assert ran.status == 1
    assert "twice" in ran.out


def test_a_case_without_an_id_is_a_failure_with_its_place(amends: Amends, tmp_path: Path) -> None:
    ran = amends("conformance", write(tmp_path, PASSES + FAILS.replace('id = "wrong"', "")))
    assert ran.status == 1
    assert "case 2" in ran.out


def test_a_failing_case_stays_one_line_whatever_its_id_is(amends: Amends, tmp_path: Path) -> None:
    ran = amends("conformance", write(tmp_path, FAILS.replace("wrong", r"two\nlines \u001b[31m")))
    assert len(ran.out.splitlines()) == 2
    assert "\x1b" not in ran.out


@pytest.mark.parametrize(
    ("written", "same"), [("17/2", True), ("8.5", True), ("8½", True), ("850%", True), ("8", False)]
)
def test_numbers_compare_as_exact_fractions(amends: Amends, tmp_path: Path, written: str, same: bool) -> None:
    case = f"""
    [[case]]
    id = "number"
    kind = "rounding"
    given = {{ values = ["17/2"], unit = "1/2", policy = "exact" }}
    expect = {{ values = ["{written}"] }}
    """
    assert amends("conformance", write(tmp_path, case)).status == (0 if same else 1)


def test_only_what_is_named_is_compared(amends: Amends, tmp_path: Path) -> None:
    case = """
    [[case]]
    id = "part"
    kind = "board"
    [case.given]
    scoring = "matchpoints"
    tables = [{ id = "a", result = "+420" }, { id = "b", result = "-50" }]
    [case.expect]
    tables.b = { ew = "2" }
    """
    assert amends("conformance", write(tmp_path, case)).status == 0


# The suite of the package, and a part of it


def test_without_a_path_the_suite_of_the_package_is_run(
    amends: Amends, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert amends("conformance", "--kind", "imps", "--kind", "vp").out.endswith(" passed, 0 failed\n")
    assert amends.data("conformance", "--only", "imps-*")["kinds"].keys() == {"imps"}


def test_a_selection_of_nothing_is_wrong_use(amends: Amends, tmp_path: Path) -> None:
    assert 'There is no kind "frob". The kinds are artificial' in amends.refused("conformance", "--kind", "frob")
    assert "No case is selected" in amends.refused("conformance", write(tmp_path, PASSES), "--only", "r")


def test_the_cases_are_exported_as_one_document_with_a_schema(amends: Amends, tmp_path: Path) -> None:
    ran = amends("conformance", write(tmp_path, PASSES + FAILS), "--only", "right", "--export")
    assert (ran.status, ran.err) == (0, "")
    [case] = json.loads(ran.out)["cases"]
    assert case["expect"] == {"ns": ["-200"]}
    jsonschema.validate(json.loads(ran.out), json.loads(amends("conformance", "--schema").out))


# Another program

PROGRAM = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    answer = {"result": {"imps": [1, 7]}} if asked["kind"] == "imps" else {"unsupported": "scores of contracts"}
    print(json.dumps({"id": asked["id"], **answer}), flush=True)
"""


def command_of(folder: Path, text: str) -> str:
    return shlex.join([sys.executable, "-I", "-S", write(folder, text, "program.py")])


def test_a_program_is_reported_by_kind_and_what_it_does_not_do_is_no_failure(amends: Amends, tmp_path: Path) -> None:
    ran = amends("conformance", write(tmp_path, PASSES + FAILS), "--program", command_of(tmp_path, PROGRAM))
    assert (ran.status, ran.err) == (0, "")
    assert ran.text.splitlines() == [
        "kind passed failed unsupported",
        "contract 0 0 1",
        "imps 1 0 0",
        "unsupported: 1 × scores of contracts",
        "1 passed, 0 failed, 1 unsupported",
    ]


def test_a_wrong_program_ends_with_status_1_and_a_line_for_each_failure(amends: Amends, tmp_path: Path) -> None:
    cases, command = write(tmp_path, PASSES + FAILS), command_of(tmp_path, PROGRAM.replace("[1, 7]", "[1, 0]"))
    ran = amends("conformance", cases, "--program", command)
    assert ran.status == 1
    assert ran.out.splitlines()[0] == f"{cases}: wrong: imps[2]: expected 7, came out 0"
    data = amends.data("conformance", cases, "--program", command, status=1)
    assert data["program"] == command
    assert (data["passed"], data["failed"], data["unsupported"]) == (0, 1, 1)
    assert data["kinds"]["imps"] == {"passed": 0, "failed": 1, "unsupported": 0}
    assert data["failures"] == [
        {"file": cases, "id": "wrong", "case_kind": "imps", "troubles": ["imps[2]: expected 7, came out 0"]}
    ]
    assert data["not_supported"] == [
        {"file": cases, "id": "right", "case_kind": "contract", "reason": "scores of contracts"}
    ]


def test_what_a_program_writes_reaches_no_terminal(amends: Amends, tmp_path: Path) -> None:
    command = command_of(tmp_path, PROGRAM.replace("scores of contracts", r"red\x1b[31m"))
    assert "\x1b" not in amends("conformance", write(tmp_path, PASSES), "--program", command).out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--program", "no-such-program-anywhere"], "cannot be started"),
        (["--program", "'unclosed"], "cannot be read"),
        (["--program", ""], "No program is named"),
        (["--program", "x", "--timeout", "0"], "no time to wait"),
        (["--program", "x", "--timeout", "nan"], "no time to wait"),
        (["--program", "x", "--timeout", "soon"], "'--timeout'"),
    ],
)
def test_a_program_that_cannot_be_tried_is_wrong_use(
    amends: Amends, tmp_path: Path, arguments: list[str], words: str
) -> None:
    assert words in amends.refused("conformance", write(tmp_path, PASSES), *arguments)


def test_a_program_that_hangs_has_as_long_as_the_option_says(amends: Amends, tmp_path: Path) -> None:
    command = command_of(tmp_path, "import time\ntime.sleep(3600)\n")
    ran = amends("conformance", write(tmp_path, PASSES), "--program", command, "--timeout", "0.5")
    assert ran.status == 1
    assert "right: no answer within 0.5 seconds" in ran.out
