"""The director's web app: pages with plain forms over the desk, for a phone in a cellar and a laptop beside it."""
