"""Turns keys and gamepads into actions and commands: the table of controls, their bindings, and the poller.

``names`` reads and writes the names of keys and buttons, ``controls`` is the table, ``bindings`` assigns keys and
buttons to controls, ``poller`` turns events into actions and commands, and ``glyphs``
shows what is bound. Only ``glfw_input`` knows the
window system.
"""
