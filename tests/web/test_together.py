"""Many read while one writes: never an error, never an old page, and everything is worked out once."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Event as Signal

import pytest

from amends.desk import open_event
from amends.desk.commands.penalties import penalising
from amends.event import Event
from amends.scoring.event import score
from amends.scoring.standings import Standings
from support.desks import NAME, penalty
from support.web.house import House, sent, token

READERS = 6
PAGES = ("", "/ranking", "/ranking.json", "/boards/1", "/cards/7", "/rulings")


def test_many_read_while_one_rules(fresh: House) -> None:
    done, event = Signal(), fresh.event

    def read(place: int) -> set[int]:
        client = fresh.client("reviewer" if place % 2 else "nobody")
        found = set()
        while not done.is_set():
            found |= {client.get(event + path).status_code for path in PAGES}
        return found

    with ThreadPoolExecutor(READERS) as readers:
        reading = [readers.submit(read, place) for place in range(READERS)]
        try:
            director = fresh.client("director")
            for number in range(1, 9):
                fields = {"contestant": str(number), "amount": "10%", "reason": f"late {number}", "law": "90B2"}
                shown = sent(director, f"{event}/penalties", fields).text
                looked = shown.split('name="looked" value="')[1].split('"')[0]
                answer = sent(director, f"{event}/penalties", {**fields, "looked": looked})
                assert answer.status_code == 303
                # At once, for who has given it and for everybody else who may see it.
                assert f"late {number}" in director.get(f"{event}/penalties").text
                opened = fresh.server.shelf.open(event[3:])
                assert len(opened.history.penalties) == number + 1
        finally:
            done.set()
        for each in reading:
            assert each.result() == {200}


def test_the_ranking_after_an_entry_is_the_new_one(fresh: House) -> None:
    scorer, nobody, event = fresh.client("scorer"), fresh.client(), fresh.event
    was, public = scorer.get(f"{event}/ranking").text, nobody.get(f"{event}/ranking").text
    fresh.desk.confirm(fresh.desk.open(NAME), penalising(penalty("7", "50%")))  # by the command, in another program
    assert scorer.get(f"{event}/ranking").text != was
    assert nobody.get(f"{event}/ranking").text == public
    seen = fresh.desk.open(NAME).seen
    assert sent(scorer, f"{event}/publish", {"state": "provisional", "seen": seen}).status_code == 303
    assert nobody.get(f"{event}/ranking").text != public


def test_standings_are_worked_out_once_for_each_entry(fresh: House, monkeypatch: pytest.MonkeyPatch) -> None:
    scored: Counter[int] = Counter()

    def counted(event: Event) -> Standings:
        scored[len(event.penalties)] += 1
        return score(event)

    monkeypatch.setattr(open_event, "score", counted)
    readers = [fresh.client(role) for role in ("nobody", "reviewer", "scorer", "nobody")]
    address = f"{fresh.event}/ranking"
    for reader in readers:
        token(reader)
    for entered in range(3):
        if entered:
            opened = fresh.desk.open(NAME)
            effect = fresh.desk.preview(opened, penalising(penalty("7", f"{entered}%")))
            fresh.desk.store.add(opened.kept.key, effect.new)
        scored.clear()
        with ThreadPoolExecutor(len(readers)) as pool:
            assert {answer.status_code for answer in pool.map(lambda each: each.get(address), readers * 3)} == {200}
        # The first time what was published is worked out beside the present; then only what is new.
        assert sum(scored.values()) <= (2 if entered == 0 else 1)


@pytest.mark.parametrize("more", [3, 0])
def test_a_page_from_before_an_older_backup_took_the_place_of_the_store_enters_nothing(fresh: House, more: int) -> None:
    """It has shown entries that are not there: whoever sends it has not seen the event as it is now.

    That holds too once as many others have been entered: the page names the digest of the last entry it shows.
    """
    director, event, opened = fresh.client("director"), fresh.event, fresh.desk.open(NAME)
    seen, row = opened.seen, opened.event.results[0]
    shown = f"{seen + more}-{'0' * 12}"
    fields = {"contestant": "7", "amount": "10%", "reason": "late", "law": "90B2", "seen": shown}
    looked = sent(director, f"{event}/penalties", fields).text.split('name="looked" value="')[1].split('"')[0]
    line = {"ns-1": row.seats.ns[0], "ew-1": row.seats.ew[0], "result-1": "1NT N =", "late": "x", "reason": "x"}
    answers = [
        sent(director, f"{event}/penalties", {**fields, "looked": looked}),
        sent(director, f"{event}/publish", {"state": "provisional", "seen": shown}),
        sent(director, f"{event}/results/{row.board}", {**line, "seen": shown}),
    ]
    beyond, other = f"entry {seen + 3}; the event has {seen} entries.", f"an entry {seen} that the event does not have."
    for answer in answers:
        assert answer.status_code == 422
        assert f"This page shows {beyond if more else other}" in answer.text
        assert f'name="seen" value="{opened.mark}"' in answer.text, "the form is there again, with the event as it is"
    assert fresh.desk.open(NAME).seen == seen
    assert sent(director, f"{event}/penalties", {**fields, "seen": opened.mark, "looked": looked}).status_code == 303
