"""Screens for readers: ranking, boards, score cards, laws."""
