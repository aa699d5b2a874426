"""What a user can do, once, for the command and the web: import, preview, give, withdraw, appeal, publish."""

from amends.desk.commands.cases import Report
from amends.desk.desk import Desk, open_desk
from amends.desk.drafting import Draft, Drafting, Effect, Unlawful
from amends.desk.open_event import OpenEvent
from amends.store import KeptEvent

__all__ = ["Desk", "Draft", "Drafting", "Effect", "KeptEvent", "OpenEvent", "Report", "Unlawful", "open_desk"]
