"""Screens for rulings: the guide, slips, cases, appeals, penalties."""
