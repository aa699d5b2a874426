"""The reference of the API as a page, from the same declarations as the API itself."""

from __future__ import annotations

import json
import re
from itertools import groupby

from starlette.responses import Response

from amends.web.api.application import PREFIX, all_endpoints
from amends.web.api.examples import EXAMPLES
from amends.web.api.openapi import GROUPS, kind_of, may_words
from amends.web.request import Page
from amends.web.screen import Screen

screen = Screen(is_service=True)

_KIND_OF_PLACE = re.compile(r":\w+\}")


@screen.page("/api")
def reference(page: Page) -> Response:
    """All endpoints in their groups: who may ask, what is asked, an example, what is given."""
    endpoints = sorted(all_endpoints(), key=lambda each: list(GROUPS).index(each.group))
    groups = [
        (
            GROUPS[name],
            [
                {
                    "endpoint": each,
                    "path": _KIND_OF_PLACE.sub("}", f"{PREFIX}{each.path}"),
                    "kind": kind_of(each),
                    "may": may_words(each.needs),
                    "examples": [
                        json.dumps(value, ensure_ascii=False, indent=1)
                        for value in EXAMPLES.get(each.name, {}).values()
                    ],
                }
                for each in group
            ],
        )
        for name, group in groupby(endpoints, key=lambda each: each.group)
    ]
    return page.show("api_reference.html", groups=groups, prefix=PREFIX, address=f"{page.public_address}{PREFIX}")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)
