"""The docs' reference is made from the schemas, and the example for JavaScript works."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tools import schemas as tool

PROJECT = Path(__file__).resolve().parents[2]


def test_the_reference_is_that_of_the_schemas() -> None:
    assert tool.REFERENCE.read_text(encoding="utf-8") == tool.reference(), "make schemas writes it"


@pytest.mark.peer
def test_the_example_in_javascript_works() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    command = [node, str(PROJECT / "docs/examples/engine.js"), sys.executable, "-m", "amends"]
    ran = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=120, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    lines = ran.stdout.splitlines()
    for line in (
        "the ruling is allowed",
        "1 11 90.00 (exactly 90)",
        "/event/results/0/result: denomination 'Q' in '4Q E ='",
    ):
        assert line in lines
    assert any(line.startswith("pair 7: ") for line in lines)
    assert "Board 15" in ran.stdout
