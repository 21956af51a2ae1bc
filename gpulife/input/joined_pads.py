"""Several sources of gamepads as one."""

from gpulife.input.pads import PadSource, PadState, RawPad


class JoinedPads:
    """A ``PadSource`` of all pads of others, which number them differently.

    Args:
        sources: the others.
    """

    def __init__(self, *sources: PadSource) -> None:
        self._sources = sources

    def poll(self) -> dict[int, PadState]:
        """Return the states of all pads with a known mapping."""
        return {number: state for source in self._sources for number, state in source.poll().items()}

    def unmapped(self) -> dict[int, RawPad]:
        """Return all joysticks without one."""
        return {number: pad for source in self._sources for number, pad in source.unmapped().items()}
