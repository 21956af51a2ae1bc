"""Keyboard and gamepad input: the table of controls, the keys bound to each, and the poller that makes requests.

``names`` parses the names of keys and buttons, ``controls`` is the table of controls, and ``bindings`` assigns keys and
buttons to them. ``poller`` turns events into actions and commands. ``glyphs`` makes pictures of the keys bound to a
control. Only ``glfw_input`` depends on the window system.
"""
