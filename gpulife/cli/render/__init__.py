"""``gpulife render``: patterns and replays as films and pictures, without a window, the same every time."""
