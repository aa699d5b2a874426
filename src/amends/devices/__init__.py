"""Table devices: what they send and are sent, as values, and the protocol of each make."""
