"""What somebody without a sign-in can get: what was published last, and nothing else, by whatever way."""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import replace
from html import unescape

import pytest

from amends.accounts.accounts import Role
from amends.accounts.api_keys import make_key
from amends.awards import parse_award
from amends.bridge import Side
from amends.desk import Report
from amends.desk.commands.cases import opening
from amends.desk.commands.contestants import naming
from amends.desk.commands.corrections import correcting
from amends.desk.commands.penalties import penalising
from amends.desk.commands.people import forget
from amends.desk.commands.rulings import giving
from amends.desk.publishing.publication_files import Wanted, publishable
from amends.desk.settings import change_settings, signing_key
from amends.event import Contestant, Event, Player, Ruling, TableReference
from amends.event.case import Statement
from amends.journal.history import RulingState
from amends.store import wiping
from amends.store.location import StoreLocation
from amends.web.screen import RIGHTS
from amends.web.screens.publish.publish import preview_name
from amends.web.security.sessions import COOKIE
from support.desks import NAME, anew, penalty
from support.web.house import SAID, House, of_method, raw, sent, token
from support.web.small_events import line, put

PUBLIC = ("", "/ranking", "/ranking.json", "/boards", "/boards/15", "/boards/15.json", "/cards/7", "/cards/7.json",
          "/why/7", "/why/7.json", "/why/7/15", "/rulings", "/rulings/1")  # fmt: skip
PROCESS = (SAID, "I had a full opening.", "West passed after long thought", "The pause is agreed.",
           "How do you play 4H?", "Pass was no alternative.", "C. Cole", "E. Ash")  # fmt: skip
"""Of the case that waits, and of the case and the appeal of ruling 1, which was published."""


def rule(house: House) -> None:
    """Rule once more on a board; nothing of it is published."""
    opened = house.desk.open(NAME)
    given = next(each for each in opened.history.rulings if each.state is RulingState.GIVEN)
    house.desk.confirm(
        opened, giving(replace(anew(given.ruling), replaces=given.ruling.id, reason="A second thought."))
    )


def test_the_process_is_nowhere(walked: House) -> None:
    nobody, chief = walked.client(), walked.client("chief")
    shown = {path: nobody.get(walked.filled(path)).text for path in of_method("GET")}
    for words in PROCESS:
        assert [path for path, text in shown.items() if words in text] == [], words
    cases = (*walked.desk.open(NAME).history.cases,)
    pages = [f"{walked.event}/cases/{case}" for case in cases] + [f"{walked.event}/appeals/1"]
    everything = "".join(chief.get(page).text for page in pages)
    for words in PROCESS:
        assert words in everything, "it is there for who may see it"


def test_what_was_entered_since_the_publication_is_seen_nowhere(fresh: House) -> None:
    nobody, event = fresh.client(), fresh.event
    before = {path: nobody.get(event + path) for path in PUBLIC}
    rule(fresh)
    for path, was in before.items():
        now = nobody.get(event + path)
        assert (now.status_code, now.text) == (was.status_code, was.text), path
        for asked in ("now", "99", "1", "21:30"):
            assert nobody.get(f"{event}{path}", params={"as": asked}).text.count("A second thought") == 0, path
    newest = fresh.desk.open(NAME).history.rulings[-1].ruling.id
    assert "A second thought." in fresh.client("chief").get(f"{event}/rulings/{newest}").text
    assert nobody.get(f"{event}/rulings/{newest}").status_code == 404


@pytest.mark.parametrize("path", ["ranking", "ranking.json"])
def test_a_moment_can_only_be_chosen_by_who_is_signed_in(walked: House, path: str) -> None:
    nobody, address = walked.client(), f"{walked.event}/{path}"
    plain = nobody.get(address)
    for moment in ("1", "2", "now", "published", "19:05"):
        answer = nobody.get(address, params={"as": moment})
        assert answer.status_code == 200
        if path.endswith("json"):
            assert answer.json() == plain.json(), moment
        else:
            assert "earlier" not in answer.text.lower() or "earlier" in plain.text.lower()


