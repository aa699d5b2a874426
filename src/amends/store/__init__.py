"""The store: journals of many events, kept in SQLite by default and in PostgreSQL for many writers."""

from amends.store.kept import Draft, KeptAccount, KeptEvent, Overtaken
from amends.store.place import location, place_of
from amends.store.salvage import Salvaged, SalvagedEvent, salvage
from amends.store.store import Store, open_store

__all__ = [
    "Draft",
    "KeptAccount",
    "KeptEvent",
    "Overtaken",
    "Salvaged",
    "SalvagedEvent",
    "Store",
    "location",
    "open_store",
    "place_of",
    "salvage",
]
