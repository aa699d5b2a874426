"""Options of commands: how they are declared, shared and read."""
