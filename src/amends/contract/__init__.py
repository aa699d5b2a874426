"""The contract: the JSON documents that every door of amends gives and takes, with their published schemas.

Modules that need pydantic are imported when a document is made, so that a command for people never waits for them.
"""

from __future__ import annotations

VERSION = "1"
"""Of the documents: keys are added within a version, and changed or removed only with a new one."""
