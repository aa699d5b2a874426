"""Commands that look after the store, and that look things up."""
