"""What the server counts: requests, their durations, connections, entries; as text that Prometheus reads."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from threading import Lock

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper ends of the classes of durations, in seconds."""

METHODS = frozenset({"GET", "POST", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE"})
"""Any other method is counted as "other": whoever asks must not make lines."""

SIGN_IN = "/sign-in"


class Metrics:
    """Counters since the start of the process; threads share them."""

    def __init__(self) -> None:
        self.started = time.time()
        self._lock = Lock()
        self._requests: Counter[tuple[str, str, int]] = Counter()
        self._classes: dict[str, list[int]] = {}
        self._seconds: Counter[str] = Counter()

    def observe(self, route: str, method: str, status: int, seconds: float) -> None:
        """Count a request that was answered."""
        with self._lock:
            self._requests[route, method if method in METHODS else "other", status] += 1
            self._classes.setdefault(route, [0] * (len(BOUNDS) + 1))[bisect_left(BOUNDS, seconds)] += 1
            self._seconds[route] += seconds  # type: ignore[assignment]

    def lines(self) -> Iterator[str]:
        """Requests, durations and sign-ins that were refused."""
        with self._lock:
            requests = sorted(self._requests.items())
            classes = {route: (list(counts), self._seconds[route]) for route, counts in sorted(self._classes.items())}
        labelled = (({"route": route, "method": method, "status": str(status)}, count)
                    for (route, method, status), count in requests)  # fmt: skip
        yield from metric("amends_requests_total", "counter", "Requests that were answered.", labelled)
        yield from metric("amends_request_seconds", "histogram", "Time to answer a request.", ())
        for route, (counts, seconds) in classes.items():
            upto = 0
            for bound, count in zip((*map(str, BOUNDS), "+Inf"), counts, strict=True):
                upto += count
                yield sample("amends_request_seconds_bucket", {"route": route, "le": bound}, upto)
            yield sample("amends_request_seconds_sum", {"route": route}, round(seconds, 6))
            yield sample("amends_request_seconds_count", {"route": route}, upto)
        failed = sum(count for (route, method, status), count in requests
                     if (route, method) == (SIGN_IN, "POST") and status in (403, 429))  # fmt: skip
        yield from counter("amends_sign_in_failures_total", "Sign-ins that were refused.", failed)


def counter(name: str, about: str, value: float) -> Iterator[str]:
    """A counter without labels."""
    yield from metric(name, "counter", about, [({}, value)])


def metric(name: str, kind: str, about: str, samples: Iterable[tuple[Mapping[str, str], float]]) -> Iterator[str]:
    """The lines of a metric: what it is, and its samples."""
    yield f"# HELP {name} {about}"
    yield f"# TYPE {name} {kind}"
    for labels, value in samples:
        yield sample(name, labels, value)


def sample(name: str, labels: Mapping[str, str], value: float) -> str:
    """One line.

    >>> sample("amends_info", {"version": '1"2'}, 1)
    'amends_info{version="1\\\\"2"} 1'
    """
    signs: dict[str, str | int | None] = {"\\": r"\\", '"': r"\"", "\n": r"\n"}
    written = ",".join(f'{key}="{text.translate(str.maketrans(signs))}"' for key, text in labels.items())
    return f"{name}{{{written}}} {value}" if written else f"{name} {value}"


def of_process(lines: Iterable[str], process: int) -> Iterator[str]:
    """The lines of one of several processes: each sample says of which.

    >>> list(of_process(["# TYPE a counter", 'a{b="c"} 1', "d 2"], 3))
    ['# TYPE a counter', 'a{b="c",process="3"} 1', 'd{process="3"} 2']
    """
    for line in lines:
        if line.startswith("#"):
            yield line
            continue
        name, _, value = line.rpartition(" ")
        begun = f"{name[:-1]}," if name.endswith("}") else f"{name}{{"
        yield f'{begun}process="{process}"}} {value}'


def together(texts: Iterable[Iterable[str]]) -> Iterator[str]:
    """The lines of several processes as one text: all samples of a metric stand together.

    >>> list(together([["# TYPE a counter", "a 1", "# TYPE b gauge"], ["# TYPE a counter", "a 2"]]))
    ['# TYPE a counter', 'a 1', 'a 2', '# TYPE b gauge']
    """
    metrics = dict[str, tuple[list[str], list[str]]]()
    for text in texts:
        name = ""
        for line in text:
            if line.startswith("#"):
                name = line.split(" ")[2]
            heads, samples = metrics.setdefault(name, ([], []))
            if not line.startswith("#"):
                samples.append(line)
            elif line not in heads:
                heads.append(line)
    for heads, samples in metrics.values():
        yield from heads
        yield from samples
