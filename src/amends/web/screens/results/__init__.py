"""Screens for results: typing them, and files with them."""
