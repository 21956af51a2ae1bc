"""The user interface: panels that get plain data and return commands, on Dear ImGui."""
