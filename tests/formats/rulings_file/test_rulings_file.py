"""The rulings file: what is written is what a director would write, and it is read back to the same."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amends import Event, Faults, formats
from amends.awards import Artificial, Award, BetterOf, Grade, Mixture, NotScored, Unit, parse_award
from amends.bridge import BySide, Side, Vulnerable
from amends.bridge.outcome import parse_outcome
from amends.event import CarryOver, Penalty, Ruling, TableReference, TableResult, VictoryPointAward
from amends.event.event import Form
from amends.event.rows import rows_in_force
from amends.event.ruling import SelfInflictedDamage
from amends.formats import rulings_file, travellers_csv
from amends.formats.common.building import assembled
from amends.formats.rulings_file import FORMAT, _in_rings, dump, dumps, load, loads, tables
from amends.formats.rulings_file.tables import RulingsFile
from amends.formats.rulings_file.writer import rulings_of
from amends.journal.chain import Document
from amends.laws.clauses import parse
from amends.laws.law12 import Responsibility, by_responsibility
from amends.regulations import load as load_regulation
from support import events
from support.examples import examples

PAGE = Path(__file__).resolve().parents[3] / "docs" / "formats" / "rulings-file.md"


def plain(file: RulingsFile) -> RulingsFile:
    """The file without what only the text has."""
    return replace(file, name="", lines=None)


def both(award: str) -> BySide[Award | None]:
    return BySide.both(parse_award(award))


@pytest.mark.parametrize(("ew", "section"), [("6", ""), ("2", "B")])
def test_a_table_is_written_with_its_section_where_it_takes_that_to_find_it(ew: str, section: str) -> None:
    """A CSV of contestants who are numbered through has no sections."""
    rows = (("A", "1", "2"), ("B", "1" if ew == "2" else "5", ew))
    results = tuple(
        TableResult(each, parse_award("4H N ="), BySide((ns,), (ew,)), board=1, section=each) for each, ns, ew in rows
    )
    ruling = Ruling("1", 1, TableReference(ew=ew, section="B"), both("4H N -1"))
    written = rulings_of(Document(event=Event(results=results, rulings=(ruling,)))).rulings
    assert [each.table for each in written] == [TableReference(ew=ew, section=section)]


def test_rulings_without_ids_are_numbered_in_the_order_of_the_file() -> None:
    file = loads('[[ruling]]\nboard = 7\nboth = "A"\n[[ruling]]\nboard = 8\nboth = "A"\n')
    assert [ruling.id for ruling in file.rulings] == ["1", "2"]


# Awards as people write them


@pytest.mark.parametrize(
    ("keys", "ns", "ew"),
    [
        ('both = "A60/40"', "A+", "A-"),
        ('both = "A6040"', "A+", "A-"),
        ('both = "AVE+/AVE-"', "A+", "A-"),
        ('both = "60/40"', "60%", "40%"),
        ('both = "A60%"', "A+", "A+"),
        ('both = "A60/40"\new = "A"', "A+", "A"),
        ('ns = "Average plus"\new = "average minus"', "A+", "A-"),
        ('both = "60% 4S-1 by N; 40% 4HE(10)"', "60% 4S N -1; 40% 4H E =", "60% 4S N -1; 40% 4H E ="),
    ],
)
def test_awards_are_read_as_people_write_them_and_written_as_ours(keys: str, ns: str, ew: str) -> None:
    file = rulings_file.loads(f"[[ruling]]\nboard = 7\n{keys}\n")
    [ruling] = file.rulings
    assert ruling.awards.map(str) == BySide(ns, ew)
    ours = f'both = "{ns}"' if ns == ew else f'ns = "{ns}"\new = "{ew}"'
    assert ours in rulings_file.dumps(file)


@pytest.mark.parametrize(
    ("keys", "fault"),
    [
        ('ns = "A60/40"', "ns: found 'A60/40', a pair of awards (N-S A+, E-W A-); expected one award"),
        ('both = "A60/30"', "both: found 'A60/30'; expected \"60%/30%\"? Otherwise 40, 50 or 60 after A"),
        ('both = "60% 4H N =, 40% 4H N -1"', 'expected "60% 4H N =; 40% 4H N -1"? Otherwise an award'),
        ('both = "A60/40"\nfault = { ns = "none", ew = "direct" }', "fault beside an award"),
        ('both = "A60/40"\nns = "A"\new = "A"', "both, ns and ew"),
        ("both = 60", "both: found 60; expected an award as a text"),
    ],
)
def test_an_award_that_cannot_be_read_is_asked_for(keys: str, fault: str) -> None:
    with pytest.raises(Faults) as refused:
        rulings_file.loads(f"[[ruling]]\nboard = 7\n{keys}\n")
    assert fault in str(refused.value)


# The layout

FULL = '''\
regulation = "ebu"

[settings]
average_plus_limit = 2
rounding_unit = { matchpoints = "1/2" }

[[ruling]]
id = "7"
board = 15
table = { ns = "3", ew = "11" }
laws = ["16B1", "12C1(c)", "84D"]
non_offending = "NS"
both = "60% 4H N =; 40% 4H N -1"
disallowed = ["4S E"]
legal_route = { "4S E -1" = "West could bid it himself" }
poll = { "4H N =" = 3, "4H N -1" = 3 }
reason = """4S could have been suggested by the slow pass.
"Pass" is a logical alternative."""
director = "Chief director"
time = 2026-11-15T15:42:00Z
accept = { 84D = "why an unusual finding is accepted" }

[[ruling]]
id = "8"
board = 3
table = { n = "1", e = "2", session = "2" }
non_offending = "both"
self_inflicted = { side = "NS", normal = "4H N =", expected = "4S E -1" }
replaces = "7"

[[ruling]]
id = "9"
board = 4
table = { match = "2", room = "open" }
fault = { ns = "none", ew = "direct" }
poll = [{ pass = 2 }, { "4H N =" = 1 }]
claim = true
outside_agency = true
obtainable = true
scheduled = false
vulnerable = "ew"
result = "-420"
field = "-420*2 0 +50"

[[ruling]]
id = "10"
board = 5
ns = "A+"
ew = "-2.5 IMP"

[[penalty]]
contestant = "11"
amount = "10%"
law = "90B3"
reason = "late"
session = "2"

[[carry_over]]
contestant = "3"
amount = "1.5%"

[[victory_points]]
contestant = "5"
round = "3"
amount = "60%"
'''


def test_a_file_is_laid_out_as_a_director_would_write_it() -> None:
    assert dumps(loads(FULL)) == FULL


def test_an_empty_file_is_written_empty() -> None:
    assert dumps(RulingsFile()) == ""
    assert plain(loads("")) == RulingsFile()


# The round trip

TEXTS = st.text(max_size=20) | st.sampled_from(
    ['"', "'", '"""', "\\", "a\nb", "\na", "a\r\nb", "\0\x1b\x7f\t", "[[ruling]]\nboard = 1", "é♥😀\u2028\ufeff", " x "]
)
NAMES = TEXTS.filter(bool)
LAWS = st.sampled_from(["12C1(c)", "12c1e", "Law 16 B1", "12C1(f)"]) | TEXTS.filter(lambda text: not parse(text))
"""Clauses in any spelling and of any edition, and other words, which cite a regulation."""
WEIGHTS = st.fractions(-2, 2, max_denominator=97)
OUTCOMES = st.sampled_from(["4H N =", "3NTxx W -9", "7C S =", "pass", "+420", "-50", "0"]).map(parse_outcome)
MIXTURES = OUTCOMES.map(Mixture.of) | st.lists(st.tuples(WEIGHTS, OUTCOMES), min_size=1, max_size=3).map(
    lambda parts: Mixture(tuple(parts))
)
ARTIFICIAL = (
    st.sampled_from(Grade).map(Artificial)
    | st.fractions(0, 1, max_denominator=97).map(lambda share: Artificial(share, Unit.PERCENT))
    | st.fractions(-20, 20, max_denominator=97).map(lambda figure: Artificial(figure, Unit.IMPS))
)
AWARDS: st.SearchStrategy[Award] = (
    MIXTURES
    | ARTIFICIAL
    | st.booleans().map(NotScored)
    | st.builds(BetterOf, MIXTURES | ARTIFICIAL, MIXTURES | ARTIFICIAL)
)
TIMES = st.datetimes(timezones=st.none() | st.just(UTC) | st.just(timezone(timedelta(hours=-9, minutes=-30))))
REFERENCES = st.builds(
    TableReference,
    **{key: st.just("") | TEXTS for key in ("ns", "ew", "session", "section", "round", "table", "match")},
    room=st.sampled_from(["", "open", "closed"]),
    players=st.none() | st.tuples(NAMES, TEXTS, TEXTS, TEXTS),
)


