"""Shows the statistics of a round: at the end of a round with turning points, and whenever the user asks."""

from gpulife.games.core.score_history import RoundStats
from gpulife.games.core.series import Series
from gpulife.games.core.turning_points import Summary, summarise
from gpulife.input.commands import CommandOrAction
from gpulife.seats import SIDES
from gpulife.window.panels.panel_state import RoundSummaryState
from gpulife.window.panels.round_summary_card import draw_card
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.open_session import OpenSession
from gpulife.window.shell import Shell

_CONTROL = "result"
_FRESH_FOR = 500
"""A summary of n scores is used again for n / 500 generations. Making one takes time in proportion to n."""


def draw_round_summary(controller: AnyController, *, can_watch: bool = True) -> list[CommandOrAction]:
    """Draw the statistics into Dear ImGui's current frame if they are open; return the user's requests.

    Args:
        controller: controller of the session.
        can_watch: True if the user can watch the round again from a turning point on.
    """
    shell, play = controller.shell, controller.play
    state, session = shell.panel_state.round_summary, play.session
    if state.session is not session:
        state = shell.panel_state.round_summary = RoundSummaryState(session, asked=state.asked or state.has_asked)
    stats = session.round_stats
    if stats is not None and play.runner.seeking is None and not session.in_the_past:
        state.follow(over=stats.over)
    was_drawn, state.drawn = state.drawn, False
    if stats is not None and len(stats.scores) == len(SIDES) and (was_drawn or play.runner.seeking is None):
        # While rewinding, closed statistics stay closed: they would flicker at each end of a round.
        tells = stats.over and stats.generation > stats.began and controller.opens_statistics
        tells = tells and (controller.tells_every_round or _has_a_story(controller, stats))
        state.drawn = state.is_open(stats.round, by_itself=tells)
    if stats is None or not state.drawn:
        state.steered = False
        return []
    inputs = shell.poller.bindings.table[_CONTROL]
    key = next((input_.title for input_ in inputs if input_.device == "key"), "")
    series: Series | None = getattr(session.state, "series", None)
    summary = _summary(controller, stats)
    return draw_card(
        state,
        summary,
        play.display.look.colours,
        key,
        series,
        controller.end_reason,
        controller.after_round,
        below=controller.layout.covered.below,
        shows_lead=controller.charts_lead,
        can_watch=can_watch,
    )


def _has_a_story(controller: AnyController, stats: RoundStats) -> bool:
    """Return True if a round has turning points, so that its statistics appear by themselves at the end."""
    return bool(_summary(controller, stats).turning_points)


def toggle_round_summary(shell: Shell, play: OpenSession) -> None:
    """Open the round's statistics and let keys operate them; if they are already open, close them."""
    state, stats = shell.panel_state.round_summary, play.session.round_stats
    if stats is None or len(stats.scores) != len(SIDES):
        shell.show_message("Only One Seed, Seed List and P2Life have statistics, once the set-up has begun")
    elif state.drawn and state.steered:
        state.close(stats.round)
    else:
        state.open(stats.round)


def _summary(controller: AnyController, stats: RoundStats) -> Summary:
    """Return a summary of the round so far. A cached summary is used unless it is too old."""
    state, session = controller.shell.panel_state.round_summary, controller.play.session
    names = controller.player_names
    if state.summary is not None and state.summary[1].names == names:
        known, old = state.summary
        passed = stats.generation - old.last.generation
        is_near = (old.last.round, old.last.over) == (stats.round, stats.over) and not stats.over
        if (known, old.last) == (len(session.score_history), stats):
            return old
        if is_near and 0 <= passed < len(old.entries) // _FRESH_FOR:
            return old
    summary = summarise(session.score_history.round(session.ticks, stats), names)
    state.summary = len(session.score_history), summary
    return summary
