"""Commands about rulings, cases, appeals and penalties of an event."""
