"""Kinetic art: programmes of scenes, the order in which they are shown, and universes that never come to rest."""
