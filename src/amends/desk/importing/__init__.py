"""Files that are brought into events of the store, once or again."""
