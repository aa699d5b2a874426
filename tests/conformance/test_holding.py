"""A program is held to cases: a right one, a wrong one, and those that die, hang, flood or talk nonsense."""

from __future__ import annotations

import os
import shlex
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from amends.conformance import CaseVerdict, ConformanceCase
from amends.conformance.holding import MOST_IDLE, RESTARTS, run_program
from amends.conformance.program import split_command
from amends.conformance.suite import read_suite
from amends.faults import Faults

PROGRAMS = Path(__file__).resolve().parents[2] / "conformance" / "programs"
PATIENT = 60.0
"""Seconds for programs that answer, however slow the machine is."""
IMPATIENT = 10.0
"""Seconds for programs that hang: long enough for a small script to start and to answer."""


def case(id: str, difference: str = "430", imps: str = "10") -> ConformanceCase:
    table = {"id": id, "kind": "imps", "given": {"differences": [difference]}, "expect": {"imps": [imps]}}
    return ConformanceCase("f.toml", id, table)


CASES = [case("a"), case("b"), case("c")]
RIGHT = 'print(json.dumps({"id": asked["id"], "result": {"imps": ["10"]}}), flush=True)'


def program(folder: Path, each: str, before: str = "", after: str = "") -> str:
    """The command of a program that does something for each line, and something before and after them."""
    lines = "\n    ".join(each.splitlines())
    loop = f"for line in sys.stdin:\n    asked = json.loads(line)\n    {lines}"
    text = f"import json, os, sys, time\n{before}\n{loop}\n{after}\n"
    script = folder / "program.py"
    script.write_text(text, encoding="utf-8")
    words = [sys.executable, "-I", "-S", str(script)]
    return " ".join(f'"{word}"' for word in words) if os.name == "nt" else shlex.join(words)


def held(command: str, seconds: float = PATIENT, cases: list[ConformanceCase] = CASES) -> dict[str, CaseVerdict]:
    verdicts = list(run_program(cases, command, seconds))
    assert [verdict.case for verdict in verdicts] == cases
    return {verdict.case.id: verdict for verdict in verdicts}


def grades(verdicts: dict[str, CaseVerdict]) -> str:
    """The first letters of how the cases ended."""
    return "".join(verdict.grade[0] for verdict in verdicts.values())


def trouble(verdict: CaseVerdict) -> str:
    [only] = verdict.troubles
    return only


def test_amends_passes_everything() -> None:
    command = shlex.join([sys.executable, str(PROGRAMS / "amends_program.py")])
    verdicts = held(command, cases=read_suite())
    assert [(id, verdict.troubles, verdict.unsupported) for id, verdict in verdicts.items() if not verdict.passed] == []


