"""What visitors send: fields of forms, entries, files; and files they download."""
