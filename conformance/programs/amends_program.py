"""amends itself as a program that is held to the suite; it must pass every case."""

from __future__ import annotations

import sys

from amends.conformance.protocol import answer_line

for line in sys.stdin:
    print(answer_line(line), flush=True)
