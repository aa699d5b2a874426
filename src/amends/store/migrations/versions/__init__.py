"""The versions of the store, one module each. What a version did is never changed, only followed by another."""
