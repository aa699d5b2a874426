"""Screens of an event: all events, settings, a new event, the journal."""
