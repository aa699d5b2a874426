"""A file that is imported again: unchanged lines are silent, changed ones are corrections, rulings stay."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from amends import formats
from amends.awards import parse_award
from amends.bridge import BySide
from amends.clock import shown_time
from amends.desk import Desk, Effect, OpenEvent
from amends.desk.commands.appeals import lodging
from amends.desk.commands.cases import opening
from amends.desk.commands.corrections import correcting, erasing
from amends.desk.commands.people import forget
from amends.desk.commands.rulings import withdrawing
from amends.desk.desk import FormOnce
from amends.desk.importing.documents import begin, exported, kept_beside, taken_over
from amends.desk.importing.merge import Merge
from amends.desk.importing.reimport import enter_merge, merge, preview_merge
from amends.desk.store_care import verify_event
from amends.event import Contestant, Event, Player, Ruling, TableReference, TableResult
from amends.event.published import Printed, PublishedFigures, PublishedLine
from amends.event.rows import in_force, rows_in_force
from amends.event.table_result import TableRecord
from amends.faults import Faults
from amends.formats import event_document
from amends.journal.chain import Document, Note, people_of
from amends.journal.entries import ResultCorrected, ResultErased
from amends.store.store import Store
from support.desks import START, Clock, accepting, desk_at, publishing
from support.killed import Killed, killed

HEAD = "board,round,table,ns,ew,result,award_ns,award_ew\n"
ROWS = (
    "1,1,1,1,11,4H N =,,",
    "1,1,2,2,12,4H N -1,,",
    "1,1,3,3,13,4S E =,,",
    "2,1,1,1,11,3NT E =,,",
    "2,1,2,2,12,3NT E -1,,",
    "2,1,3,3,13,np,A+,A-",
)


def document(*rows: str) -> Document:
    return formats.loads(HEAD + "\n".join(rows or ROWS) + "\n", "friday.csv")


def changed(old: str, new: str, rows: tuple[str, ...] = ROWS) -> tuple[str, ...]:
    """The rows with one that is another."""
    assert old in rows
    return tuple(new if row == old else row for row in rows)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A desk at a store with Friday's event."""
    with desk_at(tmp_path / "amends.db") as made:
        begin(made, document(), "Friday")
        yield made


def imported(desk: Desk, file: Document, *, erase_missing: bool = False) -> tuple[Merge, Effect]:
    opened = desk.open("Friday")
    made = merge(opened, file, file="friday.csv", erase_missing=erase_missing)
    assert made.changes == bool(preview_merge(desk, opened, made).new)
    return made, enter_merge(desk, opened, made, file)


def again_is_nothing(desk: Desk, file: Document) -> Merge:
    seen = desk.open("Friday").seen
    made, effect = imported(desk, file)
    assert (made.changes, effect.new, desk.open("Friday").seen) == (False, (), seen)
    return made


def ruled(opened: OpenEvent) -> dict[str, str]:
    """The awards in force by row."""
    rows = rows_in_force(opened.event.results, opened.event.rulings)
    return {row.table.id: f"{row.awards.ns} {row.awards.ew}" for row in rows if row.ruling}


def give(desk: Desk, board: int, ns: str, award: str, **more: str) -> str:
    made = parse_award(award)
    ruling = Ruling("", board, TableReference(ns), BySide(made, made), reason="because", **more)  # type: ignore[arg-type]
    accept = {"12C2": "x", "12C1": "x", "12C1(c)": "x", "79": "x", "79C": "x", "12C2(a)": "x"}
    return desk.confirm(desk.open("Friday"), accepting(replace(ruling, accept=accept))).rulings[0].id


def test_the_same_file_changes_nothing(desk: Desk) -> None:
    made = again_is_nothing(desk, document())
    assert (made.unchanged, list(made.words())) == (6, [])


def test_a_file_without_names_takes_none_away(tmp_path: Path) -> None:
    read = document()
    named = Contestant("1", players=(Player("A. Ash"), Player("B. Birch")))
    event = replace(read.event, contestants={**read.event.contestants, "1": named})
    with desk_at(tmp_path / "named.db") as desk:
        begin(desk, replace(read, event=event), "Named")
        made = merge(desk.open("Named"), document(), file="friday.csv")
    assert not made.contestants
    assert not made.changes


