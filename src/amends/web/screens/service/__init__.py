"""For programs that watch the server."""
