"""Pictures: well formed, the numbers of the reports, bars to scale, words for who does not see them."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from jinja2 import Environment

import amends
from amends import exact, score
from amends.bridge import BySide, Side, Vulnerable
from amends.event import Contestant, Event, Player
from amends.faults import Faults
from amends.regulations import default
from amends.reports.card import score_card
from amends.reports.layout.html import Markup, page
from amends.reports.pictures import (
    frequencies_picture,
    moves_picture,
    session_picture,
    weight_bar,
    weights_picture,
)
from amends.reports.ranking import ranking
from amends.reports.traveller import frequencies
from amends.rulings.consequences.moves import Move, moves
from amends.rulings.polls.poll import Poll
from amends.rulings.polls.weights import Polled, from_polls
from amends.scoring.events.pairs import PairsStandings
from amends.scoring.field import FieldBoard
from amends.scoring.standings import Standing, Standings
from support import ruled_events as small_events
from support.evenings import Evening
from support.events import events
from support.examples import examples
from support.ruled_events import FORMS, PAIRS, played, ruling

EVIL = "\"'><script>alert(1)</script>&amp;\x00\x1b[31m\ud800"
WEIGHTED = small_events.given(PAIRS, ruling("1", 1, "2", "60% +420; 40% -50"))
SPLIT = small_events.given(PAIRS, ruling("1", 1, "2", "+420", "+140"))


def read(made: str) -> ElementTree.Element:
    """A picture, as a browser that is strict about it would read it; the names of elements without their space."""
    assert isinstance(made, Markup)
    root = ElementTree.fromstring(f"<body>{made}</body>")
    for each in root.iter():
        each.tag = each.tag.removeprefix("{http://www.w3.org/2000/svg}")
    return root


def drawings(root: ElementTree.Element) -> list[ElementTree.Element]:
    return [each for each in root.iter("svg") if each.get("role") == "img"]


def words(root: ElementTree.Element) -> list[str]:
    """What is written in a picture, without the signs that keep symbols plain."""
    return ["".join(each.itertext()).replace("\ufe0e", "") for each in root.iter("text")]


def said(root: ElementTree.Element) -> str:
    return " ".join("".join(each.itertext()) for each in root.iter("desc"))


def caption(root: ElementTree.Element) -> str:
    return " ".join(" ".join(each.itertext()) for each in root.iter("figcaption"))


def of_kind(root: ElementTree.Element, *kinds: str) -> list[ElementTree.Element]:
    return [each for each in root.iter() if {f"p-{kind}" for kind in kinds} <= set((each.get("class") or "").split())]


def size(drawn: ElementTree.Element, name: str) -> Fraction:
    return Fraction(drawn.get(name) or "0")


def is_sound(made: str) -> ElementTree.Element:
    """What holds for every picture."""
    root = read(made)
    ids = [each.get("id") for each in root.iter() if each.get("id")]
    assert len(ids) == len(set(ids))
    for each in root.iter():
        assert "style" not in each.attrib
        assert each.tag not in ("style", "script")
        assert not [key for key in each.attrib if key.startswith("on") or "href" in key]
        for used in re.findall(r"url\(#(.*?)\)", each.get("fill") or ""):
            assert used in ids
        for name in ("width", "height", "r"):
            assert size(each, name) >= 0
    for drawn in drawings(root):
        title, desc = drawn[0], drawn[1]
        assert (title.tag, desc.tag) == ("title", "desc")
        assert title.text
        assert desc.text
        assert drawn.get("aria-labelledby") == f"{title.get('id')} {desc.get('id')}"
        _, _, wide, high = map(Fraction, (drawn.get("viewBox") or "").split())
        assert wide == Fraction(320)
        assert high > 0
        for box in drawn.findall("rect"):
            assert -Fraction(1, 100) <= size(box, "x") <= size(box, "x") + size(box, "width") <= wide + Fraction(1, 50)
            assert -Fraction(1, 100) <= size(box, "y") <= size(box, "y") + size(box, "height") <= high + Fraction(1, 50)
    return root


def board(event: Event, number: int = 1) -> FieldBoard:
    standings = score(event)
    assert isinstance(standings, PairsStandings)
    return next(each for each in standings.boards if each.scored.board.number == number)


# Pieces of a page


def test_a_template_takes_a_picture_as_it_is_and_escapes_other_text() -> None:
    template = Environment(autoescape=True).from_string("{{ picture }}{{ name }}")
    made = template.render(picture=frequencies_picture(board(PAIRS)), name="<b>")
    assert made.startswith("<figure")
    assert made.endswith("&lt;b&gt;")


def test_a_picture_stands_in_a_report() -> None:
    assert "<figure" in page("Board 1", frequencies_picture(board(PAIRS)))


# Frequencies


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("event", [PAIRS, WEIGHTED, SPLIT, *(replace(WEIGHTED, scoring=each) for each in ("butler",))])
def test_the_numbers_are_those_of_the_frequencies(event: Event, side: Side) -> None:
    here = board(event)
    [table] = frequencies(here)
    column = 1 if side is Side.NS else 2
    rows = [(row[0], f"{row[column]} × → {row[column + 2]}") for row in table.rows if row[column] != "0"]
    root = is_sound(frequencies_picture(here, side=side))
    assert words(root) == [cell for row in rows for cell in row]
    for score_, _ in rows:
        assert f"{score_} occurs " in said(root)


def test_bars_are_as_long_as_scores_are_frequent() -> None:
    [svg] = drawings(is_sound(frequencies_picture(board(WEIGHTED))))
    [once] = {size(each, "width") for each in of_kind(svg, "bar")}  # +420, +170 and +140, as they were played
    outlined = [size(each, "width") / once for each in of_kind(svg, "adjusted") if each.get("fill") != "none"]
    assert list(map(exact.decimal, outlined)) == ["0.60", "0.40"]


@pytest.mark.parametrize(
    ("event", "ruled", "named"),
    [
        (PAIRS, None, ""),
        (WEIGHTED, None, "Outlined: the adjusted score of 2 against 12."),
        (WEIGHTED, ["1/3-13"], "Outlined: the score of 3 against 13."),
        (small_events.given(PAIRS, ruling("1", 1, "2", "-50")), None, ""),
        (small_events.given(PAIRS, ruling("1", 1, "2", "A+", "A-")), None, ""),
        (
            small_events.given(PAIRS, ruling("1", 1, "2", "+420"), ruling("2", 1, "3", "+140")),
            None,
            "Outlined: the adjusted scores of 2 against 12 and 3 against 13.",
        ),
    ],
    ids=["none", "weighted", "asked for", "the result stands", "artificial, which is in no field", "two assigned"],
)
def test_what_is_outlined_is_named(event: Event, ruled: list[str] | None, named: str) -> None:
    root = is_sound(frequencies_picture(board(event), ruled=ruled))
    assert ("Outlined" in caption(root)) is bool(named)
    assert named in caption(root)
    assert named in said(root)
    assert bool(of_kind(root, "adjusted")) is bool(named)


def test_a_split_score_is_said_to_be_one() -> None:
    assert "N-S and E-W differ" in caption(read(frequencies_picture(board(SPLIT))))
    assert "N-S and E-W differ" not in caption(read(frequencies_picture(board(WEIGHTED))))


def test_long_fractions_stand_below_the_bars() -> None:
    weighted = "1/7 +420; 2/11 +170; 3/13 +140; 445/1001 -50"
    root = is_sound(frequencies_picture(board(small_events.given(PAIRS, ruling("1", 1, "2", weighted)))))
    assert any("1 1/7 × → " in each for each in words(root))


def test_fractions_that_are_wider_than_the_picture_are_rounded_and_said_exactly() -> None:
    award = "100001/1000003 +420; 899999/1000003 -50; 3/1000003 +170"
    root = is_sound(frequencies_picture(board(small_events.given(PAIRS, ruling("1", 1, "2", award)))))
    assert words(root)[:2] == ["+420", "1.1 × → 5.9"]
    assert "+420 occurs 1 100001/1000003 times" in said(root)


def test_each_deal_of_a_fouled_board_has_a_picture() -> None:
    results = [replace(each, group="ab"[place % 2]) for place, each in enumerate(PAIRS.results)]
    here = board(replace(PAIRS, results=tuple(results)))
    assert len(drawings(is_sound(frequencies_picture(here)))) == 2
    assert len(drawings(is_sound(frequencies_picture(here, group="a")))) == 1


# Weights


def polled(votes: dict[str, int]) -> Polled:
    return from_polls([Poll.of(votes)], [], BySide(True, False), Vulnerable.NONE, default())


def test_weights_stand_beside_what_was_polled() -> None:
    [proposal, _] = polled({"4H N =": 3, "4H N -1": 3}).proposals
    root = is_sound(weights_picture(proposal))
    assert words(root) == ["4♥ N = +420", "poll 50% → 60%", "4♥ N −1 −50", "poll 50% → 40%"]
    assert "4♥ N = +420: 50% of the poll; weight 60%, within the 60% that 84D allows." in said(root)
    assert "weight 40%, 100% with all better ones, within the 100% that 84D allows." in said(root)


def test_weights_that_somebody_chose_are_drawn_instead() -> None:
    [proposal, _] = polled({"4H N =": 3, "4H N -1": 3}).proposals
    root = is_sound(weights_picture(proposal, [Fraction(7, 10), Fraction(3, 10)]))
    assert "weight 70%, more than the 60% that 84D allows." in said(root)
    assert of_kind(drawings(root)[0], "beyond", "rim")


@pytest.mark.parametrize(
    ("share", "limit", "weight", "before", "drawn"),
    [
        ("1/2", "3/5", "3/5", ("0", "0"), {"share": (0, 50), "doubt": (50, 10), "mark": (0, 60)}),
        ("1/4", "3/5", "1/5", ("1/4", "3/10"), {"share": (25, 25), "doubt": (50, 10), "mark": (30, 20)}),
        ("1/2", "3/5", "4/5", ("0", "0"), {"share": (0, 50), "doubt": (50, 10), "beyond": (60, 20), "mark": (0, 80)}),
        ("1/2", None, "1/2", ("0", "0"), {"share": (0, 50), "mark": (0, 50)}),
        ("1/3", None, None, ("0", "0"), {"share": (0, Fraction(100, 3))}),
        ("0", "0", "0", ("0", "0"), {"mark": (0, 0)}),
    ],
    ids=["the best", "the second", "beyond", "without a limit", "no weight yet", "nobody"],
)
def test_a_bar_goes_on_from_the_better_outcomes(
    share: str, limit: str | None, weight: str | None, before: tuple[str, str], drawn: dict[str, tuple[Any, Any]]
) -> None:
    made = weight_bar(
        Fraction(share),
        None if limit is None else Fraction(limit),
        None if weight is None else Fraction(weight),
        "4♥ N =",
        share_before=Fraction(before[0]),
        weight_before=Fraction(before[1]),
        name="first",
    )
    [svg] = drawings(is_sound(made))
    found: dict[str, tuple[Fraction, Fraction]] = {}
    for each in svg:
        what = (each.get("class") or "").removeprefix("p-")
        if each.tag == "rect" and what in ("share", "doubt", "beyond"):
            found[what] = (size(each, "x") - 2, size(each, "width"))
        if each.tag == "line" and each.get("y1") == each.get("y2"):
            found["mark"] = (size(each, "x1") - 2, size(each, "x2") - size(each, "x1"))
    assert list(found) == list(drawn)
    for kind, (start, wide) in drawn.items():
        assert abs(found[kind][0] - Fraction(start) * 316 / 100) <= Fraction(1, 100)
        assert abs(found[kind][1] - Fraction(wide) * 316 / 100) <= Fraction(1, 50)


# Moves


def standing(place: str) -> Standing:
    return Standing("", place, Fraction(1), Fraction(50), 3)


def move(who: str, before: str | None, after: str | None, **more: Any) -> Move:
    one, other = (None if place is None else standing(place) for place in (before, after))
    return Move(who, more.pop("list", ""), one, other, **more)


def test_places_stand_at_both_ends_and_who_sat_at_the_table_is_bold() -> None:
    before, after = score(PAIRS), score(small_events.given(PAIRS, ruling("1", 1, "2", "+420")))
    found = moves(before, after)
    root = is_sound(moves_picture(found, PAIRS, ("2", "12")))
    drawn = [each for each in found if each.rank_changed or each.contestant in ("2", "12")]
    wanted = ["after", "before"]
    for each in drawn:
        assert each.before
        assert each.after
        wanted += [each.contestant, each.before.place, each.after.place, each.contestant]
    assert sorted(words(root)) == sorted(wanted)
    bold = {text for each, text in zip(root.iter("text"), words(root), strict=True) if each.get("font-weight")}
    assert {"2", "12"} <= bold


@pytest.mark.parametrize(
    ("moved", "way"),
    [(move("7", "5", "3"), "up"), (move("7", "3", "5"), "down"), (move("7", "3", "3="), "level")],
    ids=["up", "down", "shared"],
)
def test_a_line_rises_with_the_place(moved: Move, way: str) -> None:
    [line] = [each for each in read(moves_picture([moved], Event())).iter("line") if each.get("stroke-width") == "2"]
    rise = size(line, "y1") - size(line, "y2")
    assert {"up": rise > 0, "down": rise < 0, "level": rise == 0}[way]


def test_who_came_went_or_came_from_the_other_list_is_said_so() -> None:
    found = [move("7", None, "1"), move("8", "1", None), move("9", "2", "2", earlier_list="EW")]
    root = is_sound(moves_picture(found, Event()))
    assert {"new", "gone", "from EW"} <= set(words(root))


def test_of_many_the_largest_moves_are_drawn() -> None:
    found = [move(str(place), str(place), str(place + 1)) for place in range(1, 21)] + [move("99", "90", "22")]
    root = is_sound(moves_picture(found, Event(), ("20",)))
    assert {"99", "20"} <= set(words(root))
    assert "And 9 more whose place changes." in caption(root)
    assert "And 9 more whose place changes." in said(root)


def test_where_nobody_has_another_place_there_is_no_picture() -> None:
    assert moves_picture([move("7", "3", "3")], Event(), ("7",)) == ""
    assert moves_picture([], Event()) == ""


def test_each_list_has_a_picture() -> None:
    found = [move("7", "2", "1", list="NS"), move("16", "1", "2", list="EW")]
    root = is_sound(moves_picture(found, Event()))
    assert [words(each)[0] for each in drawings(root)] == ["Ranking, North-South", "Ranking, East-West"]


# Sessions


def percents(standings: Standings, contestant: str) -> list[str]:
    table = score_card(standings, contestant)
    return [row[table.heads.index("%")] for row in table.rows if row[2]]


def test_a_session_says_the_percentages_of_the_score_card(evening: Evening) -> None:
    root = is_sound(session_picture(evening.standings, "7"))
    shown = re.findall(r"Board \d+: (\S+)%", said(root))
    assert shown == percents(evening.standings, "7")
    total = next(row for table in ranking(evening.standings) for row in table.rows if row[1] == "7")
    assert f"at the end {total[3]}%." in caption(root)
    assert "Board 15: " in said(root)
    assert re.search(r"Board 15: \S+, ruling 1\.", said(root))
    assert "⚖" in words(root)


def test_bars_stand_for_the_distance_from_the_average() -> None:
    """On each board N-S have 6, 0, 4, 2 of 6."""
    heights = {
        who: [size(each, "height") for each in of_kind(read(session_picture(score(PAIRS), who)), "board")]
        for who in "1234"
    }
    assert heights == {"1": [55] * 3, "2": [55] * 3, "3": [Fraction("18.33")] * 3, "4": [Fraction("18.33")] * 3}


def test_imps_stand_around_nothing() -> None:
    root = is_sound(session_picture(score(small_events.teams()), "X"))
    assert {"+10", "0", "−10"} <= set(words(root))
    assert said(root) == "Board 1: +10 IMPs. Board 2: 0 IMPs."


def test_a_board_without_a_score_is_a_gap() -> None:
    results = [*PAIRS.results, played(4, "1", "11", "np"), played(4, "2", "12", "+420"), played(4, "3", "13", "+50")]
    root = is_sound(session_picture(score(replace(PAIRS, results=tuple(results))), "1"))
    assert "Board 4: no score." in said(root)
    assert "A gap: no score." in caption(root)
    assert len(of_kind(root, "board")) == 3


def test_each_session_has_a_picture_and_long_ones_go_on_below() -> None:
    results = [
        played(number, str(table), str(table + 10), result, session=session)
        for session, boards in (("1", 40), ("2", 3))
        for number in range(1, boards + 1)
        for table, result in enumerate(("+420", "-50"), 1)
    ]
    named = [replace(each, id=f"{each.session}/{each.id}") for each in results]
    root = is_sound(session_picture(score(Event(results=tuple(named))), "1"))
    assert [len(of_kind(each, "board")) for each in drawings(root)] == [20, 20, 3]
    assert [words(each)[0] for each in drawings(root)] == ["session 1", "session 1", "session 2"]


def test_every_adjusted_board_has_its_sign_also_beside_another() -> None:
    results = [
        played(number, str(table), str(table + 10), result)
        for number in range(1, 28)
        for table, result in enumerate(("+420", "-50"), 1)
    ]
    event = small_events.given(Event(results=tuple(results)), *(ruling(str(n), n, "1", "+170") for n in (5, 6, 7, 27)))
    root = is_sound(session_picture(score(event), "1"))
    signs = [each for each in root.iter("text") if "⚖" in (each.text or "")]
    assert len(signs) == 4
    assert len({each.get("y") for each in signs}) == 2


def test_who_played_nothing_has_no_picture() -> None:
    assert session_picture(score(PAIRS), "nobody") == ""


# Colours


def test_every_class_that_is_drawn_with_has_a_colour_of_the_style_sheet_or_needs_none(evening: Evening) -> None:
    sheet = (Path(amends.__file__).parent / "web" / "static" / "app.css").read_text(encoding="utf-8")
    proposal = polled({"4H N =": 3, "4H N -1": 3}).proposals[0]
    made = [
        frequencies_picture(board(WEIGHTED)),
        moves_picture([move("7", "5", "3"), move("8", "3", "5"), move("9", "9", "9=")], Event()),
        session_picture(evening.standings, "7"),
        weights_picture(proposal, [Fraction(7, 10), Fraction(3, 10)]),
    ]
    drawn = {kind for each in is_sound(Markup("".join(made))).iter() for kind in (each.get("class") or "").split()}
    known = set(re.findall(r"\.([a-z][a-z-]*)", sheet))
    assert drawn - known == {"p-level"}  # nobody rose or fell


# Anything


def test_hostile_names_stay_words() -> None:
    results = tuple(
        replace(each, session=EVIL, table=EVIL, seats=BySide((f"{each.seats.ns[0]}{EVIL}",), each.seats.ew))
        for each in PAIRS.results
    )
    contestants = {f"1{EVIL}": Contestant(f"1{EVIL}", players=(Player(EVIL), Player(EVIL)))}
    event = replace(PAIRS, results=results, contestants=contestants)
    ruled = small_events.given(event, ruling(EVIL, 1, f"2{EVIL}", "60% +420; 40% -50"))
    before, after = score(event), score(ruled)
    proposal = polled({"4H N =": 3, "4H N -1": 3}).proposals[0]
    made = [
        frequencies_picture(board(ruled)),
        moves_picture(moves(before, after), ruled, (f"1{EVIL}",)),
        session_picture(after, f"1{EVIL}"),
        session_picture(after, f"2{EVIL}"),
        weights_picture(proposal),
        weight_bar(Fraction(1, 2), None, None, EVIL, name="bar"),
    ]
    assert all(made)
    root = is_sound(Markup("".join(made)))
    assert "<script>" in said(root)


@pytest.mark.parametrize("form", FORMS)
def test_every_form_has_its_pictures(form: str) -> None:
    event, given_ruling = FORMS[form]
    before, after = score(event), score(small_events.given(event, given_ruling))
    is_sound(moves_picture(moves(before, after), event))
    for entries in after.lists.values():
        for entry in entries:
            assert drawings(is_sound(session_picture(after, entry.contestant)))


@examples(25, long=100)
@given(events())
def test_any_event_can_be_drawn(case: tuple[str, str, dict[str, Any]]) -> None:
    event = small_events.read(case)
    if event is None:
        return
    without, pending = small_events.taken_away(event, 3)
    try:
        before, after = score(without), score(event)
    except Faults:
        return
    seats = tuple(each.table.ns for each in pending)
    made = [moves_picture(moves(before, after), event, seats)]
    made += [session_picture(after, entry.contestant) for each in after.lists.values() for entry in each]
    if isinstance(after, PairsStandings):
        made += [frequencies_picture(each, side=side) for each in after.boards for side in Side]
    root = is_sound(Markup("".join(made)))
    for times, outlined in re.findall(r"occurs ([^,]+) times, ([^,]+) of it outlined", said(root)):
        assert 0 < exact.number(outlined) <= exact.number(times)
