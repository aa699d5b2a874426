"""What the processes of one server share for a while: forms, tries to sign in, files that wait, analyses, notices."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from amends import clock
from amends.store import analyses, notices, player_messages, sent_forms, tries, uploads
from amends.store.notices import Position
from amends.store.player_messages import MessageState, PlayerMessage
from amends.store.schema import PLAYER_MESSAGES, SIGN_IN_TRIES
from amends.store.sent_forms import FirstAnswer, FormOnce
from amends.store.transactions import Transactions
from amends.store.tries import TriesChange, TryKey, WrongTries
from amends.store.trouble import told
from amends.store.uploads import Upload


class SharedState(Transactions):
    """The part of a store that passes."""

    # Other processes

    def notices(self, wait_seconds: float) -> Iterator[str]:
        """The keys of events that change, as they change; "" at first and after so long without any.

        Only where the store is shared.
        """
        with told(self._place):
            yield from notices.notices(self._engine, wait_seconds)

    def position(self, event: str, known: Position | None = None) -> Position:
        """How far an event has come; `known` is how far it had come when it was last asked, if it was."""
        with self._reading() as connection:
            return notices.position(connection, event, known)

    def analyses(self, deals: Sequence[str]) -> dict[str, dict[str, Any]]:
        """What other processes have worked out of some deals."""
        with self._reading() as connection:
            return analyses.kept(connection, deals)

    def keep_analysis(self, deal: str, body: Mapping[str, Any]) -> None:
        """Keep what was worked out of a deal, for other processes."""
        with self._writing(once=False) as connection:
            analyses.keep(connection, deal, body, clock.now_exactly())

    # Forms

    def first_answer(self, form: FormOnce) -> FirstAnswer | None:
        """What became of a form that was sent before; None if it is new."""
        with self._reading() as connection:
            return sent_forms.first_answer(connection, form)

    def keep_answer(self, form: FormOnce, answer: str) -> None:
        """Keep where the sender of a form was led, for when it is sent again."""
        with self._writing(once=False) as connection:
            sent_forms.keep_answer(connection, form, answer)

    def forget_form(self, form: FormOnce) -> None:
        """Forget a form that has made no entry, so that it can be sent again."""
        with self._writing(once=False) as connection:
            sent_forms.forget(connection, form)

    def forget_old(self) -> None:
        """Forget forms that are too old to be sent again, old messages from players, and files nobody has accepted."""
        with self._writing(once=False) as connection:
            uploads.forget_old(connection, clock.now_exactly())
            sent_forms.forget_old(connection, clock.now_exactly())
            player_messages.forget_old(connection, clock.now_exactly())

    # Tries to sign in

    def tries(self, keys: Collection[TryKey]) -> dict[TryKey, WrongTries]:
        """The wrong tries that are counted under some keys."""
        with self._reading() as connection:
            return tries.kept(connection, keys)

    def change_tries(self, keys: Collection[TryKey], change: TriesChange, before: datetime, most: int) -> None:
        """Count tries anew, nobody else counting meanwhile; old counts, and the least beyond so many, are forgotten."""
        with self._writing(once=False) as connection:
            self._hold_all(connection, SIGN_IN_TRIES)
            tries.change(connection, keys, change)
            tries.forget(connection, before, most)

    def forget_tries(self, name: str, separator: str) -> None:
        """Forget the wrong tries for a name."""
        with self._writing() as connection:
            tries.forget_name(connection, name, separator)

    def tries_counted(self) -> int:
        """How many counts of tries are kept."""
        with self._reading() as connection:
            return tries.counted(connection)

    # Files that wait

    def keep_upload(self, upload: Upload, most: int, most_bytes: int) -> None:
        """Keep a file that was sent; those that have waited too long, and the oldest beyond so many, are forgotten."""
        with self._writing() as connection:
            uploads.keep(connection, upload, most, most_bytes)

    def upload(self, id: str) -> Upload | None:
        """A file that waits; None if it does not."""
        with self._reading() as connection:
            return uploads.found(connection, id)

    def drop_upload(self, id: str) -> None:
        """Forget a file that was sent."""
        with self._writing() as connection:
            uploads.drop(connection, id)

    # Messages from players

    def messages(self, event: str, states: Collection[MessageState] = tuple(MessageState)) -> list[PlayerMessage]:
        """What players of an event have sent to the directors, in the order in which it came."""
        with self._reading() as connection:
            return player_messages.messages(connection, event, states)

    def add_message(self, event: str, message: PlayerMessage) -> PlayerMessage:
        """Keep a message; too many that wait are refused."""
        with self._writing(event) as connection:
            self._hold_all(connection, PLAYER_MESSAGES)
            return player_messages.add(connection, event, message)

    def change_message(self, event: str, id: int, state: MessageState, official: str = "") -> PlayerMessage:
        """Another state of a message, and who has taken it up."""
        with self._writing(event) as connection:
            self._hold_all(connection, PLAYER_MESSAGES)
            return player_messages.change(connection, event, id, state, official)
