"""What a user can do to an event: each function gives a draft, which the desk previews and confirms."""
