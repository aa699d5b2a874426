"""Files to download: under names that every system takes."""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import quote

from starlette.responses import Response

LONGEST_NAME = 80


def download(content: str | bytes, name: str, kind: str = "application/octet-stream") -> Response:
    """A file under a name that every system takes; never one that a browser would show as a page of ours."""
    data = content.encode(errors="replace") if isinstance(content, str) else content
    return Response(data, media_type=kind, headers={"Content-Disposition": disposition(name)})


def disposition(name: str) -> str:
    """What a browser calls the file: in ASCII for old ones, and as it is.

    >>> print(disposition('Clubabend "Köln".xml'))
    attachment; filename="Clubabend Koln .xml"; filename*=UTF-8''Clubabend%20K%C3%B6ln%20.xml
    """
    shown = file_name(name)
    plain = unicodedata.normalize("NFKD", shown).encode("ascii", "ignore").decode() or "file"
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(shown, safe='')}"


def file_name(name: str) -> str:
    """A text as the name of a file: without what leads into a folder, or what a system does not allow.

    >>> file_name('../../Friday: pairs?.zip'), file_name('..')
    ('Friday pairs .zip', 'file')
    """
    kept = re.sub(r'[\x00-\x1f\x7f-\x9f<>:"/\\|?*%]+', " ", name)
    shown = "".join(sign for sign in " ".join(kept.split()) if sign.isprintable()).strip(". ")
    stem, dot, suffix = shown.rpartition(".")
    return f"{(stem or suffix)[:LONGEST_NAME]}{dot}{suffix[:20]}" if dot and stem else shown[:LONGEST_NAME] or "file"
