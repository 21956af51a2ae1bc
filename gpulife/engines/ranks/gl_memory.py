"""The memory of all ranks together, and what a board takes of it, for those who only ask."""

from gpulife.engines.bitplanes.gl_engine import GLPlanesEngine
from gpulife.engines.cells.gl_engine import GLCellsEngine
from gpulife.engines.engine_choice import choose_engine
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.ranks.calls import Call, run_calls
from gpulife.engines.ranks.member import Abilities, Member, free_by_memory
from gpulife.ranks.world import World
from gpulife.rules import Rule


def free_on_ranks(world: World) -> int:
    """Return the bytes that are free for boards on all ranks; what several share counts once.

    Raises:
        EngineError: a rank could not tell.
    """
    call = Call(None, None, Member.abilities, ())
    told: list[Abilities] = run_calls(world, dict.fromkeys(range(world.size), call))
    return sum(free_by_memory(told).values())


def memory_of_board(rule: Rule, shape: tuple[int, int], device: GLDevice) -> int:
    """Return about the bytes that a board of ``shape`` (rows, columns) takes on all ranks; ``device`` is rank 0's."""
    name, _ = choose_engine(rule, shape, device)
    kind = GLPlanesEngine if name == "planes" and device.has_compute else GLCellsEngine
    return kind.memory_needed(shape, rule.live_states)
