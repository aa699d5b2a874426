"""The end of a process in the middle of what it does, as a test brings it about."""

from __future__ import annotations


class Killed(BaseException):
    """The process ends here."""


def killed(*_: object, **__: object) -> None:
    """Stands in the place of what is not reached any more."""
    raise Killed
