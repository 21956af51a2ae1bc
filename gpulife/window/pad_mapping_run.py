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
        lost: whether the gamepad was unplugged.
    """

    def __init__(self, pads: PadSource, socket: int) -> None:
        self.socket = socket
        self._pads = pads
        self.wizard = Wizard(pads.unmapped()[socket])
        self.lost = False

    def read_pad(self) -> None:
        """Read the gamepad and take an answer from it; called once a frame."""
        pad = self._pads.unmapped().get(self.socket)
        self.lost = pad is None
        if pad is not None:
            self.wizard = self.wizard.read(pad)

    def save(self, path: Path) -> None:
        """Write the mapping to the user's file and use it.

        Raises:
            OutputError: the file cannot be written.
        """
        line = self.wizard.mapping_line()
        save_mapping(path, line)
        add_mapping(line)
