"""`amends regulations`: the list, one in full, the difference of two."""

from __future__ import annotations

from pathlib import Path

import pytest

from amends.regulations import known, load, settings
from support.running import Amends

OWN = """title = "Our club"
words = "For Tuesdays."
base = "ebu"
poll_minimum = 7
benefit_factor = "4/3"
rounding_unit = { imps = "1/3" }

[sources]
poll_minimum = "our committee"
"""


@pytest.fixture
def own(tmp_path: Path) -> str:
    path = tmp_path / "club.toml"
    path.write_text(OWN, encoding="utf-8")
    return str(path)


def test_the_list_names_every_shipped_regulation(amends: Amends) -> None:
    shown, listed = amends.shown("regulations"), amends.data("regulations")["regulations"]
    assert [one["name"] for one in listed] == list(known())
    for one in listed:
        regulation = load(one["name"])
        assert (one["title"], one["words"]) == (regulation.title, regulation.words)
        assert f"{one['name']} {one['title']} {one['differing']} {one['words']}" in shown


@pytest.mark.parametrize("name", known())
def test_the_list_counts_what_differs_from_exact(amends: Amends, name: str) -> None:
    [one] = [each for each in amends.data("regulations")["regulations"] if each["name"] == name]
    differing = [key for key in settings() if getattr(load(name), key) != getattr(load("exact"), key)]
    assert one["differing"] == len(differing)
    assert name != "exact" or not differing


@pytest.mark.parametrize("name", known())
def test_one_regulation_shows_every_setting_with_its_source(amends: Amends, name: str) -> None:
    lines = amends.shown("regulations", name).splitlines()
    data = amends.data("regulations", name)["settings"]
    assert list(data) == list(settings())
    for key, about in data.items():
        mark = "* " if about["differs"] else ""
        [place] = [at for at, line in enumerate(lines) if line.startswith(f"{mark}{key} = ")]
        assert lines[place + 1] == " ".join(load(name).source(key).split())
        assert ("(exact: " in lines[place]) == about["differs"] == (about["value"] != about["default"])
        assert about["source"] == load(name).source(key)


def test_a_setting_without_a_source_is_called_unverified(amends: Amends) -> None:
    lines = amends.shown("regulations", "exact").splitlines()
    assert lines[lines.index("rank_on = exact") + 1] == "unverified"
    assert "rank_on" in lines[-1]
    assert lines[-1].startswith("unverified, no source is known: ")


def test_what_differs_from_exact_is_marked_with_the_value_there(amends: Amends) -> None:
    shown = amends.shown("regulations", "acbl")
    assert "* matchpoints_per_win = 1 (exact: 2)" in shown
    assert "* butler_trim = 5% (exact: 0)" in shown
    assert "\nedition = 2017\n" in shown


def test_values_are_exact_and_tables_are_objects(amends: Amends, own: str) -> None:
    data = amends.data("regulations", own)["settings"]
    assert data["benefit_factor"]["value"] == "4/3"
    assert data["rounding_unit"]["value"] == {"matchpoints": "0.0001", "imps": "1/3", "vp": "0.01"}
    assert data["standard_penalty"]["value"] == {"matchpoints": "25%", "imps": "6", "vp": "1"}
    assert data["average_plus_percent"]["value"] == "60"
    assert data["knockout_average"]["value"] is True
    assert data["poll_minimum"] == {
        "value": 7,
        "text": "7",
        "differs": True,
        "default": 5,
        "source": "our committee",
        "words": settings()["poll_minimum"].words,
    }


@pytest.mark.parametrize("name", known())
def test_a_value_is_shown_as_set_takes_it(amends: Amends, name: str) -> None:
    shown = amends.shown("regulations", name)
    lines = [line.removeprefix("* ").split(" (exact: ")[0] for line in shown.splitlines() if " = " in line]
    assert len(lines) == len(settings())
    changes = [word for line in lines for word in ("--set", line.replace(" = ", "=", 1))]
    assert amends("matchpoints", "+420 -50", *changes).status == 0


