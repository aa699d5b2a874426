"""The XML of a USEBIO file as a light tree: elements that hold others, each with its line and the texts in it.

Nothing is ever fetched: a DOCTYPE may name a document type, and it is not looked at; entities may not be declared.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from xml.parsers.expat import errors

from amends.faults import Fault, Faults

LARGEST = 128 * 1024 * 1024
"""The most bytes of a file; a line of a traveller takes about 400."""

MOST_ELEMENTS = 2_000_000
"""The most elements that hold others."""

DEEPEST = 60
"""The most elements within each other; the format needs eight."""

LONGEST = 100_000
"""The most characters of a text."""

CONTAINERS = frozenset(
    {
        *("USEBIO", "CLUB", "EVENT", "CONTACT", "SESSION", "SECTION", "PARTICIPANTS", "PAIR", "TEAM", "PLAYER"),
        *("MASTER_POINTS", "BOARD", "TRAVELLER_LINE", "RESULT", "MATCH", "HANDSET", "HAND"),
    }
)
"""The elements that hold others. Any other is a text of the one it stands in, or a wrapper that is looked through."""

_TEXT_IN = {"TEAM": "MATCH"}
"""A container that is a mere text in another: the team of a match."""

_CONTAINER_IN = {"RESULT": "BOARD"}
"""A container in one other alone: an early dialect calls its traveller lines so."""

_ENDS_EARLY = {errors.codes[getattr(errors, f"XML_ERROR_{name}")] for name in ("NO_ELEMENTS", "UNCLOSED_TOKEN")}
_EXPECTED = "a USEBIO file: XML whose root is USEBIO"


class Element:
    """An element; attributes and texts of children that hold nothing else are `texts`, without blanks around them."""

    __slots__ = ("children", "line", "tag", "texts")

    def __init__(self, tag: str, line: int, texts: dict[str, str]) -> None:
        self.tag = tag
        self.line = line
        self.texts = texts
        self.children: list[Element] = []

    def text(self, *names: str) -> str:
        """The first of the texts that is there and not empty; "" where none is."""
        return next((found for name in names if (found := self.texts.get(name))), "")

    def named(self, *tags: str) -> Iterator[Element]:
        """The children of these names, in the order of the file."""
        return (child for child in self.children if child.tag in tags)


def parse(data: str | bytes, name: str) -> Element:
    """The root of a file; what cannot be read is a fault with its place."""
    # defusedxml loads the pure Python parser of XML, which only readers of such files need.
    from defusedxml.common import EntitiesForbidden, ExternalReferenceForbidden
    from defusedxml.ElementTree import DefusedXMLParser, ParseError

    data, skipped = _trimmed(data)
    if not data:
        raise Faults([Fault("an empty file", _EXPECTED, file=name)])
    if len(data) > LARGEST:
        raise Faults([Fault(f"{len(data):,} bytes", f"at most {LARGEST:,}", file=name)])
    tree = _Tree()
    parser = DefusedXMLParser(target=tree, forbid_dtd=False, forbid_entities=True, forbid_external=True)
    expat = parser.parser
    tree.handle(expat)
    try:
        parser.feed(data)
        parser.close()
    except EntitiesForbidden as trouble:
        found = f"the declaration of an entity ({trouble.name})"
        raise _fault(found, "a file without entities of its own", name, expat.CurrentLineNumber + skipped) from None
    except ExternalReferenceForbidden:
        raise _fault("a reference to another file", "a file that stands for itself", name, None) from None
    except Faults as trouble:
        line = expat.CurrentLineNumber + skipped
        raise Faults([Fault(each.found, each.expected, file=name, line=line) for each in trouble.faults]) from None
    except ParseError as trouble:
        raise _unreadable(trouble, data, name, skipped) from None
    except (ValueError, LookupError) as trouble:  # an encoding that expat or Python does not know, or lone surrogates
        raise _fault(f"an encoding that cannot be read ({trouble})", "UTF-8, UTF-16 or ISO-8859-1", name, 1) from None
    assert tree.root is not None
    if skipped:
        _move(tree.root, skipped)
    return tree.root


class _Tree:
    """Puts the tree together from what expat calls out."""

    def __init__(self) -> None:
        self.root: Element | None = None
        self._pieces: list[str] = []
        self.data = self._pieces.append  # what the parser calls for an entity that XML knows by itself

    def handle(self, expat: Any) -> None:
        """Be called by the parser for the root, and from there on by the handlers for what the root is like."""
        expat.CharacterDataHandler = self._pieces.append
        expat.StartElementHandler = lambda tag, attributes: self._begin(expat, tag, attributes)

    def _begin(self, expat: Any, tag: str, attributes: list[str]) -> None:
        plain = _plain(tag)
        if plain != "USEBIO":
            raise Faults([Fault(f"the root element {plain}", _EXPECTED)])
        self.root = Element(plain, expat.CurrentLineNumber, _texts(attributes))
        start, end = _handlers(expat, self.root, self._pieces)
        if plain == tag:
            expat.StartElementHandler, expat.EndElementHandler = start, end
        else:  # a namespace, or small letters: rare, and slower
            expat.StartElementHandler = lambda tag, attributes: start(_plain(tag), attributes)
            expat.EndElementHandler = lambda tag: end(_plain(tag))

    def close(self) -> None:
        """Part of what a parser asks of its target."""


Handlers = tuple[Callable[[str, list[str]], None], Callable[[str], None]]


def _handlers(expat: Any, root: Element, pieces: list[str]) -> Handlers:
    """What expat calls at the start and at the end of an element: plain closures, since it calls them so often."""
    current, inside = root, 0  # the innermost element that holds others; the texts and wrappers open in it
    outer: list[tuple[Element, int]] = []
    count = 0

    def start(tag: str, attributes: list[str]) -> None:
        nonlocal current, inside, count
        if (
            tag in CONTAINERS
            and _TEXT_IN.get(tag) != current.tag
            and _CONTAINER_IN.get(tag, current.tag) == current.tag
        ):
            count += 1
            if count > MOST_ELEMENTS or len(outer) > DEEPEST:
                raise _too_much(count)
            element = Element(tag, expat.CurrentLineNumber, _texts(attributes) if attributes else {})
            current.children.append(element)
            outer.append((current, inside))
            current, inside = element, 0
        else:
            inside += 1
            if inside > DEEPEST:
                raise _too_much(count)
        pieces.clear()

    def end(tag: str) -> None:
        nonlocal current, inside
        if inside:
            inside -= 1
            if not inside:  # what stands in a wrapper is not the element's own
                text = "".join(pieces)
                if len(text) > LONGEST:
                    raise Faults([Fault(f"{len(text):,} characters in {tag}", f"at most {LONGEST:,}")])
                current.texts[tag] = text.strip()
        elif outer:
            current, inside = outer.pop()
        pieces.clear()

    return start, end


def _too_much(count: int) -> Faults:
    if count > MOST_ELEMENTS:
        return Faults([Fault(f"more than {MOST_ELEMENTS:,} elements", "a file of one event")])
    return Faults([Fault(f"more than {DEEPEST} elements within each other", "sessions, sections, boards and lines")])


def _texts(attributes: list[str]) -> dict[str, str]:
    """Attributes as texts; a namespace's own are left out."""
    pairs = zip(attributes[::2], attributes[1::2], strict=True)
    return {name.upper(): value.strip()[:LONGEST] for name, value in pairs if "}" not in name}


