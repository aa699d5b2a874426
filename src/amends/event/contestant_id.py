"""What a contestant is called: its number, with the section before it and the direction behind it where needed."""

from __future__ import annotations


def in_section(section: str, number: str) -> str:
    """The number with its section before it; with a hyphen between where two numbers would run together.

    >>> in_section('A', '3NS'), in_section('Sect1', '12'), in_section('', '7')
    ('A3NS', 'Sect1-12', '7')
    """
    return f"{section}{_between(section, number)}{number}"


def without_section(contestant: str, section: str) -> str:
    """What `in_section` put together, without the section.

    >>> without_section('A3NS', 'A'), without_section('Sect1-12', 'Sect1'), without_section('12', '1')
    ('3NS', '12', '12')
    """
    if section and contestant.startswith(section):
        for number in (contestant[len(section) + 1 :], contestant[len(section) :]):
            if number and in_section(section, number) == contestant:
                return number
    return contestant


def short(contestant: str, section: str) -> str:
    """The number alone, without section and direction: A3NS is also 3."""
    return without_section(contestant, section).removesuffix("NS").removesuffix("EW")


def _between(section: str, number: str) -> str:
    return "-" if section[-1:].isdigit() and (number[:1].isdigit() or number[:1] == "-") else ""
