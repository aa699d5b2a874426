"""The house holds: the direction of imports, a core of the standard library alone, exact numbers, small modules."""

from __future__ import annotations

import ast
import inspect
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

import amends

PROJECT = Path(__file__).resolve().parents[1]
SOURCE = PROJECT / "src" / "amends"
MODULES = sorted(SOURCE.rglob("*.py"))
SHOWN = [path.relative_to(SOURCE).as_posix() for path in MODULES]

CHAIN = (
    *(
        "clock",
        "keyed_locks",
        "machine_places",
        "child",
        "faults",
        "exact",
        "explain",
        "toml",
        "discovery",
        "garbage",
        "cached",
    ),
    *("version", "bridge", "awards", "regulations", "laws", "event", "journal", "scoring", "rulings"),
    *("wording", "formats", "reports"),
)
"""Each may import those before it."""


def below(name: str) -> set[str]:
    """The name and all before it in the chain."""
    return set(CHAIN[: CHAIN.index(name) + 1])


MAY_IMPORT = {
    **{name: below(name) - {name} for name in CHAIN},
    "store": below("journal"),
    "accounts": {*CHAIN, "store", "desk"},
    "double_dummy": below("bridge"),
    "bulk": below("scoring"),
    "audit": {*CHAIN, "bulk"},
    "conformance": {*CHAIN},
    "devices": below("event"),
    "desk": {*CHAIN, "store", "audit", "bulk", "demo", "devices", "double_dummy"},
    "library": {*CHAIN, "contract", "desk"},
    "demo": set(),
    "contract": {*CHAIN, "audit", "bulk", "desk"},
    "cli": {
        *CHAIN,
        *("accounts", "web", "audit", "conformance", "contract", "desk", "devices", "bulk", "demo", "double_dummy"),
    },
    "web": {*CHAIN, "accounts", "audit", "conformance", "contract", "desk", "devices", "bulk", "double_dummy"},
    "__init__": {*CHAIN, "store", "bulk", "audit", "conformance", "desk", "library"},
    "__main__": {"cli"},
}
"""Of amends itself, what each package may import besides itself."""

STANDARD_LIBRARY_ALONE = {*CHAIN, "conformance"} - {"formats"}

EXACT = ("laws", "scoring", "exact")
"""Where there are no floating point numbers."""

ROUNDS_EXACTLY = {"exact.py": "round of a Fraction is exact and goes to the even multiple, which butler_tie asks for"}
"""Modules that may call round, with the reason."""

EXACT_MATHEMATICS = {"ceil", "comb", "factorial", "floor", "gcd", "isqrt", "lcm", "prod", "trunc"}
"""Functions of `math` that take and give exact numbers."""


def package(path: Path) -> str:
    """The package, or the module beside the packages, that a file belongs to."""
    first = path.relative_to(SOURCE).parts[0]
    return first.removesuffix(".py")


def imported(path: Path) -> Iterator[tuple[int, str]]:
    """The modules a file imports, wherever in the file, with their lines; `from x import y` gives x.y too."""
    here = ["amends", *path.relative_to(SOURCE).with_suffix("").parts]
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = ".".join(here[: -node.level]) if node.level else ""
            module = ".".join(part for part in (start, node.module or "") if part)
            yield from ((node.lineno, f"{module}.{alias.name}") for alias in node.names)


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def inside(name: str) -> str | None:
    """The package of amends that an import names; None when it is none of amends."""
    parts = name.split(".")
    if parts[0] != "amends":
        return None
    return parts[1] if len(parts) > 1 else "__init__"


@pytest.mark.parametrize("path", MODULES, ids=SHOWN)
def test_imports_go_one_way(path: Path) -> None:
    own = package(path)
    assert own in MAY_IMPORT, f"say in MAY_IMPORT what {own} may import"
    allowed = MAY_IMPORT[own] | {own}
    names = ((line, inside(name)) for line, name in imported(path))
    assert [f"line {line}: {name}" for line, name in names if name is not None and name not in allowed] == []


@pytest.mark.parametrize("path", MODULES, ids=SHOWN)
def test_the_core_imports_the_standard_library_alone(path: Path) -> None:
    if package(path) in STANDARD_LIBRARY_ALONE:
        known = sys.stdlib_module_names | {"amends"}
        assert [f"line {line}: {name}" for line, name in imported(path) if name.split(".")[0] not in known] == []


@pytest.mark.parametrize("path", MODULES, ids=SHOWN)
def test_no_cached_value_holds_a_lock_for_all_objects(path: Path) -> None:
    """That of functools does, before Python 3.12: all requests wait while the event of one is opened."""
    names = [name for _, name in imported(path)]
    assert "functools.cached_property" not in names or path.name == "cached.py"


def _is_loaded(node: ast.AST, name: str) -> bool:
    """Whether a name is used, not given: a round of an event is also called so."""
    return isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)


def inexact(path: Path) -> Iterator[str]:
    """What in a file could bring in a floating point number."""
    shown = path.relative_to(SOURCE).as_posix()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
            yield f"line {node.lineno}: {node.value}"
        elif isinstance(node, ast.Name) and node.id == "float":
            yield f"line {node.lineno}: float"
        elif isinstance(node, ast.Name) and _is_loaded(node, "round") and shown not in ROUNDS_EXACTLY:
            yield f"line {node.lineno}: round"
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "math":
            if node.attr not in EXACT_MATHEMATICS:
                yield f"line {node.lineno}: math.{node.attr}"
        elif isinstance(node, ast.ImportFrom) and node.module == "math":
            inexactly = [alias.name for alias in node.names if alias.name not in EXACT_MATHEMATICS]
            yield from (f"line {node.lineno}: math.{name}" for name in inexactly)


