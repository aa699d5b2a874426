"""Bad input: status 2 and a message that says what was found, where, and what was expected; never a traceback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from amends import Faults, parse_award
from amends.faults import nearest
from amends.regulations.load import known
from amends.regulations.settings import scale_names
from amends.regulations.settings import settings as all_settings
from support.documents import check_document
from support.examples import examples
from support.running import Amends

LONG = 10_000
"""Characters of an argument that nobody types, but a program may pass on."""

NO_RESULTS = [
    # text, what the message names: what was found, and what was expected
    ("50% +420; 40% -50", ["90%", "50% +420; 40% -50", "100%"]),
    ("50% +420; 60% -50", ["110%", "100%"]),
    ("100% +420; 100% -50", ["200%", "100%"]),
    ("1/3 +420; 1/3 -50", ["2/3", "100%"]),
    ("0% +420; 100% -50", ["0%", "+420", "above 0"]),
    ("-10% +420; 110% -50", ["-10%", "+420", "above 0"]),
    ("-1/2 +420; 3/2 -50", ["-50%", "above 0"]),
    ("60% +420; -50", ["60% +420; -50", "weight on every part"]),
    ("+420; -50", ["weight on every part"]),
    ("+420;", ["part 2", "nothing"]),
    (";", ["part 1", "part 2", "nothing"]),
    ("50% +420; 50% 4Z N =", ["part 2", "'Z'"]),
    ("50%; 50% +420", ["part 1", "result after the weight"]),
    ("1/0 +420; 1/2 -50", ["1/0", "not 0"]),
    ("4Z N =", ["'Z'", "4Z N =", "NT"]),
    ("4H N 14", ["14 tricks", "4H N 14", "0 to 13"]),
    ("4H N +4", ["14 tricks", "0 to 13"]),
    ("4H N -11", ["-1 tricks", "0 to 13"]),
    ("8H N =", ["level 8", "1 to 7"]),
    ("0H N =", ["level 0", "1 to 7"]),
    ("4H Q =", ["4H Q =", "4Hx N -1"]),
    ("4H N", ["4H N", "the tricks", "4H N ="]),
    ("4H N 1-", ["4H N 1-", '"4H N -1"?']),
    ("60% 4H N =, 40% 4H N -1", ['"60% 4H N =; 40% 4H N -1"?']),
    ("60", ["'60'", '"60%"?']),
    ("4Hxxx N =", ["4Hxxx N =", "4Hx N -1"]),
    ("4H N +-1", ["4H N +-1"]),
    ("420", ["420", "+420"]),
    ("+99999999999", ["+99999999999", "+420"]),
    ("-99999999999", ["-99999999999", "+420"]),
    ("A++", ["A++", "A+"]),
    ("B+", ["B+", "A+"]),
    ("110%", ["110%", "0% to 100%"]),
    ("100.01%", ["100.01%", "0% to 100%"]),
    ("", ["nothing", "4H N ="]),
    ("   ", ["nothing", "4H N ="]),
    ("😀", ["😀", "4H N ="]),
    ("4😀 N =", ["4😀 N ="]),
    ("4H\x07N =", [r"\x07"]),
    ("\x1b[31m4H N =", [r"\x1b"]),
    ("4H N =\x00", [r"\x00"]),
    ("\udcff", [r"\udcff"]),
    ("better of +420", ["better of +420", "|"]),
    ("better of A+ | np", ["better of"]),
    ("published", ["number"]),
    ("+½x IMP", ["½x"]),
]

VERY_LONG = {
    "letters": "x" * LONG,
    "points": "+" + "9" * LONG,
    "a level": "9" * LONG + "H N =",
    "tricks": "4H N " + "9" * LONG,
    "a weight": "9" * LONG + "% +420",
    "a fraction": f"1/{'9' * LONG} +420",
    "a percentage": "9" * LONG + "%",
    "IMPs": "+" + "9" * LONG + " IMP",
    "alternatives": "better of " * (LONG // 10),
    "parts": "; ".join(["1% +420"] * (LONG // 10)),
    "semicolons": ";" * LONG,
    "doublings": "4H" + "x" * LONG + " N =",
    "a published figure": "published " + "9" * LONG,
    "signs": "+-" * (LONG // 2),
    "emoji": "😀" * LONG,
}


def every_place(text: str) -> list[tuple[str, ...]]:
    """Each argument of the command that takes a result."""
    three = {"--actual": "-50", "--normal": "0", "--expected": "0"}

    def redress(against: str, **said: str) -> tuple[str, ...]:
        results = three | {f"--{name}": result for name, result in said.items()}
        return ("redress", *(word for pair in results.items() for word in pair), "--side", "ns", "--against", against)

    return [
        ("points", f" {text}"),  # a blank, so that no argument looks like an option
        ("matchpoints", "+420 -50", "--award", text),
        ("matchpoints", "+420 -50", "--award-ns", text, "--award-ew", "A"),
        ("matchpoints", "+420 -50", "--award-ns", "A", "--award-ew", text),
        ("matchpoints", "+420 -50", "--award", "A", "--award-ew", text),
        ("imps", f" {text}", "--against", "+50"),
        ("imps", "+50", "--against", text),
        redress("0", actual=text),
        redress("0", normal=text),
        redress("0", expected=text),
        redress(text),
    ]


@pytest.mark.parametrize(("text", "named"), NO_RESULTS)
def test_a_malformed_award_is_refused_wherever_it_stands(amends: Amends, text: str, named: list[str]) -> None:
    for arguments in every_place(text):
        message = amends.refused(*arguments)
        assert [words for words in named if words not in message] == [], arguments
        assert "expected" in message


@pytest.mark.parametrize("text", VERY_LONG.values(), ids=VERY_LONG.keys())
def test_an_argument_of_ten_thousand_characters_is_refused(amends: Amends, text: str) -> None:
    for arguments in every_place(text):
        assert "expected" in amends.refused(*arguments)


@pytest.mark.parametrize("text", ["A+", "60%", "+3 IMP", "np", "sit-out", "published 3", "better of A+ | +420"])
def test_an_award_that_is_no_result_is_refused_where_a_result_is_needed(amends: Amends, text: str) -> None:
    for arguments in every_place(text):
        if arguments[0] != "matchpoints":
            message = amends.refused(*arguments)
            assert text in message
            assert "a result" in message


def test_fixed_imps_are_refused_at_matchpoints(amends: Amends) -> None:
    message = amends.refused("matchpoints", "+420 -50", "--award", "+3 IMP")
    assert "+3 IMP" in message
    assert "percentage" in message


@pytest.mark.parametrize(
    "results", [["4H N =", "4Z N ="], ["4H N =", "pass", "50% +420; 40% -50"], ["4H N =", "np"], ["4H N =", "--frob"]]
)
def test_nothing_is_printed_when_a_later_result_is_bad(amends: Amends, results: list[str]) -> None:
    assert amends.refused("points", *results)


def test_all_faults_of_an_award_are_reported_together(amends: Amends) -> None:
    message = amends.refused("points", "50% 4Z N =; 50% 4H N 14")
    assert "'Z'" in message
    assert "14 tricks" in message


REDRESS = ("redress", "--actual", "-50", "--normal", "0", "--expected", "0")

SAID_WRONG = [
    # arguments, what the message names
    (["points", "4H N =", "--vulnerable", "maybe"], ["maybe", "none, ns, ew or all"]),
    (["points", "4H N =", "--vulnerable", ""], ["''", "none, ns, ew or all"]),
    (["points", "4H N =", "--vulnerable", "v" * LONG], ["none, ns, ew or all"]),
    (["matchpoints", "+420", "--vulnerable", "maybe"], ["maybe", "none, ns, ew or all"]),
    (["imps", "+420", "--against", "0", "--vulnerable", "maybe"], ["maybe", "none, ns, ew or all"]),
    ([*REDRESS, "--side", "ns", "--against", "0", "--vulnerable", "maybe"], ["maybe", "none, ns, ew or all"]),
    (["points", "4H N =", "--board", "0"], ["board 0", "1 or more"]),
    (["points", "4H N =", "--board", "-3"], ["board -3", "1 or more"]),
    (["points", "4H N =", "--board", "x"], ["--board", "integer"]),
    (["points", "4H N =", "--board", "1.5"], ["--board", "integer"]),
    (["points", "4H N =", "--board", "9" * LONG], ["--board", "integer"]),
    (["matchpoints", ""], ["empty field", "+420"]),
    (["matchpoints", " \t\n "], ["empty field", "+420"]),
    ([*REDRESS, "--side", "ns", "--field", ""], ["empty field", "+420"]),
    (["matchpoints", "+420 420 -50"], ["'420'", "score 2 of the field", "+420"]),
    (["matchpoints", "+420 +9o -5O"], ["'+9o'", "'-5O'", "score 2", "score 3"]),
    (["matchpoints", "+420*0"], ["+420*0"]),
    (["matchpoints", "+420*-1"], ["+420*-1"]),
    (["matchpoints", "+420*1.5"], ["+420*1.5"]),
    (["matchpoints", "+420*"], ["+420*"]),
    (["matchpoints", "+420*" + "9" * LONG], ["score 1 of the field"]),
    (["matchpoints", "+99999999999"], ["+99999999999"]),
    (["matchpoints", "+" + "9" * LONG], ["score 1 of the field"]),
    (["matchpoints", "x" * LONG], ["score 1 of the field"]),
    (["matchpoints", "4H N ="], ["4H", "score 1 of the field"]),
    (["matchpoints", "+420 \x1b[31m"], [r"\x1b"]),
    (["matchpoints", "+420 😀"], ["😀"]),
    (["matchpoints", "+٤٢٠"], ["score 1 of the field"]),
    (["matchpoints", "+420 -50", "--award-ns", "A+"], ["--award-ew"]),
    (["matchpoints", "+420 -50", "--award-ew", "A+"], ["--award-ns"]),
    (["matchpoints", "+420*4 -50", "--expected", "3"], ["3 results", "5"]),
    (["matchpoints", "+420*4 -50", "--expected", "-1"], ["-1"]),
    (["matchpoints", "+420*4 -50", "--expected", "x"], ["--expected"]),
    (["matchpoints", "+420", "--award", "A", "--non-offending", "us"], ["'us'", "NS, EW, both or none"]),
    (["matchpoints", "+420", "--non-offending", "us"], ["'us'", "NS, EW, both or none"]),
    (["imps", "+420", "--against", "0", "--non-offending", "us"], ["'us'", "NS, EW, both or none"]),
    ([*REDRESS, "--side", "north", "--against", "0"], ["north", "NS or EW"]),
    ([*REDRESS, "--side", "", "--against", "0"], ["''", "NS or EW"]),
    ([*REDRESS, "--against", "0"], ["--side"]),
    ([*REDRESS, "--side", "ns"], ["no --field and no --against"]),
    ([*REDRESS, "--side", "ns", "--field", "+50", "--against", "0"], ["both --field and --against"]),
    ([*REDRESS, "--side", "ns", "--field", "", "--against", "0"], ["both --field and --against"]),
    (["vp", "--boards", "16", "fourteen"], ["fourteen", "margin"]),
    (["vp", "--boards", "16", ""], ["''", "margin"]),
    (["vp", "--boards", "16", "14", "x"], ["'x'", "margin"]),
    (["vp", "--boards", "16", "1e5"], ["1e5", "margin"]),
    (["vp", "--boards", "16", "nan"], ["nan", "margin"]),
    (["vp", "--boards", "16", "1/0"], ["1/0", "margin"]),
    (["vp", "--boards", "16", "9" * LONG], ["margin"]),
    (["vp", "--boards", "16", "😀"], ["😀", "margin"]),
    (["vp", "--boards", "16", "50%"], ["50%", "margin"]),
    (["vp", "--boards", "0", "14"], ["0 boards"]),
    (["vp", "--boards", "-1", "14"], ["-1 boards"]),
    (["vp", "--boards", "9" * LONG, "14"], ["--boards"]),
    (["vp", "--boards", "sixteen", "14"], ["--boards"]),
    (["vp", "--boards", "16", "14", "--scale", ""], ["''", "wbf-continuous"]),
    (["vp", "--boards", "99", "14", "--scale", "acbl-20"], ["99 boards", "acbl-20", "28-36"]),
    (["vp", "--boards", "8", "101", "--scale", "ebu-swiss-pairs"], ["101", "percentage"]),
    (["vp", "--boards", "8", "101%", "--scale", "ebu-swiss-pairs"], ["101%", "percentage"]),
    (["vp", "--boards", "8", "-1", "--scale", "ebu-swiss-pairs"], ["-1", "percentage"]),
]


@pytest.mark.parametrize(("arguments", "named"), SAID_WRONG, ids=lambda value: " ".join(value)[:70])
def test_what_cannot_be_is_refused_by_name(amends: Amends, arguments: list[str], named: list[str]) -> None:
    message = amends.refused(*arguments)
    assert [words for words in named if words not in message] == [], message[:400]


WITH_REGULATION = [
    ("matchpoints", "+420 -50"),
    ("imps", "+420", "--against", "0"),
    (*REDRESS, "--side", "ns", "--against", "0"),
    ("vp", "--boards", "16", "14"),
]
NAMES = [command[0] for command in WITH_REGULATION]


@pytest.mark.parametrize("command", WITH_REGULATION, ids=NAMES)
@pytest.mark.parametrize("name", ["frob", "", "EXACT", "../exact", ".", "/", "a\nb", "😀", "r" * LONG])
def test_a_regulation_that_does_not_exist_is_answered_with_those_that_do(
    amends: Amends, command: tuple[str, ...], name: str
) -> None:
    message = amends.refused(*command, "--regulation", name)
    assert repr(name)[:60] in message
    assert all(one in message for one in known())


@pytest.mark.parametrize("name", ["frob", "wbf", "../exact", "WBF-CONTINUOUS", "😀", "s" * LONG])
def test_a_scale_that_does_not_exist_is_answered_with_those_that_do(amends: Amends, name: str) -> None:
    for arguments in (["--scale", name], ["--set", f"vp_scale={name}"]):
        message = amends.refused("vp", "--boards", "16", "14", *arguments)
        assert repr(name)[:60] in message
        assert all(one in message for one in scale_names())


@pytest.mark.parametrize("command", WITH_REGULATION, ids=NAMES)
@pytest.mark.parametrize("key", ["frob", "", "name", "sources", "__class__", "having", "Rounding", "k" * LONG])
def test_a_setting_that_does_not_exist_is_answered_with_those_that_do(
    amends: Amends, command: tuple[str, ...], key: str
) -> None:
    message = amends.refused(*command, "--set", f"{key}=1")
    assert repr(key)[:60] in message
    near = nearest(key, all_settings())
    assert f'"{near}"?' in message if near else all(one in message for one in all_settings())


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ("rounding", ["'rounding'", "KEY=VALUE"]),
        ("", ["KEY=VALUE"]),
        ("rounding=", ["rounding", "''", "favour-non-offending"]),
        ("rounding=up", ["rounding", "'up'", "favour-non-offending"]),
        ("rounding=exact=1", ["'exact=1'", "favour-non-offending"]),
        ("edition=1066", ["edition", "1066", "2017"]),
        ("edition=²", ["edition", "²", "2017"]),
        ("poll_minimum=²", ["poll_minimum", "²", "whole number"]),
        ("poll_minimum=+-3", ["poll_minimum", "+-3", "whole number"]),
        ("poll_minimum=0", ["poll_minimum", "0", "1 or more"]),
        ("poll_minimum=-3", ["poll_minimum", "-3", "1 or more"]),
        ("poll_minimum=x", ["poll_minimum", "'x'", "whole number"]),
        ("benefit_factor=x", ["benefit_factor", "'x'", "number"]),
        ("benefit_factor=-1", ["benefit_factor", "-1", "1 or more"]),
        ("benefit_factor=1/2", ["benefit_factor", "1/2", "1 or more"]),
        ("benefit_factor=1/0", ["benefit_factor", "1/0"]),
        ("benefit_factor=" + "9" * LONG, ["benefit_factor", "number"]),
        ("rounding_unit=1", ["rounding_unit", "'1'", "matchpoints, imps, vp"]),
        ("rounding_unit=a:b", ["rounding_unit", "matchpoints, imps, vp"]),
        ("rounding_unit=matchpoints:0", ["rounding_unit", "'0'", "above 0"]),
        ("rounding_unit=matchpoints:x", ["rounding_unit", "'x'", "number"]),
        ("knockout_average=yes", ["knockout_average", "'yes'", "true"]),
    ],
)
def test_a_value_that_a_setting_does_not_take_is_answered_with_those_it_takes(
    amends: Amends, change: str, named: list[str]
) -> None:
    for command in WITH_REGULATION:
        message = amends.refused(*command, "--set", change)
        assert [words for words in named if words not in message] == [], message[:400]


def test_a_number_of_ten_thousand_digits_is_no_traceback(amends: Amends) -> None:
    assert amends("matchpoints", "+420", "--set", "poll_minimum=" + "9" * LONG).status in (0, 2)


def test_all_wrong_settings_are_reported_together(amends: Amends) -> None:
    message = amends.refused("matchpoints", "+420", "--set", "frob=1", "--set", "rounding=up")
    assert "frob" in message
    assert "'up'" in message


# Files: a regulation and a file of cases are read alike.

FILES = {
    # what is in the file, what the message names besides the file itself
    "a syntax error": (b'base = "exact"\nrounding = \n', [":2", "syntax error"]),
    "an open bracket": (b'source = "x"\n\n[[case]\n', [":3", "syntax error"]),
    "an open string at the end": (b'base = "exact"\ntitle = "x', [":2", "syntax error"]),
    "a key twice": (b'base = "exact"\nbase = "wbf"\n', [":2", "syntax error"]),
    "Latin-1": ('base = "exact"\ntitle = "Café"\n'.encode("latin-1"), [":2", "0xE9", "UTF-8"]),
    "UTF-16": ('base = "exact"\n'.encode("utf-16"), [":1", "UTF-8"]),
    "a control character": (b'base = "exact"\ntitle = "\x00"\n', [":2", r"\x00"]),
    "no TOML at all": (b"%PDF-1.7\n", [":1", "syntax error"]),
    "brackets without end": (b"x = " + b"[" * LONG, ["TOML"]),
    "a number without end": (b"base = " + b"9" * LONG + b"\n", []),
    "an emoji as key": ("😀 = 1\n".encode(), [":1", "syntax error"]),
}


def read_by_everyone(path: str) -> list[tuple[str, ...]]:
    return [("conformance", path), *((*command, "--regulation", path) for command in WITH_REGULATION)]


@pytest.mark.parametrize(("content", "named"), FILES.values(), ids=FILES.keys())
def test_a_broken_file_is_refused_with_file_and_line(
    amends: Amends, tmp_path: Path, content: bytes, named: list[str]
) -> None:
    path = tmp_path / "broken.toml"
    path.write_bytes(content)
    for arguments in read_by_everyone(str(path)):
        message = amends.refused(*arguments)
        assert str(path) in message
        assert [words for words in named if words not in message] == [], message[:400]


def test_a_missing_file_is_refused_by_name(amends: Amends, tmp_path: Path) -> None:
    for arguments in read_by_everyone(str(tmp_path / "missing.toml")):
        message = amends.refused(*arguments)
        assert "missing.toml" in message
        assert "no such file" in message


def test_a_folder_is_no_regulation(amends: Amends, tmp_path: Path) -> None:
    folder = tmp_path / "folder.toml"
    folder.mkdir()
    assert "folder.toml" in amends.refused("matchpoints", "+420", "--regulation", str(folder))


@pytest.mark.parametrize("name", ["n" * 5000 + ".toml", "a\nb.toml", "\x1b[31m.toml", "\udcff.toml", "😀.toml"])
def test_an_odd_name_of_a_file_is_refused_in_plain_text(amends: Amends, name: str) -> None:
    for arguments in read_by_everyone(name):
        assert amends.refused(*arguments)
        assert "\x1b" not in amends(*arguments).err


def test_an_empty_folder_has_no_cases(amends: Amends, tmp_path: Path) -> None:
    message = amends.refused("conformance", str(tmp_path))
    assert str(tmp_path) in message
    assert ".toml" in message


def test_all_files_that_cannot_be_read_are_reported_together(amends: Amends, tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text("x = \n")
    (tmp_path / "two.toml").write_bytes(b"\xff")
    for arguments in ([str(tmp_path)], [str(tmp_path / "one.toml"), str(tmp_path / "two.toml")]):
        message = amends.refused("conformance", *arguments)
        assert "one.toml:1" in message
        assert "two.toml:1" in message


@pytest.mark.parametrize(
    ("content", "named"),
    [
        ("frob = 1\n", ["'frob'", "[[case]]"]),
        ("case = 3\n", ["[[case]]"]),
        ("case = [3]\n", ["[[case]]"]),
        ("[case]\nid = 'x'\n", ["[[case]]"]),
    ],
)
def test_a_file_that_holds_no_cases_is_refused(amends: Amends, tmp_path: Path, content: str, named: list[str]) -> None:
    path = tmp_path / "cases.toml"
    path.write_text(content)
    message = amends.refused("conformance", str(path))
    assert [words for words in ["cases.toml", *named] if words not in message] == []


REGULATIONS = {
    # files by name; own.toml is the one that is asked for; what the message names
    "an unknown setting": ({"own": 'base = "exact"\nfrob = 1\n'}, ["own.toml", "'frob'", "rounding", "vp_scale"]),
    "a near miss": ({"own": 'base = "exact"\nroundin = "exact"\n'}, ["own.toml", "'roundin'", '"rounding"?']),
    "a wrong value": ({"own": 'base = "exact"\nrounding = "up"\n'}, ["own.toml", "rounding", "'up'", "exact"]),
    "a number that is not exact": ({"own": 'base = "exact"\nbenefit_factor = 1.2\n'}, ["1.2", '"6/5"']),
    "a scale that does not exist": ({"own": 'base = "exact"\nvp_scale = "frob"\n'}, ["frob", "wbf-continuous"]),
    "a value of a wrong type": ({"own": 'base = "exact"\nvp_scale = ["x"]\n'}, ["vp_scale", "wbf-continuous"]),
    "a table of a wrong type": ({"own": 'base = "exact"\nrounding_unit = { imps = {} }\n'}, ["rounding_unit"]),
    "a date": ({"own": 'base = "exact"\nedition = 2017-01-01\n'}, ["edition", "2017"]),
    "a source of nothing": ({"own": 'base = "exact"\n[sources]\nfrob = "x"\n'}, ["own.toml", "'frob'"]),
    "sources that are no table": ({"own": 'base = "exact"\nsources = 3\n'}, ["own.toml", "sources"]),
    "no base and no settings": ({"own": 'title = "x"\n'}, ["own.toml", "base", "matchpoints_per_win"]),
    "a base that does not exist": ({"own": 'base = "frob"\n'}, ["own.toml", "'frob'", "exact", "ebl"]),
    "a base whose file is missing": ({"own": 'base = "frob.toml"\n'}, ["frob.toml", "no such file"]),
    "a base that is no name": ({"own": "base = 3\n"}, ["own.toml", "3"]),
    "a file that builds on itself": ({"own": 'base = "own.toml"\n'}, ["own.toml", "builds on this file"]),
    "files in a circle": (
        {"own": 'base = "a.toml"\n', "a": 'base = "b.toml"\n', "b": 'base = "own.toml"\n'},
        ["b.toml", "own.toml", "builds on this file"],
    ),
    "a circle below": ({"own": 'base = "a.toml"\n', "a": 'base = "./a.toml"\n'}, ["a.toml", "builds on this file"]),
    "a fault in the base": ({"own": 'base = "a.toml"\n', "a": 'base = "exact"\nfrob = 1\n'}, ["a.toml", "'frob'"]),
}


@pytest.mark.parametrize(("files", "named"), REGULATIONS.values(), ids=REGULATIONS.keys())
def test_a_bad_regulation_file_is_refused(
    amends: Amends, tmp_path: Path, files: dict[str, str], named: list[str]
) -> None:
    for name, content in files.items():
        (tmp_path / f"{name}.toml").write_text(content)
    for command in WITH_REGULATION:
        message = amends.refused(*command, "--regulation", str(tmp_path / "own.toml"))
        assert [words for words in named if words not in message] == [], message[:400]


def test_all_faults_of_a_regulation_file_are_reported_together(amends: Amends, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('base = "frob"\nrounding = "up"\nfrobnicate = 1\n[sources]\nnothing = "x"\n')
    message = amends.refused("matchpoints", "+420", "--regulation", str(path))
    assert [words for words in ("'frob'", "'up'", "'frobnicate'", "'nothing'") if words not in message] == []


# Any text at all.

WORDS = st.lists(
    st.sampled_from(
        [
            *("4", "7", "8", "0", "13", "14", "9" * 5000, "H", "NT", "N", "Z", "♥", "x", "xx", "×", "W", "=", "+1"),
            *("-1", "+420", "-50", "−50", "+99999999999", "50%", "100%", "1/3", "1/0", "½", "%", "/", ";", "|", " "),
            *("A", "A+", "A-", "np", "sit-out", "pass", " IMP", "better of ", "published ", "ns actual ", "normal "),
            *("expected ", "*2", "*", "\n", "\x00", "😀", "٤", "²", "--", "-", "\udcff", "e5", ".5", "nan"),
        ]
    ),
    max_size=12,
).map("".join)
ANYTHING = st.one_of(st.text(), WORDS)
MANY = examples(60, long=200, derandomize=True, deadline=None)


@MANY
@given(ANYTHING)
@example("9" * 5000 + "H N =")
@example("better of " * 3000)
def test_any_text_is_an_award_or_has_faults(text: str) -> None:
    try:
        award = parse_award(text)
    except Faults:
        return
    assert parse_award(str(award)) == award


@MANY
@given(ANYTHING)
def test_any_text_as_an_award_ends_without_a_traceback(amends: Amends, text: str) -> None:
    ends_in_order(amends, "matchpoints", "+420*2 -50", "--award", text, "--explain")


@MANY
@given(ANYTHING)
def test_any_text_as_a_result_ends_without_a_traceback(amends: Amends, text: str) -> None:
    ends_in_order(amends, "points", text)


@MANY
@given(ANYTHING)
def test_any_text_against_a_result_ends_without_a_traceback(amends: Amends, text: str) -> None:
    ends_in_order(amends, "imps", "60% +420; 40% -50", "--against", text, "--json")


@MANY
@given(st.one_of(st.text(), st.lists(WORDS, max_size=4).map(" ".join)))
def test_any_text_as_a_field_ends_without_a_traceback(amends: Amends, text: str) -> None:
    ends_in_order(amends, "matchpoints", text, "--award", "A+")


@MANY
@given(ANYTHING)
def test_any_text_as_a_margin_ends_without_a_traceback(amends: Amends, text: str) -> None:
    ends_in_order(amends, "vp", "--boards", "16", text)


@MANY
@given(st.sampled_from(list(all_settings())), ANYTHING)
def test_any_text_as_the_value_of_a_setting_ends_without_a_traceback(amends: Amends, key: str, text: str) -> None:
    ends_in_order(amends, "matchpoints", "+420 -50", "--award", "A+", "--set", f"{key}={text}")


@MANY
@given(st.one_of(st.binary(), st.text().map(str.encode)))
def test_any_bytes_as_a_file_end_without_a_traceback(
    amends: Amends, tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "anything.toml"
    path.write_bytes(content)
    ends_in_order(amends, "conformance", str(path))


def ends_in_order(amends: Amends, *arguments: str) -> None:
    """Exit status 0, 1 or 2, and bad input on standard error alone."""
    ran = amends(*arguments)
    assert "Traceback" not in ran.err, ran.err[-400:]
    assert ran.status in (0, 1, 2)
    assert (ran.err != "") == (ran.status == 2)
    if ran.status == 2 and "--json" in arguments:
        assert check_document(json.loads(ran.out))["kind"] == "problem"
    else:
        assert (ran.out == "") == (ran.status == 2)


# Quantities

FINE = "1/1000003 +420; 1000002/1000003 -50"


@pytest.mark.parametrize(
    "words",
    [
        ("points", FINE),
        ("imps", FINE, "--against", "+100"),
        ("imps", "+100", "--against", FINE),
        ("matchpoints", "+420*4 -50*3", "--award", FINE),
        ("matchpoints", "+420*4 -50*3", "--award-ns", FINE, "--award-ew", "A+"),
        ("matchpoints", "+420*4 -50*3", "--award", "A+", "--award-ew", f"better of A+ | {FINE}"),
        ("redress", "--actual", "-50", "--normal", FINE, "--expected", "+420", "--side", "ns", "--field", "+420*3"),
        ("redress", "--actual", "-50", "--normal", "-50", "--expected", FINE, "--side", "ns", "--against", "+420"),
    ],
)
def test_weights_of_the_calculators_have_denominators(amends: Amends, words: tuple[str, ...]) -> None:
    failed = amends(*words)
    assert (failed.status, "finer parts than millionths" in failed.err) == (2, True)


def test_of_many_faults_people_see_the_first_and_programs_all(amends: Amends) -> None:
    people, programs = (amends("points", ";" * 9_999, *more).err for more in ((), ("--json",)))
    assert people.count("found nothing") == 50
    assert people.splitlines()[-1] == "amends: … and 9,950 more"
    assert programs.count("found nothing") == 10_000
