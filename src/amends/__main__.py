"""`python -m amends` is the command."""

from amends.cli import main

main()
