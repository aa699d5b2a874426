"""Sessions, cross-site forms, response headers and size limits."""
