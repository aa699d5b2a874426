"""Runs a notebook without Jupyter: its code cells in one namespace, each with what it shows.

`python -m support.notebook FILE`, in the folder of tests, writes what the cells show into the notebook.
"""

from __future__ import annotations

import ast
import io
import json
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

Cell = dict[str, Any]


def ran(notebook: dict[str, Any]) -> Iterator[tuple[Cell, list[Cell]]]:
    """Each code cell with the outputs that it has when it is run: what it prints, and the value of its last line."""
    names: dict[str, Any] = {}
    for number, cell in enumerate((each for each in notebook["cells"] if each["cell_type"] == "code"), 1):
        tree = ast.parse("".join(cell["source"]))
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        printed, value = io.StringIO(), None
        with redirect_stdout(printed):
            exec(compile(tree, "notebook", "exec"), names)  # our own notebook
            if isinstance(last, ast.Expr):
                value = eval(compile(ast.Expression(last.value), "notebook", "eval"), names)
        outputs: list[Cell] = []
        if printed.getvalue():
            outputs.append({"output_type": "stream", "name": "stdout", "text": _lines(printed.getvalue())})
        if value is not None:
            data = {"text/plain": _lines(repr(value))}
            if hasattr(value, "_repr_html_"):
                data["text/html"] = _lines(value._repr_html_())
            outputs.append({"output_type": "execute_result", "execution_count": number, "metadata": {}, "data": data})
        yield cell, outputs


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def written(path: Path) -> None:
    """Write what the cells show into the notebook."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    for number, (cell, outputs) in enumerate(ran(notebook), 1):
        cell["outputs"], cell["execution_count"] = outputs, number
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    written(Path(sys.argv[1]))
