"""Makes the program in a single file for the system on which it runs: `python -m tools.binary FOLDER`.

It holds Python, amends and everything the app needs. Not in it: bulk scoring, double dummy, PDF and PostgreSQL, which
are extras of the package.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

PROJECT = Path(__file__).resolve().parents[1]
START = PROJECT / "single_file"
LEFT_OUT = (
    *("duckdb", "numpy", "pyarrow", "narwhals", "numba", "pandas", "polars", "pyspark", "matplotlib", "PIL"),
    *("endplay", "weasyprint", "psycopg", "bridgemate_dataconnector", "hypothesis", "pytest", "mypy", "tkinter"),
    *("playwright", "schemathesis", "IPython", "setuptools"),
)
"""Packages of the development environment and of extras."""


def main(target: Path) -> Path:
    """Build the program into a folder; its path."""
    target.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as work:
        subprocess.run(
            [
                *(sys.executable, "-m", "PyInstaller", "--onefile", "--clean", "--noconfirm", "--log-level=ERROR"),
                *("--name", "amends", "--distpath", str(target), "--workpath", work, "--specpath", work),
                *("--additional-hooks-dir", str(START / "hooks"), "--hidden-import", "amends.demo"),
                *(word for name in LEFT_OUT for word in ("--exclude-module", name)),
                str(START / "start.py"),
            ],
            check=True,
        )
    made = next(path for path in target.iterdir() if path.stem == "amends" and path.is_file())
    print(f"{made}: {made.stat().st_size / 1_000_000:.0f} MB")
    return made


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "dist"))
