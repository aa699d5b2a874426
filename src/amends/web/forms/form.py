"""The fields of a form that was sent."""

from __future__ import annotations

from hashlib import blake2b
from urllib.parse import urlencode

from python_multipart.multipart import parse_options_header
from starlette.datastructures import FormData, QueryParams, UploadFile
from starlette.exceptions import HTTPException

from amends.faults import Refusal

LONGEST = 20_000
"""The longest text of a field."""
MOST_FIELDS = 2_000
_PLAIN = b"application/x-www-form-urlencoded"
_WITH_FILE = b"multipart/form-data"


def refuse_strange(kind: str, *, files: bool) -> None:
    """Refuse what is no form of ours before it is read; `files` says whether it may bring a file.

    Nobody but who is signed in has a form for files, which may be large. A form in other characters than UTF-8 was
    made by no browser; some of them can say things that are no text.
    """
    said, options = parse_options_header(kind)
    if said not in ((_PLAIN, _WITH_FILE) if files else (_PLAIN,)):
        raise HTTPException(415, f"what is no form: {said[:80].decode('latin-1') or 'nothing says what it is'}")
    if options.get(b"charset", b"utf-8").lower() not in (b"utf-8", b"utf8"):
        raise HTTPException(415, "a form in other characters than UTF-8")


_OF_FORMS = ("csrf", "token", "do", "seen")


class SentForm:
    """The fields of a form, or of an address; texts have no blanks around them and are never longer than sensible."""

    def __init__(self, data: FormData | QueryParams) -> None:
        self._data = data

    def text(self, name: str, default: str = "") -> str:
        """A field; the default where it is not there."""
        text = self._data.get(name, default)
        return _checked(text, name) if isinstance(text, str) else default

    def texts(self, name: str) -> list[str]:
        """All fields of one name, in their order."""
        return [_checked(each, name) for each in self._data.getlist(name) if isinstance(each, str)]

    def names(self) -> list[str]:
        """The names of all fields, in their order."""
        return list(dict.fromkeys(self._data))

    def ticked(self, name: str) -> bool:
        """Whether a box is ticked."""
        return name in self._data

    def query(self) -> str:
        """What was filled in, as it stands behind the question mark of an address: without what only forms have."""
        pairs = [(name, text) for name in self.names() for text in self.texts(name) if name not in _OF_FORMS]
        return urlencode(pairs)

    def digest(self, without: tuple[str, ...], key: bytes = b"") -> str:
        """What stands for all that was sent but the fields whose names begin so; under a key it tells nobody else."""
        digest = blake2b(digest_size=16, key=key)
        for name in sorted(self.names()):
            if not name.startswith(without):
                file, data = self.file(name) or ("", b"")
                digest.update(repr((name, self.texts(name), file, len(data))).encode())
                digest.update(data)
        return digest.hexdigest()

    def file(self, name: str) -> tuple[str, bytes] | None:
        """A file that was chosen: its name and all of it."""
        upload = self._data.get(name)
        if not isinstance(upload, UploadFile) or not (upload.filename or upload.size):
            return None
        upload.file.seek(0)
        return upload.filename or "", upload.file.read()


def whole_number(text: str) -> int | None:
    """A number of at most nine digits, as it is typed or stands in an address; None for anything else.

    >>> whole_number('7'), whole_number('x'), whole_number('1234567890')
    (7, None, None)
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


def _checked(text: str, name: str) -> str:
    said = text.strip()
    if len(said) > LONGEST:
        raise Refusal(f"{name}: {len(said)} characters are too many; at most {LONGEST} fit.")
    if "\0" in said:
        raise Refusal(f"{name}: there is a zero byte in it.", "Please type words.")
    return said.replace("\r\n", "\n")
