"""The four levels of the computer, for people, in games in which they differ in the same way."""

from gpulife.games.core.game_spec import ComputerLevel

COMMON_LEVELS = (
    ComputerLevel("Beginner", "plants what comes to hand, anywhere near its cells"),
    ComputerLevel("Gardener", "tends its own cells, looks 24 generations ahead, spends its seeds early"),
    ComputerLevel("Rival", "weighs both sides 72 generations ahead, keeps as many seeds as you"),
    ComputerLevel("Survivor", "looks to the bottom of the clock, keeps its seeds for when they decide the game"),
)
