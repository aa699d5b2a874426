"""Polls: votes, shares, logical alternatives, and the weights that a poll supports."""
