"""LIFE-2 in a terminal, as on the Teletype that it was made for in 1978: ``gpulife teletype``."""
