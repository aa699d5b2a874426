"""The Laws of Duplicate Bridge, as far as they calculate or forbid: a module a law, functions in the law's order."""
