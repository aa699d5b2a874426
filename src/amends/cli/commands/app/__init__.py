"""Commands that run the app and let people, programs and table devices in."""
