"""The standings of events: pairs and individuals, Swiss pairs, teams of four in matches."""
