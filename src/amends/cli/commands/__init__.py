"""The commands, in packages by what they are about; COMMANDS lists those of a module by their words."""

PANELS = {
    "files": "Results in files",
    "events": "Events in the store",
    "rulings": "Rulings",
    "figures": "Single figures",
    "hosting": "App, store and accounts",
}
"""The packages in the order of the help, with their titles there."""
