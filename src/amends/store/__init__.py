"""The store: journals of many events, kept in SQLite by default and in PostgreSQL for many writers."""

from amends.store.drafts import TooManyDrafts
from amends.store.key_file import KeyFile
from amends.store.location import location, place_of
from amends.store.records import Draft, DraftChanged, HeldByAnother, KeptAccount, KeptEvent, KeptKey, Overtaken
from amends.store.salvage import Salvaged, SalvagedEvent, salvage
from amends.store.store import Store, open_store

__all__ = [
    "Draft",
    "DraftChanged",
    "HeldByAnother",
    "KeptAccount",
    "KeptEvent",
    "KeptKey",
    "KeyFile",
    "Overtaken",
    "Salvaged",
    "SalvagedEvent",
    "Store",
    "TooManyDrafts",
    "location",
    "open_store",
    "place_of",
    "salvage",
]
