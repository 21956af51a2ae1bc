"""Sound: synthesised with numpy, mixed in software, and played by miniaudio where there is something to play it on.

Other rooms import ``speaker``, which plays sounds and music by their names, and ``device``, which says what there is to
play on and is the only module that uses miniaudio. Inside, tones become effects and the title's fanfare, and the mixer,
which needs no device, adds up what is heard.
"""