@pytest.mark.parametrize("column", ["round", "table"])
def test_what_a_whole_file_says_nothing_of_stays(desk: Desk, column: str) -> None:
    head, *lines = (HEAD + "\n".join(ROWS)).splitlines()
    place = head.split(",").index(column)
    kept = [",".join(cell for each, cell in enumerate(line.split(",")) if each != place) for line in (head, *lines)]
    kept[1] = kept[1].replace("4H N =", "4H N +1")
    made, effect = imported(desk, formats.loads("\n".join(kept) + "\n", "friday.csv"))
    assert [correction.words for correction in made.corrected] == ["board 1, 1 against 11: 4♥ N = → 4♥ N +1"]
    assert len(effect.new) == 1
    assert all(getattr(row, column) for row in desk.open("Friday").event.results)


def test_a_file_without_leads_takes_none_away(tmp_path: Path) -> None:
    written = "board,ns,ew,result,lead\n1,1,11,4H N =,C4\n1,2,12,4H N -1,\n"
    with desk_at(tmp_path / "leads.db") as desk:
        begin(desk, formats.loads(written, "friday.csv"), "Friday")
        again_is_nothing(desk, formats.loads("board,ns,ew,result\n1,1,11,4H N =\n1,2,12,4H N -1\n", "friday.csv"))


def test_nobody_has_two_results_on_a_board_after_an_import_of_other_opponents(tmp_path: Path) -> None:
    head = "board,ns,ew,result\n"
    with desk_at(tmp_path / "opponents.db") as desk:
        begin(desk, formats.loads(head + "1,1,2,4H N =\n1,3,4,4H N -1\n", "friday.csv"), "Friday")
        opened = desk.open("Friday")
        file = formats.loads(head + "1,1,4,4H N =\n1,3,2,4H N -1\n", "friday.csv")
        made = merge(opened, file, file="friday.csv")
        with pytest.raises(Faults, match="pair 1 twice on board 1: 1 against 2 and 1 against 4"):
            preview_merge(desk, opened, made)
        imported(desk, file, erase_missing=True)
        assert [row.words for row in desk.open("Friday").event.results] == ["1 against 4", "3 against 2"]


def test_a_changed_line_is_a_correction_with_its_reason(desk: Desk) -> None:
    file = document(*changed(ROWS[1], "1,1,2,2,12,4H N +1,,"))
    made, effect = imported(desk, file)
    assert [correction.words for correction in made.corrected] == ["board 1, 2 against 12: 4♥ N −1 → 4♥ N +1"]
    [entry] = effect.new
    assert isinstance(entry.payload, ResultCorrected)
    assert entry.payload.reason == "imported again from friday.csv"
    again_is_nothing(desk, file)


def result_of(desk: Desk, id: str) -> str:
    return next(str(row.result) for row in desk.open("Friday").event.results if row.id == id)


def put_right(desk: Desk, board: int, ns: str, result: str) -> None:
    desk.confirm(desk.open("Friday"), correcting(board, TableReference(ns), parse_award(result), "both sides agree"))


def test_what_a_director_has_put_right_stays_while_the_file_says_what_it_said(desk: Desk) -> None:
    put_right(desk, 1, "2", "4H N +2")
    put_right(desk, 1, "2", "4H N +1")
    [words] = again_is_nothing(desk, document()).words()
    assert words == "board 1, 2 against 12: the file still has 4♥ N −1; corrected here to 4♥ N +1, which stays"
    elsewhere = changed(ROWS[1], "1,2,2,2,12,4H N -1,,")  # the round is another, the result is not
    imported(desk, document(*elsewhere))
    assert result_of(desk, "1/2-12") == "4H N +1"
    again_is_nothing(desk, document(*elsewhere))
    later = document(*changed(ROWS[1], "1,2,2,2,12,4H N =,,"))
    imported(desk, later)
    assert result_of(desk, "1/2-12") == "4H N ="
    again_is_nothing(desk, later)
    imported(desk, document())
    assert result_of(desk, "1/2-12") == "4H N -1"


