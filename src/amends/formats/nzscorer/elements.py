"""The elements of the XML with their attributes and lines; nothing is fetched, entities may not be declared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from amends.faults import Fault, Faults

MOST_ELEMENTS = 500_000
"""The most elements of a file."""


class NzElement(NamedTuple):
    """An element: its name and attributes, and the attributes of the section it stands in."""

    tag: str
    attributes: Mapping[str, str]
    section: str
    line: int

    def text(self, key: str, longest: int = 200) -> str:
        """An attribute without the blanks around it; "" where there is none."""
        return self.attributes.get(key, "").strip()[:longest]


def elements(data: str | bytes, name: str) -> list[NzElement]:
    """All elements of a file in their order."""
    # defusedxml loads the pure Python parser of XML, which only readers of such files need.
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import DefusedXMLParser, ParseError

    tree = _Elements()
    parser = DefusedXMLParser(target=tree, forbid_dtd=True, forbid_entities=True, forbid_external=True)
    expat = parser.parser
    tree.handle(expat)
    try:
        parser.feed(data)
        parser.close()
    except DefusedXmlException:
        raise _fault("a document type or an entity of its own", "a file without them", name, None) from None
    except Faults as trouble:
        raise _fault(trouble.faults[0].found, trouble.faults[0].expected, name, expat.CurrentLineNumber) from None
    except ParseError as trouble:
        line, _ = trouble.position
        raise _fault(f"XML that cannot be read ({str(trouble)[:100]})", "XML of NZ Scorer", name, line) from None
    except (ValueError, LookupError) as trouble:
        found = f"an encoding that cannot be read ({str(trouble)[:100]})"
        raise _fault(found, "UTF-8 or ISO-8859-1", name, 1) from None
    return tree.found


def _fault(found: str, expected: str, name: str, line: int | None) -> Faults:
    return Faults([Fault(found, expected, file=name, line=line)])


class _Elements:
    """Gathers what expat calls out."""

    def __init__(self) -> None:
        self.found: list[NzElement] = []
        self._section = ""

    def handle(self, expat: Any) -> None:
        """Be called by the parser for each element."""

        def start(tag: str, attributes: list[str]) -> None:
            given = dict(zip(attributes[::2], attributes[1::2], strict=True))
            if tag in ("brsection", "scsection"):
                self._section = given.get("id", "").strip()[:20]
            self.found.append(NzElement(tag, given, self._section, expat.CurrentLineNumber))
            if len(self.found) > MOST_ELEMENTS:
                raise Faults([Fault(f"more than {MOST_ELEMENTS:,} elements", "a file of one session")])

        expat.StartElementHandler = start
        expat.EndElementHandler = lambda tag: None
        expat.CharacterDataHandler = lambda text: None

    def data(self, text: str) -> None:
        """Part of what a parser asks of its target."""

    def close(self) -> None:
        """Part of what a parser asks of its target."""
