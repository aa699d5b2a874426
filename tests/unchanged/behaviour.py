"""The commands whose output, exit status and files are recorded, group by group.

Each group runs in a folder of its own with the files of the demonstration, and those on a store with the evening of
`desks` and a clock that goes by itself. What a command prints and writes stands in `recorded/<group>.txt`.
"""

from __future__ import annotations

import hashlib
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

from support.running import Amends

DATA = Path(__file__).resolve().parents[1] / "data"
CONFORMANCE = Path(__file__).resolve().parents[2] / "conformance"
LONGEST = 6_000
"""A longer output is recorded by its digest and its first lines."""

FILES = sorted(str(path.relative_to(DATA)) for path in DATA.rglob("*") if path.suffix not in (".md", ".gz"))
WRITTEN = ("amends.json", "pbn", "xml", "csv", "toml", "bridgewebs.csv")

STORE = """\
event list
event show friday
event show friday --json
journal verify friday
journal show friday
journal show friday --json
rulings friday
rulings friday --json
case show friday 1
case show friday 1 --json
appeal friday
appeal friday --json
diff friday --from start
diff friday --from published --notice
preview friday --board 9 --ns 5 --both "4S S =" --non-offending ew
rule friday --board 9 --ns 5 --both "4S S =" --non-offending ew --yes
rule friday --board 9 --ns 5 --both "4S S +1" --non-offending ew --replaces 5 --reason "another look" --yes
rule friday --board 9 --ns 4 --both "60% 4S S =; 40% 4S S -1" --yes
rule friday --board 99 --ns 5 --both "4S S =" --yes
rule friday --board 9 --ns 5 --both "4S Q =" --yes
rulings friday --json
penalty friday 18 10% --reason late
penalty friday 99 10% --reason late
case open friday --board 10 --ns 5
case facts friday 5 --found "all agree"
case statement friday 5 "E: it was the wrong board"
case poll friday 5 "pass*5"
case close friday 5 --reason "all are content"
correct friday "4H N =" --board 15 --ns 5 --reason "both sides agree"
enter friday "1 11 4hn=" --board 33
event regulation friday ebu
event show friday --json
appeal friday --decide 1 --upheld --reason "as ruled" --yes
publish friday --provisional --to results
publish friday --final --to results
publish friday --final --anyway "the hall closes" --to results
diff friday --from published
event export friday friday.amends.json --force
convert friday.amends.json friday.xml --force
score friday.amends.json
import travellers.csv --name "Saturday pairs"
event list --json
journal verify friday --json
journal show friday --json
event show nobody
"""

DEMONSTRATION = """\
score travellers.csv
score travellers.csv --json
score travellers.csv --rulings rulings.toml
score travellers.csv --rulings rulings.toml --json
score travellers.csv --rulings rulings.toml --winners 2
score travellers.csv --rulings rulings.toml --regulation ebu --json
score travellers.csv --rulings rulings.toml --regulation acbl --json
score travellers.csv --rulings rulings.toml --scoring butler --json
score travellers.csv --rulings rulings.toml --scoring cross-imps --json
score travellers.csv --rulings rulings.toml --board 15
score travellers.csv --rulings rulings.toml --pair 7
score travellers.csv --rulings rulings.toml --set factoring=ascherman
score travellers.csv --rulings rulings.toml --set nonsense=1
score nothing.csv
explain travellers.csv --rulings rulings.toml --pair 7 --board 15
explain travellers.csv --rulings rulings.toml --pair 7
explain travellers.csv --rulings rulings.toml --pair 7 --board 15 --json
check rulings.toml --event travellers.csv
check rulings.toml --event travellers.csv --json
slip rulings.toml --event travellers.csv
slip rulings.toml --event travellers.csv --json
audit travellers.csv
convert travellers.csv again.amends.json --rulings rulings.toml
convert again.amends.json again.csv
convert again.amends.json again.toml
convert again.amends.json again.pbn
convert again.amends.json again.xml
convert again.pbn back.amends.json
convert again.xml back.amends.json
convert again.amends.json
score bad.csv
check bad.toml --event travellers.csv
score travellers.csv --rulings bad.toml --json
"""

CALCULATORS = """\
points "4H N ="
points "4Hx N -1" --vulnerable all --json
points "4H Q ="
matchpoints "+420*4 -50"
matchpoints "+420*4 -50 60%+420;40%-50" --json
imps "+420" --against "-50"
imps "+420" --against "-50" --json
redress --actual -50 --normal 0 --expected 0 --side ns --against 0
redress --actual -500 --normal -100 --expected -420 --side ns --against 0 --json
vp --boards 16 14
vp --boards 16 14 --json
poll "4H N =*3" "4H N -1*3" --non-offending ns
poll "4H N =*3" "4H N -1*3" --non-offending ns --json
regulations ebu
schema
demo
nonsense
points
"""

BAD_TRAVELLERS = """board,ns,ew,result
1,1,11,4H Q =
1,2,12,+421
x,3,13,4H N =
2,1,1,4H N =
"""

BAD_RULINGS = """[[ruling]]
id = "1"
board = 15
table = { ns = "7", ew = "16" }
laws = ["12C1c", "99Z"]
both = "60% 4H N =; 50% 4H N -1"
disallowed = ["4S W 14"]

[[ruling]]
id = "2"
board = 99
ns = "A+"
colour = "red"
"""


def formats() -> str:
    """Every file of the tests' data, scored and converted."""
    lines = []
    for number, name in enumerate(FILES):
        lines += [f"score data/{name} --json", f"check data/{name}"]
        lines += [f"convert data/{name} {number}.{suffix}" for suffix in WRITTEN]
    return "\n".join(lines)


GROUPS = {
    "calculators": CALCULATORS,
    "demonstration": DEMONSTRATION,
    "store": STORE,
    "formats": formats(),
    "conformance": "conformance .",
}


def behave(amends: Amends, folder: Path, commands: str) -> Iterator[str]:
    """What each command prints and writes, in blocks of text."""
    before = _files(folder)
    for line in commands.splitlines():
        ran = amends(*shlex.split(line))
        after = _files(folder)
        yield f"$ amends {line}\n"
        yield _text(ran.out, folder)
        if ran.err:
            yield "stderr:\n" + _text(ran.err, folder)
        if ran.status:
            yield f"status: {ran.status}\n"
        changed = [name for name, digest in after.items() if before.get(name) != digest]
        yield from (f"file: {name} {after[name]}\n" for name in changed)
        yield "\n"
        before = after


def _text(text: str, folder: Path) -> str:
    text = "\n".join(line.rstrip() for line in text.replace(str(folder), "FOLDER").splitlines())
    text = re.sub(r"\b[0-9a-f]{32}\b", "KEY", text)
    if len(text) > LONGEST:
        digest = hashlib.sha256(text.encode()).hexdigest()
        text = f"{text[: LONGEST // 10]}\n… {len(text)} characters, sha256 {digest}"
    return text + "\n" if text else ""


def _files(folder: Path) -> dict[str, str]:
    """The digests of the files in a folder; the store is one of them only by its journal."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_file() and not path.is_symlink() and "amends.db" not in name:
            content = re.sub(rb"\b[0-9a-f]{32}\b", b"KEY", path.read_bytes())
            found[name] = hashlib.sha256(content).hexdigest()[:16]
    return found
