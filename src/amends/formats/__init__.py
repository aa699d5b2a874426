"""Files: what amends reads and writes, one module a format; load, loads, dump and dumps serve them all.

>>> from amends import formats
>>> document = formats.loads('board,ns,ew,result\\n7,3,11,4H N =\\n7,5,9,4H N -1\\n')
>>> print(formats.dumps(document, 'travellers').splitlines()[1])
7,3,11,4H N =
"""

from amends.formats.format import Format, dump, dumps, known, load, loads

__all__ = ["Format", "dump", "dumps", "known", "load", "loads"]
