"""A request to the API: who asks by which key, what they ask, and how it is answered."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from hashlib import sha256
from typing import Any

from starlette.responses import Response

from amends.accounts.accounts import RIGHTS, Account, Right
from amends.accounts.api_keys import ApiKey, key_of_token
from amends.cached import cached_property
from amends.contract.documents.base import ContractDocument
from amends.contract.engine import parse_request
from amends.contract.problems import ProblemDocument, problem
from amends.contract.request_models import shape_faults
from amends.contract.request_sizes import refuse_long_parts, refuse_many_values
from amends.desk.confirm import Draft, Effect
from amends.desk.desk import MOST_TRIES, Desk
from amends.desk.open_event import OpenEvent
from amends.desk.publishing.publication_files import Issue
from amends.desk.views.as_data import event_data
from amends.faults import Fault, Faults
from amends.web.api.endpoints import Anybody, Endpoint, Parameter
from amends.web.hosting.lanes import Lane, lanes
from amends.web.preferences import Preferences
from amends.web.request import Page, Visitor
from amends.web.security.addresses import path_value
from amends.web.security.sessions import new_session

PROBLEM = "application/problem+json"
JSON = "application/json"
LONGEST_TEXT = 200
"""The characters of a parameter."""


class Refused(Exception):
    """A request that is answered with a problem, before it is looked into."""

    def __init__(self, type: str, detail: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(detail)
        self.problem, self.headers = problem(type, detail), dict(headers or {})


class ApiPage(Page):
    """A request to the API. Cookies do not count: who asks is said by the key alone."""

    endpoint: Endpoint
    body: dict[str, Any]

    @cached_property
    def sent_key(self) -> str:
        """The key that was sent; "" for none."""
        kind, _, token = self.request.headers.get("authorization", "").partition(" ")
        return token.strip() if kind.lower() == "bearer" else kind and "?"

    @property
    def lane(self) -> Lane:
        """The threads for what takes little time; readers of pages do not wait for programs."""
        return super().lane if self.is_signed else partial(lanes().program, who=self.counted_as)

    @property
    def is_signed(self) -> bool:
        """Whether the request has a key that was found to be in force: what anybody can make up counts for nothing."""
        return bool(self.sent_key) and self._digest in self.server.known_keys

    @cached_property
    def _digest(self) -> str:
        return sha256(self.sent_key.encode()).hexdigest()

    @property
    def counted_as(self) -> str:
        """By whom requests are counted: a key in force, or the address of whoever has none, or one nobody knows yet."""
        return self._digest if self.is_signed else f"{self.network} key" if self.sent_key else self.network

    @cached_property
    def key(self) -> ApiKey | None:
        """The key in force that was sent; None where none was."""
        if not self.sent_key:
            return None
        if (found := key_of_token(self.server.desk, self.sent_key)) is None:
            self.server.known_keys.drop(self._digest)
            raise Refused("no-key", "The key is none that is in force.", {"WWW-Authenticate": "Bearer"})
        self.server.known_keys.add(self._digest)
        return found

    def ask_who_again(self) -> None:
        """Have the key looked up again, too."""
        super().ask_who_again()
        self.__dict__.pop("key", None)

    @property
    def is_still_let_in(self) -> bool:
        """Whether the key that was sent is in force, or what readers may see is as before: for answers that go on."""
        if not self.sent_key:
            return super().is_still_let_in
        is_so = key_of_token(self.server.desk, self.sent_key) == self.key
        if not is_so:
            self.server.known_keys.drop(self._digest)
        return is_so

    @cached_property
    def visitor(self) -> Visitor:
        """Who asks: the key, as if it were somebody with an account of its role."""
        key = self.key
        return Visitor(
            session=new_session(),
            account=None if key is None else Account(key.name, key.role, 0),
            look=Preferences(),
            language="en",
            address=self.request.client.host if self.request.client else "",
            read_only=self.server.options.read_only,
        )

    @cached_property
    def own(self) -> str:
        """No contestant in particular."""
        return ""

    def check_access(self) -> None:
        """Refuse who may not ask this."""
        needs = self.endpoint.needs
        if needs is Anybody.ALL:
            return
        key = self.key
        if needs is Anybody.READERS or (needs is Anybody.KEYS and key is not None):
            return
        if key is None:
            words = "Send a key: Authorization: Bearer …  A chief director makes keys in the app, under People."
            raise Refused("no-key", words, {"WWW-Authenticate": "Bearer"})
        assert isinstance(needs, Right)
        if not self.visitor.may(needs):
            if needs in RIGHTS[key.role]:
                raise Refused("not-allowed", "amends was started to be read only: nothing can be entered.")
            roles = ", ".join(role.words for role, rights in RIGHTS.items() if needs in rights)
            words = f"A key with the role {key.role.words} may not do this; roles that may: {roles}."
            raise Refused("not-allowed", words)

    # What is asked

    @property
    def parts(self) -> dict[str, Any]:
        """What stands in the path, but for the event."""
        given = {name: value for name, value in self.request.path_params.items() if name != "event"}
        return {name: path_value(value) if isinstance(value, str) else value for name, value in given.items()}

    @property
    def parameters(self) -> dict[str, Any]:
        """What stands behind the question mark, each once and of its kind; what is not there is None."""
        asked, faults = self.request.query_params.multi_items(), list[Fault]()
        values: dict[str, Any] = dict.fromkeys(self.endpoint.asks)
        seen = set[str]()
        for name, text in asked:
            wanted = self.endpoint.asks.get(name)
            if wanted is None:
                expected = f"one of {', '.join(values)}" if values else "no parameter"
                faults.append(Fault(f"the parameter {name[:60]!r}", expected, where="query"))
            elif name in seen:
                faults.append(Fault(f"the parameter {name!r} twice", "each parameter once", where="query"))
            else:
                values[name] = _parameter(name, text, wanted, faults)
            seen.add(name)
        if faults:
            raise Faults(faults)
        return values

    def read_body(self, data: bytes) -> None:
        """Read the JSON of a request, and hold it against its schema."""
        refuse_many_values(data)
        self.body = parse_request(data)
        refuse_long_parts(self.body)
        assert self.endpoint.takes is not None
        if faults := shape_faults(self.endpoint.takes, self.body):
            raise Faults(faults)

    @cached_property
    def seen(self) -> int | None:
        """The entry up to which the asker knows the event, by If-Match with an ETag of ours; None without one."""
        tag = self.request.headers.get("if-match", "").strip()
        if not tag or tag == "*":
            return None
        # A proxy that compresses makes a tag weak, or adds its method to it: the state is the same.
        number, head = (*tag.removeprefix("W/").strip('"').split("-"), "", "")[:2]
        if not (number.isdecimal() and number.isascii() and len(number) < 10 and head):
            raise Refused("changed", "If-Match names no state of this event. Ask for it again.")
        seen, now = int(number), self.newest.seen
        if seen > now:
            raise Refused("changed", f"If-Match names entry {seen}; the event has {now}.")
        if not self.newest.has(seen, head):
            raise Refused("changed", f"If-Match names an entry {seen} that the event does not have. Ask for it again.")
        return seen

    # What is entered

    def numbers(self, opened: OpenEvent) -> dict[str, object]:
        """An event in its numbers, as far as the asker may see them."""
        return event_data(opened, process=self.visitor.may(Right.PROCESS))

    def as_of(self, then: OpenEvent, desk: Desk) -> None:
        """Work at another desk, on the event as it was then."""
        self.__dict__.update(newest=then, opened=then, desk=desk, seen=None)

    def enter(self, draft: Draft) -> Effect:
        """Enter a draft; with If-Match it is refused where others have since entered something about the same board."""
        seen = self._seen_by_asker()
        try:
            effect = self.desk.confirm(self.newest.until(seen), draft, has_looked=self.seen is not None)
        except Faults:
            self.reload()
            if self.seen is not None:
                self._refuse_changed(seen, draft)
            raise
        self.server.shelf.put(effect.after)
        return effect

    def published(self, publish: Callable[[OpenEvent], tuple[Issue, Effect]]) -> tuple[Issue, Effect]:
        """Publish what the asker has seen; with If-Match it is refused where anything was entered since.

        Without If-Match the asker publishes the newest state, also where others enter something at that moment.
        """
        for tries_left in reversed(range(MOST_TRIES)):
            seen = self._seen_by_asker()
            try:
                issue, effect = publish(self.newest.until(seen))
                break
            except Faults as trouble:
                self.reload()
                is_overtaken = self.newest.seen > seen
                if is_overtaken and self.seen is not None:
                    raise Changed(trouble.faults) from None
                if not is_overtaken or not tries_left:
                    raise
        self.server.shelf.put(effect.after)
        return issue, effect

    def _seen_by_asker(self) -> int:
        """The entry up to which the asker knows the event: by If-Match, else the last."""
        return self.newest.seen if self.seen is None else self.seen

    def _refuse_changed(self, seen: int, draft: Draft) -> None:
        """Say that the event has changed, where that is why a draft was refused."""
        try:
            new = [entry.payload for entry in self.desk.preview(self.newest.until(seen), draft).new]
        except Faults:
            return
        try:
            self.desk.refuse_clashes(self.newest, seen, new)
        except Faults as trouble:
            raise Changed(trouble.faults) from None

    def look(self, draft: Draft) -> Effect:
        """What a draft would do."""
        return self.desk.preview(self.newest, draft)

    # Answers

    def etag(self, body: bytes, opened: OpenEvent | None) -> str:
        """A tag that changes with the document; it begins with the mark of the state in which it shows the event."""
        entry = f"{opened.mark}-" if opened is not None else ""
        return f'"{entry}{sha256(body).hexdigest()[:24]}"'


class Changed(Faults):
    """What If-Match asks for is not so any more."""


def _parameter(name: str, text: str, wanted: Parameter, faults: list[Fault]) -> Any:
    if wanted.kind is bool:
        if text in ("true", "false"):
            return text == "true"
        faults.append(Fault(f"{name}={text[:60]}", "true or false", where="query"))
    elif wanted.kind is int:
        if text.isascii() and text.isdecimal() and len(text) < 10:
            return int(text)
        faults.append(Fault(f"{name}={text[:60]}", "a whole number", where="query"))
    elif wanted.choices and text not in wanted.choices:
        faults.append(Fault(f"{name}={text[:60]}", f"one of {', '.join(wanted.choices)}", where="query"))
    elif len(text) > LONGEST_TEXT or "\0" in text:
        faults.append(Fault(f"{name} with {len(text):,} characters", f"at most {LONGEST_TEXT}", where="query"))
    else:
        return text
    return None


def document_bytes(document: ContractDocument) -> bytes:
    """A document as it is sent."""
    made = json.dumps(document.model_dump(mode="json"), ensure_ascii=False, separators=(",", ":"))
    return made.encode("utf-8", "replace")


def problem_response(made: ProblemDocument, headers: Mapping[str, str] | None = None) -> Response:
    """A problem, with its status."""
    return Response(document_bytes(made), made.status, headers, PROBLEM)
