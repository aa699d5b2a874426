"""Law 16B1: logical alternatives to an action that unauthorised information suggests."""

from __future__ import annotations

from amends.regulations import Regulation


def is_logical_alternative(chosen: int, considered: int, asked: int, regulation: Regulation) -> bool:
    """16B1(b): whether enough of the peers who were asked considered an action, and somebody chose it.

    >>> from amends.regulations import default
    >>> is_logical_alternative(1, 2, 5, default()), is_logical_alternative(0, 5, 5, default())
    (True, False)
    """
    return chosen > 0 and considered >= regulation.logical_alternative_share * asked
