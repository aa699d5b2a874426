"""Files: what amends reads and writes, one module a format."""
