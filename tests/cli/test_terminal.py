"""The command in a terminal, a pipe and a shell: version, quiet, colours, widths, encodings, streams, completion."""

from __future__ import annotations

import os
import pty
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from amends import __version__
from amends.cli.help_pages.manual import manual_page
from support.running import Amends

TRAVELLERS = "board,ns,ew,result\n1,1,2,4H N =\n1,3,4,4H N -1\n1,5,6,4S E =\n"
COMMAND = [sys.executable, "-m", "amends"]


def at_terminal(*arguments: str, columns: int = 80, **environment: str) -> str:
    """What the command prints at a terminal of its own."""
    leader, follower = pty.openpty()
    words = os.environ | {"COLUMNS": str(columns), "TERM": "xterm-256color"} | environment
    words.pop("NO_COLOR", None)
    process = subprocess.Popen([*COMMAND, *arguments], stdout=follower, stderr=follower, stdin=follower, env=words)
    os.close(follower)
    printed = b""
    while chunk := _read(leader):
        printed += chunk
    process.wait()
    os.close(leader)
    return printed.decode().replace("\r\n", "\n")


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 65536)
    except OSError:  # the other end is closed
        return b""


@pytest.fixture
def travellers(tmp_path: Path) -> Path:
    path = tmp_path / "travellers.csv"
    path.write_text(TRAVELLERS)
    return path


def test_the_version_is_printed(amends: Amends) -> None:
    assert amends.shown("--version") == f"amends {__version__}\n".strip()


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (["scoer", "x.csv"], "'score'"),
        (["score", "x.csv", "--ruling", "y"], "Did you mean --rulings"),
        (["points", "4H N =", "--bord=3"], "Did you mean --board?"),
        (["points", "4H N =", "--set", "x"], "No such option: --set."),
        (["account", "lst"], "'list'"),
        (["vp", "14", "--boards", "16", "--set", "roundin=exact"], '"rounding"?'),
        (["vp", "14", "--boards", "16", "--regulation", "edu"], '"ebu"?'),
        (["vp", "14", "--boards", "16", "--scale", "wbf-continous"], '"wbf-continuous"?'),
    ],
)
def test_what_was_probably_meant_is_said(amends: Amends, typed: list[str], meant: str) -> None:
    assert meant in amends.refused(*typed)


