"""The conformance suite's runner: worked examples as data, held against the engine."""

from amends.conformance.case import Case, read_cases
from amends.conformance.runner import Verdict, run, run_case

__all__ = ["Case", "Verdict", "read_cases", "run", "run_case"]