@st.composite
def rulings(draw: st.DrawFn, id: str) -> Ruling:
    """A ruling with any of its parts."""
    kind = draw(st.sampled_from(["awards", "awards", "fault", "12C1(e)"]))
    parts: dict[str, Any] = {
        "laws": draw(st.lists(LAWS, max_size=3).map(tuple)),
        "disallowed": draw(st.lists(st.sampled_from(["4S E", "3NT", "5♦x W"]), max_size=2).map(tuple)),
        "legal_route": draw(st.dictionaries(st.sampled_from(["4S E -1", "pass", "+50"]), TEXTS, max_size=2)),
        "poll": draw(st.lists(st.dictionaries(TEXTS, st.integers(0, 9), max_size=3), max_size=2).map(tuple)),
        "vulnerable": draw(st.none() | st.sampled_from(Vulnerable)),
        "reason": draw(TEXTS),
        "director": draw(TEXTS),
        "time": draw(st.none() | TIMES),
        "accept": draw(st.dictionaries(TEXTS, TEXTS, max_size=2)),
        "result": draw(st.none() | AWARDS),
        "field": draw(st.none() | st.dictionaries(st.integers(-7600, 7600), st.integers(1, 99), min_size=1)),
        **{key: draw(st.booleans()) for key in ("claim", "outside_agency", "obtainable", "scheduled")},
    }
    sides = draw(st.none() | st.builds(BySide, st.booleans(), st.booleans()))
    if kind == "awards":
        ns, ew = draw(st.tuples(AWARDS, st.none() | AWARDS) | AWARDS.map(lambda award: (award, award)))
        parts["awards"] = BySide(ns, ew) if draw(st.booleans()) else BySide(ew, ns)
    elif kind == "fault":
        fault = BySide.of(lambda side: draw(st.sampled_from(Responsibility)))
        parts |= {"fault": fault, "awards": fault.map(lambda each: Artificial(by_responsibility(each)))}
    else:
        damage = SelfInflictedDamage(draw(st.sampled_from(Side)), draw(MIXTURES), draw(MIXTURES))
        parts["self_inflicted"] = damage
        sides = None if sides and not sides[damage.side] else sides
    return Ruling(id, draw(st.integers(1, 999)), draw(REFERENCES), non_offending=sides, **parts)


