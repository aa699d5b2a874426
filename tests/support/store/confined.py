"""Run as a process of its own, without the rights of root and, if so told, without room on the disk.

Arguments: the store, the most bytes of a file ("-" for no limit). Prints what went wrong, or nothing.
"""

from __future__ import annotations

import ctypes
import os
import resource
import sys

from amends.faults import Faults
from amends.store import open_store
from support.store.making import longer


def give_up_rights() -> None:
    """Root without its capabilities may do what the permissions of files say, like anybody else."""
    if os.geteuid() != 0:
        return
    version_3 = (ctypes.c_uint32 * 2)(0x20080522, 0)
    none_at_all = (ctypes.c_uint32 * 6)()
    assert ctypes.CDLL(None).capset(version_3, none_at_all) == 0


def main(where: str, most_bytes: str) -> None:
    give_up_rights()
    if most_bytes != "-":
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(most_bytes), int(most_bytes)))
    try:
        with open_store(where) as store:
            store.begin("Saturday", entries=longer((), 500))
    except Faults as trouble:
        print(trouble)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
