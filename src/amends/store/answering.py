"""A connection to PostgreSQL that waits for an answer, but not for ever: a server may hang without closing anything."""

from __future__ import annotations

from collections.abc import Callable, Generator
from time import monotonic
from typing import Any, TypeVar

from psycopg import Connection, OperationalError

from amends import clock

T = TypeVar("T")


class AnsweringConnection(Connection[Any]):
    """A connection that is closed when the server sends nothing for `answer_seconds` in the middle of a question."""

    answer_seconds: float | None = None
    """None waits for ever, as for a question that takes long or for notices."""
    fell_silent: Callable[[], None] | None = None
    """Told when it is closed because nothing was sent."""

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
                    if self.fell_silent is not None:
                        self.fell_silent()
                    raise OperationalError(f"nothing was sent for {self.answer_seconds:g} seconds")
                state = steps.send(came)
        except StopIteration as done:
            answer: T = done.value
            return answer


class Silence:
    """Whether a server has given no answer while somebody waited: they are told so at once, and do not wait again.

    Else a request would wait for each of its questions, and those that stand in a queue one after the other. Who asks
    later tries anew.
    """

    def __init__(self) -> None:
        self._last: float | None = None

    def began(self) -> None:
        """Note that the server has given no answer in time."""
        self._last = monotonic()

    def refuse(self) -> None:
        """Refuse to connect for somebody who has waited since before."""
        since = clock.WAITING_SINCE.get()
        if self._last is not None and since is not None and since < self._last:
            raise OperationalError("nothing was sent while this was waiting")
