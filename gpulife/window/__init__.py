"""The window: screens with a board, panels and pages. It is built with glfw, OpenGL and Dear ImGui."""

from gpulife.window.no_window import missing_library

try:
    import imgui_bundle  # noqa: F401 - importing any module of this package tells what Dear ImGui lacks
except ImportError as error:
    raise missing_library(error) from error