def test_a_line_that_a_director_has_erased_does_not_come_back_with_the_same_file(desk: Desk) -> None:
    desk.confirm(desk.open("Friday"), erasing(1, TableReference("2"), "nobody played it"))
    [words] = again_is_nothing(desk, document()).words()
    assert words == "board 1, 2 against 12: in the file, but erased here, and stays so"
    imported(desk, document(*changed(ROWS[1], "1,1,2,2,12,4H N =,,")))
    assert result_of(desk, "1/2-12") == "4H N ="


def test_new_lines_contestants_and_deals_are_entered(desk: Desk) -> None:
    file = document(*ROWS, "3,1,1,4,14,1NT N =,,")
    made, _ = imported(desk, file)
    assert [row.id for row in made.entered] == ["3/4-14"]
    assert sorted(each.id for each in made.contestants) == ["14", "4"]
    assert desk.open("Friday").event.results[-1].id == "3/4-14"
    again_is_nothing(desk, file)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (ROWS[1], "1,1,2,2,14,4H N -1,,", "seats → 2 against 14"),  # by its table
        (ROWS[1], "1,1,2,12,2,4H N -1,,", "seats → 12 against 2"),
        (ROWS[1], "1,2,2,2,12,4H N -1,,", "round 1 → 2"),
        (ROWS[1], "1,1,9,2,12,4H N -1,,", "table 2 → 9"),
        (ROWS[1], "1,,,12,2,4H N -1,,", "seats → 12 against 2"),  # by who met there
    ],
)
def test_a_row_that_stood_elsewhere_keeps_its_id_and_its_ruling(desk: Desk, old: str, new: str, words: str) -> None:
    rows = tuple(row for row in ROWS if not row.startswith("1,1,3"))
    give(desk, 1, "2", "4H N =")
    before = ruled(desk.open("Friday"))
    file = document(*changed(old, new, rows))
    made, _ = imported(desk, file)
    assert words in made.corrected[0].words
    assert made.entered == ()
    assert ruled(desk.open("Friday")) == before
    again_is_nothing(desk, file)


@pytest.mark.parametrize("session", ["1", "2"])
def test_the_same_pairs_on_the_same_board_in_another_session_are_another_line(tmp_path: Path, session: str) -> None:
    head = "session,board,ns,ew,result\n"
    with desk_at(tmp_path / "amends.db") as desk:
        begin(desk, formats.loads(head + "1,1,1,2,4H N =\n"), "Friday")
        made, _ = imported(desk, formats.loads(head + f"{session},1,1,2,4S E =\n"))
        assert (len(made.corrected), len(made.entered)) == ((1, 0) if session == "1" else (0, 1))


def test_a_line_without_its_table_is_not_taken_for_another_of_the_board(tmp_path: Path) -> None:
    with desk_at(tmp_path / "amends.db") as desk:
        begin(desk, formats.loads("board,ns,ew,result\n1,1,11,4H N =\n"), "Friday")
        made, _ = imported(desk, formats.loads("board,ns,ew,result\n1,2,12,4S E =\n"))
        assert (made.corrected, len(made.entered), len(made.missing)) == ((), 1, 1)


# Lines that are no longer in the file


def test_lines_that_are_no_longer_in_the_file_stay_and_are_listed(desk: Desk) -> None:
    made = again_is_nothing(desk, document(*ROWS[:4]))
    assert [row.id for row in made.missing] == ["2/2-12", "2/3-13"]
    assert "no longer in the file, but kept: board 2, 2 against 12: 3NT E −1" in made.words()


def test_they_are_erased_where_that_is_asked_for(desk: Desk) -> None:
    made, effect = imported(desk, document(*ROWS[:4]), erase_missing=True)
    assert ([row.id for row in made.erased], made.missing) == (["2/2-12", "2/3-13"], ())
    erased = [entry.payload for entry in effect.new if isinstance(entry.payload, ResultErased)]
    assert {each.reason for each in erased} == {"imported again from friday.csv: no longer in the file"}
    opened = desk.open("Friday")
    assert len(opened.event.results) == 4
    assert ruled(opened) == {}
    again_is_nothing(desk, document(*ROWS[:4]))


