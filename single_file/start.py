"""What the program in a single file runs: the command; without a word, as after a double click, the app."""

import sys

from amends.cli import main

if __name__ == "__main__":
    if len(sys.argv) == 1:
        sys.argv.append("serve")
    main()
