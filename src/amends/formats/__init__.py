"""Files: what amends reads and writes, one module a format; `format.load` and `format.dump` serve them all."""
