"""Values as plain data for JSON, and back."""