def test_a_row_with_a_ruling_is_never_erased(desk: Desk) -> None:
    id = give(desk, 2, "2", "3NT E =")
    made, _ = imported(desk, document(*ROWS[:4]), erase_missing=True)
    assert [row.id for row in made.erased] == ["2/3-13"]
    assert [row.id for row in made.missing] == ["2/2-12"]
    assert any(f"ruling {id} is in force there" in line for line in made.kept)
    assert "2/2-12" in ruled(desk.open("Friday"))


def test_nor_is_one_about_which_a_case_is_open(desk: Desk) -> None:
    desk.confirm(desk.open("Friday"), opening(2, TableReference("2")))
    made, _ = imported(desk, document(*ROWS[:4]), erase_missing=True)
    assert [row.id for row in made.erased] == ["2/3-13"]
    assert any("case 1 is open about it" in line for line in made.kept)


def test_a_line_that_was_erased_comes_back_with_the_file(desk: Desk) -> None:
    imported(desk, document(*ROWS[:4]), erase_missing=True)
    imported(desk, document())
    assert ruled(desk.open("Friday")) == {"2/3-13": "A+ A-"}
    again_is_nothing(desk, document())


# Awards in the file itself

AWARDED = ROWS[5]


@pytest.mark.parametrize(
    ("old", "new", "expected", "words"),
    [
        (AWARDED, "2,1,3,3,13,np,A,A", {"2/3-13": "A A"}, "N-S A+, E-W A− → A"),
        (AWARDED, "2,1,3,3,13,np,,", {}, "N-S A+, E-W A− withdrawn"),
        (ROWS[0], "1,1,1,1,11,4H N =,A-,A+", {"2/3-13": "A+ A-", "1/1-11": "A- A+"}, "1 against 11: N-S A−, E-W A+"),
    ],
    ids=["changed", "gone", "new"],
)
def test_awards_follow_the_file(desk: Desk, old: str, new: str, expected: dict[str, str], words: str) -> None:
    file = document(*changed(old, new))
    made, _ = imported(desk, file)
    assert ruled(desk.open("Friday")) == expected
    assert words in made.awards[0].words
    again_is_nothing(desk, file)
    imported(desk, document())
    assert ruled(desk.open("Friday")) == {"2/3-13": "A+ A-"}
    again_is_nothing(desk, document())


@pytest.mark.parametrize("award", ["2,1,3,3,13,np,A,A", "2,1,3,3,13,np,,"])
def test_a_directors_ruling_stays_over_what_the_file_awards(desk: Desk, award: str) -> None:
    id = give(desk, 2, "3", "A-", replaces=in_force(desk.open("Friday").event.rulings)[0].id)
    before = ruled(desk.open("Friday"))
    made = again_is_nothing(desk, document(*changed(AWARDED, award)))
    assert ruled(desk.open("Friday")) == before
    assert bool(made.kept) == (award[-1] == "A")
    assert all(f"ruling {id} stays" in line for line in made.kept)


def test_an_award_that_the_director_has_withdrawn_does_not_come_back(desk: Desk) -> None:
    [award] = desk.open("Friday").event.rulings
    desk.confirm(desk.open("Friday"), withdrawing(award.id, "played after all"))
    made = again_is_nothing(desk, document())
    assert any("was withdrawn here and stays so" in line for line in made.kept)


def test_an_award_under_appeal_stays(desk: Desk) -> None:
    [award] = desk.open("Friday").event.rulings
    desk.confirm(desk.open("Friday"), lodging(award.id))
    made = again_is_nothing(desk, document(*changed(AWARDED, "2,1,3,3,13,np,,")))
    assert len(made.kept) == 1


# Around the results


def test_a_ruling_that_names_its_pairs_follows_its_row(tmp_path: Path) -> None:
    file = document()
    ruling = Ruling("7", 1, TableReference("2", "12"), BySide(parse_award("4H N ="), None))
    whole = event_document.loads(event_document.dumps(replace(file, event=replace(file.event, rulings=(ruling,)))))
    with desk_at(tmp_path / "amends.db") as desk:
        begin(desk, whole, "Friday")
        imported(desk, document(*changed(ROWS[1], "1,1,2,2,14,4H N -1,,")))
        assert ruled(desk.open("Friday"))["1/2-12"] == "4H N = 4H N -1"


