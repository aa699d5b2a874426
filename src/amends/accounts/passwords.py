"""Secrets, which are PINs and passwords: which will do, and their hashes; a secret itself is kept and said nowhere."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from amends.exact import many
from amends.faults import UNAVAILABLE, Fault, Faults

LEAST_DIGITS, LEAST_CHARACTERS, MOST_CHARACTERS = 6, 8, 200
"""How long a PIN and a password are at least, and both at most."""

EXPECTED = f"a PIN of at least {LEAST_DIGITS} digits, or a password of at least {LEAST_CHARACTERS} characters"
"""What will do as a secret, in words."""

HASHER = PasswordHasher(time_cost=2, memory_cost=46 * 1024, parallelism=1)
"""About a tenth of a second and 46 MB on a club's laptop, for each guess too."""

AT_ONCE = max(1, min(2, (os.cpu_count() or 1) // 2))
"""So many secrets are hashed at once: however many people sign in, memory and processors are left for the rest."""
MOST_WAITING = 16
"""So many more may wait; whoever comes then is asked to come back."""
_AT_ONCE = BoundedSemaphore(AT_ONCE)
_QUEUE = BoundedSemaphore(AT_ONCE + MOST_WAITING)

_LESS_OBVIOUS = "Choose one that is harder to guess."

_ROWS = (
    "0123456789",
    "1234567890",
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiop",
    "qwertzuiop",
    "azertyuiop",
    "asdfghjkl",
)
"""A piece of one of these, forwards or backwards, is the first thing that is tried."""

_COMMON = {"password", "passwort", "passw0rd", "iloveyou", "letmein", "sunshine", "bridgeclub", "contractbridge"}


def secret_faults(secret: str, name: str) -> Iterator[Fault]:
    """What speaks against a secret for the account of this name; never with the secret in it."""
    text = _normalised(secret)
    if text is None:
        yield Fault(f"The secret has half a character, or more than {MOST_CHARACTERS}.", "")
    elif not text.isprintable():
        yield Fault(f"The secret has characters that cannot be typed. Choose {EXPECTED}.", "")
    elif text.isdecimal() and len(text) < LEAST_DIGITS:
        yield Fault(f"The PIN has {many(len(text), 'digit')}. Choose {EXPECTED}.", "")
    elif not text.isdecimal() and len(text) < LEAST_CHARACTERS:
        yield Fault(f"The password has {many(len(text), 'character')}. Choose {EXPECTED}.", "")
    elif _is_obvious(text.casefold()):
        yield Fault(f"Everybody tries this secret first. {_LESS_OBVIOUS}", "")
    elif _bare(name) and _bare(text) in (_bare(name), _bare(name)[::-1]):
        yield Fault(f"The secret is the name of the account. {_LESS_OBVIOUS}", "")


def hashed(secret: str) -> str:
    """The hash of a secret, another one each time."""
    with _turn():
        return HASHER.hash(_normalised(secret) or "")


def fits(kept: str | None, secret: str) -> bool:
    """Whether a secret has this hash; None, where there is no hash, takes the same time and fits nothing."""
    text = _normalised(secret)
    against = kept if kept is not None and text is not None else _nobody()
    try:
        with _turn():
            HASHER.verify(against, text or "")
    except (VerificationError, InvalidHashError):
        return False
    return kept is not None and text is not None


@contextmanager
def _turn() -> Iterator[None]:
    """Wait for one's turn, unless too many wait already."""
    if not _QUEUE.acquire(blocking=False):
        words = "Too many people sign in at this moment. Try again in a few seconds."
        raise Faults([Fault(words, "", kind=UNAVAILABLE)])
    try:
        with _AT_ONCE:
            yield
    finally:
        _QUEUE.release()


def is_outdated(kept: str) -> bool:
    """Whether a hash was made in another manner than hashes are made now."""
    return HASHER.check_needs_rehash(kept)


def _nobody() -> str:
    """A hash of the present manner that no known secret has; to make a true one would take time itself."""
    how = f"m={HASHER.memory_cost},t={HASHER.time_cost},p={HASHER.parallelism}"
    return f"$argon2id$v=19${how}${'A' * 22}${'A' * 43}"


def _normalised(secret: str) -> str | None:
    """A secret as it is hashed, whichever keyboard it was typed on; None for what none can be."""
    if len(secret) > MOST_CHARACTERS:
        return None
    text = unicodedata.normalize("NFKC", secret)
    try:
        text.encode()
    except UnicodeEncodeError:
        return None
    return text if len(text) <= MOST_CHARACTERS else None


def _is_obvious(text: str) -> bool:
    """Whether a few characters come again and again, a row of keys is typed, or it is one of the common words.

    >>> [_is_obvious(text) for text in ("123456", "876543", "000000", "12121", "123123", "password1", "121234")]
    [True, True, True, True, True, True, False]
    """
    again = any((text[:few] * len(text)).startswith(text) for few in (1, 2, 3))
    rows = (order for row in _ROWS for order in (row * 2, row[::-1] * 2))
    return again or any(text in row for row in rows) or text.strip("0123456789!.") in _COMMON


def _bare(text: str) -> str:
    """Letters alone, without the difference of capital and small ones, and whatever digits come before and after."""
    letters = "".join(character for character in text.casefold() if character.isalnum())
    return letters.strip("0123456789") or letters
