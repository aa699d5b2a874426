"""What a director weighs: polls and weights, and the checks that keep a ruling lawful."""
