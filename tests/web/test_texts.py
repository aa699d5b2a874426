"""Texts in catalogues: every sentence of templates, script and web app can be translated, and the list is current."""

from __future__ import annotations

import ast
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
from support.pseudo import LANGUAGE, pseudo, pseudo_language
from web.conftest import Visit

PROJECT = Path(__file__).resolve().parents[2]
CATALOGUE = rendering.CATALOGUES / "amends.pot"

OPTIONS = {"**/templates/**.html": {"silent": "false", "trim_blocks": "true", "lstrip_blocks": "true"}}

NOT_WORDS = {"amends"}
"""What stands in templates and is the same in every language."""


def extracted() -> set[object]:
    methods = [("**/templates/**.html", "jinja2"), ("**.py", "python")]
    found = extract_from_dir(rendering.CATALOGUES.parent, methods, OPTIONS)
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
        r"\{% block (?:kind|frame|wide|you_narrow) %\}.*?\{% endblock %\}",  # names of classes
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


def test_no_sentence_of_the_script_stands_outside_the_catalogue() -> None:
    """The script takes its words from attributes of the page."""
    script = re.sub(r"^\s*//.*$", "", (rendering.STATIC / "app.js").read_text(encoding="utf-8"), flags=re.M)
    texts = re.findall(r'"([^"\n]*)"|`([^`]*)`', script)
    sentence = re.compile(r"^[A-Z][a-z]+ [a-z]+|[a-z]{2,} [a-z]{2,} [a-z]{2,}")
    said = [text for one, other in texts if sentence.search(text := one or other) and text != "use strict"]
    assert said == []


@pytest.mark.parametrize(
    "path",
    [path for part in ("screens", "forms") for path in sorted((PROJECT / "src/amends/web" / part).rglob("*.py"))],
    ids=lambda path: path.name,
)
def test_no_refusal_of_the_web_app_stands_outside_the_catalogue(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal":
            bare = [each for each in node.args[:2] if isinstance(each, ast.Constant | ast.JoinedStr)]
            assert bare == [], f'line {node.lineno}: write _("..."), with text of amends.web.forms.texts as _'


def test_what_was_refused_is_said_in_the_language_of_the_reader(visit: Visit) -> None:
    with pseudo_language():
        visiting = visit("chief")
        visiting.client.headers["accept-language"] = LANGUAGE
        answer = visiting.get("EV/boards/99")
    assert pseudo("There is no board %(board)s.") % {"board": 99} in answer.text
    assert "There is no board 99." in visit("chief").get("EV/boards/99").text


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
