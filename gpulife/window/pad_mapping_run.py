"""Run the mapping wizard on one gamepad whose buttons are not known."""

from pathlib import Path

from gpulife.input.glfw_pads import add_mapping
from gpulife.input.pad_mapping_files import save_mapping
from gpulife.input.pad_mapping_wizard import Wizard
from gpulife.input.pads import PadSource


class PadMapping:
    """The mapping wizard for one gamepad.

    Attributes:
        socket: number of the gamepad's socket.
        wizard: the questions and answers so far.
    """

    def __init__(self, pads: PadSource, socket: int) -> None:
        self.socket = socket
        self._pads = pads
        self.wizard = Wizard(pads.unmapped()[socket])

    def read_pad(self) -> bool:
        """Take an answer from the gamepad, once a frame; return whether it is still plugged in."""
        pad = self._pads.unmapped().get(self.socket)
        if pad is not None:
            self.wizard = self.wizard.read(pad)
        return pad is not None

    def save(self, path: Path) -> None:
        """Write the mapping to the user's file and use it.

        Raises:
            OutputError: the file cannot be written.
        """
        line = self.wizard.mapping_line()
        save_mapping(path, line)
        add_mapping(line)
