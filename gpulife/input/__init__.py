"""Turns keys and gamepads into actions and commands: a table of controls, their bindings, and the poller.

``names`` says how a key or button is written, ``controls`` is the table, ``bindings`` says what is bound to what,
``poller`` turns events into actions and commands, ``glyphs`` shows what is bound, and only ``glfw_input`` knows the
window system.
"""
