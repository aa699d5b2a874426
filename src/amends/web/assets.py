"""The files that pages load: ours, and those that were taken from packages when amends was built."""

from __future__ import annotations

import os
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

OURS = Path(__file__).parent / "static"
TAKEN = Path(__file__).parent / "assets"
VERSION = version("amends")

_FOREVER = "public, max-age=31536000, immutable"


@cache
def address(name: str) -> str:
    """The address of a file; it is another when the file is, so that a browser may keep it."""
    place = OURS / name if (OURS / name).is_file() else TAKEN / name
    return f"/files/{sha256(place.read_bytes()).hexdigest()[:12]}/{name}"


class Files(StaticFiles):
    """The files under addresses with a digest, which nobody looks at: it only makes the address another."""

    def __init__(self) -> None:
        super().__init__(directory=OURS)
        self.all_directories = [OURS, TAKEN]

    def get_path(self, scope: Scope) -> str:
        """The path behind the digest."""
        return super().get_path(scope).partition(os.sep)[2]

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file; a browser may keep it for as long as it likes."""
        answer = await super().get_response(path, scope)
        if answer.status_code == 200:
            answer.headers["Cache-Control"] = _FOREVER
        return answer