@st.composite
def rulings_files(draw: st.DrawFn) -> RulingsFile:
    """A rulings file with any of its parts; a ruling may replace the one before it."""
    ids = draw(st.lists(NAMES, unique=True, max_size=3))
    ruled = [draw(rulings(id)) for id in ids]
    for place in range(1, len(ruled)):
        if draw(st.booleans()):
            ruled[place] = replace(ruled[place], replaces=ids[place - 1])
    units = st.sampled_from(["", "imps", "vp", "matchpoints", "percent"])
    carried = st.builds(CarryOver, TEXTS, st.fractions(max_denominator=97), TEXTS, units)
    amounts = st.sampled_from(["12", "60%", "7.25 VP"])
    values = st.integers(0, 9) | TEXTS | st.booleans() | st.dictionaries(TEXTS, TEXTS, min_size=1, max_size=2)
    return RulingsFile(
        regulation=draw(st.none() | TEXTS),
        settings=draw(st.none() | st.dictionaries(TEXTS, values, min_size=1, max_size=3)),
        rulings=tuple(ruled),
        penalties=tuple(draw(st.lists(st.builds(Penalty, TEXTS, TEXTS, TEXTS, TEXTS, TEXTS), max_size=2))),
        carry_overs=tuple(draw(st.lists(carried, max_size=2))),
        awards=tuple(draw(st.lists(st.builds(VictoryPointAward, TEXTS, TEXTS, amounts, TEXTS), max_size=2))),
    )


