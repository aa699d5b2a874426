"""Publishing: the pages, and that neither the journal nor an earlier publication is ever left half-way."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from amends import Faults, exact, formats, parse_award
from amends.bridge import BySide, Deal
from amends.desk import Desk, Unlawful
from amends.desk.commands.penalties import penalising
from amends.desk.commands.rulings import giving, withdrawing
from amends.desk.confirm import Drafting, drafted
from amends.desk.publishing.publication_files import Wanted
from amends.desk.publishing.publish import MARKER, PublicationFolder, PublicationResult, publish
from amends.event import Contestant, Penalty, Player, Ruling, TableReference
from amends.event.table_result import DealtBoard
from amends.formats import usebio
from amends.journal.entries import ContestantsEntered, DealsEntered, Payload, PublishedStandings, RulingsEntered
from support import desks
from support.published import Site

CARDS = Deal.parse("N:KQT6.AJT.T984.65 A75.KQ65.A32.KQ2 J984.98732..AJT7 32.4.KQJ765.9843")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desks.copy_evening(tmp_path / "amends.db")
    with desks.desk_at(tmp_path / "amends.db", clock=desks.Clock(desks.START.replace(minute=10))) as desk:
        yield desk


def entered(desk: Desk, folder: Path, **how: Any) -> PublicationResult:
    running = {name: how.pop(name) for name in ("dry_run", "say_losses", "progress") if name in how}
    return publish(desk, desk.open(desks.NAME), folder, Wanted(**how), **running)


def files_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def beside(folder: Path) -> list[str]:
    """What was left beside a folder and its store."""
    return sorted(path.name for path in folder.parent.iterdir() if not path.name.startswith("amends.db"))


def named(drafting: Drafting) -> Iterator[Payload]:
    """Names for everybody, and the cards of a board."""
    everybody = sorted({seat for row in drafting.opened.event.results for seats in row.seats for seat in seats})
    pairs = (Contestant(id, players=(Player(f"Ash {id}"), Player(f"Birch {id}"))) for id in everybody)
    yield ContestantsEntered(tuple(map(drafting.register.contestant, pairs)))
    yield DealsEntered((DealtBoard(15, CARDS),))


# The pages


def test_every_page_is_whole_and_every_link_leads_somewhere(desk: Desk, tmp_path: Path) -> None:
    desk.confirm(desk.open(desks.NAME), named)
    made = entered(desk, tmp_path / "results")
    site = Site.at(tmp_path / "results")
    assert set(made.files) == set(site.files)
    assert site.broken_links() == []
    for name, page in site.pages.items():
        tags = page.tags()
        assert tags.count("h1") == tags.count("main") == 1, name
        assert ("html", {"lang": "en"}) in page.seen
        assert tags.count("caption") == tags.count("table"), name
        assert all(found.get("scope") in ("col", "row") for tag, found in page.seen if tag == "th"), name
        assert name.replace(".html", ".json") in site.files
        assert {"index.html", "boards.html", "rulings.html"} <= set(page.links), name
        assert "Provisional" in page.words
        assert "2026-11-13" in page.words


def test_nothing_is_loaded_from_outside_and_nothing_runs(desk: Desk, tmp_path: Path) -> None:
    entered(desk, tmp_path / "results")
    site = Site.at(tmp_path / "results")
    for name, page in site.pages.items():
        assert not re.search(r"https?:|//|url\(|@import|javascript:", page.source), name
        assert not {"script", "link", "img", "iframe", "form", "svg", "base"} & set(page.tags())
        assert all(not key.startswith("on") and key != "style" for _, found in page.seen for key in found)
        [policy] = [found["content"] for _, found in page.seen if found.get("http-equiv") == "Content-Security-Policy"]
        assert policy == "default-src 'none'; style-src 'unsafe-inline'"


def test_one_tap_from_a_pair_to_its_board_and_to_the_other_pair(desk: Desk, tmp_path: Path) -> None:
    entered(desk, tmp_path / "results")
    pages = Site.at(tmp_path / "results").pages
    assert "pair-7.html" in pages["index.html"].links
    assert "board-15.html#pair-7" in pages["pair-7.html"].links
    assert {"pair-7.html", "pair-16.html"} <= set(pages["board-15.html"].links)
    assert "rulings.html#ruling-1" in pages["board-15.html"].links
    assert "board-15.html" in pages["rulings.html"].links


def test_a_board_shows_the_award_in_the_maastricht_form_under_its_deal(desk: Desk, tmp_path: Path) -> None:
    desk.confirm(desk.open(desks.NAME), named)
    entered(desk, tmp_path / "results")
    page = Site.at(tmp_path / "results").pages["board-15.html"]
    assert "60% of +620 (4♥ N =) plus 40% of −100 (4♥ N −1)" in page.words
    assert "♦ 10 9 8 4" in page.words
    assert "♥\ufe0e" in page.source
    assert page.words.index("Traveller") < page.words.index("Frequencies"), "few tables: the traveller comes first"


def test_the_data_are_those_of_the_standings(desk: Desk, tmp_path: Path) -> None:
    entered(desk, tmp_path / "results")
    site = Site.at(tmp_path / "results")
    standings = desk.open(desks.NAME).standings
    index = site.data("index.json")
    rows = {row["contestant"]: row for table in index["tables"] for row in table["rows"]}
    everybody = [entry for entries in standings.lists.values() for entry in entries]
    assert len(rows) == len(everybody)
    for entry in everybody:
        row = rows[entry.contestant]
        assert (row["place"], row["boards"]) == (entry.place, entry.boards)
        assert entry.total is not None
        assert entry.percent is not None
        assert (row["total"], row["percent"]) == (exact.show(entry.total), exact.show(entry.percent))
        card = site.data(row["page"].replace(".html", ".json"))["card"]["rows"]
        figures = [line.figure for line in standings.lines(entry.contestant)]
        assert [line["figure"] for line in card] == [each if each is None else exact.show(each) for each in figures]
    assert index["publication"] == {
        "title": desks.NAME,
        "date": desks.DATE,
        "state": "provisional",
        "number": 2,
        "at": "2026-11-13T19:11:00Z",
        "entries": 17,
        "digest": desk.open(desks.NAME).entries[16].digest,
        "regulation": standings.event.regulation.name,
        "times": "No time for corrections or reviews begins with these results.",
    }


def test_the_ranking_is_that_of_the_standings_with_scales_for_who_was_ruled_on(desk: Desk, tmp_path: Path) -> None:
    entered(desk, tmp_path / "results")
    words = Site.at(tmp_path / "results").pages["index.html"].words
    assert "Ranking, North-South" in words
    assert "Ranking, East-West" in words
    assert "4 7 ⚖ touched by a ruling 52.50" in words


# Names


@pytest.mark.parametrize("names", [False, True])
def test_rulings_name_people_only_where_that_is_wanted(desk: Desk, tmp_path: Path, names: bool) -> None:
    desk.confirm(desk.open(desks.NAME), named)
    blamed = Penalty("7", "10%", reason="Ash 7 came late, says R. Fox")
    desk.confirm(desk.open(desks.NAME), penalising(blamed))
    entered(desk, tmp_path / "results", names_in_rulings=names)
    site = Site.at(tmp_path / "results")
    for page in ("rulings", "changes"):
        for name in (f"{page}.html", f"{page}.json"):
            told = [each for each in ("Cole", "R. Fox", "Ash", "Birch") if each in _without_ranking(site.files[name])]
            assert bool(told) == names, name
    assert "Ash 7 &amp; Birch 7" in site.files["index.html"]
    assert "event.amends.json" not in site.files


def _without_ranking(text: str) -> str:
    """A page of changes without the table of who moved, where contestants have their names."""
    return text.partition("<caption>Who moved")[0]


def test_the_document_is_published_only_where_that_is_wanted(desk: Desk, tmp_path: Path) -> None:
    entered(desk, tmp_path / "results", with_document=True)
    read = formats.load(tmp_path / "results" / "event.amends.json")
    assert read.event == desk.open(desks.NAME).event
    assert [entry.digest for entry in read.journal] == [entry.digest for entry in desk.open(desks.NAME).entries[:-1]]


# Formats


def test_usebio_is_beside_the_pages_and_what_it_loses_is_said_before_anything_is_written(
    desk: Desk, tmp_path: Path
) -> None:
    told: list[str] = []

    def say(losses: Any) -> None:
        assert not (tmp_path / "results").exists()
        assert beside(tmp_path / "results") == []
        told.extend(losses)

    made = entered(desk, tmp_path / "results", say_losses=say)
    assert told == list(made.losses)
    assert any("weighted score written as its final matchpoints" in words for words in told)
    read = usebio.load(tmp_path / "results" / "results.xml")
    assert len(read.event.results) == len(desk.open(desks.NAME).event.results)


def test_without_json_there_are_no_data_and_no_links_to_them(desk: Desk, tmp_path: Path) -> None:
    made = entered(desk, tmp_path / "results", formats=())
    assert [name for name in made.files if not name.endswith(".html")] == [MARKER]
    assert Site.at(tmp_path / "results").broken_links() == []


@pytest.mark.parametrize(("name", "expected"), [("amends", "all names"), ("rulings", "usebio"), ("x", "json")])
def test_a_format_that_is_not_for_publishing_is_refused(desk: Desk, tmp_path: Path, name: str, expected: str) -> None:
    with pytest.raises(Faults, match=expected):
        entered(desk, tmp_path / "results", formats=(name,))
    assert not (tmp_path / "results").exists()


# The second time


def test_what_changed_since_the_last_publication_is_a_page_with_the_entry_that_changed_it(
    desk: Desk, tmp_path: Path
) -> None:
    entered(desk, tmp_path / "results")
    assert desk.open(desks.NAME).history.publications[-1].number == 2
    desk.confirm(desk.open(desks.NAME), withdrawing("2", "the facts were others"))
    cause = desk.open(desks.NAME).seen
    made = entered(desk, tmp_path / "results", remark="Round 7 again.")
    site = Site.at(tmp_path / "results")
    assert site.broken_links() == []
    words = site.pages["changes.html"].words
    assert "ruling 2 withdrawn: the facts were others" in words
    assert f"#entry-{cause}" in site.pages["changes.html"].links
    assert "Round 7 again." in site.pages["index.html"].words
    data = site.data("changes.json")
    assert [entry["entry"] for entry in data["entries"]] == [cause]
    assert {each["contestant"] for each in data["moved"]} == {move.contestant for move in made.moved}
    since = {row["contestant"]: row["since"] for table in site.data("index.json")["tables"] for row in table["rows"]}
    for move in made.moved:
        assert move.change is not None
        assert since[move.contestant]["change"] == exact.show(move.change)
    assert since["5"] == {"climbed": 0, "change": "0", "new": False}


def test_who_climbed_has_an_arrow_a_word_and_a_number(desk: Desk, tmp_path: Path) -> None:
    entered(desk, tmp_path / "results")
    for contestant in ("5", "8"):
        desk.confirm(desk.open(desks.NAME), penalising(Penalty(contestant, "100%", reason="late")))
    entered(desk, tmp_path / "results")
    words = Site.at(tmp_path / "results").pages["index.html"].words
    assert re.search(r"▲ up [12] ", words)
    assert re.search(r"▼ down [12] −[0-9.]+", words)


def test_the_first_publication_has_no_page_of_changes(tmp_path: Path) -> None:
    with desks.desk_at(tmp_path / "amends.db") as desk:
        desks.begin(desk)
        made = entered(desk, tmp_path / "results")
    assert "changes.html" not in made.files
    assert (made.number, made.since, made.moved) == (1, None, ())
    assert Site.at(tmp_path / "results").broken_links() == []


# The journal and the folder


def test_a_publication_is_an_entry_and_the_pages_show_exactly_what_stands_before_it(desk: Desk, tmp_path: Path) -> None:
    made = entered(desk, tmp_path / "results", remark="Good night.")
    entry = desk.open(desks.NAME).entries[-1]
    assert (entry.seq, entry.payload) == (made.entry, PublishedStandings(False, "Good night."))
    assert Site.at(tmp_path / "results").data("index.json")["publication"]["entries"] == made.entry - 1


def test_what_somebody_enters_meanwhile_is_on_the_pages(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = PublicationFolder.write

    def slow(place: PublicationFolder, *arguments: Any) -> None:
        write(place, *arguments)
        if desk.open(desks.NAME).seen == 17:
            desk.confirm(desk.open(desks.NAME), withdrawing("2", "meanwhile"))

    monkeypatch.setattr(PublicationFolder, "write", slow)
    made = entered(desk, tmp_path / "results")
    site = Site.at(tmp_path / "results")
    assert made.entry == 19
    assert site.data("index.json")["publication"]["entries"] == 18
    assert "meanwhile" in site.pages["changes.html"].words
    assert beside(tmp_path / "results") == ["results"]


def test_a_crash_before_the_entry_leaves_the_earlier_publication_whole(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entered(desk, tmp_path / "results")
    before, seen = files_of(tmp_path / "results"), desk.open(desks.NAME).seen
    monkeypatch.setattr(type(desk.store), "add", _crash)
    with pytest.raises(OSError, match="crash"):
        entered(desk, tmp_path / "results", final=True, anyway="to try it")
    assert files_of(tmp_path / "results") == before
    assert desk.open(desks.NAME).seen == seen
    assert beside(tmp_path / "results") == ["results"]


def test_a_crash_while_pages_are_written_leaves_everything_as_it_was(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entered(desk, tmp_path / "results")
    before, seen = files_of(tmp_path / "results"), desk.open(desks.NAME).seen
    monkeypatch.setattr("amends.desk.publishing.publication_files.formats.dumps", _crash)
    with pytest.raises(Faults, match="crash"):
        entered(desk, tmp_path / "results")
    assert files_of(tmp_path / "results") == before
    assert desk.open(desks.NAME).seen == seen
    assert beside(tmp_path / "results") == ["results"]


def test_pages_that_cannot_be_put_in_place_are_kept_and_the_earlier_ones_stay(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entered(desk, tmp_path / "results")
    before = files_of(tmp_path / "results")
    rename = Path.rename

    def failing(path: Path, target: Path) -> Path:
        if path.suffix == ".part":
            raise PermissionError(13, "Permission denied")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", failing)
    with pytest.raises(Faults, match="Permission denied") as refused:
        entered(desk, tmp_path / "results")
    assert files_of(tmp_path / "results") == before
    [kept] = [tmp_path / name for name in beside(tmp_path / "results") if name.endswith(".part")]
    assert str(kept) in str(refused.value)
    assert Site.at(kept).broken_links() == []


def meanwhile(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """Somebody does something between the entry and the moment in which its pages are put in place."""
    put = PublicationFolder.put_in_place

    def slow(place: PublicationFolder) -> None:
        monkeypatch.setattr(PublicationFolder, "put_in_place", put)
        act()
        put(place)

    monkeypatch.setattr(PublicationFolder, "put_in_place", slow)


def test_what_somebody_puts_there_meanwhile_is_not_removed(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entered(desk, tmp_path / "results")
    meanwhile(monkeypatch, lambda: (tmp_path / "results" / "photo.jpg").write_text("mine"))
    with pytest.raises(Faults, match=r"photo\.jpg.*the new pages are in"):
        entered(desk, tmp_path / "results")
    assert (tmp_path / "results" / "photo.jpg").read_text() == "mine"


def test_pages_that_are_late_do_not_take_the_place_of_later_ones(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    meanwhile(monkeypatch, lambda: entered(desk, tmp_path / "results", remark="the second"))
    with pytest.raises(Faults, match="publication 3, made by somebody else meanwhile"):
        entered(desk, tmp_path / "results", remark="the first")
    assert "the second" in Site.at(tmp_path / "results").pages["index.html"].words
    assert beside(tmp_path / "results") == ["results"]


def test_a_folder_keeps_its_permissions(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "results").mkdir()
    (tmp_path / "results").chmod(0o775)
    entered(desk, tmp_path / "results")
    assert (tmp_path / "results").stat().st_mode & 0o777 == 0o775


def test_a_folder_with_the_name_of_a_page_is_not_removed(desk: Desk, tmp_path: Path) -> None:
    entered(desk, tmp_path / "results")
    page = tmp_path / "results" / "index.html"
    page.unlink()
    page.mkdir()
    with pytest.raises(Faults, match=r"index\.html beside the pages"):
        entered(desk, tmp_path / "results")
    assert page.is_dir()


def test_the_folder_somebody_works_in_is_refused(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "results").mkdir()
    monkeypatch.chdir(tmp_path / "results")
    for place in (Path(), tmp_path / "results", Path("../results")):
        with pytest.raises(Faults, match="the folder you are in"):
            entered(desk, place)


def _crash(*arguments: object) -> None:
    raise OSError("crash")


def test_a_dry_run_writes_nothing_and_enters_nothing(desk: Desk, tmp_path: Path) -> None:
    seen = desk.open(desks.NAME).seen
    planned = entered(desk, tmp_path / "results", dry_run=True)
    assert desk.open(desks.NAME).seen == seen
    assert beside(tmp_path / "results") == []
    assert planned.files == entered(desk, tmp_path / "results").files


def test_an_empty_folder_and_one_with_files_of_the_system_are_taken(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / ".DS_Store").write_text("x")
    entered(desk, tmp_path / "results")
    assert (tmp_path / "results" / "index.html").is_file()


def test_a_link_to_a_folder_stays_one(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "web").mkdir()
    (tmp_path / "results").symlink_to(tmp_path / "web")
    entered(desk, tmp_path / "results")
    assert (tmp_path / "results").is_symlink()
    assert (tmp_path / "web" / "index.html").is_file()


def _strange_file(folder: Path) -> None:
    folder.mkdir()
    (folder / "diary.txt").write_text("dear diary")


def _strange_beside_pages(folder: Path) -> None:
    folder.mkdir()
    (folder / MARKER).write_text('{"event": "KEY", "files": ["index.html", "publication.json"]}')
    (folder / "diary.txt").write_text("dear diary")


def _other_event(folder: Path) -> None:
    folder.mkdir()
    (folder / MARKER).write_text('{"event": "other", "files": ["publication.json"]}')


def _broken_marker(folder: Path) -> None:
    folder.mkdir()
    (folder / MARKER).write_text("[" * 100_000)


def _file(folder: Path) -> None:
    folder.write_text("dear diary")


@pytest.mark.parametrize(
    ("prepare", "expected"),
    [
        (_strange_file, "diary.txt"),
        (_strange_beside_pages, "diary.txt beside the pages"),
        (_other_event, "the publication of another event"),
        (_broken_marker, "a new folder, an empty one"),
        (_file, "a file"),
    ],
)
def test_a_folder_with_anything_else_is_refused_and_stays(
    desk: Desk, tmp_path: Path, prepare: Any, expected: str
) -> None:
    folder = tmp_path / "results"
    prepare(folder)
    key = desk.open(desks.NAME).kept.key
    marker = folder / MARKER
    if folder.is_dir() and marker.is_file():
        marker.write_text(marker.read_text().replace("KEY", key))
    before, seen = files_of(folder) if folder.is_dir() else folder.read_bytes(), desk.open(desks.NAME).seen
    with pytest.raises(Faults, match=expected):
        entered(desk, folder)
    assert (files_of(folder) if folder.is_dir() else folder.read_bytes()) == before
    assert desk.open(desks.NAME).seen == seen
    assert beside(folder) == ["results"]


@pytest.mark.parametrize(
    ("place", "expected"),
    [("no/such/folder", "no such folder"), ("a\0b", "the name of a folder"), ("/", "the top of a disk")],
)
def test_a_place_that_can_be_no_folder_is_refused(desk: Desk, tmp_path: Path, place: str, expected: str) -> None:
    with pytest.raises(Faults, match=expected):
        entered(desk, tmp_path / place)


# Final


def test_results_are_final_only_when_all_is_settled_or_with_a_reason(desk: Desk, tmp_path: Path) -> None:
    with pytest.raises(Faults) as refused:
        entered(desk, tmp_path / "results", final=True)
    found = [fault.found for fault in refused.value.faults]
    assert "Not settled: appeal 1 against ruling 1 is not decided." in found
    assert "Not settled: ruling 2 may be appealed until 19:37." in found
    assert not (tmp_path / "results").exists()
    made = entered(desk, tmp_path / "results", final=True, anyway="The hall closes.")
    assert [f"Not settled: {words}." for words in made.unsettled] == found
    words = Site.at(tmp_path / "results").pages["index.html"].words
    assert "Final results of" in words
    assert "Reason: The hall closes." in words
    payload = desk.open(desks.NAME).entries[-1].payload
    assert isinstance(payload, PublishedStandings)
    assert payload.final
    assert "appeal 1 against ruling 1 is not decided" in payload.remark


def test_a_missing_result_and_a_ruling_that_nobody_has_seen_stand_against_final_results(tmp_path: Path) -> None:
    with desks.desk_at(tmp_path / "amends.db") as desk:
        desks.begin(desk)
        missing = "Not settled: 1 result is missing: board 3, 7 against 14."
        assert _against_final(desk, tmp_path / "results") == [missing]
        award = parse_award("np")
        given = Ruling("", 3, TableReference("7", "14"), BySide(award, award), accept={"12C2(a)": "no time"})
        desk.confirm(desk.open(desks.NAME), giving(given))
        [ruled] = _against_final(desk, tmp_path / "results")
        assert ruled.startswith("Not settled: ruling 1 may be appealed until"), "nobody has seen it yet"


def _against_final(desk: Desk, folder: Path) -> list[str]:
    with pytest.raises(Faults) as refused:
        entered(desk, folder, final=True)
    return [fault.found for fault in refused.value.faults]


def test_results_are_final_without_a_word_once_the_time_for_appeals_is_over(tmp_path: Path) -> None:
    with desks.desk_at(tmp_path / "amends.db") as desk:
        desks.begin(desk)
        award = parse_award("np")
        given = Ruling("", 3, TableReference("7", "14"), BySide(award, award), accept={"12C2(a)": "no time"})
        desk.confirm(desk.open(desks.NAME), giving(given))
        entered(desk, tmp_path / "results")
    late = desks.Clock(desks.START.replace(hour=23))
    with desks.desk_at(tmp_path / "amends.db", clock=late) as desk:
        made = entered(desk, tmp_path / "results", final=True)
    assert made.unsettled == ()
    assert "Final results of 2026-11-13 23:01." in Site.at(tmp_path / "results").pages["index.html"].words


def test_nothing_is_published_while_a_ruling_is_forbidden(desk: Desk, tmp_path: Path) -> None:
    row = next(each for each in desk.open(desks.NAME).event.results if each.board == 1)
    award = parse_award("60% 4H N =; 40% 4H N -1")
    claim = Ruling("bad", 1, TableReference(row.seats.ns[0], row.seats.ew[0]), BySide(award, award), claim=True)
    opened = desk.open(desks.NAME)
    effect = drafted(opened, lambda drafting: [RulingsEntered((claim,))], desk.clock(), desk.who)
    desk.store.add(opened.kept.key, effect.new)
    with pytest.raises(Unlawful):
        entered(desk, tmp_path / "results")
    assert not (tmp_path / "results").exists()


def test_an_event_without_results_is_not_published(tmp_path: Path) -> None:
    with desks.desk_at(tmp_path / "amends.db") as desk:
        desk.store.begin("Nothing")
        with pytest.raises(Faults, match="results to publish"):
            publish(desk, desk.open("Nothing"), tmp_path / "results")


def test_progress_is_told_from_the_first_page_to_the_last(desk: Desk, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    entered(desk, tmp_path / "results", progress=lambda done, of: told.append((done, of)))
    assert told[0][0] == 1
    assert told[-1][0] == told[-1][1]
    assert [done for done, _ in told] == sorted({done for done, _ in told} | {told[-1][0]})


def test_the_title_may_be_anything(tmp_path: Path) -> None:
    with desks.desk_at(tmp_path / "amends.db") as desk:
        desks.begin(desk, name="</style><script>alert(1)</script>")
        publish(desk, desk.open(desk.events()[0].key), tmp_path / "results")
    site = Site.at(tmp_path / "results")
    assert site.broken_links() == []
    assert all("script" not in page.tags() for page in site.pages.values())
