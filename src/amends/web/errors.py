"""Error pages: what was found and what was expected, never a traceback."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from amends.accounts.accounts import RIGHTS, Right
from amends.desk.confirm import Unlawful
from amends.desk.desk import DraftChanged, HeldByAnother, is_unknown
from amends.faults import Fault, Faults, Refusal
from amends.web.forms.texts import text as _
from amends.web.hosting.lanes import Busy
from amends.web.rendering import visible
from amends.web.request import NotHere, NotPublished, Page
from amends.web.security.csrf import ForeignForm
from amends.web.security.middleware import DISK_FULL, FULL_WORDS, HEADERS, NOT_KEPT, RETRY_SECONDS


def answer_or_error_page(page: Page, answer: Callable[[], Response]) -> Response:
    """The answer, or an error page for the exceptions that screens raise."""
    try:
        return answer()
    except NotHere as trouble:
        return page.show("trouble.html", status=404, kind="not-here", faults=trouble.trouble.faults)
    except NotPublished:
        return page.show("not_published.html", status=403)
    except ForeignForm:
        return page.show("trouble.html", status=403, kind="foreign", faults=())
    except Unlawful as trouble:
        return page.show("trouble.html", status=409, kind="unlawful", findings=[each for _, each in trouble.findings])
    except Faults as trouble:
        status = 409 if isinstance(trouble, HeldByAnother | DraftChanged) else 422
        kind = "unknown" if page.request.method == "POST" and is_unknown(trouble.faults) else "faults"
        return page.show("trouble.html", status=status, kind=kind, faults=trouble.faults)


def not_allowed(page: Page, right: Right | None) -> Response:
    """The sign-in page for visitors without an account; for others, which roles may do it."""
    if page.visitor.account is None:
        if page.request.method in ("GET", "HEAD"):
            return page.go(f"/sign-in?{urlencode({'next': page.path})}")
        return page.show("trouble.html", status=401, kind="signed-out", faults=())
    if page.server.options.read_only and right in RIGHTS[page.visitor.account.role]:
        return read_only(page)
    roles = [role.words for role, rights in RIGHTS.items() if right in rights]
    return page.show("trouble.html", status=403, kind="not-allowed", roles=roles, faults=())


def read_only(page: Page) -> Response:
    """Nothing can be entered, because amends was started so."""
    return page.show("trouble.html", status=403, kind="read-only", faults=())


async def unknown_address(request: Request, trouble: Exception) -> Response:
    """An address at which nothing stands."""
    faults = Refusal(_("There is no page at %(path)s.", path=request.scope["path"])).faults
    return await _trouble(request, 404, "not-here", faults)


async def other_status(request: Request, trouble: Exception) -> Response:
    """Any other trouble with a request, such as a form that cannot be read."""
    status = getattr(trouble, "status_code", 400)
    words = str(getattr(trouble, "detail", "")) or "a request that cannot be read"
    answer = await _trouble(
        request,
        status,
        "faults",
        Refusal(f"{words[:1].upper()}{words[1:]}.", _("Load the page again and send its form once more.")).faults,
    )
    answer.headers.update(getattr(trouble, "headers", None) or {})
    return answer


async def _trouble(request: Request, status: int, kind: str, faults: Sequence[Fault]) -> Response:
    page = Page(request, request.app.state.server)
    # In a thread, as every page: who asks is looked up in the store, and others are not to wait for that.
    try:
        answer: Response = await page.lane(lambda: page.show("trouble.html", status=status, kind=kind, faults=faults))
        return answer
    except Faults as trouble:
        return await store_error(request, trouble)
    except Busy as trouble:
        return await busy(request, trouble)


async def store_error(request: Request, trouble: Exception) -> Response:
    """The store itself gives no answer, so that not even the page of a trouble can be made: what it says."""
    assert isinstance(trouble, Faults)
    entered = "Nothing was entered. Please try again."
    if request.method == "POST" and is_unknown(trouble.faults):
        entered = "It is not known whether it was entered. Load this page again: sent again, it is entered once."
    said = "".join(f"<li>{escape(str(fault))}</li>" for fault in visible(trouble.faults))
    return HTMLResponse(
        "<!doctype html><html lang=en><title>No answer of the store</title><h1>The store gives no answer</h1>"
        f"<ul>{said}</ul><p>{entered}</p><p><a href='/'>All events</a></p>",
        503,
        {"Retry-After": RETRY_SECONDS},
    )


async def busy(_: Request, __: Exception) -> Response:
    """More people ask than can be answered soon."""
    return HTMLResponse(
        "<!doctype html><html lang=en><title>Too many at once</title><h1>Too many people ask at once</h1>"
        "<p>Nothing was entered. Please try again in a few seconds.</p><p><a href='/'>All events</a></p>",
        503,
        {"Retry-After": RETRY_SECONDS},
    )


async def disk_full(_: Request, trouble: Exception) -> Response:
    """A large form could not be put down while it waits."""
    if not (isinstance(trouble, OSError) and trouble.errno in DISK_FULL):
        raise trouble
    return HTMLResponse(
        "<!doctype html><html lang=en><title>The disk is full</title><h1>The disk is full</h1>"
        f"<p>{FULL_WORDS}</p><p><a href='/'>All events</a></p>",
        503,
        {"Retry-After": RETRY_SECONDS},
    )


async def gone(_: Request, __: Exception) -> Response:
    """The visitor has left in the middle of a form: nobody reads the answer."""
    return Response(status_code=400)


async def internal_error(_: Request, __: Exception) -> Response:
    """An error of ours: it stands in the log of the server, and nothing of it on the page."""
    return HTMLResponse(
        "<!doctype html><html lang=en><title>An error of amends</title><h1>This is an error of amends</h1>"
        "<p>Nothing was lost: whatever was entered before is in the journal. What went wrong stands in the window in"
        " which amends runs; please report it.</p><p><a href='/'>All events</a></p>",
        500,
        {**HEADERS, **NOT_KEPT},  # it is made outside of all that adds them
    )
