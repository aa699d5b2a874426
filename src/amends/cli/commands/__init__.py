"""The commands; each module has NAME and `command`, or COMMANDS where a noun has several."""
