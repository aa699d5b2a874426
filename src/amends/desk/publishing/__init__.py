"""Publishing an event: its files, their folder, and what is still open before results are final."""
