"""Texts in catalogues: every sentence of a template can be translated, and the list of them is current."""

from __future__ import annotations

import io
import re
import shutil
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from amends.web import rendering
from amends.web.rendering import TEMPLATES
from web.conftest import Visit

PROJECT = Path(__file__).resolve().parents[2]
CATALOGUE = rendering.CATALOGUES / "amends.pot"

OPTIONS = {"**/templates/**.html": {"silent": "false", "trim_blocks": "true", "lstrip_blocks": "true"}}

NOT_WORDS = {"amends"}
"""What stands in templates and is the same in every language."""


def extracted() -> set[object]:
    found = extract_from_dir(rendering.CATALOGUES.parent, [("**/templates/**.html", "jinja2")], OPTIONS)
    return {_first(message) for _, _, message, _, _ in found}


def _first(message: object) -> object:
    """The singular, by which a catalogue finds a text."""
    return message[0] if isinstance(message, tuple) else message


def test_the_names_of_templates_are_unique() -> None:
    names = [path.name for folder in TEMPLATES for path in folder.glob("*.html")]
    assert len(names) > 50
    assert sorted(names) == sorted(set(names))


def test_the_list_of_texts_is_current() -> None:
    with CATALOGUE.open("rb") as file:
        listed = {_first(message.id) for message in read_po(file) if message.id}
    assert listed == extracted(), "make texts brings it up to date"


@pytest.mark.parametrize(
    "path", [path for folder in TEMPLATES for path in sorted(folder.glob("*.html"))], ids=lambda path: path.name
)
def test_no_sentence_of_a_template_stands_outside_the_catalogue(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for mark in (
        r"\{#.*?#\}",
        r"\{% block wide %\}.*?\{% endblock %\}",  # a class
        r"\{% set \w+ %\}.*?\{% endset %\}",  # attributes
        r"&#?\w+;",
        r"\{%-?\s*trans\b.*?%\}.*?\{%-?\s*endtrans\s*-?%\}",
        r"\{%.*?%\}",
        r"\{\{.*?\}\}",
        r"<!doctype[^>]*>",
        r"<!--.*?-->",
    ):
        text = re.sub(mark, " ", text, flags=re.S | re.I)
    texts_in_tags = re.findall(r'\b(?:aria-label|placeholder|title|alt|data-done)="([^"]*)"', text)
    text = re.sub(r"<[^>]*>", " ", text, flags=re.S)
    left = [word for part in (text, *texts_in_tags) for word in re.findall(r"[^\W\d_]{3,}", part)]
    assert [word for word in left if word not in NOT_WORDS and not word.isupper()] == []


def test_a_language_is_shown_to_who_prefers_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, visit: Visit) -> None:
    """A language in which every text stands in brackets: texts and plural forms come from its catalogue."""
    with CATALOGUE.open("rb") as file:
        catalogue = read_po(file, locale="eo")
    for message in catalogue:
        if message.id:
            one, *several = message.id if isinstance(message.id, tuple) else (message.id,)
            marked = tuple(f"⟦{each}⟧" for each in (one, *several))
            message.string = marked if several else marked[0]
    place = tmp_path / "eo" / "LC_MESSAGES"
    place.mkdir(parents=True)
    made = io.BytesIO()
    write_mo(made, catalogue)
    (place / "amends.mo").write_bytes(made.getvalue())
    monkeypatch.setattr(rendering, "CATALOGUES", tmp_path)
    rendering.catalogue.cache_clear()
    visiting = visit("chief")
    visiting.client.headers["accept-language"] = "eo, en;q=0.5"
    page = visiting.get("/").text
    assert '<html lang="eo"' in page
    assert "⟦Events⟧" in page
    assert "⟦Publish⟧" in visiting.get("EV").text
    visiting.client.headers["accept-language"] = "xx"
    assert "⟦" not in visiting.get("/").text
    rendering.catalogue.cache_clear()
    shutil.rmtree(tmp_path / "eo")
