"""What people read: data first, then text."""
