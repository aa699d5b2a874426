"""Publishing in the app: what was chosen, and the pages before they are published."""
