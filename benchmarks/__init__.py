"""Benchmarks of amends: ratios measured in one run, never a time that must be kept. `python -m benchmarks`."""
