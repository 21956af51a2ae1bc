"""Kinetic art: programmes of scenes, the order in which they are shown, and universes that never stand still.

``playlist`` has scenes and chooses the next one. ``scene_setup`` sows a scene's board, and ``scene_runner`` keeps it
alive. ``auto_camera`` moves the camera to activity, and ``display`` has helpers for a screen that runs for months.
"""
