"""Sound: synthesised with numpy, mixed in software, and played by miniaudio if there is a sound device.

Other packages import only ``speaker``, which plays sounds and music by name, and ``device``, which finds sound devices
and is the only module that uses miniaudio. Inside this package, ``_tones`` makes tones. ``_sounds`` makes the effects
and the title's fanfare from tones. ``_mixer`` adds up everything that plays, and needs no device.
"""
