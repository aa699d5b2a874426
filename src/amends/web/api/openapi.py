"""The API in the words of OpenAPI 3.1, made from the endpoints and the schemas of the contract."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import BaseModel

from amends.accounts.accounts import RIGHTS, Right
from amends.contract import schemas
from amends.contract.problems import TITLES
from amends.version import __version__
from amends.web.api.application import ANY, JSON, PREFIX, REPEATED, all_endpoints
from amends.web.api.endpoints import Anybody, Endpoint, Parameter
from amends.web.api.examples import EXAMPLES
from amends.web.api.operations import GIVES
from amends.web.api.page import LONGEST_TEXT, PROBLEM
from amends.web.hosting.changes import MESSAGE_ID

GROUPS = {
    "about": "What the API says of itself.",
    "operations": "Calculations and whole events that are sent along; nothing is kept.",
    "events": "The events of the store as they stand.",
    "entering": "Results, rulings, penalties, cases, appeals and publications of an event.",
    "changes": "Word of changes while they happen.",
}

_KEY_WORDS = "A key that was made in the app, in the settings of the club, or by amends account key."
_ONCE_WORDS = "A text of your own: repeated with it, a request is entered once, and answered as the first time."
_MATCH_WORDS = (
    "With the header If-Match and the ETag of a state of the event that you have seen, nothing is entered where others"
    " have since entered something about the same board or case."
)

_PLACE = re.compile(r"\{(\w+)(?::(\w+))?\}")

PLACES: Mapping[str, Mapping[str, Any]] = {
    "key": {"type": "string", "pattern": "^[0-9a-f]{8,32}$", "description": "The key of an event; 8 digits will do."},
    "board": {"type": "integer", "minimum": 1, "maximum": 999_999_999, "description": "The number of a board."},
    "entry": {"type": "integer", "minimum": 1, "maximum": 999_999_999, "description": "The number of an entry."},
}
"""What stands in paths; anything else is a text, in which a slash is written ~2F."""


@cache
def openapi(prefix: str = "") -> dict[str, Any]:
    """The OpenAPI document."""
    components: dict[str, Any] = {}
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in all_endpoints():
        path = _PLACE.sub(r"{\1}", endpoint.path) or "/"
        paths.setdefault(path, {})[endpoint.method.lower()] = _operation(endpoint, components)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "amends",
            "version": __version__,
            "summary": "Scores duplicate bridge exactly, with every ruling of Law 12.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": f"{prefix}{PREFIX}"}],
        "tags": [{"name": name, "description": words} for name, words in GROUPS.items()],
        "paths": dict(sorted(paths.items())),
        "components": {
            "schemas": dict(sorted(components.items())),
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer", "description": _KEY_WORDS}},
        },
    }


def kind_of(endpoint: Endpoint) -> str:
    """The kind of document that an endpoint gives; "" where it is none."""
    return GIVES.get(endpoint.name, endpoint.name) if endpoint.gives == ANY else endpoint.gives


def may_words(needs: Right | Anybody) -> str:
    """Who may ask, in words."""
    if isinstance(needs, Right):
        return "keys with the role " + ", ".join(role.words for role, rights in RIGHTS.items() if needs in rights)
    return {
        Anybody.ALL: "everybody",
        Anybody.KEYS: "keys of any role",
        Anybody.READERS: "everybody, what readers may see; with a key, all",
    }[needs]


def _operation(endpoint: Endpoint, components: dict[str, Any]) -> dict[str, Any]:
    made: dict[str, Any] = {
        "operationId": endpoint.name,
        "tags": [endpoint.group],
        "summary": endpoint.words,
        "description": f"For {may_words(endpoint.needs)}." + f" {_MATCH_WORDS}" * _matches(endpoint),
        "parameters": [*_places(endpoint), *_asked(endpoint)],
        "responses": _responses(endpoint, components),
    }
    if endpoint.needs is Anybody.READERS:
        made["security"] = [{}, {"key": []}]
    elif endpoint.needs is not Anybody.ALL:
        made["security"] = [{"key": []}]
    if endpoint.takes is not None:
        content: dict[str, Any] = {"schema": {"$ref": _model(endpoint.takes, components)}}
        if endpoint.name in EXAMPLES:
            content["examples"] = {name: {"value": value} for name, value in EXAMPLES[endpoint.name].items()}
        made["requestBody"] = {"required": True, "content": {JSON: content}}
    return made


def _matches(endpoint: Endpoint) -> bool:
    return endpoint.enters and "{key}" in endpoint.path


def _places(endpoint: Endpoint) -> list[dict[str, Any]]:
    text = {"type": "string", "minLength": 1, "maxLength": LONGEST_TEXT}
    return [
        {"name": name, "in": "path", "required": True, "schema": dict(PLACES.get(name, text))}
        for name, _ in _PLACE.findall(endpoint.path)
    ]


def _asked(endpoint: Endpoint) -> list[dict[str, Any]]:
    asked = [
        {"name": name, "in": "query", "description": each.words, "schema": _parameter(each)}
        for name, each in endpoint.asks.items()
    ]
    if endpoint.enters:
        asked.append(
            {
                "name": "Idempotency-Key",
                "in": "header",
                "description": _ONCE_WORDS,
                "schema": {"type": "string", "minLength": 1, "maxLength": 200, "pattern": "^[!-~]+$"},
            }
        )
    if endpoint.is_stream:
        asked.append(
            {
                "name": "Last-Event-ID",
                "in": "header",
                "description": "The id of the last message that you have got.",
                "schema": {"type": "string", "pattern": f"^{MESSAGE_ID}$"},
            }
        )
    return asked


def _parameter(wanted: Parameter) -> dict[str, Any]:
    if wanted.kind is int:
        return {"type": "integer", "minimum": 0, "maximum": 999_999_999}
    if wanted.kind is bool:
        return {"type": "boolean"}
    if wanted.choices:
        return {"type": "string", "enum": list(wanted.choices)}
    return {"type": "string", "maxLength": LONGEST_TEXT}


# Answers


def _responses(endpoint: Endpoint, components: dict[str, Any]) -> dict[str, Any]:
    kind = kind_of(endpoint)
    good: dict[str, Any] = {"description": endpoint.words}
    if kind and not endpoint.is_stream:
        good["content"] = {JSON: {"schema": {"$ref": _kind(kind, components)}}}
    else:
        good["content"] = {endpoint.media: {"schema": _MESSAGE if endpoint.is_stream else {}}}
    if endpoint.is_stream:
        good["description"] += f". Each message of the type position has a document of the kind {kind} as its data."
        _kind(kind, components)
    if endpoint.method == "GET" and kind and not endpoint.is_stream:
        good["headers"] = {"ETag": {"description": "Changes with the document.", "schema": {"type": "string"}}}
    if endpoint.enters:
        replayed = "Whether this is the answer of an earlier request with the same Idempotency-Key."
        good["headers"] = {REPEATED: {"description": replayed, "schema": {"type": "string", "enum": ["true"]}}}
    responses = {str(endpoint.status): good}
    if endpoint.status == 201:
        responses["200"] = {**good, "description": "Entered by an earlier request with the same Idempotency-Key."}
    if endpoint.method == "GET" and kind and not endpoint.is_stream:
        responses["304"] = {"description": "As If-None-Match says."}
    problem = {"$ref": _kind("problem", components)}
    for status in _troubles(endpoint):
        titles = " ".join(title for title, each in TITLES.values() if each == status)
        responses[str(status)] = {"description": titles, "content": {PROBLEM: {"schema": problem}}}
    return responses


_MESSAGE = {
    "type": "object",
    "properties": {
        "event": {"type": "string", "enum": ["position", "alive"]},
        "id": {"type": "string", "pattern": f"^{MESSAGE_ID}$"},
        "data": {"type": "string"},
    },
}
"""One message of the stream."""


def _troubles(endpoint: Endpoint) -> list[int]:
    """The statuses of problems that an endpoint may answer with."""
    statuses = {422, 429, 503}
    statuses |= {401} if endpoint.needs is not Anybody.ALL else set()
    statuses |= {403} if endpoint.needs not in (Anybody.ALL, Anybody.KEYS) else set()
    statuses |= {404} if "{" in endpoint.path or endpoint.gives == ANY else set()
    statuses |= {400, 413, 415} if endpoint.takes else set()
    statuses |= {409, 412} if endpoint.enters else set()
    return sorted(statuses)


# Schemas


def _kind(kind: str, components: dict[str, Any]) -> str:
    """The reference to the schema of a kind of documents, put among the components with its parts."""
    return _placed(kind, schemas.published(kind), components)


def _model(model: type[BaseModel], components: dict[str, Any]) -> str:
    return _placed(model.__name__, model.model_json_schema(mode="validation"), components)


def _placed(name: str, schema: Mapping[str, Any], components: dict[str, Any]) -> str:
    if name not in components:
        components[name] = {}
        parts = schema.get("$defs", {})
        components[name] = _moved({key: value for key, value in schema.items() if key not in _HEAD}, name)
        for part, made in parts.items():
            components[f"{name}.{part}"] = _moved(made, name)
    return f"#/components/schemas/{name}"


_HEAD = ("$schema", "$id", "$defs", "title")


def _moved(node: Any, name: str) -> Any:
    """A schema whose references lead to its parts among the components; titles of keys are left out."""
    if isinstance(node, list):
        return [_moved(each, name) for each in node]
    if not isinstance(node, dict):
        return node
    made = {}
    for key, value in node.items():
        if key == "$ref" and isinstance(value, str):
            made[key] = f"#/components/schemas/{name}.{value.removeprefix('#/$defs/')}"
        elif (key == "title" and isinstance(value, str)) or key == "discriminator":
            continue
        else:
            made[key] = _moved(value, name)
    return made
