"""Turns keyboard and gamepad input into requests, by a table of controls and the keys bound to them.

``names`` parses the names of keys and buttons, ``controls`` is the table of controls, and ``bindings`` assigns keys and
buttons to them. ``poller`` turns events into actions and commands. ``glyphs`` describes pictures of the keys bound to
a control. Only ``glfw_input`` depends on the window system.
"""
