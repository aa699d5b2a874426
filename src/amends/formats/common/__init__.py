"""What the formats have in common: files on disk, tables, contestants, score cells, what is lost."""
