"""What scorers and directors type: new events, lists of contestants, results."""