@examples(60, long=300)
@given(rulings_files())
def test_what_is_written_is_read_back_to_an_equal_file(file: RulingsFile) -> None:
    assert plain(loads(dumps(file))) == file


@pytest.mark.parametrize(
    ("time", "written"),
    [
        (datetime(2026, 11, 15, 15, 42), "2026-11-15T15:42:00"),
        (datetime(2026, 11, 15, 15, 42, tzinfo=timezone(timedelta(hours=1))), "2026-11-15T15:42:00+01:00"),
        (datetime(2026, 11, 15, 15, 42, tzinfo=timezone(timedelta(seconds=30))), "2026-11-15T15:41:30Z"),
    ],
)
def test_a_time_keeps_its_zone_as_far_as_toml_can_say_it(time: datetime, written: str) -> None:
    text = dumps(RulingsFile(rulings=(Ruling("1", 1, awards=both("A"), time=time),)))
    assert f"time = {written}\n" in text
    assert loads(text).rulings[0].time == time


def test_half_a_character_is_replaced() -> None:
    text = dumps(RulingsFile(rulings=(Ruling("1", 1, awards=both("A"), reason="a\ud800b"),)))
    assert loads(text).rulings[0].reason == "a?b"
    text.encode()


def test_a_figure_in_the_settings_is_written_as_a_text() -> None:
    assert 'benefit_factor = "4/3"' in dumps(RulingsFile(settings={"benefit_factor": Fraction(4, 3)}))


# What is refused, and what belongs elsewhere

REDRESS = "NS actual 4H N -1 | normal 4H N = | expected 4S E -1"
DAMAGE = SelfInflictedDamage(Side.EW, Mixture.of(parse_outcome("+50")), Mixture.of(parse_outcome("-50")))


@pytest.mark.parametrize(
    ("ruling", "found"),
    [
        (Ruling("1", 1, awards=both("published 12.5")), "published 12.5"),
        (Ruling("1", 1, awards=both(REDRESS)), "NS actual"),
        (Ruling("1", 1, awards=both("A"), self_inflicted=DAMAGE), "self_inflicted beside an award"),
        (Ruling("1", 1, self_inflicted=DAMAGE, non_offending=BySide(True, False)), "12C1(e) for E-W"),
        (Ruling("1", 1, awards=both("A"), fault=BySide.both(Responsibility.DIRECT)), "responsibility"),
        (Ruling("", 1, awards=both("A")), "no id"),
        (Ruling("1", 1, awards=both("A"), field={}), "a field without scores"),
    ],
)
def test_what_a_rulings_file_has_no_words_for_is_refused(ruling: Ruling, found: str) -> None:
    with pytest.raises(Faults) as trouble:
        dumps(RulingsFile(rulings=(ruling,)))
    assert found in str(trouble.value)


def test_a_table_result_that_stands_is_said_and_read_again() -> None:
    text = dumps(RulingsFile(rulings=(Ruling("1", 7, reason="no infraction"),)))
    assert "stands = true" in text
    [ruling] = loads(text).rulings
    assert ruling.stands
    assert ruling.reason == "no infraction"


def test_a_ruling_that_follows_its_table_is_written_in_words() -> None:
    read = document()
    row = read.event.results[2]
    ruling = Ruling("1", 8, TableReference(ns="99", result=row.id), awards=both("A"))
    [written] = loads(dumps(rulings_of(replace(read, event=replace(read.event, rulings=(ruling,)))))).rulings
    assert (written.table.ns, written.table.ew, written.table.result) == ("3", "11", "")


def test_all_that_is_refused_is_said_at_once() -> None:
    file = RulingsFile(
        rulings=(Ruling("1", 1, field={}), Ruling("2", 1, field={})),
        carry_overs=(CarryOver("3", Fraction(1), "", "trick"),),
    )
    with pytest.raises(Faults) as trouble:
        dumps(file)
    assert [fault.where for fault in trouble.value.faults] == ["ruling 1", "ruling 2", "carry-over for 3"]


def test_awards_that_stand_in_the_results_stay_there() -> None:
    assert dumps(RulingsFile(rulings=(Ruling("row 4", 7, awards=both("A"), from_travellers=True),))) == ""


# On disk


