"""Controls: everything that a key or pad button can do, with its default keys and buttons.

Each group has a module, and ``table`` puts them together. ``bindings`` binds them, ``poller`` turns key presses into
what they ask for, and the help is made from them. The console's keys are those of the atari800 emulator: F2 OPTION,
F3 SELECT, F4 START, F5 RESET.

On a pad, LT and Back are held to give the other buttons a second meaning. A pad without triggers and sticks reaches
everything through the panels, in menu mode (Back+Start).
"""
