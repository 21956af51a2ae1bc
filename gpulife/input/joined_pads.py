"""Joins several sources of gamepads into one."""

from gpulife.input.pads import PadSource, PadState, RawPad


class JoinedPads:
    """A ``PadSource`` with all pads of other sources, which number them differently.

    Args:
        sources: the other sources.
    """

    def __init__(self, *sources: PadSource) -> None:
        self._sources = sources

    def poll(self) -> dict[int, PadState]:
        """Return the states of all pads with a known mapping."""
        return {number: state for source in self._sources for number, state in source.poll().items()}

    def unmapped(self) -> dict[int, RawPad]:
        """Return all joysticks without a known mapping."""
        return {number: pad for source in self._sources for number, pad in source.unmapped().items()}
