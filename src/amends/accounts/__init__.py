"""Accounts: who may sign in, in which role, with which PIN or password, and how often they may try."""
