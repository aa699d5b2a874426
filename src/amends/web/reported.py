"""Pages that a report has made whole: they carry a style of their own, and get a policy that allows just that."""

from __future__ import annotations

import base64
import re
from hashlib import sha256

from starlette.responses import Response

from amends.web.security.middleware import POLICY

_STYLE = re.compile("<style>(.*?)</style>", re.DOTALL)

WITH_FRAME = f"{POLICY}; frame-src 'self'"
"""The policy of a page of ours that shows such a page in a frame."""


def reported(page: str | bytes) -> Response:
    """A page of a report: nothing is loaded, no script runs, and only pages of ours may show it in a frame."""
    text = page.decode() if isinstance(page, bytes) else page
    styles = [base64.b64encode(sha256(each.encode()).digest()).decode() for each in _STYLE.findall(text)[:1]]
    allowed = " ".join(f"'sha256-{each}'" for each in styles) or "'none'"
    policy = "; ".join(
        (
            "default-src 'none'",
            f"style-src {allowed}",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'self'",
        )
    )
    return Response(
        text.encode(errors="replace"),
        media_type="text/html; charset=utf-8",
        headers={"Content-Security-Policy": policy, "X-Frame-Options": "SAMEORIGIN"},
    )
