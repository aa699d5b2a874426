"""A request is answered by the route by which it would be if all were tried, one after the other."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from starlette.routing import Match, Route
from starlette.types import Scope

from amends.web.screen import ScreenRoutes
from amends.web.serving import all_screens

ROUTES = [route for screen in all_screens() for route in screen.routes]
WORDS = ["1", "x", "new", "boards", "e", "ranking", "a.json", "", "rule", "é"]


def of(path: str, method: str = "GET") -> Scope:
    return {"type": "http", "path": path, "method": method, "root_path": ""}


def one_after_the_other(scope: Scope) -> tuple[Match, Route | None]:
    partial: tuple[Match, Route | None] = Match.NONE, None
    for route in ROUTES:
        match, _ = route.matches(scope)
        if match is Match.FULL:
            return match, route
        if match is Match.PARTIAL and partial[1] is None:
            partial = match, route
    return partial


def paths() -> Iterator[str]:
    """Of each route some paths, with usual and with unusual words, and some that are of none."""
    for route in ROUTES:
        for word in WORDS:
            path = re.sub(r"\{[^}]*\}", word, route.path)
            yield from (path, f"{path}/", f"{path}/more", f"/{path}", path.rpartition("/")[0])
    yield from ("", "/", "//", "///", "/e", "/e/", "/e/x", "/unknown/a/b/c/d/e")


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT"])
def test_the_same_route_answers(method: str) -> None:
    routes, fitting = ScreenRoutes(ROUTES), 0
    for path in dict.fromkeys(paths()):
        match, inner = routes.matches(of(path, method))
        expected, route = one_after_the_other(of(path, method))
        assert (match, inner.get("route")) == (expected, route), path
        fitting += match is not Match.NONE
    assert fitting >= len(ROUTES)


def test_made_up_paths_are_not_remembered() -> None:
    routes = ScreenRoutes(ROUTES)
    routes.matches(of("/e/x/unknown"))
    known = len(routes._may_fit)
    for number in range(100):
        routes.matches(of(f"/made{number}/x/up{number}"))
    assert len(routes._may_fit) <= known + 1


def test_what_is_no_request_for_a_page_fits_nowhere() -> None:
    assert ScreenRoutes(ROUTES).matches({"type": "websocket", "path": "/"})[0] is Match.NONE
