"""What the screens of results are made of: the lines of a board as they are typed, and an event that begins by hand."""
