"""Of what reports are made: tables, sheets, diagrams, and how they become text and pages."""
