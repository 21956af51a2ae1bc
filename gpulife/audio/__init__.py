"""Sound: synthesised with numpy, mixed in software, and played by miniaudio if there is a sound device.

Other packages import only ``speaker``, which plays sounds and music by name, and ``device``, which finds sound devices
and is the only module that uses miniaudio. Inside this package, ``_tones`` has the tones, ``_sounds`` the effects and
the title's fanfare made of them, and ``_mixer`` adds up everything that plays. The mixer needs no device.
"""
