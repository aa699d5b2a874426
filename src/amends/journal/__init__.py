"""The journal: what happened to an event, entry by entry, each sealed with the digest of the entry before it.

Table results never change; a correction, a ruling or a withdrawal is another entry. The event is the fold of the
journal, and the event at any moment is the fold of a prefix. Names of people are not part of the chain.
"""
