"""How fast it goes: ``gpulife bench``, its peers in the same run, and ``gpulife stress``."""
