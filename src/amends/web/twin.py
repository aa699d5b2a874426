"""The same as a page has, as data: its address ends with .json, and who may see the page may have it."""

from __future__ import annotations

import json
from collections.abc import Mapping

from starlette.responses import Response

from amends.web.page import Page


def twin(page: Page, data: Mapping[str, object]) -> Response:
    """Data of an event as it is shown to the visitor, with what it is data of."""
    opened = page.opened
    publications = opened.history.publications
    state = "final" if publications and publications[-1].final else "provisional" if publications else "not published"
    about = {"event": opened.kept.name, "date": opened.kept.date, "entry": opened.seen, "state": state}
    headers = page.kept_by_readers(page.tag("twin"))
    if page.has_already(headers):
        return Response(status_code=304, headers=headers)
    made = json.dumps({**about, **data}, ensure_ascii=True, indent=1)
    return Response(f"{made}\n", media_type="application/json", headers=headers)
