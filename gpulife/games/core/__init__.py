"""What games share: actions, orders, specs, cursors, consent, series of rounds."""
