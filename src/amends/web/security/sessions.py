"""Sessions: a signed cookie with the account and its age, and the token that forms carry."""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from threading import Lock

from itsdangerous import BadSignature, URLSafeSerializer, URLSafeTimedSerializer

from amends import clock

COOKIE = "amends-session"
EXPIRES = timedelta(hours=12)
"""After so long without a page a session ends: an evening, not a season."""
RENEWED = timedelta(minutes=15)
"""A session in use is signed anew after so long."""


@dataclass(frozen=True, slots=True)
class Session:
    """What the cookie says: a number nobody can guess and, once signed in, a name and the epoch of its secret."""

    id: str
    name: str = ""
    epoch: int = 0

    def signed_in(self, name: str, epoch: int) -> Session:
        """The session of somebody who has just signed in: under a number that nobody knew before."""
        return replace(new_session(), name=name, epoch=epoch)


def new_session() -> Session:
    """The session of somebody who is not signed in."""
    return Session(secrets.token_urlsafe(24))


class Sessions:
    """Signs cookies and tokens with the key of the store, and reads them."""

    def __init__(self, key: str) -> None:
        self._cookies = URLSafeTimedSerializer(key, salt="amends session")
        self._tokens = URLSafeSerializer(key, salt="amends form")
        self._ended: dict[str, datetime] = {}
        self._lock = Lock()

    def cookie(self, session: Session) -> str:
        """The session as a cookie."""
        return str(self._cookies.dumps([session.id, session.name, session.epoch]))

    def read(self, cookie: str | None) -> tuple[Session, bool] | None:
        """The session of a cookie, and whether it is time to sign it anew; None if it is none, or has ended."""
        if not cookie:
            return None
        try:
            said, at = self._cookies.loads(cookie, max_age=int(EXPIRES.total_seconds()), return_timestamp=True)
            id, name, epoch = said
            session = Session(str(id), str(name), int(epoch))
        except (BadSignature, ValueError, TypeError):
            return None
        if session.id in self._ended:
            return None
        return session, abs(clock.now() - at) > RENEWED

    def has_name(self, cookie: str | None) -> bool:
        """Whether a cookie is a session that we have signed for somebody with an account; nothing is looked up."""
        if not cookie:
            return False
        try:
            _, name, _ = self._cookies.loads(cookie, max_age=int(EXPIRES.total_seconds()))
        except (BadSignature, ValueError, TypeError):
            return False
        return bool(name)

    def end(self, session: Session) -> None:
        """End the session of somebody who signs out, also for a copy of its cookie; kept until that is too old."""
        now = clock.now()
        with self._lock:
            self._ended = {id: at for id, at in self._ended.items() if abs(now - at) <= EXPIRES} | {session.id: now}

    def token(self, session: Session) -> str:
        """What the forms of a session carry (against requests that another site makes in the visitor's name)."""
        return str(self._tokens.dumps(session.id))

    def is_token(self, token: str, session: Session) -> bool:
        """Whether a form carries the token of this session."""
        return hmac.compare_digest(token.encode(), self.token(session).encode())
