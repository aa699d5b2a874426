"""The kinds of cases: a module each, with KIND and `evaluate(given, regulation)`."""
