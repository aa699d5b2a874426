"""The award of a committee on the command line: the flags, and the ruling that they make of the one appealed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

import typer

from amends.event.ruling import Ruling
from amends.faults import Faults, refuse
from amends.formats.reading import Given
from amends.formats.ruling_tables import read_ruling
from amends.rulings.votes import read_polls

Both = Annotated[
    str | None, typer.Option("--both", metavar="AWARD", help='The award for both sides: "60% 4H N =; 40% 4H N -1".')
]
AwardNS = Annotated[str | None, typer.Option("--award-ns", metavar="AWARD", help="The award for N-S alone.")]
AwardEW = Annotated[str | None, typer.Option("--award-ew", metavar="AWARD", help="The award for E-W alone.")]
SelfInflicted = Annotated[
    str | None,
    typer.Option("--self-inflicted", metavar="SIDE", help="12C1(e) for this side, with --normal and --expected."),
]
Normal = Annotated[
    str | None, typer.Option("--normal", metavar="AWARD", help="12C1(e): the result without the infraction.")
]
Expected = Annotated[
    str | None, typer.Option("--expected", metavar="AWARD", help="12C1(e): the result expected after the infraction.")
]
Stands = Annotated[bool, typer.Option("--stands", help="The table result stands.")]
NonOffending = Annotated[
    str | None, typer.Option("--non-offending", metavar="SIDE", help="Who is non-offending: ns, ew, both or none.")
]
Polls = Annotated[
    list[str] | None,
    typer.Option("--poll", metavar="VOTES", help='A poll: "4H N =*3; 4H N -1*2"; a further one refines it.'),
]
Laws = Annotated[
    list[str] | None, typer.Option("--laws", metavar="LAWS", help='The laws: "16B1, 12C1(c)"; may be repeated.')
]
Accept = Annotated[
    list[str] | None,
    typer.Option("--accept", metavar="CLAUSE=WHY", help="Why something unusual is right here; may be repeated."),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Varying:
    """What the command line says of the new award; None and empty where it says nothing."""

    both: str | None = None
    ns: str | None = None
    ew: str | None = None
    self_inflicted: str | None = None
    normal: str | None = None
    expected: str | None = None
    stands: bool = False
    non_offending: str | None = None
    polls: Sequence[str] = ()
    laws: Sequence[str] = ()
    accept: Sequence[str] = ()

    def flags(self) -> list[str]:
        """The flags that were given."""
        said = {
            "--both": self.both,
            "--award-ns": self.ns,
            "--award-ew": self.ew,
            "--self-inflicted": self.self_inflicted,
            "--normal": self.normal,
            "--expected": self.expected,
            "--stands": self.stands,
            "--non-offending": self.non_offending,
            "--poll": self.polls,
            "--laws": self.laws,
            "--accept": self.accept,
        }
        return [flag for flag, value in said.items() if value or (value is not None and value == "")]

    def ruling(self, appealed: Ruling, reason: str) -> Ruling:
        """The ruling that takes the place of the appealed one; what is not said is as it was there."""
        try:
            said = read_ruling(Given(self._table(appealed)))
        except Faults as trouble:
            raise _by_flags(trouble) from None
        sides = said.non_offending if self.non_offending is not None else appealed.non_offending
        return replace(
            appealed,
            id="",
            awards=said.awards,
            self_inflicted=said.self_inflicted,
            non_offending=None if said.stands else sides,  # a result that stands redresses nobody
            fault=None,
            laws=said.laws or appealed.laws,
            poll=tuple(dict(stage.votes) for stage in read_polls([[each] for each in self.polls])),
            reason=reason,
            director="",
            time=None,
            accept=self._accepted(),
            replaces=appealed.id,
        )

    def _table(self, appealed: Ruling) -> dict[str, Any]:
        """The flags as a rulings file has them, so that one reader refuses what does not fit together."""
        damage = {"side": self.self_inflicted, "normal": self.normal, "expected": self.expected}
        said = {
            "board": appealed.board,
            "both": self.both,
            "ns": self.ns,
            "ew": self.ew,
            "self_inflicted": {key: value for key, value in damage.items() if value is not None} or None,
            "non_offending": self.non_offending,
            "laws": [law.strip() for text in self.laws for law in text.split(",") if law.strip()],
            "stands": self.stands,
        }
        return {key: value for key, value in said.items() if value is not None}

    def _accepted(self) -> dict[str, str]:
        found = {}
        for text in self.accept:
            clause, equals, why = text.partition("=")
            if not equals or not clause.strip() or not why.strip():
                raise refuse(f"--accept {text!r}", '--accept "CLAUSE=why", such as --accept "12C1(c)=a wide poll"')
            found[clause.strip()] = why.strip()
        return found


_FLAGS = {
    "ns": "--award-ns",
    "ew": "--award-ew",
    "both": "--both",
    "both, ns, ew, fault, self_inflicted or stands = true": (
        "--both, --award-ns, --award-ew, --self-inflicted or --stands"
    ),
}


def _by_flags(trouble: Faults) -> Faults:
    """The faults with the names of the flags in place of the keys of a file."""
    return Faults(
        replace(fault, where=_FLAGS.get(fault.where, fault.where), expected=_FLAGS.get(fault.expected, fault.expected))
        for fault in trouble.faults
    )
