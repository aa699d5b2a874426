"""Write the standings into conformance/events/*/expected.toml; run by hand, from the folder tests:

    python -m reference.make_events

What is to be calculated (the head of the file, and each variant's id, title, scoring and settings) is read
from the expected.toml that is there. The standings are made anew, and so are the matches and the figures of the
boards where a variant has them; clauses and findings were found by hand and are kept.
"""

import re
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
    if isinstance(value, list):
        return "[" + ", ".join(text(each) for each in value) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name(key)} = {text(each)}" for key, each in value.items()) + " }" if value else "{}"
    assert isinstance(value, str)
    assert '"' not in value
    return f'"{value}"'


def name(key: str) -> str:
    """Write a key of TOML."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else f'"{key}"'


def scored(folder: Path, head: dict[str, Any], variant: dict[str, Any]) -> dict[str, Any]:
    """Score the event of a folder."""
    options = {key: variant.get(key, head[key]) for key in HEAD} | {"settings": variant.get("settings", {})}
    files = [(folder / each).read_text(encoding="utf-8") for each in ("travellers.csv", "rulings.toml")]
    return evaluate_event(files[0], files[1], options)


def standings(event: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the standings; totals and percentages are exact, those who have none have no such key."""
    result: list[dict[str, Any]] = []
    for title, entries in event["lists"].items():
        for entry in entries:
            line: dict[str, Any] = {"list": title} if title else {}
            line |= {"place": entry["place"], "contestant": entry["contestant"]}
            line |= {key: str(entry[key]) for key in ("total", "percent") if entry[key] is not None}
            result.append(line | {"boards": entry["boards"]})
    return result


def matches(event: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the matches of teams: final margins, victory points where there are any, and who won."""
    result: list[dict[str, Any]] = []
    for match in event["matches"]:
        line = {key: match[key] for key in ("match", "round", "home", "away")}
        for key in ("margin", "vp"):
            if key in match:
                line[key] = {team: str(figure) for team, figure in match[key].items()}
        result.append(line | {"winner": match["winner"] or ""})
    return result


def figure(event: dict[str, Any], contestant: str, board: str) -> str:
    """Return what a contestant has on a board ("7", or "2/7" of round or session 2); "np" where it is not scored."""
    for line in event["lines"][contestant]:
        if board in (line["board"], f"{line['round']}/{line['board']}", f"{line['session']}/{line['board']}"):
            return "np" if line["figure"] is None else str(line["figure"])
    raise ValueError(f"{contestant} has no board {board}")


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
        lines += [f"{key} = {text(variant[key])}" for key in ("id", "title", *HEAD, "settings") if key in variant]
        event = scored(folder, head, variant)
        lines += ["standings = [", *(f"  {text(each)}," for each in standings(event)), "]"]
        if "matches" in variant:
            lines += ["matches = [", *(f"  {text(each)}," for each in matches(event)), "]"]
        for contestant, boards in variant.get("figures", {}).items():
            made = {board: figure(event, contestant, board) for board in boards}
            lines.append(f"figures.{name(contestant)} = {text(made)}")
        for key in ("clauses", "findings"):
            lines += [f"{key}.{name(each)} = {text(value)}" for each, value in variant.get(key, {}).items()]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Rewrite every expected.toml."""
    for path in sorted(EVENTS.glob("*/expected.toml")):
        path.write_text(remade(path.parent), encoding="utf-8")
        print(path.relative_to(EVENTS))


if __name__ == "__main__":
    main()
