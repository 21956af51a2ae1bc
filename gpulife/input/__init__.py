"""Turns keys and gamepads into actions and commands: a table of controls, their bindings, and the poller.

``names`` says how a key or button is written, ``controls`` is the table, ``bindings`` says what is bound to what,
``poller`` turns events into actions and commands, and only ``glfw_*`` know the window system.
"""
