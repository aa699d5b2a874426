"""What published figures follow from the scores, and what does not."""

from amends.audit.auditing import audit
from amends.audit.findings import Audit, AuditFinding, AuditTally

__all__ = ["Audit", "AuditFinding", "AuditTally", "audit"]
