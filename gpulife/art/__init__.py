"""Kinetic art: an endless show of scenes. Each scene is a universe that is kept from coming to a standstill.

``playlist`` reads programmes (lists of scenes) and chooses the next scene. ``scene_setup`` fills a scene's board with
cells, and ``scene_runner`` keeps the board changing. ``auto_camera`` moves the camera to places where much happens.
``display`` has helpers for a screen that runs for months.
"""