def test_a_regulation_of_ones_own_is_named_by_the_way_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("friday").mkdir()
    dump(RulingsFile(regulation="club.toml"), Path("friday/rulings.toml"))
    assert Path("friday/rulings.toml").read_text() == 'regulation = "../club.toml"\n'
    assert Path(load(Path("friday/rulings.toml")).regulation or "").resolve() == tmp_path / "club.toml"
    dump(RulingsFile(regulation="ebu"), Path("friday/rulings.toml"), force=True)
    assert load(Path("friday/rulings.toml")).regulation == "ebu"
    with pytest.raises(Faults, match="already there"):
        dump(RulingsFile(), Path("friday/rulings.toml"))


# Of a whole event

ROWS = "board,ns,ew,result,award_ns,award_ew\n7,3,11,4H N -1,,\n7,4,12,4H N =,A+,A-\n8,3,11,4H N -1,,\n"


def document(rulings: str = "", rows: str = ROWS, **changes: Any) -> Document:
    read = travellers_csv.loads(rows)
    event = assembled(read, loads(rulings))
    return replace(read, event=replace(event, **changes))


def written(document: Document) -> RulingsFile:
    assert FORMAT.dumps is not None
    text = FORMAT.dumps(document)
    assert isinstance(text, str)
    return loads(text)


def test_awards_of_the_results_are_written_as_rulings_where_nothing_has_taken_their_place() -> None:
    (ruling,) = written(document()).rulings
    assert (ruling.id, ruling.table, ruling.awards) == (
        "row 3",
        TableReference("4", "12"),
        BySide(*map(parse_award, ("A+", "A-"))),
    )
    replaced = '[[ruling]]\nid = "1"\nboard = 7\ntable = { ns = "4" }\nboth = "60%"\n'
    assert [ruling.id for ruling in written(document(replaced)).rulings] == ["1"]


def test_12c1e_in_the_results_is_written_as_self_inflicted_damage() -> None:
    rows = f"board,ns,ew,result,award_ns,award_ew\n7,3,11,4H N -1,{REDRESS},{REDRESS}\n"
    (ruling,) = written(document(rows=rows)).rulings
    assert ruling.awards == BySide(None, None)
    assert ruling.self_inflicted == SelfInflictedDamage(
        Side.NS, Mixture.of(parse_outcome("4H N =")), Mixture.of(parse_outcome("4S E -1"))
    )


def test_a_ruling_that_cannot_be_said_is_left_out_with_those_it_replaces() -> None:
    table = TableReference("3", "11")
    ruled = (
        Ruling("1", 7, table, both("A")),
        Ruling("2", 7, table, both("published 3"), replaces="1"),
        Ruling("3", 8, table, both("A")),
    )
    found = replace(document(), event=replace(document().event, rulings=ruled))
    assert [ruling.id for ruling in written(found).rulings] == ["3"]
    assert [line for line in FORMAT.losses(found) if line.startswith("ruling")] == [
        "ruling 2 is left out: a rulings file has no words for published 3",
        "ruling 1 is left out: a rulings file has no words for ruling 2, which replaces it",
    ]


def test_a_law_that_the_edition_of_the_event_does_not_have_is_said_when_the_file_is_written() -> None:
    ruled = (Ruling("1", 7, TableReference("3", "11"), both("A"), laws=("16B1(a)", "12C2(d)")),)
    edition = load_regulation("exact").having(edition=2007)
    found = replace(document(regulation=edition), event=replace(document(regulation=edition).event, rulings=ruled))
    (said,) = [line for line in FORMAT.losses(found) if line.startswith("ruling")]
    assert said.startswith("ruling 1 cites the law '12C2(d)': change it before the file is read again; expected")
    with pytest.raises(Faults) as trouble:
        assembled(document(regulation=edition), written(found))
    assert "12C2(d)" in str(trouble.value)


def test_the_regulation_is_written_with_the_settings_that_differ() -> None:
    assert written(document()).regulation is None
    ebu = load_regulation("ebu")
    assert (written(document(regulation=ebu)).regulation, written(document(regulation=ebu)).settings) == ("ebu", None)
    changed = written(document(regulation=ebu.having(poll_minimum=9)))
    assert (changed.regulation, changed.settings) == ("ebu", {"poll_minimum": 9})
    club = replace(ebu, name="club")
    assert "the regulation club is written as ebu with the settings that differ" in FORMAT.losses(
        document(regulation=club)
    )


