"""A value that is worked out once for each object, by the first who asks; who asks another object does not wait."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

__all__ = ["cached_property"]

if TYPE_CHECKING:
    from functools import cached_property
else:

    class cached_property(functools.cached_property):
        """As in Python 3.12 and later: without a lock.

        Before, one lock was held for all objects of the class: while the event of one request was opened, all other
        requests waited, whatever event they were about. Two threads that ask one object at once may both work it out.
        """

        def __get__(self, instance, owner=None):
            """The value, which stands in the object from then on."""
            if instance is None:
                return self
            values = instance.__dict__
            if self.attrname not in values:
                values[self.attrname] = self.func(instance)
            return values[self.attrname]
