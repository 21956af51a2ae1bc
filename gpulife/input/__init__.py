"""Turns keyboard and gamepad input into requests, by a table of controls and the keys bound to them.

* ``names``: names of keys and buttons.
* ``controls``: the table of controls.
* ``bindings``: the keys and buttons bound to each control.
* ``poller``: turns events into requests: actions and commands.
* ``glyphs``: pictures of the keys bound to a control.
* ``glfw_input``: input from the window system; no other module here depends on it.
"""
