"""Kinetic art: programmes of scenes, the order in which they are shown, and universes that never come to rest.

A ``playlist`` has scenes and says which is next, ``scene_setup`` sows its board and ``scene_runner`` keeps it
alive. ``auto_camera`` looks for what happens, and ``display`` keeps a screen fit for months of it.
"""
