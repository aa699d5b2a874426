"""What the desk shows of an event: overview, logs, differences between moments."""
