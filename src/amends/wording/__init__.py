"""Text for people: awards, figures, names, times and settings in words; nothing is laid out here."""
