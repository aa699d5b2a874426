"""Pages of events of every form and size, whatever their contestants are called."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amends import Event, TableResult, parse_award
from amends.bridge import BySide
from amends.desk.open_event import OpenEvent
from amends.desk.publishing.publication_files import Issue, Wanted
from amends.event import Contestant, Player
from amends.journal.chain import BEGINNING, Document
from amends.journal.from_event import journal_of
from amends.reports.site.frame import file_names
from amends.store import KeptEvent
from support import desks, events
from support.examples import examples
from support.published import Site
from support.ruled_events import FORMS, played, read
from support.ruled_events import given as with_rulings

EVIL = [
    "../../etc/passwd",
    "..",
    "",
    "a/b",
    "CON",
    "nul",
    "ä" * 300,
    "<script>",
    '"><b>',
    "A1",
    "a1",
    "no-1",
    "\ud800",
    "7",
]


def site_of(event: Event, **how: Any) -> Site:
    """The pages of an event that was published for the first time."""
    entries = journal_of(Document(event=event), desks.START, "amends")
    opened = OpenEvent(KeptEvent("key", "An event", "", len(entries), BEGINNING, None), entries)
    issue = Issue(opened, Document(event=event), desks.START, Wanted(formats=("json",), **how))
    return Site({name: content for name, content in issue.files() if isinstance(content, str)})


def holds(site: Site) -> None:
    """What every publication keeps."""
    assert site.broken_links() == []
    for name in site.files:
        assert re.fullmatch(r"[a-z]+(-(no-)?-?[0-9A-Za-z]{1,20})?\.(html|json)", name), name
    assert len({name.casefold() for name in site.files}) == len(site.files)
    allowed = {
        *("html", "head", "meta", "title", "style", "body", "main", "header", "footer", "nav", "section"),
        *("h1", "h2", "p", "div", "pre", "span", "small", "strong", "a", "br", "dl", "dt", "dd"),
        *("table", "caption", "thead", "tbody", "tr", "th", "td"),
    }
    for page in site.pages.values():
        assert set(page.tags()) <= allowed
        page.source.encode()


@pytest.mark.parametrize("form", FORMS)
def test_an_event_of_every_form_has_its_pages(form: str) -> None:
    event, ruling = FORMS[form]
    site = site_of(with_rulings(event, ruling))
    holds(site)
    standings = [entry for table in site.data("index.json")["tables"] for entry in table["rows"]]
    assert {row["page"] for row in standings} <= set(site.pages)
    assert "rulings.html#ruling-1" in site.pages["board-1.html"].links


@pytest.mark.parametrize(
    ("form", "page", "words"),
    [
        ("teams, VP", "team-X.html", "against Y"),
        ("teams, VP", "board-1.html", "Home IMPs Away IMPs"),
        ("teams, VP", "index.html", "VP"),
        ("teams, knockout", "index.html", "IMPs"),
        ("individual", "index.html", "Player"),
        ("individual", "board-1.html", "A – C"),
        ("cross-imps", "board-1.html", "N-S IMPs E-W IMPs"),
        ("Swiss pairs", "pair-1.html", "Session Round VP"),
    ],
)
def test_words_of_each_form(form: str, page: str, words: str) -> None:
    assert words in site_of(FORMS[form][0]).pages[page].words


def test_imps_have_their_signs_wherever_they_stand() -> None:
    page = site_of(FORMS["cross-imps"][0]).pages["board-1.html"]
    assert "+" in page.words.partition("Frequencies")[2]
    for cell in re.findall(r"<td>([^<]*)</td><td>([^<]*)</td></tr>", page.source):
        assert all(figure == "0" or figure[0] in "+−–" for figure in cell), cell


def test_a_ruling_takes_the_place_of_result_and_score() -> None:
    site = site_of(with_rulings(*FORMS["pairs"]))
    for page in ("board-1.html", "pair-2.html"):
        [across] = re.findall(r'<td colspan="2"[^>]*>(.*?)</td>', site.pages[page].source)
        assert "plus 40% of −50" in across


def test_a_penalty_has_its_unit_and_its_sign() -> None:
    event = replace(FORMS["pairs"][0], penalties=(desks.penalty("2", "10%"),))
    for page in ("index.html", "pair-2.html"):
        assert re.search(r"penalty −\S+ MP", site_of(event).pages[page].words), page


def test_what_a_team_wins_the_other_loses_and_a_telephone_shows_it_once() -> None:
    event = FORMS["teams, VP"][0]
    assert '<span class="wide"><span class="nobr">Away' in site_of(event).pages["board-1.html"].source
    split = with_rulings(event, replace(FORMS["teams, VP"][1], awards=BySide(parse_award("+420"), parse_award("-50"))))
    assert '<span class="wide"><span class="nobr">Away' not in site_of(split).pages["board-1.html"].source


def test_at_imps_nothing_is_a_percentage() -> None:
    site = site_of(FORMS["cross-imps"][0])
    assert all("%" not in page.words for page in site.pages.values())


@given(events.events())
@examples(12, long=40)
def test_random_events_have_whole_pages(case: events.Event) -> None:
    event = read(case)
    if event is None or not event.results:
        return
    with patch.object(Issue, "_refuse"):  # awards at random are seldom lawful
        holds(site_of(event))


def named_so(ids: list[str], names: list[str]) -> Event:
    """Three boards; each contestant has its id and its name."""
    half = len(ids) // 2
    results = tuple(
        played(board, ids[place], ids[half + (place + board) % half], result)
        for board in (1, 2, 3)
        for place, result in zip(range(half), ("+420", "-50", "+170", "0") * half, strict=False)
    )
    results = tuple(replace(each, id=str(place)) for place, each in enumerate(results))
    pairs = {id: Contestant(id, players=(Player(name), Player("B"))) for id, name in zip(ids, names, strict=True)}
    return Event(results=results, contestants=pairs)


def test_contestants_with_hostile_ids_and_names() -> None:
    ids = [each for each in EVIL if each and each != "\ud800"]
    ids = ids[: len(ids) // 2 * 2]
    site = site_of(named_so(ids, ids))
    holds(site)
    assert sum(name.startswith("pair-") for name in site.pages) == len(ids)
    assert "<script>" in site.pages["index.html"].text
    assert {row["contestant"] for row in site.data("index.json")["tables"][0]["rows"]} == set(ids)


@given(st.lists(st.text(st.characters(codec="utf-8"), min_size=1, max_size=30), min_size=2, max_size=8, unique=True))
@examples(12, long=40)
def test_any_id_and_any_name_is_text(ids: list[str]) -> None:
    even = ids[: len(ids) // 2 * 2]
    holds(site_of(named_so(even, even[::-1])))


@given(st.lists(st.text(max_size=40) | st.sampled_from(EVIL), unique=True))
def test_file_names_are_apart_on_every_system(ids: list[str]) -> None:
    names = file_names("pair", ids)
    assert set(names) == set(ids)
    assert len({name.lower() for name in names.values()}) == len(ids)
    assert all(re.fullmatch(r"pair-[0-9A-Za-z-]{1,24}", name) for name in names.values())
    assert file_names("pair", ids[::-1]) == names


def test_plain_numbers_are_the_names_of_their_pages() -> None:
    assert file_names("pair", ["12", "A3"]) == {"12": "pair-12", "A3": "pair-A3"}


def test_with_many_tables_the_frequencies_come_first() -> None:
    results = tuple(played(1, str(table), str(table + 50), "4H N =") for table in range(1, 14))
    words = site_of(Event(results=results)).pages["board-1.html"].words
    assert words.index("Frequencies") < words.index("Traveller")


def test_a_pair_that_meets_a_board_twice_is_led_to_both_lines() -> None:
    results = tuple(
        played(1, ns, ew, result, session=session)
        for session, result in (("1", "+420"), ("2", "-50"))
        for ns, ew in (("1", "2"), ("3", "4"))
    )
    results = tuple(replace(each, id=str(place)) for place, each in enumerate(results))
    site = site_of(Event(results=results))
    holds(site)
    assert {"board-1.html#pair-1", "board-1.html#pair-1.2"} <= set(site.pages["pair-1.html"].links)


def test_each_round_of_swiss_pairs_has_its_own_traveller() -> None:
    event = FORMS["Swiss pairs"][0]
    lines = (("2", "1", "2", "+170"), ("1", "1", "8", "+420"), ("1", "2", "7", "+450"), ("2", "7", "8", "+400"))
    results = tuple(
        replace(played(1, ns, ew, result), id=f"{round}/{ns}", round=round) for round, ns, ew, result in lines
    )
    page = site_of(replace(event, results=results, contestants={}, penalties=(), rulings=())).pages["board-1.html"]
    first, second = page.words.split("Board 1, round 2 · North deals")
    assert "Board 1, round 1 · North deals" in first
    assert ("+450" in first, "+170" in first, "+450" in second, "+170" in second) == (True, False, False, True)


def test_a_board_that_an_individual_played_leads_to_all_four() -> None:
    page = site_of(FORMS["individual"][0]).pages["board-1.html"]
    assert {f"player-{who}.html" for who in "ABCDEFGH"} <= set(page.links)


def test_data_are_the_same_each_time() -> None:
    event = FORMS["pairs"][0]
    assert site_of(event).files == site_of(event).files


def test_sit_outs_and_boards_without_a_score_are_shown() -> None:
    results = (
        played(1, "1", "2", "+420"),
        played(1, "3", "4", "np"),
        played(2, "1", "4", "-50"),
        played(2, "3", "2", "A+"),
        TableResult("x", parse_award("sit-out"), BySide(("5",), ()), board=2),
    )
    site = site_of(Event(results=results))
    holds(site)
    assert "not scored" in site.pages["board-1.html"].words
    assert "sit-out" in site.pages["board-2.html"].words
    assert json.loads(site.files["pair-5.json"])["place"] == ""
