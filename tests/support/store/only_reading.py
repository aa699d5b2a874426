"""Run as a process of its own, without the rights of root and, if so told, without room on the disk.

Arguments: the store, the most bytes of a file ("-" for no limit). Reads the store in all ways, tries to write to it,
and prints what came of each as JSON.
"""

from __future__ import annotations

import json
import resource
import sys
from collections.abc import Callable
from pathlib import Path

from starlette.testclient import TestClient

from amends.accounts.accounts import sign_out_all
from amends.desk import open_desk
from amends.desk.commands.penalties import penalising
from amends.event.ruling import Penalty
from amends.faults import Faults
from amends.web.server import ServerOptions
from amends.web.serving import create_app
from support.running import Amends
from support.store.confined import give_up_rights
from support.store.making import longer


def refused(does: Callable[[], object]) -> str:
    """What is said where something is not done."""
    try:
        does()
    except Faults as trouble:
        return str(trouble)
    return ""


def main(where: str, most_bytes: str) -> None:
    give_up_rights()
    if most_bytes != "-":
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(most_bytes), int(most_bytes)))
    commands = {
        "list": Amends()("event", "list", "--store", where),
        "verify": Amends()("journal", "verify", "friday", "--store", where),
        "show": Amends()("event", "show", "friday", "--store", where),
        "where": Amends()("store", "where", "--store", where),
        "penalty": Amends()("penalty", "friday", "3", "10%", "--reason", "late", "--store", where),
    }
    with open_desk(Path(where), "R. Fox") as desk:
        opened = desk.open("friday")
        app = create_app(desk, ServerOptions(hosts=("testserver",)))
        client = TestClient(app)
        told = {
            "entries": opened.seen,
            "read_only": desk.store.read_only,
            "confirm": refused(lambda: desk.confirm(opened, penalising(Penalty("3", "10%", reason="late")))),
            "sign_out_all": refused(lambda: sign_out_all(desk)),
            "notices": app.state.server.notices,
            "home": client.get("/").text,
            "ranking": client.get(f"/e/{opened.kept.key[:8]}/ranking").status_code,
            "enters": client.post("/people").status_code,
            "still": desk.open("friday").seen,
            "large": refused(lambda: desk.store.begin("Saturday", entries=longer((), 500))),
            "events": [event.name for event in desk.events()],
        }
    ran = {name: {"status": each.status, "out": each.out, "err": each.err} for name, each in commands.items()}
    print(json.dumps({**told, **ran}))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
