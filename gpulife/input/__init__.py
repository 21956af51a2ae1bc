"""From keys and pads to what they ask of the program: one table of controls, their bindings, and the poller.

``names`` says how a key or button is written, ``controls`` is the table, ``bindings`` what is bound to what, ``poller``
turns events into commands, and only ``glfw_*`` know the window system.
"""
