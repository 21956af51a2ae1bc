"""What the guided round and the outpost share: a round set up for a person who learns, with a result of its own."""

from dataclasses import replace

from gpulife.input.commands import CommandOrAction
from gpulife.seats import Seats
from gpulife.window.games.survival1982.controller import SurvivalController


class LessonController(SurvivalController):
    """Runs a round that waits for one person, who plays on the left, whatever the settings say."""

    def assign_seats(self) -> None:
        """Give the left seat to a person and the right one to the weakest computer."""
        colours = self.play.seats
        self.play.seats = replace(Seats().with_levels(0, 1).in_colours_of(colours))
        super().assign_seats()

    @property
    def ready_for(self) -> None:
        """None, because a lesson does not wait until people are ready."""
        return

    @property
    def ready_offer(self) -> str:
        """Empty: nobody is asked whether they are ready."""
        return ""

    @property
    def after_round(self) -> dict[str, CommandOrAction]:
        """Empty, because the result has buttons of its own."""
        return {}
