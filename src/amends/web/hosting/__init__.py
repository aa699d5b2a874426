"""The server around the app: connections and their limits, proxies, a path prefix, the log, measurements."""
