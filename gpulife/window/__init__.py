"""The user interface: panels that get plain data and return commands, on Dear ImGui."""

from gpulife.window.no_window import missing_library

try:
    import imgui_bundle  # noqa: F401 - whoever imports anything of this room hears what its library lacks
except ImportError as error:
    raise missing_library(error) from error
