"""What published figures follow from the scores, and what does not."""

from amends.audit.auditing import audit
from amends.audit.findings import Audit, Finding, Tally

__all__ = ["Audit", "Finding", "Tally", "audit"]