def test_a_file_of_ones_own_stands_in_place_of_a_name(amends: Amends, own: str) -> None:
    shown = amends.shown("regulations", own)
    assert shown.startswith("club: Our club\nFor Tuesdays.\n")
    assert "* poll_minimum = 7 (exact: 5)\nour committee" in shown
    assert "* benefit_factor = 4/3 (exact: 1.2)\nunverified" in shown
    assert list(amends.data("regulations", "ebu", own)["settings"]) == [
        "rounding_unit",
        "benefit_factor",
        "poll_minimum",
    ]


@pytest.mark.parametrize(("one", "other"), [("ebu", "acbl"), ("acbl", "ebu"), ("exact", "ebl"), ("wbf", "exact")])
def test_the_difference_of_two_holds_the_settings_that_differ(amends: Amends, one: str, other: str) -> None:
    data = amends.data("regulations", one, other)
    shown = amends.shown("regulations", one, other).splitlines()
    both = load(one), load(other)
    assert [each["name"] for each in data["regulations"]] == [one, other]
    differing = [key for key in settings() if getattr(both[0], key) != getattr(both[1], key)]
    assert list(data["settings"]) == differing
    assert [line for line in shown if line in settings()] == differing
    for key, about in data["settings"].items():
        assert [each["source"] for each in about["values"]] == [each.source(key) for each in both]
        assert about["values"][0]["value"] != about["values"][1]["value"]
        place = shown.index(key)
        assert [shown[place + 2], shown[place + 4]] == [" ".join(each.source(key).split()) for each in both]
        assert shown[place + 1].startswith(f"{one}: ")
        assert shown[place + 3].startswith(f"{other}: ")


def test_a_regulation_does_not_differ_from_itself(amends: Amends) -> None:
    assert amends.data("regulations", "ebu", "ebu")["settings"] == {}
    assert f"0 of {len(settings())} settings differ." in amends.shown("regulations", "ebu", "ebu")


@pytest.mark.parametrize("names", [["ebu", "acbl", "wbf"], ["ebu"] * 3, [*known()]])
def test_three_regulations_are_refused(amends: Amends, names: list[str]) -> None:
    message = amends.refused("regulations", *names)
    assert f"{len(names)} regulations" in message
    assert "two" in message


@pytest.mark.parametrize("name", ["frob", "", "EBU", "../ebu", "😀", "r" * 10_000])
def test_a_name_that_does_not_exist_is_answered_with_those_that_do(amends: Amends, name: str) -> None:
    for arguments in ([name], ["ebu", name], [name, "ebu"], [name, "ebu", "acbl"]):
        message = amends.refused("regulations", *arguments)
        assert repr(name)[:60] in message
        assert all(one in message for one in known())


def test_all_names_that_do_not_exist_are_reported_together(amends: Amends) -> None:
    message = amends.refused("regulations", "frob", "missing.toml")
    assert "'frob'" in message
    assert "missing.toml" in message


def test_a_broken_file_is_refused_with_its_line(amends: Amends, tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text('base = "exact"\nrounding = \n', encoding="utf-8")
    assert f"{path}:2" in amends.refused("regulations", str(path))


def test_a_file_does_not_write_to_the_terminal(amends: Amends, tmp_path: Path) -> None:
    escape = r"\u001b[31m"
    path = tmp_path / "club.toml"
    lines = ['base = "exact"', "poll_minimum = 3", *(f'{key} = "{escape}"' for key in ("title", "words"))]
    path.write_text("\n".join([*lines, "[sources]", f'poll_minimum = "{escape}"']), encoding="utf-8")
    for arguments in ([str(path)], [str(path), "exact"]):
        ran = amends("regulations", *arguments)
        assert ran.status == 0
        assert "\x1b" not in ran.out


def test_a_long_source_is_not_cut_off(amends: Amends, tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text(f'base = "exact"\npoll_minimum = 3\n[sources]\npoll_minimum = "{"s" * 900}"\n', encoding="utf-8")
    for arguments in ([str(path)], [str(path), "exact"]):
        assert "s" * 900 in amends("regulations", *arguments, columns=40).out
