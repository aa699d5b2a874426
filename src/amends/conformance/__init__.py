"""The conformance suite's runner: worked examples as data, held against the engine."""

from amends.conformance.runner import Case, Verdict, read_cases, run, run_case

__all__ = ["Case", "Verdict", "read_cases", "run", "run_case"]
