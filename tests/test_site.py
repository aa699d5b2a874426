"""The pages that the documentation site makes of what stands elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tools import site_pages

from amends.cli.app import commands_of

PROJECT = Path(__file__).resolve().parents[1]


def test_the_reference_has_every_command_with_its_options() -> None:
    text = site_pages.reference()
    assert set(re.findall(r"^## amends (.+)$", text, re.MULTILINE)) == set(commands_of())
    assert "| `--non-offending ns\\|ew\\|both\\|none` |" in text
    assert "| `AMENDS_STORE` |" in text


@pytest.mark.parametrize("page", site_pages.TAKEN)
def test_a_page_made_of_a_file_links_to_pages(page: str) -> None:
    text = site_pages.taken(site_pages.TAKEN[page])
    for link in re.findall(r"\]\(([^)#:]+)\)", text):
        assert link in site_pages.TAKEN or (PROJECT / "docs" / link).exists(), link


def test_nothing_is_taken_from_elsewhere() -> None:
    page = '<script src="https://example.org/iframe-worker/shim"></script>'
    assert site_pages.on_post_template(page) == '<script src="theme/iframe-worker.js"></script>'
