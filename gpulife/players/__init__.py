"""Players: who acts. A session asks each for its Actions in every tick (``games/player.py``)."""
