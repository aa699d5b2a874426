"""Who plays: names, contestants who come late, substitutes, and who sat where."""