def test_no_page_of_one_is_sent_to_another(fresh: House) -> None:
    """Pages are kept once they were made: by turns, everybody still gets their own."""
    rule(fresh)
    clients = {role: fresh.client(role) for role in ("nobody", "scorer", "director", "chief", "reviewer")}
    first: dict[tuple[str, str], str] = {}
    tokens = {role: token(client) for role, client in clients.items()}
    for turn in range(2):
        for path in PUBLIC:
            for role, client in clients.items() if turn else reversed(clients.items()):
                text = re.sub('name="token" value="[^"]+"', "", client.get(fresh.event + path).text)
                assert first.setdefault((role, path), text) == text, (role, path)
                assert not [other for other, each in tokens.items() if each in text and other != role], (role, path)
    assert first["nobody", "/ranking"] != first["chief", "/ranking"]


def test_the_tag_of_one_is_worth_nothing_to_another(fresh: House) -> None:
    rule(fresh)
    nobody, reader = fresh.client(), fresh.client()
    address = f"{fresh.event}/ranking"
    tag = nobody.get(address).headers["etag"]
    assert reader.get(address, headers={"if-none-match": tag}).status_code == 304
    for role in ("scorer", "chief"):
        answer = fresh.client(role).get(address, headers={"if-none-match": tag})
        assert (answer.status_code, "etag" in answer.headers) == (200, False)
    change_settings(fresh.desk, readers="live")
    assert reader.get(address, headers={"if-none-match": tag}).status_code == 200


def test_readers_who_are_to_see_nothing_see_nothing_also_of_what_they_had(fresh: House) -> None:
    nobody = fresh.client()
    tag = nobody.get(f"{fresh.event}/ranking").headers["etag"]
    change_settings(fresh.desk, readers="nobody")
    for path in PUBLIC:
        answer = nobody.get(fresh.event + path, headers={"if-none-match": tag})
        assert answer.status_code == 403, path
        assert NAME not in answer.text, path
    assert NAME not in nobody.get("/").text


def test_an_event_that_was_not_published_is_not_in_the_list(fresh: House) -> None:
    opened = fresh.desk.open(NAME)
    kept = fresh.desk.store.begin("Secret trial", "2026-11-15", opened.entries[:3])
    nobody = fresh.client()
    assert "Secret trial" not in nobody.get("/").text
    assert "Secret trial" not in nobody.get("/", params={"name": "Secret"}).text.replace('value="Secret"', "")
    for path in PUBLIC:
        answer = nobody.get(f"/e/{kept.key[:8]}{path}")
        assert (answer.status_code, "Secret trial" in answer.text) == (403, False), path
    assert "Secret trial" in fresh.client("scorer").get("/").text


def test_a_scorer_sees_no_process_in_any_page_or_file(walked: House) -> None:
    scorer = walked.client("scorer")
    for path in of_method("GET"):
        text = scorer.get(walked.filled(path)).text
        assert SAID not in text, path
        assert "I had a full opening." not in text, path
    assert scorer.get(f"{walked.event}/export/amends").status_code == 403


def test_a_scorer_publishes_rulings_without_names_alone(walked: House) -> None:
    scorer, director = walked.client("scorer"), walked.client("director")
    named = preview_name(Wanted(names_in_rulings=True))
    addresses = [f"/publish/preview/{named}/rulings.html", "/published/1.zip?names=1", "/publish?state=final&names=1"]
    for address in addresses:
        answers = [client.get(walked.event + address) for client in (scorer, director)]
        assert [answer.status_code for answer in answers] == [403, 200], address
        assert "C. Cole" not in answers[0].text, address
    assert "C. Cole" in director.get(f"{walked.event}/publish/preview/{named}/rulings.html").text
    for page in ("/publish", "/published/1"):
        shown = [client.get(walked.event + page).text for client in (scorer, director)]
        assert ['name="names"' in text for text in shown] == [False, True], page

    unnamed = scorer.get(f"{walked.event}/publish/preview/{preview_name(Wanted())}/rulings.html").text
    packed = zipfile.ZipFile(io.BytesIO(scorer.get(f"{walked.event}/published/1.zip").content))
    for text in (unnamed, packed.read("rulings.html").decode()):
        assert "Ruling" in text
        assert "C. Cole" not in text
        assert "E. Ash" not in text

    before = walked.holds()
    answer = sent(scorer, f"{walked.event}/publish", {"state": "provisional", "names": "1"})
    assert answer.status_code == 403
    assert walked.holds() == before