@pytest.mark.parametrize("path", MODULES, ids=SHOWN)
def test_laws_and_scoring_know_no_floating_point_numbers(path: Path) -> None:
    if package(path) in EXACT:
        assert list(inexact(path)) == []


@pytest.mark.parametrize("shown", ROUNDS_EXACTLY)
def test_who_may_round_does_so(shown: str) -> None:
    assert re.search(r"\bround\(", (SOURCE / shown).read_text(encoding="utf-8")), f"{shown} needs no exception any more"


def written_docstring(name: str) -> str | None:
    """The text under the assignment of a public name that is neither a class nor a function."""
    for path in MODULES:
        body = tree(path).body
        for node, after in pairwise(body):
            target = node.target if isinstance(node, ast.AnnAssign) else None
            if isinstance(target, ast.Name) and target.id == name and isinstance(after, ast.Expr):
                return str(after.value.value) if isinstance(after.value, ast.Constant) else None
    return None


@pytest.mark.parametrize("name", amends.__all__)
def test_every_public_name_is_there_and_documented(name: str) -> None:
    thing = getattr(amends, name)
    documented = inspect.isclass(thing) or callable(thing)
    text = thing.__doc__ if documented else written_docstring(name)
    assert text, f"{name} has no docstring"
    assert not text.startswith(f"{name}("), f"{name} has only the docstring that a dataclass makes"


def test_the_public_names_are_sorted_and_stand_once() -> None:
    assert list(amends.__all__) == sorted(set(amends.__all__))


@pytest.mark.parametrize("path", MODULES, ids=SHOWN)
def test_every_module_says_what_it_is_and_is_no_longer_than_550_lines(path: Path) -> None:
    assert ast.get_docstring(tree(path))
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 550


def test_no_file_names_a_folder_of_one_machine() -> None:
    git = shutil.which("git")
    if git is None:
        pytest.skip("git is not installed")
    listed = subprocess.run([git, "-C", str(PROJECT), "ls-files", "-z"], capture_output=True, check=False)
    if listed.returncode != 0:
        pytest.skip(f"git lists no files: {listed.stderr.decode(errors='replace').strip()}")
    folders = "|".join(("work", "tmp"))
    absolute = re.compile(rf"(?<![\w.~-])/(?:{folders})/".encode())
    files = [PROJECT / name.decode() for name in listed.stdout.split(b"\0") if name]
    found = [path for path in files if path.is_file() and absolute.search(path.read_bytes())]
    assert [path.relative_to(PROJECT).as_posix() for path in found] == []


TWICE = {"Published"}
"""An award as it was published, and a part of the event document whose name stands in its schema."""


def module_name(path: Path) -> str:
    """The dotted name of a file; that of its folder for `__init__`."""
    return ".".join(("amends", *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__")


def test_a_class_name_means_one_class() -> None:
    places: dict[str, set[str]] = {}
    for path in MODULES:
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, set()).add(path.relative_to(SOURCE).as_posix())
    assert {name: where for name, where in places.items() if len(where) > 1 and name not in TWICE} == {}


def import_graph() -> dict[str, set[str]]:
    """The modules that each module imports anywhere: at its top, in functions, under TYPE_CHECKING."""
    names = {module_name(path) for path in MODULES}
    graph: dict[str, set[str]] = {}
    for path in MODULES:
        found = {name if name in names else name.rpartition(".")[0] for _, name in imported(path)}
        graph[module_name(path)] = (found & names) - {module_name(path)}
    return graph


def circles(graph: dict[str, set[str]]) -> list[set[str]]:
    """The groups of modules that reach each other."""
    reached: dict[str, set[str]] = {}
    for start in graph:
        seen: set[str] = set()
        waiting = [start]
        while waiting:
            new = graph[waiting.pop()] - seen
            seen |= new
            waiting += new
        reached[start] = seen
    groups = {frozenset({other for other in seen if start in reached[other]}) for start, seen in reached.items()}
    return [set(group) for group in groups if group]


def test_circles_are_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}) == [{"b", "c"}]


def test_no_modules_import_each_other() -> None:
    assert [sorted(group) for group in circles(import_graph())] == []


@pytest.mark.parametrize("name", ["desk", "cli", "web"])
def test_a_folder_has_at_most_ten_modules(name: str) -> None:
    folders = {path.parent for path in MODULES if package(path) == name}
    counted = {folder: len([path for path in folder.glob("*.py") if path.stem != "__init__"]) for folder in folders}
    assert {folder.relative_to(SOURCE).as_posix(): count for folder, count in counted.items() if count > 10} == {}


BESIDE = {"browser", "data", "packages", "reference", "support", "unchanged"}
"""Folders that belong to no package: whole jobs, files, the independent reference, helpers, recorded outputs."""


def test_tests_stand_where_their_package_stands() -> None:
    tests = PROJECT / "tests"
    folders = {path.parent.relative_to(tests) for path in tests.rglob("test_*.py")} - {Path()}
    assert [path.as_posix() for path in folders if path.parts[0] not in BESIDE and not (SOURCE / path).is_dir()] == []
