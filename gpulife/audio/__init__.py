"""Sound: synthesised with numpy, mixed in software, and played by miniaudio if there is a sound device.

Other rooms import only ``speaker``, which plays sounds and music by name, and ``device``, which finds sound devices and
is the only module that uses miniaudio. Inside the room, tones form effects and the title's fanfare, and the mixer,
which
needs no device, adds up everything that plays.
"""