@pytest.mark.parametrize("role", ["nobody", "scorer"])
def test_a_ruling_that_was_replaced_is_found_by_who_may_see_how_it_came_about_alone(fresh: House, role: str) -> None:
    rule(fresh)
    chief = fresh.client("chief")
    assert sent(chief, f"{fresh.event}/publish", {"state": "provisional"}).status_code == 303
    newest = fresh.desk.open(NAME).history.rulings[-1].ruling
    for client, old_is_found in ((fresh.client(role), False), (chief, True)):
        found = client.get(f"{fresh.event}/search", params={"find": str(newest.board)}).text
        assert f"Ruling {newest.id}, " in found
        assert (f"Ruling {newest.replaces}, " in found) is old_is_found


def test_files_that_wait_are_seen_by_who_has_sent_them_alone(fresh: House) -> None:
    for role in ("scorer", "director"):
        other = fresh.client(role)
        assert "travellers.csv" not in other.get(f"/import/{fresh.upload}").text
        for action in ("", "/mend", "/into"):
            answer = sent(other, f"/import/{fresh.upload}{action}", {"event": fresh.event[3:]})
            assert answer.status_code in (404, 422), action
    assert "travellers.csv" in fresh.client("chief").get(f"/import/{fresh.upload}").text


# Keys and paths


@pytest.mark.parametrize(
    "part", ["", "1", "1234567", "%", "_", "*", "........", "%2e%2e", "Friday pairs", "2026-11-13"]
)
def test_an_event_is_found_by_its_key_alone(walked: House, part: str) -> None:
    key = walked.event.removeprefix("/e/")
    for address in (f"/e/{part}", f"/e/{part}/ranking", f"/e/{key[:7]}/ranking", f"/e/{key.upper()}x/ranking"):
        assert walked.client("chief").get(address).status_code in (404, 307), address


@pytest.mark.parametrize(
    "path",
    [
        "../app.py", "../../app.py", "..%2f..%2fapp.py", "%2e%2e/%2e%2e/app.py", "..\\..\\app.py", "/etc/passwd",
        "//etc/passwd", "x/../../app.py", "\0", "app.css\0.html", "a" * 5000, ".", "..", "app.css/", "app.css/..",
        "C:\\Windows\\win.ini", "~", "",
    ],
    ids=range(18),
)  # fmt: skip
def test_no_file_but_those_of_pages_can_be_fetched(walked: House, path: str) -> None:
    for begin in ("/files/x/", "/files/", "/files/../", "/files/x/../"):
        answer = raw(walked.app, "GET", begin + path)
        assert answer.status in (404, 307) or (answer.status == 200 and "text/css" in answer.headers["content-type"])
        assert "create_app" not in answer.body
        assert "root:x:" not in answer.body


def test_a_signed_cookie_is_the_only_secret_that_is_sent(walked: House) -> None:
    chief = walked.client("chief")
    key = signing_key(walked.desk).read()
    hashes = [account.secret for account in walked.desk.store.accounts()]
    for path in of_method("GET"):
        if path != "/backup":
            text = chief.get(walked.filled(path)).text
            assert not [each for each in (key, chief.cookies[COOKIE], *hashes) if each in text], path


