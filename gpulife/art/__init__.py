"""Kinetic art: an endless show of scenes. Each scene is a universe that never stops changing.

``playlist`` reads programmes (lists of scenes) and chooses the next scene. ``scene_setup`` fills a scene's board with
cells, and ``scene_runner`` keeps the board changing. ``auto_camera`` points the camera at the busy parts of the board.
``display`` has helpers for a screen that runs for months.
"""
