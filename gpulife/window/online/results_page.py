"""The page with a server's ratings and its finished matches, whose replays can be watched."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui, imgui_ctx

from gpulife.games.registry import GAMES
from gpulife.online.client.server_records import PlayerRating, RecordedMatch, RecordedPlayer, RecordsLoader, replay_path
from gpulife.online.shown_text import placed_line, shown_text
from gpulife.window.design import CAPTION, GOOD, NOTICE
from gpulife.window.online.lobby_pages import BACK
from gpulife.window.panels.pages import back_pressed, card, default_focus, scroll_by_keys
from gpulife.window.panels.widgets import (
    button_row,
    greyed,
    group_title,
    line_card,
    sentence,
    table_row,
    when_text,
    wrapped_text,
)
from gpulife.window.start.setup_page import page, title_with_back

AGAIN = "again"
_MAX_NAME, _MAX_LINE, _MAX_SHOWN = 24, 160, 50
_COLUMNS = ("", "Player", "Rating", "Played", "Won", "Drawn", "Lost")


@dataclass(frozen=True, slots=True)
class ReplayChoice:
    """A finished match, with a replay, that the user chose."""

    match: RecordedMatch


@dataclass(slots=True)
class ResultsPage:
    """The page with results.

    Attributes:
        loader: loads results and replays from the server.
        server: the server's title.
        game: the game whose players and matches are shown; "" for the first game in the list.
        problem: one line about the latest failure; "" for none.
    """

    loader: RecordsLoader
    server: str
    game: str = field(default="")
    problem: str = ""

    def draw(self) -> ReplayChoice | str | None:
        """Draw the page over the whole window; return the chosen replay, BACK or AGAIN, or None for no choice yet."""
        chosen: ReplayChoice | str | None = None
        with page("results"):
            if title_with_back("Results"):
                chosen = BACK
            wrapped_text(self.server)
            problem = self.problem or self.loader.problem
            if problem:
                wrapped_text(sentence(shown_text(problem, 200)), NOTICE)
            if self.loader.busy:
                wrapped_text("Loading the replay \u2026")
            if self.loader.records is not None:
                chosen = self._records() or chosen
            elif not problem:
                wrapped_text(f"Asking {self.loader.address.text} \u2026")
            elif button_row(["Ask again"], default=0) is not None:
                chosen = AGAIN
            scroll_by_keys()
        return BACK if back_pressed() else chosen

    def _records(self) -> ReplayChoice | None:
        records = self.loader.records
        games = records.games if records is not None else ()
        if records is None or not games:
            wrapped_text("No match has been finished here yet.")
            return None
        if self.game not in games:
            self.game = games[0]
        matches = [match for match in records.matches if match.game == self.game][:_MAX_SHOWN]
        first = next((place for place, match in enumerate(matches) if replay_path(match)), None)
        titles, at = [_title(game) for game in games], games.index(self.game)
        default = at if first is None else None
        if (pressed := button_row(titles, picked=at, columns=min(len(games), 3), default=default)) is not None:
            self.game = games[pressed]
            return None
        chosen = None
        group_title("Finished matches: choose one to watch it again")
        for place, match in enumerate(matches):
            with imgui_ctx.push_id(f"{self.game} {place}"):
                chosen = self._match(match, focuses=place == first) or chosen
        if not matches:
            wrapped_text("None.")
        if ratings := records.ratings.get(self.game):
            group_title("Players")
            with card("ratings"):
                _table(ratings)
        return chosen

    @staticmethod
    def _match(match: RecordedMatch, *, focuses: bool) -> ReplayChoice | None:
        has_replay = bool(replay_path(match))
        with greyed(on=not has_replay):
            state = ("Rated", GOOD) if match.rated else ("Not rated", CAPTION)
            pressed = line_card(icons.ICON_FA_TROPHY, placed(match.players), about(match), state)
        if focuses:
            default_focus()
        return ReplayChoice(match) if pressed else None


def placed(players: Sequence[RecordedPlayer]) -> str:
    """Return a line with the result of a match: its players, the winner first."""
    return placed_line(players, lambda name: shown_text(name, _MAX_NAME))


def about(match: RecordedMatch) -> str:
    """Return a line about a match: its name, when it ended, why it is not rated, and whether the replay is missing."""
    why = f"not rated: {match.why_not}" if match.why_not and not match.rated else ""
    words = [match.name, when_text(match.ended, time.time()), why, "" if replay_path(match) else "no replay"]
    return shown_text(", ".join(filter(None, words)), _MAX_LINE)


def _title(game: str) -> str:
    known = GAMES.get(game)
    return shown_text(game, 20) if known is None else known.title


def _table(ratings: Sequence[PlayerRating]) -> None:
    flags = imgui.TableFlags_.sizing_stretch_prop | imgui.TableFlags_.row_bg
    if not imgui.begin_table("players", len(_COLUMNS), flags):
        return
    table_row(*_COLUMNS, colour=CAPTION)
    for place, each in enumerate(ratings[:_MAX_SHOWN], start=1):
        numbers = (each.games, each.wins, each.draws, each.losses)
        rating = f"{each.rating}?" if each.provisional else f"{each.rating}"
        table_row("" if each.provisional else f"{place}", shown_text(each.name, _MAX_NAME), rating, *map(str, numbers))
    imgui.end_table()
    if any(each.provisional for each in ratings):
        wrapped_text("A rating with a question mark is based on few matches.")