def test_an_unknown_column_and_key_are_answered_with_the_nearest(amends: Amends, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("board,ns,ew,resutl\n1,1,2,4H N =\n")
    (tmp_path / "a.toml").write_text('[[ruling]]\nid = "1"\nnon_ofending = "NS"\n')
    message = amends.refused("score", str(tmp_path / "a.csv"), "--rulings", str(tmp_path / "a.toml"))
    assert '"result"?' in message
    assert '"non_offending"?' in message


def test_all_errors_look_alike(amends: Amends) -> None:
    wrong_use = amends("score").err
    bad_input = amends("points", "4H Q =").err
    assert wrong_use == "amends: Missing argument 'FILE'.\nTry: amends score --help\n"
    assert bad_input.startswith("amends: ")


def test_quiet_leaves_out_notes_but_no_errors(amends: Amends, travellers: Path) -> None:
    travellers.write_text(TRAVELLERS.replace("\n", ",1\n").replace("result,1", "result,round"))
    out = str(travellers.with_name("out.xml"))
    loud, quiet = (amends("convert", str(travellers), out, *flags) for flags in ([], ["--force", "-q"]))
    assert "left out" in loud.err
    assert quiet.err == ""
    assert "amends: " in amends("score", "missing.csv", "--quiet").err


@pytest.mark.parametrize("arguments", [["score"], ["score", "--strict"], ["convert", "missing/out.xml"]], ids=" ".join)
def test_quiet_says_that_a_ruling_is_forbidden(arguments: list[str], amends: Amends, travellers: Path) -> None:
    rulings = travellers.with_name("rulings.toml")
    rulings.write_text('[[ruling]]\nboard=1\ntable={ns="1",ew="2"}\nboth="50% 4H N =; 40% 4H N -1"\n')
    command, *others = arguments
    said = amends(command, str(travellers), *others, "--rulings", str(rulings), "-q").err
    assert "ruling 1: forbidden by 12C1(c)" in said


def test_standard_input_is_read_and_standard_output_written(travellers: Path) -> None:
    scored = subprocess.run([*COMMAND, "score", "-"], input=TRAVELLERS, capture_output=True, text=True, check=True)
    assert "Ranking" in scored.stdout
    piped = subprocess.run(
        [*COMMAND, "convert", "-", "-", "--to", "travellers"], input=TRAVELLERS, capture_output=True, text=True
    )
    assert (piped.returncode, piped.stderr) == (0, "")
    assert "1,1,2,4H N =" in piped.stdout


def test_a_fault_in_standard_input_has_its_line(amends: Amends) -> None:
    ran = subprocess.run(
        [*COMMAND, "score", "-"], input="board,ns,ew,result\n1,1,2,4Q\n", capture_output=True, text=True
    )
    assert ran.returncode == 2
    assert "standard input:2" in ran.stderr


def test_standard_output_needs_a_format_and_standard_input_is_read_once(amends: Amends, travellers: Path) -> None:
    assert "--to FORMAT" in amends.refused("convert", str(travellers), "-")
    assert "only one" in amends.refused("score", "-", "--rulings", "-")


def test_a_closed_pipe_is_no_error(travellers: Path) -> None:
    lines = "".join(f"{board},{2 * n},{2 * n + 1},4H N =\n" for board in (1, 2) for n in range(1, 3000))
    travellers.write_text("board,ns,ew,result\n" + lines)
    with subprocess.Popen(
        [*COMMAND, "score", str(travellers)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_colours_at_a_terminal_and_nowhere_else(travellers: Path, amends: Amends) -> None:
    arguments = ("score", str(travellers), "--board", "1")
    assert "\x1b[31m♥" in at_terminal(*arguments)
    assert "\x1b[3" not in at_terminal(*arguments, "--no-color")
    assert "\x1b" not in amends(*arguments).out


def test_a_table_fits_the_terminal_and_no_figure_is_cut() -> None:
    for columns in (70, 100):
        lines = re.sub(r"\x1b\[[0-9;]*m", "", at_terminal("regulations", columns=columns)).splitlines()
        assert max(map(len, lines)) <= columns
        assert "World Bridge" in "\n".join(lines)


def test_columns_are_aligned_where_signs_are_written_in_letters(travellers: Path) -> None:
    ran = subprocess.run(
        [*COMMAND, "score", str(travellers), "--board", "1"],
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"},
        check=True,
    )
    head, *rows = ran.stdout.decode("cp1252").splitlines()[1:5]
    column = head.index("score") + len("score")
    assert [re.search(r"[+-]\d+$", row[:column]) is not None for row in rows] == [True] * 3, rows


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("amends sco", "score"),
        ("amends score --re", "--regulation"),
        ("amends score x.csv --scoring cro", "cross-imps"),
        ("amends score x.csv --regulation eb", "ebu"),
        ("amends points --vulnerable n", "none"),
    ],
)
def test_the_shell_completes_commands_options_and_values(words: str, completed: str) -> None:
    asked = {"_AMENDS_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    script = shutil.which("amends", path=str(Path(sys.executable).parent)) or "amends"
    ran = subprocess.run([script], env=os.environ | asked, capture_output=True, text=True)
    assert completed in ran.stdout.split()


def test_the_manual_page_has_every_command_and_reads_as_roff() -> None:
    page = manual_page()
    assert r".SS amends case open" in page
    assert r"\fB\-\-non\-offending ns|ew|both|none\fR" in page
    assert not [line for line in page.splitlines() if line.startswith("'")]


def test_an_earlier_name_of_an_option_is_read_with_a_hint(amends: Amends, tmp_path: Path) -> None:
    store = ("--store", str(tmp_path / "a.db"))
    ran = amends("serve", "--local", "--port", "0", "--check", *store)
    assert (ran.status, ran.err) == (0, "amends: --check is called --dry-run now\n")
    assert amends("serve", "--local", "--port", "0", "--dry-run", *store).err == ""
    assert "--check" not in amends.shown("serve", "--help")
