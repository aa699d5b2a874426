"""Spark for tests: one session on this machine for a whole run, and a small cluster of its own processes."""

from __future__ import annotations

import atexit
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import IO

WAIT = 900
"""Seconds for a process of the cluster to say that it is there: far more than it takes."""

CHEAP = {"JDK_JAVA_OPTIONS": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"}
"""Variables for Java: what runs for a minute is not worth the better compiler, nor threads that collect garbage."""

SETTINGS = {"spark.sql.shuffle.partitions": "2", "spark.sql.adaptive.enabled": "false"}
"""Of a session: no more pieces than processors, and no plan that is made again after each of its stages."""

FOR_FEW_ROWS = {"spark.sql.codegen.wholeStage": "false", "spark.sql.codegen.factoryMode": "NO_CODEGEN"}
"""Of a session of few rows, which are through before Java is written and compiled for them."""


def missing() -> str:
    """What the tests of Spark lack on this machine; nothing where they can run."""
    if find_spec("pyspark") is None:
        return "pyspark is not installed"
    return "" if shutil.which("java") else "Java is not installed"


def environment() -> dict[str, str]:
    """Variables for a process of Spark: this interpreter, and no address but loopback; its sessions have few rows."""
    own = {"PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_NO_DAEMONIZE": "1"}
    return {**os.environ, **for_few_rows(), **own}


def for_few_rows() -> dict[str, str]:
    """Variables for a process that starts a session by itself."""
    return {**CHEAP, "SPARK_CONF_DIR": str(_settings_folder())}


@cache
def _settings_folder() -> Path:
    """A folder with the settings, for sessions that a command starts; gone at the end."""
    folder = Path(tempfile.mkdtemp(prefix="amends-spark-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    lines = [f"{name} {value}\n" for name, value in {**SETTINGS, **FOR_FEW_ROWS}.items()]
    (folder / "spark-defaults.conf").write_text("".join(lines), encoding="ascii")
    return folder


@contextmanager
def cluster() -> Iterator[str]:
    """The address of a master with two workers, all on loopback and on free ports; they end with it."""
    import pyspark

    launcher = Path(pyspark.__file__).parent / "bin" / "spark-class"
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        options = ["--host", "127.0.0.1", "--port", "0", "--webui-port", "0"]
        name = "org.apache.spark.deploy.master.Master"
        log = stack.enter_context(_process([str(launcher), name, *options], folder / "master"))
        address = _said(log, r"Starting Spark master at (spark://\S+)")
        started = []
        for number in (1, 2):
            own = [*options, "--cores", "1", "--memory", "1g", "--work-dir", str(folder / f"worker-{number}"), address]
            worker = "org.apache.spark.deploy.worker.Worker"
            started.append(stack.enter_context(_process([str(launcher), worker, *own], folder / f"log-{number}")))
        for each in started:
            _said(each, r"Successfully registered with (master)")
        yield address


@contextmanager
def _process(command: list[str], log: Path) -> Iterator[Path]:
    """A process that writes to a file, ended by its own number."""
    with log.open("wb") as file:
        running = _start(command, file)
        try:
            yield log
        finally:
            running.terminate()
            try:
                running.wait(30)
            except subprocess.TimeoutExpired:
                running.kill()
                running.wait()


def _start(command: list[str], file: IO[bytes]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(command, stdout=file, stderr=subprocess.STDOUT, env=environment())


def _said(log: Path, pattern: str) -> str:
    """What a process has said of itself."""
    until = time.monotonic() + WAIT
    while time.monotonic() < until:
        found = re.search(pattern, log.read_text(errors="replace"))
        if found:
            return found[1]
        time.sleep(0.2)
    raise AssertionError(f"no {pattern!r} in:\n{log.read_text(errors='replace')[-3000:]}")
