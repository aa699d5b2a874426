"""Commands about the web app, the store and its accounts."""
