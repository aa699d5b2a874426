"""A proxy for the tests: nginx on this machine's loopback, on a free port, gone when they end."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

INSTALL = "no nginx was found: install the package nginx-light (Debian: apt-get install nginx-light)"
HOST = "127.0.0.1"
TRIES, PAUSE = 600, 0.05
PAGE = Path(__file__).resolve().parents[2] / "docs" / "hosting.md"

_SETTINGS = """
daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 512; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  server {{
    listen {host}:{port};
    client_max_body_size 25m;
    location / {{
      proxy_pass http://{host}:{app};
{passed_on}    }}
  }}
}}
"""


def passed_on() -> str:
    """What the page for hosts has nginx do with a request, without the address of the app."""
    location = PAGE.read_text(encoding="utf-8").partition("    location / {\n")[2].partition("    }\n")[0]
    lines = [line for line in location.splitlines(keepends=True) if "proxy_pass" not in line]
    assert len(lines) > 4
    return "".join(lines)


@contextmanager
def proxy_for(app_port: int, folder: Path) -> Iterator[str]:
    """An nginx that passes everything on to a port of this machine; its address."""
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if program is None:
        pytest.skip(INSTALL)
    folder.mkdir(exist_ok=True)
    for last in (False, False, True):
        with socket.socket() as free:
            free.bind((HOST, 0))
            port = free.getsockname()[1]
        settings = folder / "nginx.conf"
        settings.write_text(_SETTINGS.format(folder=folder, host=HOST, port=port, app=app_port, passed_on=passed_on()))
        process = subprocess.Popen([program, "-c", str(settings), "-e", str(folder / "error.log")])
        try:
            if _answers(process, port):
                yield f"http://{HOST}:{port}"
                return
            assert not last, (folder / "error.log").read_text()
        finally:
            process.terminate()
            process.wait()


def _answers(process: subprocess.Popen[bytes], port: int) -> bool:
    for _ in range(TRIES):
        if process.poll() is not None:
            return False
        with socket.socket() as asking:
            if asking.connect_ex((HOST, port)) == 0:
                return True
        time.sleep(PAUSE)
    return False
