"""A club's own regulations, scales of victory points and logo, in a folder."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from amends.faults import Faults
from amends.regulations import load as loading
from amends.regulations import settings, usable
from amends.regulations.club import LARGEST_LOGO, club_folder, club_logo
from amends.regulations.settings import usable_scales
from amends.scoring.victory_points import scale_for, victory_points
from amends.web.server import ServerOptions, new_server
from support.desks import desk_at
from support.running import Amends

SCALE = """\
title = "The club's scale"
source = "the committee, 2026"
by = "margin"
pool = 10

[[table]]
boards = [4, 8]
margins = [0, 2, 5, 10]
vp = [5, 6, 8, 10]
"""


def forget() -> None:
    """What was found in an earlier folder."""
    for name in (
        "settings.scale_names",
        "settings._scales",
        "settings.scale_data",
        "load.known",
        "load._files",
        "load._named",
    ):
        module, _, function = name.partition(".")
        getattr(import_module(f"amends.regulations.{module}"), function).cache_clear()
    scale_for.cache_clear()


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder of a club, which AMENDS_CLUB names."""
    folder = tmp_path / "club"
    for name in ("regulations", "scales"):
        (folder / name).mkdir(parents=True)
    monkeypatch.setenv("AMENDS_CLUB", str(folder))
    forget()
    yield folder
    forget()


def test_a_regulation_and_a_scale_of_the_club_are_known_by_their_names(club: Path) -> None:
    (club / "scales" / "ours.toml").write_text(SCALE)
    (club / "regulations" / "club.toml").write_text('title = "Our club"\nbase = "ebu"\nvp_scale = "ours"\n')
    amends = Amends()
    assert "Our club" in amends.shown("regulations")
    assert "8 victory points" in amends.shown("vp", "6", "--boards", "6", "--regulation", "club")
    assert victory_points(-6, 6, "ours").value == 2


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (SCALE.replace("pool = 10", "pool = 0"), "pool = 0"),
        (SCALE.replace("pool = 10\n", ""), "no pool"),
        (SCALE.replace('by = "margin"', 'by = "luck"'), "by = 'luck'"),
        (SCALE.replace("[5, 6, 8, 10]", "[5, 6, 8]"), "4 margins and 3 victory points"),
        (SCALE.replace("[5, 6, 8, 10]", "[5, 6, 8, 11]"), "vp = [5, 6, 8, 11]"),
        (SCALE.replace("[0, 2, 5, 10]", "[0, 5, 2, 10]"), "margins = [0, 5, 2, 10]"),
        (SCALE.replace("[4, 8]", "[8, 4]"), "boards = [8, 4]"),
        (SCALE.replace("[4, 8]", '"all"'), "boards = 'all'"),
        (SCALE + "colour = 1\n", "colour"),
        ("title = [", "ours.toml"),
    ],
)
def test_a_scale_that_cannot_be_used_is_refused_in_words(club: Path, wrong: str, said: str) -> None:
    (club / "scales" / "ours.toml").write_text(wrong)
    amends = Amends()
    if said == "colour":  # in the last table, where nothing reads it
        assert "victory points" in amends.shown("vp", "6", "--boards", "6", "--scale", "ours")
    else:
        assert said in amends.refused("vp", "6", "--boards", "6", "--scale", "ours")


def test_a_name_that_amends_has_and_a_folder_that_is_missing_are_refused(
    club: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (club / "regulations" / "ebu.toml").write_text('base = "wbf"\n')
    with pytest.raises(Faults, match="which amends has itself"):
        loading("nothing")
    monkeypatch.setenv("AMENDS_CLUB", str(club / "gone"))
    forget()
    with pytest.raises(Faults, match="no such folder"):
        loading("nothing")
    assert settings()


def test_a_scale_that_is_no_text_is_none() -> None:
    with pytest.raises(Faults, match="the scale \\['x'\\]"):
        loading("exact").having(vp_scale=["x"])


def test_a_scale_that_cannot_be_read_keeps_no_other_from_being_chosen(
    club: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """It may be one that no event uses: the settings of all events list the scales."""
    (club / "scales" / "broken.toml").write_text("title = [")
    (club / "scales" / "ours.toml").write_text(SCALE)
    found = usable_scales()
    assert "ours" in found
    assert "broken" not in found
    assert "the scale broken is left out" in caplog.text


def test_a_scale_that_was_changed_is_said_when_the_server_starts(club: Path, tmp_path: Path) -> None:
    """Events keep its name: those that were played with it, and published, would get other victory points unnoticed."""
    with desk_at(tmp_path / "store.db") as desk:

        def notices() -> str:
            forget()
            return " ".join(new_server(desk, ServerOptions()).notices)

        ours = club / "scales" / "ours.toml"
        ours.write_text(SCALE)
        assert "scale" not in notices()
        ours.write_text(SCALE.replace("[5, 6, 8, 10]", "[5, 7, 9, 10]"))
        (club / "scales" / "next.toml").write_text(SCALE)
        assert "The club's scale ours is not as it was: events that have it, also published ones" in notices()
        ours.write_text(SCALE)
        assert "scale" not in notices()
        (club / "scales" / "next.toml").write_text(SCALE.replace("[5, 6, 8, 10]", "[5, 7, 9, 10]"))
        assert "The club's scale next is not" in notices()


def test_a_folder_that_is_away_keeps_no_shipped_regulation_from_being_chosen(
    club: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("AMENDS_CLUB", str(club / "gone"))
    forget()
    assert {"exact", "ebu"} <= {each.name for each in usable()}
    assert "the regulations of the club are left out" in caplog.text
    monkeypatch.setenv("HOME", str(club.parent))
    monkeypatch.setenv("AMENDS_CLUB", f"~/{club.name}")
    assert club_folder() == club


def test_a_regulation_that_cannot_be_read_keeps_no_other_from_being_chosen(
    club: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (club / "regulations" / "broken.toml").write_text("title = [")
    (club / "regulations" / "club.toml").write_text('title = "Our club"\nbase = "ebu"\n')
    assert {"exact", "club"} <= {each.name for each in usable()}
    assert "broken" not in {each.name for each in usable()}
    assert "the regulation broken is left out" in caplog.text
    assert "broken.toml" in Amends().refused("regulations")


@pytest.mark.parametrize(("name", "kind"), [("logo.svg", "image/svg+xml"), ("logo.png", "image/png")])
def test_the_logo_stands_in_the_page_itself(club: Path, name: str, kind: str) -> None:
    assert club_logo() == ""
    (club / name).write_bytes(b"<svg/>")
    assert club_logo() == f"data:{kind};base64,PHN2Zy8+"
    (club / name).write_bytes(bytes(LARGEST_LOGO + 1))
    assert club_logo() == ""


def test_published_pages_have_the_logo(club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (club / "logo.svg").write_bytes(b"<svg/>")
    (tmp_path / "a.csv").write_text("board,ns,ew,result\n1,1,2,4H N =\n1,3,4,4H N -1\n")
    monkeypatch.setenv("AMENDS_STORE", str(tmp_path / "amends.db"))
    amends = Amends()
    amends.shown("import", str(tmp_path / "a.csv"), "--name", "Friday")
    amends("publish", "friday", "--provisional", "--to", str(tmp_path / "out"))
    page = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert 'src="data:image/svg+xml;base64,PHN2Zy8+"' in page
    assert "img-src data:" in page