def test_a_program_is_sent_what_is_given_and_not_what_is_expected(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    command = program(tmp_path, f"open({str(seen)!r}, 'a').write(line)\n{RIGHT}")
    assert grades(held(command)) == "ppp"
    assert seen.read_text().splitlines()[0] == (
        '{"id": "a", "kind": "imps", "settings": {}, "given": {"differences": ["430"]}, "want": ["imps"]}'
    )


def test_answers_may_come_in_any_order_and_all_at_the_end(tmp_path: Path) -> None:
    command = program(
        tmp_path,
        "ids.insert(0, asked['id'])",
        "ids = []",
        'for id in ids: print(json.dumps({"id": id, "result": {"imps": [10]}}))',
    )
    assert grades(held(command)) == "ppp"


def test_a_wrong_figure_a_missing_one_and_a_reason(tmp_path: Path) -> None:
    command = program(
        tmp_path,
        'print(json.dumps({"id": asked["id"], **answers[asked["id"]]}))',
        'answers = {"a": {"result": {"imps": [11]}}, "b": {"result": {}}, "c": {"unsupported": " no IMPs "}}',
    )
    found = held(command)
    assert grades(found) == "ffu"
    assert trouble(found["a"]) == "imps[1]: expected 10, came out 11"
    assert trouble(found["b"]) == "imps: expected ['10'], came out nothing"
    assert found["c"].unsupported == "no IMPs"


def test_a_program_that_dies_is_started_again_after_the_case_it_died_of(tmp_path: Path) -> None:
    command = program(tmp_path, f'if asked["id"] == "b": sys.exit("out of aces")\n{RIGHT}')
    found = held(command)
    assert grades(found) == "pfp"
    assert trouble(found["b"]) == "no answer: the program ended with status 1 and said: out of aces"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no signals")
def test_a_program_that_is_killed_says_by_which_signal(tmp_path: Path) -> None:
    command = program(tmp_path, "os.kill(os.getpid(), 9)")
    assert trouble(held(command, cases=CASES[:1])["a"]) == "no answer: the program was ended by signal 9"


def test_a_program_that_always_dies_is_not_started_for_ever(tmp_path: Path) -> None:
    command = program(tmp_path, "", "open('starts', 'a').write('x'); sys.exit(3)")
    cases = [case(str(number)) for number in range(RESTARTS + 4)]
    (tmp_path / "program.py").write_text(
        f"import sys\nopen({str(tmp_path / 'starts')!r}, 'a').write('x')\nsys.exit(3)\n", encoding="utf-8"
    )
    found = held(command, cases=cases)
    assert (tmp_path / "starts").read_text() == "x" * (RESTARTS + 1)
    troubles = [trouble(verdict) for verdict in found.values()]
    assert troubles[: RESTARTS + 1] == ["no answer: the program ended with status 3"] * (RESTARTS + 1)
    assert set(troubles[RESTARTS + 1 :]) == {f"not asked: the program had died or hung {RESTARTS + 1} times"}


def test_a_program_that_ends_in_order_without_an_answer_is_not_asked_again(tmp_path: Path) -> None:
    command = program(tmp_path, f'if asked["id"] == "a":\n    {RIGHT}')
    found = held(command)
    assert grades(found) == "pff"
    assert {trouble(found[id]) for id in "bc"} == {"no answer: the program ended with status 0"}


def test_a_program_that_hangs_is_ended_and_the_run_goes_on(tmp_path: Path) -> None:
    command = program(tmp_path, f'if asked["id"] == "b": time.sleep(3600)\n{RIGHT}')
    found = held(command, IMPATIENT)
    assert grades(found) == "pfp"
    assert trouble(found["b"]) == f"no answer within {IMPATIENT:g} seconds"


@pytest.mark.skipif(os.name == "nt", reason="Windows knows no groups of processes")
def test_what_a_program_started_ends_with_it(tmp_path: Path) -> None:
    number = tmp_path / "number"
    child = f"import os, time; open({str(number)!r}, 'w').write(str(os.getpid())); time.sleep(3600)"
    command = program(
        tmp_path,
        f"""
import subprocess
subprocess.Popen([sys.executable, "-I", "-S", "-c", {child!r}])
while not os.path.exists({str(number)!r}) or not open({str(number)!r}).read(): time.sleep(0.01)
sys.exit(4)""",
    )
    held(command, IMPATIENT, CASES[:1])
    with suppress(OSError):  # it is gone
        while Path("/proc", number.read_text(), "stat").read_text().rpartition(")")[2].split()[0] != "Z":
            time.sleep(0.01)  # it was told to end, and ends


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("'hello'", "a line that is no JSON: hello"),
        ("'[' * 100_000", "a line that is no JSON: ["),
        ('\'{"id": "a", "result": {"imps": [NaN]}}\'', "a line that is no JSON"),
        ("'7'", 'a line without an "id": 7'),
        ("'{\"id\": [7]}'", 'a line without an "id"'),
        ("json.dumps({'id': asked['id']})", 'an answer with neither a "result"'),
        ("json.dumps({'id': asked['id'], 'result': [1]})", 'an answer with neither a "result"'),
        ("json.dumps({'id': asked['id'], 'unsupported': ''})", 'an answer with neither a "result"'),
        ("json.dumps({'id': 'z' + asked['id'], 'result': {}})", "an answer to 'za', which it was not asked"),
        ("'x' * 5_000_000", "a line of more than 4000000 bytes"),
    ],
)
def test_a_line_that_is_no_answer_stands_for_the_case_in_turn(tmp_path: Path, line: str, words: str) -> None:
    command = program(tmp_path, f'if asked["id"] == "a":\n    print({line}, flush=True)\nelse:\n    {RIGHT}')
    found = held(command)
    assert grades(found) == "fpp"
    assert trouble(found["a"]).startswith(f"the program wrote {words}")


@pytest.mark.parametrize("depth", [10, 400, 800, 900, 950, 980, 990, 995, 100_000])
def test_an_answer_however_deep_is_a_failure_of_its_case(tmp_path: Path, depth: int) -> None:
    answer = f"""'{{"id": "' + asked["id"] + '", "result": {{"imps": ' + '[' * {depth} + ']' * {depth} + '}}}}'"""
    found = held(program(tmp_path, f'if asked["id"] == "a":\n    print({answer})\nelse:\n    {RIGHT}'))
    assert grades(found) == "fpp"
    assert len(str(found["a"].troubles)) < 500


