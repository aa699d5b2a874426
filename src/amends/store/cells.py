"""Cells of the tables: one that holds something of another type than its column is damage, and said to be."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Dialect, Integer, Text
from sqlalchemy.types import TypeDecorator, UserDefinedType

from amends.faults import Faults
from amends.store.trouble import damaged_cell


class StoredText(TypeDecorator[str]):
    """A column of texts."""

    impl = Text
    cache_ok = True

    def process_result_value(self, value: Any, dialect: Dialect) -> str:
        """The text; anything else is refused."""
        return text_in(value)


class StoredNumber(TypeDecorator[int]):
    """A column of whole numbers."""

    impl = Integer
    cache_ok = True

    def process_result_value(self, value: Any, dialect: Dialect) -> int:
        """The number; anything else is refused."""
        return number_in(value)


class StoredBytes(UserDefinedType[bytes]):
    """A column of bytes."""

    cache_ok = True

    def get_col_spec(self, **_: Any) -> str:
        """As SQLite calls it."""
        return "BLOB"

    def result_processor(self, dialect: Dialect, coltype: object) -> Any:
        """The bytes; anything else is refused."""

        def bytes_in(value: Any) -> bytes:
            if not isinstance(value, bytes | memoryview):
                raise _wrong(value, "bytes")
            return bytes(value)

        return bytes_in


def text_in(value: object) -> str:
    """The text of a cell."""
    if not isinstance(value, str):
        raise _wrong(value, "a text")
    return value


def number_in(value: object) -> int:
    """The whole number of a cell."""
    if not isinstance(value, int):
        raise _wrong(value, "a whole number")
    return value


_KINDS = {type(None): "nothing", bytes: "bytes", int: "a number", float: "a number", str: "a text"}


def _wrong(value: object, expected: str) -> Faults:
    return damaged_cell(_KINDS.get(type(value), "something else"), expected)
