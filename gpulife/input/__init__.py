"""Turns keys and gamepads into actions and commands: the table of controls, their bindings, and the poller.

``names`` reads and writes the names of keys and buttons, ``controls`` is the table, ``bindings`` assigns keys and
buttons to controls, and ``poller`` turns events into actions and commands. Only the ``glfw_*`` modules depend on the
window system.
"""
