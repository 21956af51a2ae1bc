"""Sound: synthesised with numpy, mixed in software, and played by miniaudio where there is something to play it on.

``tones`` makes single tones, ``sounds`` the effects and ``fanfare`` the music out of them; ``mixer`` adds up what is
heard and needs no device; ``device`` is the only module that uses miniaudio; ``speaker`` is what the window uses.
"""
