"""The checks of rulings: of one ruling by itself, and of all rulings in their event."""
