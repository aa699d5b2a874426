"""Sessions: a signed cookie with the account and its age, and the token that forms carry."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from hashlib import sha256

from itsdangerous import BadSignature, URLSafeSerializer, URLSafeTimedSerializer

from amends import clock

COOKIE = "amends-session"
DEVICE_COOKIE = "amends-device"
MOST_OF_A_DEVICE = 5
"""So many names a device is known for."""
EXPIRES = timedelta(hours=12)
"""After so long without a page a session ends: an evening, not a season."""
CLOCK_SET_BACK = timedelta(days=1)
"""A session that was signed in the future is right, up to so long: somebody has set the clock back."""
LONGEST_LIFE = EXPIRES + CLOCK_SET_BACK
"""No cookie is taken for longer after it was signed: so long it is remembered which sessions have ended."""
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
    """Signs cookies and tokens with the key of the store as it is at the moment, and reads them.

    Whether somebody has signed out of a session is asked of the store, together with the account.
    """

    def __init__(self, key: str | Callable[[], str]) -> None:
        self._key = key

    def _now(self) -> str:
        return self._key if isinstance(self._key, str) else self._key()

    @property
    def digest_key(self) -> bytes:
        """What digests of forms are made with, so that nobody who has the store can guess at what was typed."""
        return sha256(f"amends forms {self._now()}".encode()).digest()

    @property
    def _cookies(self) -> URLSafeTimedSerializer:
        return URLSafeTimedSerializer(self._now(), salt="amends session")

    @property
    def _tokens(self) -> URLSafeSerializer:
        return URLSafeSerializer(self._now(), salt="amends form")

    @property
    def _devices(self) -> URLSafeSerializer:
        return URLSafeSerializer(self._now(), salt="amends device")

    def cookie(self, session: Session) -> str:
        """The session as a cookie."""
        return str(self._cookies.dumps([session.id, session.name, session.epoch]))

    def read(self, cookie: str | None) -> tuple[Session, bool] | None:
        """The session of a cookie, and whether it is time to sign it anew; None if it is none, or too old."""
        if not cookie:
            return None
        try:
            said, at = self._cookies.loads(cookie, return_timestamp=True)
            id, name, epoch = said
            session = Session(str(id), str(name), int(epoch))
            age = clock.now() - at
        except (BadSignature, ValueError, TypeError):
            return None
        return (session, abs(age) > RENEWED) if -CLOCK_SET_BACK <= age <= EXPIRES else None

    def devices(self, cookie: str | None) -> dict[str, str]:
        """The names that have signed in on a device, each with what the device is called for it."""
        try:
            said = dict(self._devices.loads(cookie or ""))
            return {str(name): str(id) for name, id in said.items()}
        except (BadSignature, ValueError, TypeError):
            return {}

    def device_cookie(self, devices: Mapping[str, str], name: str) -> str:
        """The cookie of a device on which one more has signed in; it knows a few names, the last ones."""
        known = {each: id for each, id in devices.items() if each != name} | {
            name: devices.get(name) or secrets.token_urlsafe(12)
        }
        return str(self._devices.dumps(dict(list(known.items())[-MOST_OF_A_DEVICE:])))

    def name_in(self, cookie: str | None) -> str:
        """Of a session that we have signed for somebody with an account, whose it is, else ""; nothing is looked up."""
        found = self.read(cookie)
        return found[0].name if found is not None else ""

    def token(self, session: Session) -> str:
        """What the forms of a session carry (against requests that another site makes in the visitor's name)."""
        return str(self._tokens.dumps(session.id))

    def is_token(self, token: str, session: Session) -> bool:
        """Whether a form carries the token of this session."""
        return hmac.compare_digest(token.encode(), self.token(session).encode())
