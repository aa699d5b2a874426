"""The kinds of cases: a function `evaluate_KIND(given, regulation)` for each."""
