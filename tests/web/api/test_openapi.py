"""The OpenAPI document: it says what the API does, and a program that tries everything finds no difference."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import httpx
from jsonschema import Draft202012Validator

from amends.accounts.api_keys import make_key
from amends.desk import Desk
from amends.web.api.application import all_endpoints
from amends.web.api.examples import EXAMPLES
from amends.web.api.openapi import openapi
from amends.web.server import ServerOptions
from amends.web.serving import create_app
from support.examples import HOW_MANY, number
from support.serving import serving
from web.api.conftest import Programs

SETTINGS = """
# Valid data may still be refused: a result that no table can have, a ruling that the Laws forbid. The problem names it
[checks.positive_data_acceptance]
expected-statuses = ["2xx", "401", "403", "404", "409", "422", "5xx"]

# The stream of changes never ends by itself: it is asked only how far the event has come.
[[operations]]
include-path = "/events/{key}/changes"
parameters = { "until" = "now" }
"""
USUAL = """
# Every limit of every field from within; what is beyond them comes by chance, in the next phase, or in make test-long.
[phases.coverage.generation]
mode = "positive"
"""


def test_every_endpoint_and_every_example_is_in_it(program: Programs) -> None:
    made = openapi()
    assert made["openapi"].startswith("3.1")
    found = {(method, path) for path, each in made["paths"].items() for method in each}
    assert len(found) == len(all_endpoints())
    schemas = made["components"]["schemas"]
    for endpoint in all_endpoints():
        if endpoint.takes is not None:
            schema = {"$ref": f"#/components/schemas/{endpoint.takes.__name__}", "components": {"schemas": schemas}}
            for example in EXAMPLES[endpoint.name].values():
                Draft202012Validator(schema).validate(example)
    names = [endpoint.name for endpoint in all_endpoints()]
    assert len({*names}) == len(names)
    references = {*re.findall(r"#/components/schemas/([\w.-]+)", str(made))}
    assert references <= {*schemas}


def test_it_is_served_with_its_page_and_the_schemas(program: Programs) -> None:
    reader = program()
    assert reader.send("GET", "/openapi.json").json()["info"]["title"] == "amends"
    assert reader.send("GET", "/schemas/ranking").json()["title"] == "ranking"
    assert reader.get("/schemas/nothing", 404)["type"] == "urn:amends:problem:not-found"
    page = reader.client.get("/api").text
    for endpoint in all_endpoints():
        assert f'id="{endpoint.name}"' in page


def test_a_program_that_tries_everything_finds_nothing(desk: Desk, tmp_path: Path) -> None:
    """All checks of schemathesis, on the whole API, with a fixed seed."""
    key = make_key(desk, "Tester", "chief")[1]
    settings = SETTINGS if HOW_MANY == "long" else SETTINGS + USUAL
    (tmp_path / "schemathesis.toml").write_text(settings, encoding="utf-8")
    app = create_app(desk, ServerOptions(hosts=("127.0.0.1",), api_rate=1_000_000))
    try:
        with serving(app, app.state.server.guard) as address:
            assert httpx.get(f"{address}/api/v1/version", trust_env=False).status_code == 200
            command = [sys.executable, "-m", "schemathesis.cli", "run", f"{address}/api/v1/openapi.json"]
            options = ["--checks", "all", "--seed", "1", "--max-examples", str(number(8, 50))]
            options += ["--request-timeout", "600", "--max-response-time", "600"]  # however busy the machine is
            headers = [
                "--generation-database",
                "none",
                "-H",
                f"Authorization: Bearer {key}",
                "--no-color",
                "--continue-on-failure",
            ]
            ran = subprocess.run([*command, *options, *headers], cwd=tmp_path, capture_output=True, text=True)
    finally:
        app.state.server.stop()
    assert ran.returncode == 0, ran.stdout[-20000:] + ran.stderr[-2000:]
