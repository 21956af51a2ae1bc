"""Keyboard and gamepad input: the table of controls, their bindings, and the poller that makes requests.

``names`` parses the names of keys and buttons, ``controls`` is the table, ``bindings`` assigns keys and buttons to
controls, ``poller`` turns events into actions and commands, and ``glyphs`` shows which keys are bound. Only
``glfw_input`` depends on the window system.
"""
