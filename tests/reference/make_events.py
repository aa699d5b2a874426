"""Write the standings into conformance/events/*/expected.toml; run by hand, from the folder tests:

    python -m reference.make_events

What is to be calculated (the head of the file, and each variant's id, title, scoring and settings) is read
from the expected.toml that is there; only the standings are made anew.
"""

import tomllib
from pathlib import Path
from typing import Any

from .event import evaluate_event

EVENTS = Path(__file__).parents[2] / "conformance" / "events"
HEAD = ("form", "scoring", "winners", "knockout")


def text(value: object) -> str:
    """Write a value of TOML on one line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {text(each)}" for key, each in value.items()) + " }" if value else "{}"
    assert isinstance(value, str)
    assert '"' not in value
    return f'"{value}"'


def standings(folder: Path, head: dict[str, Any], variant: dict[str, Any]) -> list[dict[str, Any]]:
    """Score the event of a folder; totals and percentages are exact, those who have none have no such key."""
    options = {key: head[key] for key in HEAD} | {"settings": variant.get("settings", {})}
    if "scoring" in variant:
        options["scoring"] = variant["scoring"]
    files = [(folder / name).read_text(encoding="utf-8") for name in ("travellers.csv", "rulings.toml")]
    result: list[dict[str, Any]] = []
    for name, entries in evaluate_event(files[0], files[1], options)["lists"].items():
        for entry in entries:
            line: dict[str, Any] = {"list": name} if name else {}
            line |= {"place": entry["place"], "contestant": entry["contestant"]}
            line |= {key: str(entry[key]) for key in ("total", "percent") if entry[key] is not None}
            result.append(line | {"boards": entry["boards"]})
    return result


def remade(folder: Path) -> str:
    """Return what expected.toml of a folder should be."""
    head = tomllib.loads((folder / "expected.toml").read_text(encoding="utf-8"))
    lines = [
        "# The standings, calculated by the brute-force reference (tests/reference/make_events.py), not by the engine.",
        '# Numbers are exact fractions; `settings` are what differs from the regulation "exact".',
        *(f"{key} = {text(head[key])}" for key in HEAD),
    ]
    for variant in head["variant"]:
        lines += ["", "[[variant]]"]
        lines += [f"{key} = {text(variant[key])}" for key in ("id", "title", "scoring", "settings") if key in variant]
        lines += ["standings = [", *(f"  {text(each)}," for each in standings(folder, head, variant)), "]"]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Rewrite every expected.toml."""
    for path in sorted(EVENTS.glob("*/expected.toml")):
        path.write_text(remade(path.parent), encoding="utf-8")
        print(path.relative_to(EVENTS))


if __name__ == "__main__":
    main()
