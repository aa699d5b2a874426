"""Screens about people: signing in, accounts, the club."""
