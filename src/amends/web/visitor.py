"""Who asks: signed in or not, with which rights, and how they want to see things."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request

from amends.desk.accounts.accounts import Account, account_of_session
from amends.desk.accounts.roles import RIGHTS, Right
from amends.web import look, texts
from amends.web.look import Look, look_of
from amends.web.security import sessions
from amends.web.security.sessions import Session, new_session
from amends.web.server import Server

READING = frozenset({Right.LOOK, Right.PROCESS})
"""What is left of anybody's rights where amends was started to be read only."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """One who asks for a page."""

    session: Session
    account: Account | None
    look: Look
    language: str
    address: str
    renew: bool = False
    """Whether the cookie of the session is to be sent (anew)."""
    ended: bool = False
    """Whether they were signed in, and are not any more."""
    read_only: bool = False

    @property
    def name(self) -> str:
        """Who they are; "" for somebody who is not signed in."""
        return self.account.name if self.account else ""

    @property
    def rights(self) -> frozenset[Right]:
        """What they may do."""
        rights = RIGHTS[self.account.role] if self.account else frozenset[Right]()
        return rights & READING if self.read_only else rights

    def may(self, right: Right | str | None) -> bool:
        """Whether they have a right; None asks for none."""
        return right is None or Right(right) in self.rights


def visitor_of(request: Request, server: Server) -> Visitor:
    """Who makes a request."""
    found = server.sessions.read(request.cookies.get(sessions.COOKIE))
    session, renew = found or (new_session(), False)
    account = account_of_session(server.desk, session.name, session.epoch) if session.name else None
    ended = bool(session.name) and account is None
    return Visitor(
        session=session if not ended else new_session(),
        account=account,
        look=look_of(request.cookies.get(look.COOKIE, "")),
        language=texts.language_of(request.headers.get("accept-language", "")),
        address=request.client.host if request.client else "",
        renew=renew and account is not None,
        ended=ended,
        read_only=server.options.read_only,
    )
