"""Pages as PDF: one page each, and nothing from outside."""

from __future__ import annotations

import re
import sys
import zlib
from dataclasses import replace
from pathlib import Path

import pytest

from amends import Faults, score
from amends.desk.publishing.pdf import pdf
from amends.event.case import AppealDecision
from amends.reports.appeal_form import appeal_form
from amends.reports.dossier import dossier, effect_of
from amends.reports.layout import html
from amends.reports.notice import NoticeChange, correction_notice
from amends.reports.preview import PreviewReport
from amends.reports.slip import slip
from reports.test_slip_page import VARIED
from support.desks import START
from support.evenings import Evening, decided, open_evening, with_names


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    return with_names(open_evening(tmp_path_factory.mktemp("printed") / "amends.db"))


def pages(made: bytes) -> int:
    """The number of pages that a PDF says it has, wherever it says so."""
    parts = [made]
    for found in re.finditer(rb"stream\r?\n(.*?)endstream", made, re.DOTALL):
        try:
            parts.append(zlib.decompress(found[1]))
        except zlib.error:
            continue
    return sum(len(re.findall(rb"/Type\s*/Page\b", part)) for part in parts)


@pytest.mark.parametrize("ruling", ["1", "2", "3", "4"])
def test_a_slip_is_one_page(evening: Evening, ruling: str) -> None:
    made = pdf(slip(evening.standings, evening.ruling(ruling)).page())
    assert made.startswith(b"%PDF-")
    assert pages(made) == 1


@pytest.mark.parametrize("blind", [False, True])
def test_an_appeal_form_is_one_page(evening: Evening, blind: bool) -> None:
    assert pages(pdf(appeal_form("1", evening.history, evening.event, blind=blind).page())) == 1


def test_a_decided_appeal_form_is_two_pages_at_most(tmp_path: Path) -> None:
    evening = with_names(decided(tmp_path / "amends.db", AppealDecision.VARIED, VARIED))
    assert pages(pdf(appeal_form("1", evening.history, evening.event).page())) <= 2


def test_a_preview_and_a_correction_notice_are_one_page(evening: Evening) -> None:
    preview, after = effect_of(dossier(evening.history, evening.event, evening.history.ruling("1")))
    assert pages(pdf(PreviewReport(preview, evening.event).page())) == 1
    before = score(replace(evening.event, rulings=()))
    changes = [NoticeChange(START, "ruling 1", tuple(evening.event.contestants))]
    assert pages(pdf(correction_notice(evening.event, before, after, START, changes).page())) == 1


def test_pages_are_counted() -> None:
    """The count itself: enough paragraphs for several pages."""
    assert pages(pdf(html.page("Long", *["A paragraph."] * 200))) > 1


def test_nothing_outside_of_the_page_is_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    made = pdf(
        f'<html><link rel="attachment" href="{secret.as_uri()}"><body><img src="{secret.as_uri()}">x</body></html>'
    )
    assert pages(made) == 1
    assert b"EmbeddedFile" not in made


@pytest.mark.parametrize("trouble", [ImportError, OSError])
def test_without_weasyprint_the_extra_is_named(monkeypatch: pytest.MonkeyPatch, trouble: type[Exception]) -> None:
    class Missing:
        def find_spec(self, name: str, *_: object) -> None:
            if name.startswith("weasyprint"):
                raise trouble(name)

    for name in [name for name in sys.modules if name.startswith("weasyprint")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [Missing(), *sys.meta_path])
    with pytest.raises(Faults, match=r"amends\[pdf\]"):
        pdf("<p>x</p>")
