"""The fields of a form that was sent."""

from __future__ import annotations

from urllib.parse import urlencode

from python_multipart.multipart import parse_options_header
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException

from amends.faults import refuse

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


_OF_FORMS = ("csrf", "do", "seen")


class SentForm:
    """The fields of a form; texts are without blanks around them and never longer than is sensible."""

    def __init__(self, data: FormData) -> None:
        self._data = data

    def text(self, name: str, default: str = "") -> str:
        """A field; the default where it is not there."""
        found = self._data.get(name, default)
        return _checked(found, name) if isinstance(found, str) else default

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

    def file(self, name: str) -> tuple[str, bytes] | None:
        """A file that was chosen: its name and all of it."""
        found = self._data.get(name)
        if not isinstance(found, UploadFile) or not (found.filename or found.size):
            return None
        found.file.seek(0)
        return found.filename or "", found.file.read()


def _checked(text: str, name: str) -> str:
    said = text.strip()
    if len(said) > LONGEST:
        raise refuse(f"{len(said)} characters", f"at most {LONGEST}", name)
    if "\0" in said:
        raise refuse("a zero byte", "words", name)
    return said.replace("\r\n", "\n")
