"""Whether a request comes from this machine or its private network, as far as that can be told."""

from __future__ import annotations

from starlette.requests import Request

from amends.web.hosting.proxies import FORWARDED, address_of

_OF_A_HOUSE = (".local", ".lan", ".home", ".home.arpa", ".internal", ".localhost")
"""Ends of names that only a private network knows."""


def is_nearby(request: Request) -> bool:
    """Whether the visitor is on this machine or in its network, and asked for it by a name of that network.

    What a proxy forwards is never nearby, nor is a request for a public host name: all visitors of a proxy that hides
    them look as if they were on its machine.
    """
    if any(name in request.headers for name in FORWARDED):
        return False
    peer = request.client.host if request.client else ""
    return is_private(peer) and is_private_host(request.url.hostname or "")


def is_private(address: str) -> bool:
    """Whether an address belongs to a machine itself or to a private network.

    >>> [is_private(each) for each in ("127.0.0.1", "192.168.1.20", "fe80::1", "203.0.113.9", "8.8.8.8", "phone")]
    [True, True, True, False, False, False]
    """
    parsed = address_of(address.partition("%")[0])
    if parsed is None:
        return False
    return parsed.is_loopback or parsed.is_link_local or (parsed.is_private and not _is_documentation(str(parsed)))


def _is_documentation(address: str) -> bool:
    """Addresses of examples, which stand for public ones."""
    return address.startswith(("192.0.2.", "198.51.100.", "203.0.113.", "2001:db8:"))


def is_private_host(host: str) -> bool:
    """Whether a host name is one of a private network.

    >>> [is_private_host(each) for each in ("localhost", "laptop", "laptop.local", "192.168.1.4", "bridge.example")]
    [True, True, True, True, False]
    """
    name = host.lower().rstrip(".")
    if address_of(name) is not None:
        return is_private(name)
    return bool(name) and ("." not in name or name.endswith(_OF_A_HOUSE))
