"""What the API says of itself: its version, the OpenAPI document, and the schemas."""

from __future__ import annotations

import json
from functools import cache

from starlette.responses import Response

from amends.contract import schemas
from amends.contract.documents.base import ContractDocument
from amends.contract.operations import operate
from amends.faults import Faults
from amends.web.api.endpoints import Anybody, Endpoints
from amends.web.api.openapi import openapi
from amends.web.api.page import JSON, ApiPage
from amends.web.request import NotHere

endpoints = Endpoints("about")

SCHEMA = "application/schema+json"


@endpoints.get("/version", Anybody.ALL, gives="version")
def about(page: ApiPage) -> ContractDocument:
    """The version of amends, its operations, kinds of documents, regulations and formats."""
    return operate("version", {})


@endpoints.get("/openapi.json", Anybody.ALL, media=JSON)
def openapi_document(page: ApiPage) -> Response:
    """This API in the words of OpenAPI 3.1."""
    return Response(_openapi_text(page.server.options.prefix), media_type=JSON)


@cache
def _openapi_text(prefix: str) -> str:
    return json.dumps(openapi(prefix), ensure_ascii=False)


@endpoints.get("/schemas/{kind}", Anybody.ALL, media=SCHEMA)
def schema(page: ApiPage, kind: str) -> Response:
    """The JSON Schema of a kind of documents."""
    try:
        found = schemas.published(kind)
    except Faults as trouble:
        raise NotHere(trouble) from None
    return Response(schemas.schema_text(found), media_type=SCHEMA)
