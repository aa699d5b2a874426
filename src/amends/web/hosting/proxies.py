"""Behind a proxy: whose request it forwards, by which protocol and under which name; believed of known proxies only.

The header `Forwarded` is not read: a proxy that sets only the other ones would pass on what a visitor wrote into it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from starlette.datastructures import MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from amends.faults import Refusal
from amends.web.hosting.connections import Cap, ConnectionGuard
from amends.web.security.middleware import HEADERS, NOT_KEPT, RETRY_SECONDS

FORWARDED = ("x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "forwarded", "x-real-ip", "via")
"""Headers of a request that came by way of a proxy."""


def address_of(text: str) -> IPv4Address | IPv6Address | None:
    """The address that a text has, with or without a port; None where it has none.

    >>> [str(address_of(text)) for text in ("192.0.2.7", "192.0.2.7:80", "[2001:db8::1]:80", "::ffff:192.0.2.7", "me")]
    ['192.0.2.7', '192.0.2.7', '2001:db8::1', '192.0.2.7', 'None']
    """
    text = text.strip().strip('"')
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


class TrustedProxies:
    """The addresses and networks whose forwarded headers are believed."""

    def __init__(self, proxies: Iterable[str] = ()) -> None:
        self._networks = []
        for proxy in proxies:
            try:
                self._networks.append(ip_network(proxy.strip(), strict=False))
            except ValueError:
                raise Refusal(
                    f'"{proxy}" is not an address of a proxy.',
                    "Write an address such as 127.0.0.1 or a network such as 10.0.0.0/8.",
                ) from None
            if self._networks[-1].prefixlen == 0:
                raise Refusal(
                    f'"{proxy}" is every address: any visitor could claim to be another one.',
                    "Name the proxy's own address or its network.",
                )

    def __contains__(self, address: str) -> bool:
        parsed = address_of(address)
        return parsed is not None and any(parsed in network for network in self._networks)

    def visitor(self, peer: str, forwarded: str) -> str:
        """The address of the visitor: the last one of the header that is not a proxy itself.

        >>> TrustedProxies(["10.0.0.0/8"]).visitor("10.0.0.1", "203.0.113.9, 192.0.2.7, 10.0.0.2")
        '192.0.2.7'
        """
        found = peer
        for text in reversed(forwarded.split(",")):
            address = address_of(text)
            if address is None:
                break
            found = str(address)
            if found not in self:
                break
        return found


class ForwardedRequests:
    """Puts the visitor's address, protocol and host name in place of the proxy's; counts requests of each address."""

    def __init__(self, app: ASGIApp, proxies: TrustedProxies, guard: ConnectionGuard) -> None:
        self.app, self.proxies, self.guard = app, proxies, guard
        self._at_once: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        peer = scope["client"][0] if scope.get("client") else ""
        if peer not in self.proxies:
            scope.setdefault("state", {})["is_local"] = _is_loopback(peer) and not _is_forwarded(scope)
            await self.app(scope, receive, send)
            return
        scope.setdefault("state", {})["is_local"] = False
        visitor = self._read_headers(scope, peer)
        if self._at_once[visitor] >= self.guard.limits.of_address and visitor not in self.proxies:
            self.guard.refused[Cap.ADDRESS] += 1
            words = "Too many requests of this address are being answered. Try again in a few seconds."
            await PlainTextResponse(words, 503, {"Retry-After": RETRY_SECONDS, **HEADERS, **NOT_KEPT})(
                scope, receive, send
            )
            return
        self._at_once[visitor] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self._at_once[visitor] -= 1
            if not self._at_once[visitor]:
                del self._at_once[visitor]

    def _read_headers(self, scope: Scope, peer: str) -> str:
        headers = MutableHeaders(scope=scope)
        visitor = self.proxies.visitor(peer, ",".join(headers.getlist("x-forwarded-for")))
        scope["client"] = (visitor, 0)
        protocol = _last(headers.getlist("x-forwarded-proto")).lower()
        if protocol in ("http", "https"):
            scope["scheme"] = protocol
        if host := _last(headers.getlist("x-forwarded-host")):
            headers["host"] = host
        return visitor


def _last(values: list[str]) -> str:
    """The last value of a header, which the nearest proxy has set."""
    return values[-1].rpartition(",")[2].strip() if values else ""


def _is_loopback(peer: str) -> bool:
    address = address_of(peer)
    return address is not None and address.is_loopback


def _is_forwarded(scope: Scope) -> bool:
    return any(name.decode("latin-1") in FORWARDED for name, _ in scope["headers"])