def test_what_the_file_has_published_is_that_of_the_newer_file(desk: Desk) -> None:
    file = replace(
        document(*changed(ROWS[1], "1,1,2,2,13,4H N -1,,")),
        published=PublishedFigures(lines={"1/2-13": PublishedLine(Printed("-50"))}),
        notes=(Note("contract", "odd", "1/2-13"),),
    )
    imported(desk, file)
    beside = kept_beside(desk, desk.open("Friday"))
    assert list(beside.published.lines) == ["1/2-12"]
    assert [note.table for note in beside.notes] == ["1/2-12"]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"scoring": "butler"}, "the file says scoring butler; the event stays matchpoints"),
        ({"winners": 2}, "the file says winners 2; the event stays 1"),
    ],
)
def test_what_the_file_says_of_the_event_is_listed_and_changes_nothing(
    desk: Desk, changes: dict[str, object], words: str
) -> None:
    file = document()
    made = again_is_nothing(desk, replace(file, source="usebio", event=replace(file.event, **changes)))  # type: ignore[arg-type]
    assert made.otherwise == (words,)


def test_a_file_of_another_form_is_refused(desk: Desk) -> None:
    teams = formats.loads("board,room,ns,ew,result\n1,open,1,2,4H N =\n1,closed,2,1,4H N -1\n")
    with pytest.raises(Faults, match="results of teams; Friday is pairs"):
        merge(desk.open("Friday"), teams)


def test_who_was_removed_does_not_come_back_with_the_file(tmp_path: Path) -> None:
    players = (Player("Ann Ash"), Player("Bea Birch"))
    event = Event(
        results=(
            TableResult(
                "1/1-2",
                parse_award("4H N ="),
                BySide(("1",), ("2",)),
                board=1,
                record=TableRecord(players=("Ann Ash", "Dean", "Bea Birch", "Cole"), remark="late: Ann Ash"),
            ),
        ),
        contestants={"1": Contestant("1", players=players), "2": Contestant("2")},
    )
    file = Document(event=event)
    other = replace(event.results[0], result=parse_award("4H N -1"))
    with desk_at(tmp_path / "amends.db") as desk:
        begin(desk, file, "Friday")
        forget(desk, desk.open("Friday"), "ann ash")
        assert again_is_nothing(desk, file).kept
        renamed = replace(event.contestants["1"], players=(players[0], Player("Bea Beech")))
        newer = Document(event=replace(event, results=(other,), contestants={**event.contestants, "1": renamed}))
        imported(desk, newer)
        opened = desk.open("Friday")
        assert "Ann Ash" not in {person.name for person in people_of(opened.entries).values()}
        assert opened.event.contestants["1"].players == (Player(), Player("Bea Beech"))
        remark = "late: (name removed)"
        assert opened.event.results[0].record == TableRecord(players=("", "Dean", "Bea Birch", "Cole"), remark=remark)
        again_is_nothing(desk, newer)


# Files with a journal of their own


def test_a_journal_that_goes_on_is_taken_in_as_it_is(tmp_path: Path, desk: Desk) -> None:
    with desk_at(tmp_path / "two.db", "C. Cole") as elsewhere:
        begin(elsewhere, exported(desk, desk.open("Friday")), "Friday")
        give(elsewhere, 1, "2", "4H N =")
        longer = exported(elsewhere, elsewhere.open("Friday"))
    made, effect = imported(desk, longer)
    assert desk.open("Friday").entries == longer.journal
    assert made.summary == f"{len(effect.new)} further entries of the file's own journal"
    [taken] = taken_over(desk, desk.open("Friday"))
    assert (taken.first, taken.last, taken.who) == (effect.new[0].seq, effect.new[-1].seq, desk.who)
    again_is_nothing(desk, longer)
    assert taken_over(desk, desk.open("Friday")) == [taken]


