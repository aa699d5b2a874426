"""Readers of the web app in a process of their own: a page, some seconds of thought, the next page.

The first line of the input says who reads what; at its end they stop, and how many pages they read is printed.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
from collections.abc import Sequence
from threading import Event, Thread

import httpx

NOT_CACHED = 10
"""One page in so many is not in the cache."""


class People:
    """Some readers."""

    def __init__(self, address: str, paths: Sequence[str], readers: int, pause: float) -> None:
        self.address, self.paths, self.readers, self.pause = address, paths, readers, pause
        self.read = self.errors = 0
        self.stop = Event()
        self._random = random.Random(7)

    async def all(self) -> None:
        """All of them, until they are stopped."""
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
        async with httpx.AsyncClient(base_url=self.address, trust_env=False, timeout=60, limits=limits) as client:
            tasks = [asyncio.create_task(self._one(client)) for _ in range(self.readers)]
            print("begun", flush=True)
            await asyncio.gather(*tasks)

    async def _one(self, client: httpx.AsyncClient) -> None:
        await asyncio.sleep(self._random.random() * self.pause)
        while not self.stop.is_set():
            path = self._random.choice(self.paths)
            if self._random.randrange(NOT_CACHED) == 0:
                path = f"{self.paths[0]}?find={self._random.getrandbits(40):x}"
            try:
                self.errors += (await client.get(path)).is_error
            except httpx.HTTPError:
                self.errors += 1
            self.read += 1
            for _ in range(int(self.pause * 10)):
                if not self.stop.is_set():
                    await asyncio.sleep(0.1)


def main() -> None:
    """Read until the input ends."""
    people = People(**json.loads(sys.stdin.readline()))

    def wait() -> None:
        sys.stdin.read()
        people.stop.set()

    Thread(target=wait, daemon=True).start()
    asyncio.run(people.all())
    print(json.dumps([people.read, people.errors]), flush=True)


if __name__ == "__main__":
    main()
