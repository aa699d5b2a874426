"""The journal: what happened to an event, entry by entry, each sealed with the digest of the one before.

Table results are never changed; a correction, a ruling, a withdrawal is one more entry. The event is the fold of
the journal, and the event as it stood at any moment is the fold of a prefix. Names of people are no part of the chain.
"""

from amends.event.begun import continued, journal_of
from amends.event.chain import (
    BEGINNING,
    Entry,
    append,
    digest,
    entry_data,
    entry_of,
    payload_of,
    people_of,
    verify,
    with_people,
    without_people,
)
from amends.event.entries import (
    KINDS,
    CarriedOver,
    ContestantsEntered,
    DealsEntered,
    EnteredContestant,
    EnteredPair,
    EventSetUp,
    Payload,
    PenaltyGiven,
    PenaltyWithdrawn,
    PublishedStandings,
    Reference,
    RegulationChosen,
    ResultCorrected,
    ResultsEntered,
    RulingGiven,
    RulingsEntered,
    RulingWithdrawn,
    VictoryPointsAwarded,
)
from amends.event.fold import fold
from amends.event.people import People, Person, Register, new_salt
from amends.event.plain import canonical, plain

__all__ = [
    "BEGINNING",
    "KINDS",
    "CarriedOver",
    "ContestantsEntered",
    "DealsEntered",
    "EnteredContestant",
    "EnteredPair",
    "Entry",
    "EventSetUp",
    "Payload",
    "PenaltyGiven",
    "PenaltyWithdrawn",
    "People",
    "Person",
    "PublishedStandings",
    "Reference",
    "Register",
    "RegulationChosen",
    "ResultCorrected",
    "ResultsEntered",
    "RulingGiven",
    "RulingWithdrawn",
    "RulingsEntered",
    "VictoryPointsAwarded",
    "append",
    "canonical",
    "continued",
    "digest",
    "entry_data",
    "entry_of",
    "fold",
    "journal_of",
    "new_salt",
    "payload_of",
    "people_of",
    "plain",
    "verify",
    "with_people",
    "without_people",
]
