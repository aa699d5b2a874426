"""A connection to PostgreSQL that waits for an answer, but not for ever: a server may hang without closing anything."""

from __future__ import annotations

from collections.abc import Generator
from time import monotonic
from typing import Any, TypeVar

from psycopg import Connection, OperationalError

T = TypeVar("T")


class AnsweringConnection(Connection[Any]):
    """A connection that is closed when the server sends nothing for `answer_seconds` in the middle of a question."""

    answer_seconds: float | None = None
    """None waits for ever, as for a question that takes long or for notices."""

    def wait(self, gen: Generator[Any, Any, T], *arguments: Any, **options: Any) -> T:
        """Wait for the answer to a question."""
        return super().wait(gen if self.answer_seconds is None else self._bounded(gen), *arguments, **options)

    def _bounded(self, steps: Generator[Any, Any, T]) -> Generator[Any, Any, T]:
        """The same steps; psycopg asks every tenth of a second whether to go on, with nothing where nothing came."""
        assert self.answer_seconds is not None
        heard = monotonic()
        try:
            state = next(steps)
            while True:
                came = yield state
                if came:
                    heard = monotonic()
                elif monotonic() - heard > self.answer_seconds:
                    steps.close()
                    self.pgconn.finish()  # nobody can know what its next answer would belong to
                    raise OperationalError(f"nothing was sent for {self.answer_seconds:g} seconds")
                state = steps.send(came)
        except StopIteration as done:
            answer: T = done.value
            return answer