def test_who_was_removed_by_a_command_stands_on_no_page_any_more(fresh: House) -> None:
    event = Event(
        results=(line(1, "1", "3"), line(1, "2", "4", "4H N +1")),
        contestants={each: Contestant(each, players=(Player(f"Ash {each}"), Player("Birch"))) for each in "1234"},
    )
    address = put(fresh.desk, event)
    scorer, nobody = fresh.client("scorer"), fresh.client()
    assert sent(scorer, f"{address}/publish", {"state": "provisional"}).status_code == 303
    preview = f"{address}/publish/preview/{preview_name(Wanted())}/index.html"
    ranking = f"{address}/ranking"
    pages = [(nobody, ranking), (nobody, f"{address}/cards/1"), (scorer, ranking), (scorer, preview)]
    tags = {}
    for client, page in pages:
        answer = client.get(page)
        assert "Ash 1" in answer.text, page
        tags[page] = answer.headers.get("etag", "")
    forget(fresh.desk, fresh.desk.open("small"), "Ash 1")  # as the command does, without a word to the app
    for client, page in pages:
        answer = client.get(page, headers={"if-none-match": tags[page]})
        assert (answer.status_code, "Ash 1" in answer.text, "Ash 2" in answer.text) == (
            200,
            False,
            "/cards" not in page,
        )


