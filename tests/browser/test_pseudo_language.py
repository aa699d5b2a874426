"""Every screen in a language with longer words, on the narrowest telephone: nothing is cut, nothing stays English."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from amends.web.security.sessions import COOKIE
from browser.conftest import CHIEF, PHONE
from browser.test_accessibility import CHIEFS, EVERYBODYS, PROCESS, SCORERS
from support.browser.club import Club
from support.browser.hands import Hands
from support.pseudo import LANGUAGE, pseudo_language

WALKS = {
    "R. Fox": dict.fromkeys((*EVERYBODYS, *PROCESS, *CHIEFS)),
    "M. Wren": dict.fromkeys(("", *SCORERS)),
    "": dict.fromkeys(("/", "", "ranking", "boards/17", "cards/3", "rulings/4", "/sign-in")),
}

SCROLL = ".scroll, .groups, .report .box, .report pre"
"""What may be scrolled sideways."""

BROKEN = """scroll => {
  scrollTo(0, 0);
  const found = [], width = document.documentElement.clientWidth;
  const words = each => each.outerHTML.replace(/\\s+/g, " ").slice(0, 110);
  const seen = each => each.checkVisibility({visibilityProperty: true}) && !each.closest(".away, .skip, svg")
    && getComputedStyle(each.closest("thead") ?? each).clipPath === "none";
  const cuts = each => getComputedStyle(each).textOverflow === "ellipsis";
  const isCut = each => { for (let at = each; at; at = at.parentElement) if (cuts(at)) return true; return false; };
  if (document.documentElement.scrollWidth > width) found.push("the page is wider than the screen");
  for (const each of document.querySelectorAll("body *")) {
    const box = each.getBoundingClientRect();
    if (box.width < 2 || !seen(each) || each.matches("input, textarea, select, option") || isCut(each)) continue;
    if (box.right > width + 1 && !each.closest(scroll)) found.push(`beyond the edge: ${words(each)}`);
    const more = each.clientWidth && each.scrollWidth - each.clientWidth, over = getComputedStyle(each).overflowX;
    if (more < 2 || each.closest(scroll)) continue;
    if (over === "auto" || over === "scroll") found.push(`scrolls sideways: ${words(each)}`);
    else if (over !== "visible") found.push(`cut off: ${words(each)}`);
    else if (each.matches("h1, h2, h3, button, .btn, summary, .badge, .seg span, .tile > span, label, thead th"))
      found.push(`too narrow: ${words(each)}`);
  }
  const parts = [...document.querySelectorAll(
    "main :is(h1, h2, h3, button, .btn, .input, .seg, .tile, .badge), header :is(.icon, .menu, .title)")]
    .filter(each => seen(each) && !each.closest(".act, .save.stick, .toast, .sheet, dialog, .drop"));
  const boxes = parts.map(each => each.getBoundingClientRect());
  parts.forEach((one, a) => parts.forEach((other, b) => {
    if (b <= a || one.contains(other) || other.contains(one)) return;
    const wide = Math.min(boxes[a].right, boxes[b].right) - Math.max(boxes[a].left, boxes[b].left);
    const high = Math.min(boxes[a].bottom, boxes[b].bottom) - Math.max(boxes[a].top, boxes[b].top);
    if (wide > 2 && high > 2) found.push(`overlap: ${words(one)} and ${words(other)}`);
  }));
  return found;
}"""
"""What does not hold on a page."""

OWN = (
    "title, h1, h2, h3, button, .btn, legend, label, summary, thead th, caption, .hint, .tabs a, .drop a, .empty, "
    ".seg span, .tile, .error, .toast, .note, .verb, .steps li, .legend li, .label"
)
"""What the app itself says, on every page."""

DATA = ".report, .picture, .pictured, .tree, .suit, .source, .law, .losses, .moves, .avatar, option, .rail, [data-data]"
"""What people, the Laws and the regulations say, and sentences of the desk, which are English."""

BARE = """([own, data]) => {
  const found = new Set();
  const take = (text, at) => {
    if (/[A-Za-z]{3}/.test(text) && !at.closest(data)) found.add(text.trim().replace(/\\s+/g, " "));
  };
  const walk = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  for (let node; (node = walk.nextNode());) if (node.parentElement.closest(own)) take(node.data, node.parentElement);
  for (const name of ["aria-label", "placeholder", "title", "alt"])
    for (const each of document.querySelectorAll(`[${name}]`)) take(each.getAttribute(name), each);
  return [...found];
}"""
"""Texts of the app with a word in plain letters."""

ENGLISH = re.compile(
    r"""
    \b[A-Z]\.\ [A-Z][a-z]+ | Friday\ pairs | amends             # names
    | \d+\ against\ \d+ | \bagainst\b | \bboard\ \d+ | \bPass\b  # tables and calls
    | (?:chief\ )?director | scorer | reviewer                   # roles
    | Entry\ \d+ | Case\ \d+.* | Appeal\ \d+.* | Rulings\ · | Corrections\ .* # titles of reports
    | A\ review\ may\ .* | \d+\ results\ are\ missing.* | case\ \d.* | appeal\ \d.*  # what the desk found
    | an\ extremely\ serious\ error.* | English\ Bridge\ Union | EUR  # laws and regulations
    | BridgeWebs\ CSV | PBN | JSON | LIN\ \(Bridge\ Base\ Online\) | USEBIO\ \(XML\) | .*\(TOML\) # formats
    | \b[0-9a-f]{64}\b | http://\S+                             # digests and addresses
    | [Tt]ravellers\ as\ CSV | Bridgemate\ results\ as\ CSV\ \(ReceivedData\) | [Tt]he\ event\ document\ of
    """,
    re.VERBOSE,
)
"""Names, and sentences of the desk and below, which are English."""


def looked_at(page: Page) -> list[str]:
    """What does not hold on a page, and what is English there."""
    found: list[str] = page.evaluate(BROKEN, SCROLL)
    bare = [text for text in page.evaluate(BARE, [OWN, DATA]) if re.search("[A-Za-z]{3}", ENGLISH.sub("", text))]
    return found + [f"English: {text}" for text in bare]


def test_every_screen_holds_in_a_language_with_longer_words(club: Club) -> None:
    hands = Hands(club.come("R. Fox", "rule?board=4", size=PHONE))
    hands.row("15 v 32")
    hands.choose("Unauthorised information")
    hands.tap(hands.page.locator(".auction.pick label").filter(has_text="6").last)
    hands.press("Next: poll")
    hands.vote("calls", 0)
    hands.vote("results", 3)
    hands.vote("results", 4)
    hands.press("Adjust")
    expect(hands.weight(0)).to_be_visible()
    draft = hands.page.url.removeprefix(club.address).rsplit("/", 1)[0]
    steps = [f"{draft}/{step}" for step in ("where", "facts", "poll", "weights", "check")]
    found: dict[str, str] = {}
    with pseudo_language():
        page = club.come("R. Fox", "/look", size=PHONE, locale=LANGUAGE)
        expect(page.locator("html")).to_have_attribute("lang", LANGUAGE)
        for who, paths in WALKS.items():
            page.context.clear_cookies()
            if who:
                page.context.add_cookies([{"name": COOKIE, "value": club.cookies[who], "url": club.address}])
            for path in (*paths, *(steps if who == CHIEF else ())):
                page.goto(path if path.startswith("/") else f"{club.event}/{path}".rstrip("/"))
                for line in looked_at(page):
                    found.setdefault(line, f"{who or 'visitor'}, {path or 'home'}: {line}")
    assert not found, "\n".join(found.values())
