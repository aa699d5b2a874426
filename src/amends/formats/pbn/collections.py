"""A PBN file that holds several events, such as a collection of matches: each as a file of its own."""

from __future__ import annotations

import re

from amends.formats.common.csv_table import Gathered
from amends.formats.pbn.games import Game, read_games, with_plain_line_ends
from amends.formats.pbn.reader import complete, decoded_text

_TAG = re.compile(r'\[\s*(\w+)\s*"((?:[^"\\]|\\.)*)"\s*\]')


def split(data: str | bytes, name: str = "pbn") -> dict[str, str]:
    """The events of a file by the names that their games have in the tag Event, each as the text of a file.

    >>> text = '[Event "Spring"]\\n[Board "1"]\\n\\n[Event "Autumn"]\\n[Board "1"]\\n'
    >>> list(split(text))
    ['Spring', 'Autumn']
    """
    text, faults = decoded_text(data, name), Gathered(name)
    games = read_games(text, faults).games
    faults.finish()
    complete(games)
    lines = [f"{line}\n" for line in with_plain_line_ends(text).split("\n")]
    head = "".join(lines[: games[0].line - 1])
    found: dict[str, list[str]] = {}
    current = ""
    for game, after in zip(games, [*games[1:], None], strict=True):
        event = game.said("event") or current
        own = "".join(lines[game.line - 1 : after.line - 1 if after else None])
        begins = event != current or not found
        found.setdefault(event, []).append(_complete_text(game, own) if begins else own)
        current = event
    return {event: head + "".join(parts) for event, parts in found.items()}


def _complete_text(game: Game, text: str) -> str:
    """A game with the tags that it takes over from games which stand in another file now."""
    text = _TAG.sub(lambda tag: _said(tag[1], game) if tag[2].startswith("#") else tag[0], text)
    there = {tag[1].lower() for tag in _TAG.finditer(text)}
    return "".join(f"{_said(name, game)}\n" for name in game.tags if name not in there) + text


def _said(name: str, game: Game) -> str:
    value = game.tags.get(name.lower(), "").replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name[:1].upper()}{name[1:]} "{value}"]'
