"""Files that somebody has sent: read, mended, and made ready to be accepted."""
