"""Run as a process of its own: adds entries to an event, each behind whatever the others have added meanwhile.

Arguments: the store, the key of the event, the author, the number of entries.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime

from amends.journal.chain import append
from amends.journal.entries import PublishedStandings
from amends.store import Overtaken, open_store


def main(where: str, key: str, author: str, number: int) -> None:
    with open_store(where, wait_seconds=60) as store:
        entries = store.entries(key)
        print("ready", flush=True)
        sys.stdin.readline()
        for _ in range(number):
            while True:
                longer = append(entries, PublishedStandings(), datetime.now(UTC), author)
                try:
                    store.add(key, longer[-1:])
                except Overtaken as overtaken:
                    entries += overtaken.since
                else:
                    entries = longer
                    break
            print("added", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]))
