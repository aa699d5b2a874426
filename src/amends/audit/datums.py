"""The datums of a Butler against the scores they come from."""

from __future__ import annotations

from collections.abc import Mapping

from amends import exact
from amends.audit.computed import Computed
from amends.audit.findings import Finding, Tally
from amends.event.published import Printed


def audit_datums(
    computed: Computed, printed: Mapping[tuple[str, str, int], Printed]
) -> tuple[Tally, list[Finding]]:  # fmt: skip
    """Each printed datum."""
    findings = []
    for (session, section, board), figure in printed.items():
        value = computed.datums.get((session, section, board), computed.datums.get((session, "", board)))
        if value is None or not figure.agrees(value):
            gives = "nothing" if value is None else exact.brief(value)
            where = f"{f'session {session}, ' if session else ''}board {board}"
            words = f"the file prints a datum of {figure}, the scores give {gives}"
            findings.append(Finding("datum", where, str(figure), gives, words))
    return Tally("datums", len(printed) - len(findings), len(printed)), findings