def test_a_reason_without_end_is_cut(tmp_path: Path) -> None:
    found = held(program(tmp_path, 'print(json.dumps({"id": asked["id"], "unsupported": "x" * 1_000_000}))'))
    assert grades(found) == "uuu"
    assert len(found["a"].unsupported) < 200


@pytest.mark.skipif(os.name == "nt", reason="Windows has no sessions")
def test_what_a_program_put_out_of_reach_does_not_hold_the_run(tmp_path: Path) -> None:
    number = tmp_path / "number"
    command = program(
        tmp_path,
        f"""
import subprocess
child = subprocess.Popen([sys.executable, "-I", "-S", "-c", "import time; time.sleep(3600)"], start_new_session=True)
open({str(number)!r}, "w").write(str(child.pid))
sys.exit(4)""",
    )
    try:
        assert trouble(held(command, IMPATIENT, CASES[:1])["a"]) == f"no answer within {IMPATIENT:g} seconds"
    finally:
        os.kill(int(number.read_text()), signal.SIGKILL)


def test_bytes_that_are_no_text_are_no_answer(tmp_path: Path) -> None:
    command = program(tmp_path, 'sys.stdout.buffer.write(b"\\xff\\xfe\\n")')
    assert {trouble(verdict)[:43] for verdict in held(command).values()} == {
        "the program wrote a line that is no JSON: \ufffd"
    }


def test_a_greeting_costs_nothing(tmp_path: Path) -> None:
    assert grades(held(program(tmp_path, RIGHT, 'print("Welcome to the scorer!")'))) == "ppp"


def test_a_second_answer_is_a_failure(tmp_path: Path) -> None:
    found = held(program(tmp_path, f'{RIGHT}\nif asked["id"] != "b":\n    {RIGHT}'))
    assert grades(found) == "fpf"
    assert trouble(found["c"]) == "the program answered twice"


def test_a_program_that_writes_nonsense_without_end_is_ended(tmp_path: Path) -> None:
    flood = f"for number in range(10 * {MOST_IDLE}): print('nonsense')\ntime.sleep(3600)"
    found = held(program(tmp_path, flood))
    assert grades(found) == "fff"


def test_a_program_that_gives_one_answer_without_end_is_ended(tmp_path: Path) -> None:
    found = held(program(tmp_path, f'if asked["id"] == "b":\n    while True: {RIGHT}\nelse:\n    {RIGHT}'))
    assert grades(found) == "pff"
    assert trouble(found["b"]) == "the program answered twice"
    assert trouble(found["c"]) == "no answer: the program writes other lines all the time"


def test_a_program_may_answer_everything_twice_to_its_cost(tmp_path: Path) -> None:
    many = [case(str(number)) for number in range(2 * MOST_IDLE)]
    assert set(grades(held(program(tmp_path, f"{RIGHT}\n{RIGHT}"), cases=many))) == {"f"}


def test_a_program_that_reads_nothing_and_one_that_talks_on_the_side(tmp_path: Path) -> None:
    many = [case(f"{number}-{'x' * 1000}") for number in range(300)]  # more than a pipe holds
    command = program(tmp_path, RIGHT, "sys.exit(0)")
    assert set(grades(held(command, cases=many))) == {"f"}
    command = program(tmp_path, f"sys.stderr.write('talk' * 100_000)\n{RIGHT}")
    assert grades(held(command)) == "ppp"


def test_a_case_that_is_wrong_in_itself_or_stands_twice_is_not_asked(tmp_path: Path) -> None:
    odd = ConformanceCase("f.toml", "odd", {"id": "odd", "kind": "imps", "given": {}})
    cases = [case("a"), case("a"), odd]
    verdicts = list(run_program(cases, program(tmp_path, RIGHT), PATIENT))
    assert [verdict.grade for verdict in verdicts] == ["passed", "failed", "failed"]
    assert trouble(verdicts[1]) == "the id stands twice, so the program was not asked"
    assert "'expect'" in trouble(verdicts[2])


@pytest.mark.parametrize("command", ["", "  ", "no-such-program-anywhere", "'unclosed"])
def test_a_program_that_cannot_be_started_is_refused(command: str) -> None:
    with pytest.raises(Faults, match=r"No program is named|cannot be started|cannot be read"):
        list(run_program(CASES, command, PATIENT))


def test_a_command_is_split_as_the_system_does(monkeypatch: pytest.MonkeyPatch) -> None:
    assert split_command("node 'my scorer.js' --fast") == ["node", "my scorer.js", "--fast"]
    monkeypatch.setattr("amends.conformance.program.os.name", "nt")
    assert split_command(r'C:\node.exe "my scorer.js"') == r'C:\node.exe "my scorer.js"'