def test_entries_of_which_it_was_said_that_they_come_and_that_did_not_come_are_not_spoken_of(
    tmp_path: Path, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    with desk_at(tmp_path / "two.db", "C. Cole") as elsewhere:
        begin(elsewhere, exported(desk, desk.open("Friday")), "Friday")
        assert [each.last for each in taken_over(elsewhere, elsewhere.open("Friday"))] == [
            elsewhere.open("Friday").seen
        ]
        give(elsewhere, 1, "2", "4H N =")
        longer = exported(elsewhere, elsewhere.open("Friday"))

    form = FormOnce("one-form", "its fields")
    with monkeypatch.context() as patched:
        patched.setattr(Store, "add", killed)
        with pytest.raises(Killed):
            imported(desk.for_form(desk.who, form), longer)
    assert desk.store.first_answer(form) is None, "the form is not done: sent again, it imports the file"
    assert taken_over(desk, desk.open("Friday")) == []
    give(desk, 1, "2", "3H N =")
    assert taken_over(desk, desk.open("Friday")) == []


def test_a_journal_is_verified_whatever_stands_beside_it(desk: Desk) -> None:
    key = desk.open("Friday").kept.key
    for beside in ({"taken_over": 7}, {"taken_over": [{"first": 1}]}, {"published": 7}):
        desk.store.describe(key, beside=beside)
        assert taken_over(desk, desk.open("Friday")) == []
        assert verify_event(desk, key).whole


def test_an_older_copy_changes_nothing(desk: Desk) -> None:
    older = exported(desk, desk.open("Friday"))
    give(desk, 1, "2", "4H N =")
    again_is_nothing(desk, older)


def test_a_journal_that_forked_is_refused_with_the_entry_where_it_parts(tmp_path: Path, desk: Desk) -> None:
    seen = desk.open("Friday").seen
    with desk_at(tmp_path / "two.db", "C. Cole") as elsewhere:
        begin(elsewhere, exported(desk, desk.open("Friday")), "Friday")
        imported(elsewhere, document(*changed(ROWS[1], "1,1,2,2,12,4H N +1,,")))
        other = exported(elsewhere, elsewhere.open("Friday"))
    give(desk, 1, "3", "4H N =")
    with pytest.raises(Faults, match=f"parts from the one in the store at entry {seen + 1} .*its results alone"):
        merge(desk.open("Friday"), other)
    made = merge(desk.open("Friday"), other, results_only=True)
    assert [each.old.id for each in made.corrected] == ["1/2-12"]


def test_a_merge_takes_in_what_others_have_entered_meanwhile(desk: Desk) -> None:
    opened, file = desk.open("Friday"), document(*changed(ROWS[1], "1,1,2,2,12,4H N +1,,"))
    made = merge(opened, file)
    give(desk, 2, "1", "3NT E -1")
    enter_merge(desk, opened, made, file)
    assert desk.open("Friday").event.results[1].result == parse_award("4H N +1")
    assert len(ruled(desk.open("Friday"))) == 2


def test_a_merge_is_refused_where_others_have_touched_the_board(desk: Desk) -> None:
    opened, file = desk.open("Friday"), document(*changed(ROWS[1], "1,1,2,2,12,4H N +1,,"))
    give(desk, 1, "3", "4S E -1")
    with pytest.raises(Faults, match="board 1"):
        enter_merge(desk, opened, merge(opened, file), file)


def test_an_import_after_the_correction_period_says_by_which_law(desk: Desk) -> None:
    """What is said besides the score has no period."""
    desk.confirm(desk.open("Friday"), publishing())
    late = replace(desk, clock=Clock(START + timedelta(hours=2)))
    rows = changed("1,1,1,1,11,4H N =,,", "1,1,1,1,11,4H N +1,,")
    rows = changed("2,1,1,1,11,3NT E =,,", "2,1,9,1,11,3NT E =,,", rows)
    opened = late.open("Friday")
    made = merge(opened, document(*rows), file="friday.csv")
    assert shown_time(made.period_ended(preview_merge(late, opened, made)) or START) == "2026-11-13 19:32"
    effect = enter_merge(late, opened, made, document(*rows))
    reasons = [entry.payload.reason for entry in effect.new if isinstance(entry.payload, ResultCorrected)]
    assert reasons == [
        "imported again from friday.csv; after the correction period [79C2]",
        "imported again from friday.csv",
    ]
