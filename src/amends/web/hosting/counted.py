"""What a server has counted, alone or together with the other processes at the same port."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread

from amends.web.hosting.metrics import counter, metric, of_process, together
from amends.web.rendering import VERSION
from amends.web.server import Server

EVERY_SECONDS = 2.0
"""How often each of several processes leaves its counts for the others."""


def counted(server: Server) -> str:
    """Everything that was counted, as Prometheus reads it."""
    options = server.options
    texts = [list(_own(server))]
    if options.shared_folder:
        for file in sorted(Path(options.shared_folder).glob("*.counts")):
            if file.stem != str(options.process):
                with suppress(OSError, UnicodeDecodeError):
                    texts.append(file.read_text(encoding="utf-8").splitlines())
    return "\n".join(together(texts)) + "\n"


def leave_counts(server: Server) -> None:
    """Leave the counts of this process for the others, now and again until it ends."""
    if server.options.shared_folder:
        Thread(target=_leaving, args=(server,), name="counts", daemon=True).start()


def _leaving(server: Server) -> None:
    file = Path(server.options.shared_folder) / f"{server.options.process}.counts"
    while True:
        with suppress(OSError):
            made = file.with_suffix(".new")
            made.write_text("\n".join(_own(server)), encoding="utf-8")
            made.replace(file)
        time.sleep(EVERY_SECONDS)


def _own(server: Server) -> Iterator[str]:
    lines = _lines(server)
    return of_process(lines, server.options.process) if server.options.process else lines


def _lines(server: Server) -> Iterator[str]:
    guard, cache, began = server.guard, server.page_cache, round(server.metrics.started, 3)
    yield from metric("amends_info", "gauge", "The version of amends.", [({"version": VERSION}, 1)])
    yield from metric("process_start_time_seconds", "gauge", "When the process began.", [({}, began)])
    yield from metric("amends_process_id", "gauge", "The number the system has given the process.", [({}, os.getpid())])
    yield from server.metrics.lines()
    yield from metric("amends_connections_open", "gauge", "Connections that are open.", [({}, guard.open)])
    refused = [({"cap": cap.value}, count) for cap, count in sorted(guard.refused.items())]
    about = "Connections that were refused or ended."
    yield from metric("amends_connections_refused_total", "counter", about, refused)
    results = [({"result": result}, count) for result, count in sorted(cache.results.items())]
    about = "Pages that were in the cache, in the browser, or made."
    yield from metric("amends_page_cache_total", "counter", about, results)
    written = server.desk.store.entries_written
    yield from counter("amends_entries_written_total", "Entries that were added to journals.", written)
    yield from counter(
        "amends_changes_heard_total", "Changes by other processes that were heard of.", server.changes.heard
    )
