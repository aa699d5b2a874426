"""What --help prints, and the manual page."""
