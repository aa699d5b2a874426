"""The commands: each module has NAME and `command`."""
