"""Regulations are data: every value has a source, unknown keys and values are refused, files build on a base."""

from __future__ import annotations

from pathlib import Path

import pytest

from amends import Faults, load_regulation
from amends.regulations import known, settings


@pytest.mark.parametrize("name", known())
def test_every_value_of_a_shipped_regulation_has_a_source_or_says_that_it_has_none(name: str) -> None:
    regulation = load_regulation(name)
    for key in settings():
        assert regulation.source(key).strip(), key


def test_the_shipped_regulations_are_those_of_the_plan() -> None:
    assert known()[0] == "exact"
    assert {"abf", "acbl", "ebl", "ebl-notes", "ebu", "wbf"} <= set(known())


def test_where_authorities_differ() -> None:
    assert load_regulation("acbl").matchpoints_per_win == 1
    assert load_regulation("ebl-notes").rounding == "favour-non-offending"
    assert load_regulation("ebl-notes").adjusted_field == "excluded"
    assert load_regulation("ebu").small_groups == "ebu"
    assert load_regulation("exact").rounding == "exact"


def write(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


def test_a_clubs_own_file_builds_on_a_base(tmp_path: Path) -> None:
    path = write(
        tmp_path, "club.toml", 'base = "ebu"\naverage_plus_limit = 2\n[sources]\naverage_plus_limit = "our rules"'
    )
    club = load_regulation(path)
    assert club.average_plus_limit == 2
    assert club.small_groups == "ebu"
    assert club.source("average_plus_limit") == "our rules"


def test_a_file_may_build_on_another_file(tmp_path: Path) -> None:
    write(tmp_path, "county.toml", 'base = "ebu"\npoll_minimum = 7')
    assert load_regulation(write(tmp_path, "club.toml", 'base = "county.toml"')).poll_minimum == 7


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ('base = "exact"\nfactorin = "neuberg"', ("the setting 'factorin'", '"factoring"?', "club.toml")),
        ('base = "exact"\nfactoring = "mean"', ("'mean'", "neuberg, tie-with-average")),
        ('base = "exact"\naverage_plus_limit = -1', ("-1", "0 or more")),
        ('base = "exact"\nmatchpoints_per_win = true', ("True", "2, 1")),
        ('base = "exact"\nknockout_average = 1', ("1", "true, false")),
        ('base = "exact"\nvp_scale = "ours"', ("'ours'", "wbf-continuous")),
        ('base = "exact"\nrounding_unit = { matchpoints = "0" }', ("'0'", "above 0")),
        ('base = "fifa"', ("'fifa'", "exact, abf, acbl")),
        ('base = "club.toml"', ("builds on this file",)),
        ('base = "nowhere.toml"', ("nowhere.toml", "no such file")),
        ('factoring = "neuberg"', ("every setting, or a base",)),
        ('base = "exact"\n[sources]\nnothing = "x"', ("the source of 'nothing'",)),
        ("base = exact", ("syntax error", "club.toml:1")),
    ],
)
def test_what_is_wrong_with_a_file_is_said(tmp_path: Path, text: str, parts: tuple[str, ...]) -> None:
    with pytest.raises(Faults) as trouble:
        load_regulation(write(tmp_path, "club.toml", text))
    for part in parts:
        assert part in str(trouble.value)


def test_all_faults_of_a_file_come_at_once(tmp_path: Path) -> None:
    path = write(tmp_path, "club.toml", 'base = "exact"\nfactoring = "x"\nnonsense = 1\npoll_minimum = 0')
    with pytest.raises(Faults) as trouble:
        load_regulation(path)
    assert len(trouble.value.faults) == 3


def test_two_files_that_build_on_each_other_are_refused(tmp_path: Path) -> None:
    write(tmp_path, "a.toml", 'base = "b.toml"')
    with pytest.raises(Faults, match="builds on this file"):
        load_regulation(write(tmp_path, "b.toml", 'base = "a.toml"'))