def test_the_results_are_no_part_of_a_rulings_file(tmp_path: Path) -> None:
    (line,) = FORMAT.losses(document())
    assert line.startswith("the results are left out")
    assert list(FORMAT.losses(Document(event=Event()))) == []
    path = tmp_path / "friday.toml"
    formats.dump(document(), path)
    with pytest.raises(Faults, match="which holds no results"):
        formats.load(path)


@examples(25, long=100)
@given(events.events())
def test_the_rulings_of_an_event_beside_its_results_give_the_same_awards(case: tuple[str, str, dict[str, Any]]) -> None:
    travellers, text, options = case
    read = travellers_csv.loads(travellers, winners=int(options.get("winners", 1)), accept_scores=True)
    form = Form(options.get("form", read.event.form.value))
    event = assembled(replace(read, event=replace(read.event, form=form)), rulings_file.loads(text))
    file = written(replace(read, event=event))
    bare = replace(read, event=replace(read.event, rulings=()))
    for beside in (read, bare):
        again = assembled(replace(beside, event=replace(beside.event, form=form)), file)
        assert [row.awards for row in rows_in_force(again.results, again.rulings)] == [
            row.awards for row in rows_in_force(event.results, event.rulings)
        ]
    assert (file.penalties, file.carry_overs, file.awards) == (event.penalties, event.carry_overs, event.awards)


# The documentation


def blocks() -> list[str]:
    return re.findall(r"^```toml\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("text", blocks())
def test_the_rulings_of_the_documentation_are_read_and_written(text: str) -> None:
    found = loads(text)
    assert found.rulings
    assert plain(loads(dumps(found))) == plain(found)


def test_the_documentation_has_every_key() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert [name for name in tables._KEYS if f"`{name}`" not in text] == []


class Counted:
    """A pattern that counts how often it is tried."""

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self.pattern, self.tries = pattern, 0

    def match(self, line: str) -> re.Match[str] | None:
        self.tries += 1
        return self.pattern.match(line)


@pytest.mark.parametrize(
    "text",
    [
        '[[ruling]]\nid = "1"\nboard = 1\n' + "".join(f"unknown_{number} = 1\n" for number in range(2000)),
        "".join(f'[[ruling]]\nid = "{number}"\nfrob = 1\n' for number in range(1000)),
        "".join(f'[[ruling]]\nid = "{number}"\nboard = 1\nreplaces = "none"\n' for number in range(500)),
    ],
    ids=["keys", "tables", "replaces"],
)
def test_a_line_is_looked_at_once_however_many_faults_there_are(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Counted(rulings_file._KEY)
    monkeypatch.setattr(rulings_file, "_KEY", counted)
    with pytest.raises(Faults) as trouble:
        rulings_file.loads(text)
    assert len(trouble.value.faults) >= 500
    assert counted.tries <= len(text.splitlines())
    assert len(str(trouble.value)) < 40 * len(text)


def test_a_rulings_file_that_lies_in_no_folder_names_no_file() -> None:
    assert loads('regulation = "ebu"\n').regulation == "ebu"
    for path in ("club.toml", "/etc/club.toml", "../../club.toml", "C:\\\\club.toml"):
        with pytest.raises(Faults, match="one that comes with amends: exact"):
            loads(f'regulation = "{path}"\n')


class CountedRulings(dict[str, Ruling]):
    """Rulings by id, and how often one was looked up."""

    looked_up = 0

    def __getitem__(self, id: str) -> Ruling:
        self.looked_up += 1
        return super().__getitem__(id)


def test_each_ruling_of_a_long_chain_is_looked_at_once() -> None:
    def ruling(id: str, replaces: str | None) -> Ruling:
        return Ruling(id, 1, TableReference("3", "11"), both("A"), replaces=replaces)

    rulings = [ruling(str(each), str(each - 1) if each else None) for each in range(1000)]
    rulings += [ruling("a", "b"), ruling("b", "c"), ruling("c", "b"), ruling("d", "d")]
    by_id = CountedRulings({each.id: each for each in rulings})
    assert _in_rings(by_id) == {"b", "c", "d"}
    assert by_id.looked_up == len(rulings)
