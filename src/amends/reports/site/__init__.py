"""An event as pages that link to each other: ranking, boards, score cards, rulings, changes; each with its data."""