def _plain(tag: str) -> str:
    """The name of an element without its namespace, in capitals."""
    return tag.rpartition("}")[2].upper()


def _trimmed(data: str | bytes) -> tuple[str | bytes, int]:
    """The data without blank lines at its beginning, which XML forbids before its declaration; how many they were."""
    if data[:1] not in (b" ", b"\t", b"\r", b"\n", " ", "\t", "\r", "\n", "\ufeff"):
        return data, 0
    if isinstance(data, str):
        kept: str | bytes = data.lstrip(" \t\r\n\ufeff")
        return kept, data[: len(data) - len(kept)].count("\n")
    kept = data.lstrip(b" \t\r\n")
    return kept, data[: len(data) - len(kept)].count(b"\n")


def _move(element: Element, lines: int) -> None:
    element.line += lines
    for child in element.children:
        _move(child, lines)


# What is wrong with a file that is no XML


def _fault(found: str, expected: str, name: str, line: int | None, column: int | None = None) -> Faults:
    return Faults([Fault(found, expected, file=name, line=line, column=column)])


def _unreadable(trouble: Any, data: str | bytes, name: str, skipped: int) -> Faults:
    line, column = trouble.position
    line += skipped
    if _first(data) != "<":
        return _fault("text that is no XML", _EXPECTED, name, line)
    if trouble.code in _ENDS_EARLY:
        return _fault("a file that ends in the middle", "a whole file, up to </USEBIO>", name, line)
    byte = _wrong_byte(data)
    if byte is not None:
        return _fault(
            f"the byte 0x{byte:02X}, which is no UTF-8", "text in the encoding that the file names", name, line
        )
    words = str(trouble).partition(":")[0]
    return _fault(f"XML that cannot be read ({words})", _EXPECTED, name, line, column + 1)


def _first(data: str | bytes) -> str:
    """The first sign of a file in any encoding."""
    if isinstance(data, str):
        return data[:1]
    return data[:8].translate(None, b"\0\xef\xbb\xbf\xfe\xff")[:1].decode("latin-1")


def _wrong_byte(data: str | bytes) -> int | None:
    """The first byte that is no UTF-8, in a file that is said to be so."""
    if isinstance(data, str) or b"\0" in data[:8] or (b"encoding" in data[:100] and b"utf-8" not in data[:100].lower()):
        return None
    try:
        data.decode()
    except UnicodeDecodeError as trouble:
        return data[trouble.start]
    return None


_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SIGNS = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"}
_IN_ATTRIBUTES = {**_SIGNS, '"': "&quot;", "\n": "&#10;", "\t": "&#9;"}
_TEXT, _ATTRIBUTE = str.maketrans(_SIGNS), str.maketrans(_IN_ATTRIBUTES)


class Xml:
    """Elements as they are written."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)

    @contextmanager
    def within(self, tag: str, **attributes: str) -> Iterator[None]:
        """An element around what is written meanwhile."""
        given = "".join(f' {name}="{_clean(value).translate(_ATTRIBUTE)}"' for name, value in attributes.items())
        self.lines.append(f"<{tag}{given}>")
        yield
        self.lines.append(f"</{tag}>")

    def text(self, tag: str, text: object, *, needed: bool = False) -> None:
        """An element with a text; nothing where the text is empty, unless the element is needed."""
        shown = str(text)
        if shown or needed:
            self.lines.append(f"<{tag}>{_clean(shown).translate(_TEXT)}</{tag}>")

    def texts(self, **texts: object) -> None:
        """Several of them."""
        for tag, text in texts.items():
            self.text(tag, text)

    def __str__(self) -> str:
        return "\n".join(self.lines) + "\n"


def _clean(text: str) -> str:
    """The text without the signs that XML cannot hold."""
    return _NO_XML.sub("\ufffd", text)
