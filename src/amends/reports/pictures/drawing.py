"""The strokes of all pictures: inline SVG without styles or scripts, which says in words what it shows.

Colours come by classes from a style sheet (app.css of the web app); without it everything is drawn in the colour
of the text. Nothing is told apart by colour alone, so that a picture on black and white paper says the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

from amends import exact
from amends.reports.layout.html import SUIT_NAMES, Markup, joined, text

# How wide letters are


SIZE = 14
"""The height of letters. A picture of the usual width keeps them above 13 pixels on a telephone 360 pixels wide."""

_NARROW = frozenset(" .,:;'|!ijlI()[]/-ft")
_WIDE = frozenset("mwMW@%→×⚖▲▼♠♥♦♣½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞&")


def width(words: str, bold: bool = False) -> Fraction:
    """About how wide words are; letters of scripts that are not alphabets count as squares.

    >>> width("+620") < width("+1100") < width("4⅗ × → 18⅖")
    True
    """
    hundredths = sum(map(_hundredths, words))
    return Fraction(hundredths * SIZE * (112 if bold else 100), 10_000)


def _hundredths(letter: str) -> int:
    if letter in _NARROW:
        return 42
    if letter in "+−=<>":
        return 86
    if letter in _WIDE:
        return 98
    if letter.isupper():
        return 76
    return 66 if ord(letter) < 0x1100 or 0x2000 <= ord(letter) < 0x2E80 else 102


def fitted(words: str, room: Fraction, bold: bool = False) -> str:
    """The words, cut off with … where they need more room than there is.

    >>> fitted("7 Ash & Birch", Fraction(60)), fitted("7 Ash", Fraction(60))
    ('7 Ash …', '7 Ash')
    """
    if width(words, bold) <= room:
        return words
    kept = words
    while kept and width(f"{kept}…", bold) > room:
        kept = kept[:-1]
    return f"{kept}…"


WIDE = 320
"""The width of every picture in its own units: those of a telephone, on which a unit is nearly a pixel."""

Length = int | Fraction
"""A length or a place in a picture."""

_SVG = "http://www.w3.org/2000/svg"
_SYMBOL = re.compile("([♠♥♦♣])\ufe0e?")


def length(value: Length) -> str:
    """A length with at most two decimals.

    >>> length(Fraction(400, 3)), length(12)
    ('133.33', '12')
    """
    return exact.brief(Fraction(value))


def element(tag: str, *inside: Markup, **attributes: Length | str | None) -> Markup:
    """An element with its attributes; `_` stands for `-`, and `kind` is the class, which is a word of Python."""
    written = ""
    for key, value in attributes.items():
        if key == "kind":  # classes that no other part of a page has, but for those of a whole picture
            kinds = str(value).split()
            classes = " ".join(kind if kind in ("picture", "pictured", "sample") else f"p-{kind}" for kind in kinds)
            written += f' class="{classes}"'
        elif value is not None:
            written += f' {key.replace("_", "-")}="{text(value) if isinstance(value, str) else length(value)}"'
    return Markup(f"<{tag}{written}>{''.join(inside)}</{tag}>" if inside else f"<{tag}{written}/>")


def bar(x: Length, y: Length, wide: Length, high: Length, kind: str, fill: str = "currentColor") -> Markup:
    """A filled rectangle; nothing where it has no size."""
    if wide <= 0 or high <= 0:
        return Markup("")
    return element("rect", x=x, y=y, width=wide, height=high, kind=kind, fill=fill)


def outlined(x: Length, y: Length, wide: Length, high: Length, kind: str, fill: str) -> Markup:
    """A rectangle with a pattern and a line around it that stays inside it; nothing where it has no size."""
    if wide <= 0 or high <= 0:
        return Markup("")
    rim = min(Fraction(3, 2), Fraction(wide), Fraction(high))
    box = {"x": x + rim / 2, "y": y + rim / 2, "width": wide - rim, "height": high - rim}
    filled = bar(x, y, wide, high, kind, fill)
    return joined(
        [filled, element("rect", **box, kind=f"{kind} rim", fill="none", stroke="currentColor", stroke_width=rim)]
    )


def stroke(
    x1: Length, y1: Length, x2: Length, y2: Length, kind: str, thick: Length = 1, dashes: str | None = None
) -> Markup:
    """A straight line."""
    ends = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
    return element("line", **ends, kind=kind, stroke="currentColor", stroke_width=thick, stroke_dasharray=dashes)


def lettered(
    x: Length, y: Length, words: str, kind: str = "ink", anchor: str | None = None, bold: bool = False
) -> Markup:
    """Words that stand on the line y and begin at x, or end there, or have it in their middle."""
    weight = "bold" if bold else None
    # The sign behind each suit, and behind ⚖, keeps telephones from drawing little pictures.
    scales = text(words).replace("⚖", "⚖\ufe0e")
    inside = _SYMBOL.sub(lambda suit: f'<tspan class="suit {SUIT_NAMES[suit[1]]}">{suit[1]}\ufe0e</tspan>', scales)
    return element(
        "text", Markup(inside), x=x, y=y, kind=kind, fill="currentColor", text_anchor=anchor, font_weight=weight
    )


def named(*parts: object) -> str:
    """A name for the ids of a picture, made of anything; different parts give different names.

    >>> named("board", 15, "A/B"), named("board", "", 15)
    ('board-15-Ax2fB', 'board--15')
    """
    return "-".join(re.sub("[^A-Za-wyz0-9]", lambda found: f"x{ord(found[0]):x}", str(part)) for part in parts)


def hatched(name: str, kind: str = "hatch", steep: bool = False) -> Markup:
    """A pattern of slanting lines on paper, or of upright ones; `fill` of it is `url(#name)`."""
    lines = "M2 0V6" if steep else "M-1 1L1 -1M0 6L6 0M5 7L7 5"
    paper = element("rect", width=6, height=6, kind=f"{kind}-paper", fill="none")
    drawn = element("path", d=lines, kind=kind, fill="none", stroke="currentColor", stroke_width=Fraction(8, 5))
    return element("pattern", paper, drawn, id=name, width=6, height=6, patternUnits="userSpaceOnUse")


def drawing(
    name: str, title: str, says: Iterable[str], high: Length, parts: Iterable[Markup], patterns: Iterable[Markup] = ()
) -> Markup:
    """A whole SVG; `says` is its content in sentences, for who does not see it."""
    heading, words = f"{name}-title", f"{name}-desc"
    kept = list(patterns)
    return element(
        "svg",
        element("title", text(title), id=heading),
        element("desc", text(" ".join(says)), id=words),
        *([element("defs", *kept)] if kept else []),
        *parts,
        kind="picture",
        viewBox=f"0 0 {WIDE} {length(high)}",
        width=WIDE,
        height=high,
        role="img",
        xmlns=_SVG,
        aria_labelledby=f"{heading} {words}",
        font_size=SIZE,
    )


def figure(drawn: Markup, *caption: str) -> Markup:
    """A drawing with the words below it, which may be pieces of a page."""
    lines = [element("div", line if isinstance(line, Markup) else text(line)) for line in caption if line]
    below = [element("figcaption", *lines)] if lines else []
    return element("figure", drawn, *below, kind="pictured")


def sample(fill: str, kind: str, rim: bool = True) -> Markup:
    """A little rectangle that stands in a caption for what looks like it in the picture."""
    made = outlined(0, 0, 18, 12, kind, fill) if rim else bar(0, 0, 18, 12, kind, fill)
    return sampled(made)


def sampled(*made: Markup) -> Markup:
    """A little drawing in a caption, 18 wide and 12 high, which nobody reads out."""
    return element(
        "svg", *made, viewBox="0 0 18 12", width=18, height=12, kind="sample", aria_hidden="true", xmlns=_SVG
    )
