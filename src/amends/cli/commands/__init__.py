"""The commands, in packages by what they are about; COMMANDS lists those of a module by their words."""

PANELS = {
    "app": "App",
    "files": "Files",
    "events": "Events",
    "rulings": "Rulings",
    "figures": "Calculators",
    "care": "Care and reference",
}
"""The packages in the order of the help, with their titles there."""
