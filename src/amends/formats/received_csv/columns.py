"""The columns of ReceivedData."""

from __future__ import annotations

WRITTEN = (
    *("ID", "Section", "Table", "Round", "Board", "PairNS", "PairEW", "Declarer"),
    *("NS/EW", "Contract", "Result", "LeadCard", "Remarks", "Erased"),
)
"""The columns that are written; of an individual also South and West."""

_OTHERS = (
    *("South", "West", "DateLog", "TimeLog", "Processed", "Processed1", "Processed2", "Processed3", "Processed4"),
    *("ExternalUpdate", "SuspiciousContract"),
)

NAMES = {name.lower().replace("/", ""): name for name in (*WRITTEN, *_OTHERS)}
"""All columns, by their names in small letters without signs."""

NEEDED = {"Section", "Table", "Round", "Board", "PairNS", "PairEW", "Contract", "Result"}
"""The columns without which a text is not this table."""
