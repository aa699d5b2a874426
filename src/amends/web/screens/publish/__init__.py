"""Screens for publications, papers and exported files."""
