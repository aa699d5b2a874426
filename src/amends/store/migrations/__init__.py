"""How the tables came to be what they are, one step a version; they run by themselves when a store is opened."""
