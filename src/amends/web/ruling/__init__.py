"""The guided ruling on pages: one question a screen, the answers so far on top, the effect before the decision."""
