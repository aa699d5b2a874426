"""The fields of a form that was sent."""

from __future__ import annotations

from hashlib import blake2b
from urllib.parse import parse_qsl, urlencode

from python_multipart.multipart import parse_options_header
from starlette.datastructures import FormData, QueryParams, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request

from amends.event.limits import LONGEST_TEXT
from amends.faults import Refusal
from amends.web.forms.texts import text as _

MOST_FIELDS = 2_000
LARGEST_OF_A_STRANGER = 64_000
"""The most bytes of a form of somebody who is not signed in: a name and a secret, or a look."""
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


def is_plain(kind: str) -> bool:
    """Whether a form brings no file: it is read as one text."""
    return parse_options_header(kind)[0] == _PLAIN


async def plain_body(request: Request, most: int) -> bytes:
    """The whole of a plain form, not read any further than allowed, nor taken apart where it has too many fields."""
    said = request.headers.get("content-length", "0")
    body, is_larger = bytearray(), said.isdecimal() and int(said) > most
    if not is_larger:
        async for piece in request.stream():
            body += piece
            if is_larger := len(body) > most:
                break
    if is_larger:
        words = f"this form is too large: at most {most // 1000} kB can be sent"
        raise HTTPException(413, words, {"Connection": "close"})
    if body.count(b"&") >= MOST_FIELDS:
        raise HTTPException(400, f"too many fields: at most {MOST_FIELDS} can be sent")
    return bytes(body)


def plain_form(body: bytes) -> SentForm:
    """The fields of a plain form; it takes its time, and is done in a thread."""
    return SentForm(FormData([*parse_qsl(body.decode("latin-1"), keep_blank_values=True)]))


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
    if len(said) > LONGEST_TEXT:
        raise Refusal(
            _(
                "%(name)s: %(count)s characters are too many; at most %(longest)s fit.",
                name=name,
                count=len(said),
                longest=LONGEST_TEXT,
            )
        )
    if "\0" in said:
        raise Refusal(_("%(name)s: there is a zero byte in it.", name=name), _("Please type words."))
    return said.replace("\r\n", "\n")
