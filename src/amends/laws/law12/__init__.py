"""Law 12: the Director's discretionary powers. One module a clause that calculates."""