def test_who_was_removed_while_others_read_is_gone_from_the_pages_all_the_same(
    fresh: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = Event(
        results=(line(1, "1", "2"),), contestants={each: Contestant(each, name=f"Ash {each}") for each in "12"}
    )
    address, chief = put(fresh.desk, event), fresh.client("chief")
    assert "Ash 1" in chief.get(f"{address}/ranking").text

    def held(_: object, place: StoreLocation) -> None:
        raise wiping._held(place)

    monkeypatch.setattr("amends.store.store.wipe", held)
    answer = sent(chief, f"{address}/settings/forget", {"person": "Ash 1", "sure": "1"})
    assert (answer.status_code, "the file has traces of them" in answer.text) == (422, True)
    assert "Ash 1" not in chief.get(f"{address}/ranking").text


def test_readers_cannot_tell_an_unpublished_event_from_none(fresh: House) -> None:
    nobody = fresh.client()
    hidden = fresh.desk.store.begin("Sealed cup", "2026-11-14").key[:8]
    paths = ("", "/ranking", "/ranking.json", "/boards", "/boards/1.json", "/journal", "/export")
    for path in paths:
        there, nowhere = (nobody.get(f"/e/{key}{path}") for key in (hidden, "0123abcd"))
        assert there.status_code == nowhere.status_code, path
        assert there.text.replace(hidden, "KEY") == nowhere.text.replace("0123abcd", "KEY"), path
        assert set(there.headers) == set(nowhere.headers), path
    assert "Sealed cup" not in nobody.get("/").text
    assert "Sealed cup" in fresh.client("chief").get("/").text


@pytest.mark.parametrize("readers", ["published", "live"])
def test_neither_times_nor_the_order_of_events_tell_readers_when_they_were_used(fresh: House, readers: str) -> None:
    nobody, chief = fresh.client(), fresh.client("chief")
    fresh.desk.store.begin("Another evening", "2026-11-20")
    fresh.desk.store.begin("Bygone evening", "2026-11-01")
    change_settings(fresh.desk, readers=readers)
    before, staff = nobody.get("/").text, chief.get("/").text
    assert ("last used" in before, "last used" in staff) == (False, True)
    rule(fresh)
    assert nobody.get("/").text == before
    if readers == "live":
        assert before.index("Another evening") < before.index(NAME) < before.index("Bygone evening")


@pytest.mark.parametrize("fields", [{}, {"pair": ""}, {"pair": "7", "board": "1", "place": "Table 5"}])
def test_no_form_tells_that_an_event_is_there_of_which_nothing_may_be_seen(
    fresh: House, fields: dict[str, str]
) -> None:
    change_settings(fresh.desk, readers="nobody")
    nobody = fresh.client()
    paths = [path for path in of_method("POST") if path.startswith("/e/{event}/") and not RIGHTS["POST", path]]
    assert paths
    for path in paths:
        there, missing = fresh.filled(path), fresh.filled(path).replace(fresh.event, "/e/0123abcd")
        answers = [sent(nobody, address, fields) for address in (there, missing)]
        assert [answer.status_code for answer in answers] == [403, 403], path


# Names in reasons


NAMED = "Ann Ashdown and Birchall, whom Dora Dean and the director C. Cole have heard"
"""A reason with a player in full, a surname of the table, a player of another table, and the director."""


def named(house: House) -> tuple[str, str]:
    """A ruling, a penalty and a correction whose reasons name people, published; ruling and contestant."""
    desk = house.desk
    results = desk.open(NAME).event.results
    row = results[0]
    pair, others = row.seats.ns[0], next(each.seats.ns[0] for each in results if each.seats.ns != row.seats.ns)
    people = (("Ann Ashdown", "Bea Birchall"), ("Dora Dean", "Eve Elder"))
    contestants = [
        Contestant(id, players=tuple(map(Player, players)), direction=Side.NS)
        for id, players in zip((pair, others), people, strict=True)
    ]
    desk.confirm(desk.open(NAME), naming(contestants))
    director = replace(desk, who="C. Cole")
    table = TableReference(result=row.id)
    ruling = Ruling("", row.board, table, accept={"12B1": NAMED}, laws=("12B1",), reason=f"Reason: {NAMED}")
    director.confirm(desk.open(NAME), giving(ruling))
    director.confirm(desk.open(NAME), penalising(penalty(pair, "25%", f"Late: {NAMED}")))
    corrected = next(each for each in desk.open(NAME).event.results[1:] if pair in each.seats.ns)
    award = desk.open(NAME).event.results[5].result
    where = TableReference(result=corrected.id)
    director.confirm(desk.open(NAME), correcting(corrected.board, where, award, f"Wrong: {NAMED}", late="seen late"))
    answer = sent(house.client("chief"), f"{house.event}/publish", {"state": "provisional"})
    assert answer.status_code == 303, answer.text
    return next(each.ruling.id for each in desk.open(NAME).history.rulings if NAMED in each.ruling.reason), pair


def after(words: str, text: str) -> str:
    """What stands in a text behind some words, as far as a reason would go."""
    text = " ".join(text.split())
    assert words in text
    return "".join(piece[: len(NAMED) + 40] for piece in text.split(words)[1:])


@pytest.mark.parametrize("role", ["nobody", "scorer"])
def test_who_may_not_see_the_process_reads_reasons_without_names(fresh: House, role: str) -> None:
    ruling, pair = named(fresh)
    client, chief = fresh.client(role), fresh.client("chief")
    pages = {
        f"rulings/{ruling}": "Reason: ",
        f"why/{pair}": "Late: ",
        f"why/{pair}.json": "Late: ",
        **({"export/pbn": "Reason: ", "published/2/notice": "Late: ", "ranking": "Late: "} if role == "scorer" else {}),
    }
    for path, words in pages.items():
        reason = after(words, client.get(f"{fresh.event}/{path}").text)
        for name in ("Ashdown", "Birchall", "Dean", "Cole"):
            assert name not in reason, (path, name)
        if "notice" not in path:
            assert "Ashdown" in after(words, chief.get(f"{fresh.event}/{path}").text), "who may see it, sees it"


def names_since(house: House) -> int:
    """Something new about the first board that names people, in a case and in reasons; its number."""
    desk = replace(house.desk, who="C. Cole")
    row = desk.open(NAME).event.results[0]
    statement = Statement(NAMED, side=Side.NS, who="Ann Ashdown")
    desk.confirm(desk.open(NAME), opening(row.board, TableReference(result=row.id), Report(statements=(statement,))))
    desk.confirm(desk.open(NAME), penalising(penalty(row.seats.ns[0], "25%", f"Late: {NAMED}")))
    other = parse_award("np") if row.result != parse_award("np") else parse_award("4H N =")
    where = TableReference(result=row.id)
    desk.confirm(desk.open(NAME), correcting(row.board, where, other, f"Wrong: {NAMED}", late="seen late"))
    return row.board


@pytest.mark.parametrize("role", ["scorer", "director"])
def test_what_others_have_entered_meanwhile_names_nobody_to_who_may_not_see_the_process(
    fresh: House, role: str
) -> None:
    """A publication, a traveller and a request of the API that are refused because of it say what it was."""
    named(fresh)
    before = fresh.desk.open(NAME)
    seen, row = before.seen, before.event.results[0]
    board = names_since(fresh)
    client, (_, key) = fresh.client(role), make_key(fresh.desk, "Program", Role(role))
    program = {"Authorization": f"Bearer {key}", "If-Match": f'"{before.mark}-x"'}
    api = f"/api/v1/events/{fresh.event.removeprefix('/e/')}"
    result = {"ew": row.seats.ew[0], "result": "1NT N =", "reason": "typed wrongly", "late": "seen late"}
    answers = [
        sent(client, f"{fresh.event}/publish", {"state": "provisional", "seen": str(seen)}),
        client.post(f"{api}/publications", json={"state": "provisional"}, headers=program),
        client.put(f"{api}/boards/{board}/results/{row.seats.ns[0]}", json=result, headers=program),
    ]
    for answer in answers:
        assert answer.status_code in (412, 422), answer.text
        said = unescape(answer.text)
        assert f"entry {seen + 1}" in said, "what was entered is told all the same"
        for name in ("Ashdown", "Birchall", "Dora Dean", "opened: board"):
            assert (name in said.partition(f"entry {seen + 1}")[2]) is (role == "director"), (answer.url, name)


def test_no_file_of_a_publication_without_names_has_them_in_a_reason(fresh: House) -> None:
    named(fresh)
    chief = fresh.client("chief")
    chosen = [("format", each) for each in publishable()]
    for names in ("", "1"):
        answer = chief.get(f"{fresh.event}/published/2.zip", params=[*chosen, ("names", names)])
        with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
            texts = {name: " ".join(archive.read(name).decode().split()) for name in archive.namelist()}
        reasons = {
            (name, words): after(words, text)
            for name, text in texts.items()
            for words in ("Reason: ", "Late: ", "Wrong: ")
            if words in text
        }
        assert {"results.pbn", "rulings.html", "changes.html", "changes.json"} <= {name for name, _ in reasons}
        for place, reason in reasons.items():
            assert any(each in reason for each in ("Ashdown", "Birchall", "Dean", "Cole")) is bool(names), place


def test_who_was_replaced_or_is_written_otherwise_now_is_named_in_no_reason_either(fresh: House) -> None:
    ruling, pair = named(fresh)
    desk = fresh.desk
    known = desk.open(NAME).event.contestants
    changed = [
        replace(contestant, players=(Player("Fay Forster"), Player(f"Gil Gardner {id}")))
        for id, contestant in known.items()
        if contestant.players
    ]
    desk.confirm(desk.open(NAME), naming(changed))
    chief = fresh.client("chief")
    assert sent(chief, f"{fresh.event}/publish", {"state": "provisional"}).status_code == 303
    for path, words in ((f"rulings/{ruling}", "Reason: "), (f"why/{pair}", "Late: ")):
        reason = after(words, fresh.client().get(f"{fresh.event}/{path}").text)
        for name in ("Ashdown", "Birchall", "Dean", "Cole"):
            assert name not in reason, (path, name)
    bulletin = chief.get(f"{fresh.event}/bulletin").text
    assert "Ashdown" not in after("Reason: ", bulletin)
