"""What a user can do, once, for the command and the web: import, preview, give, withdraw, appeal, publish."""

from typing import TYPE_CHECKING

from amends import discovery

if TYPE_CHECKING:
    from amends.desk.commands.cases import Report
    from amends.desk.confirm import Draft, Drafting, Effect, Unlawful
    from amends.desk.desk import Desk, open_desk
    from amends.desk.open_event import OpenEvent
    from amends.store import KeptEvent
else:  # each is imported when it is asked for: most commands need few of them
    __getattr__ = discovery.lazily(
        __name__,
        {
            "amends.desk.commands.cases": "Report",
            "amends.desk.desk": "Desk open_desk",
            "amends.desk.confirm": "Draft Drafting Effect Unlawful",
            "amends.desk.open_event": "OpenEvent",
            "amends.store": "KeptEvent",
        },
    )

__all__ = ["Desk", "Draft", "Drafting", "Effect", "KeptEvent", "OpenEvent", "Report", "Unlawful", "open_desk"]
