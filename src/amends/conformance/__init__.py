"""The conformance suite's runner: worked examples as data, held against the engine."""

from amends.conformance.runner import CaseVerdict, ConformanceCase, read_cases, run, run_case

__all__ = ["CaseVerdict", "ConformanceCase", "read_cases", "run", "run_case"]
