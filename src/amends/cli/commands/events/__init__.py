"""Commands about events of the store: their results, journal and publications."""
