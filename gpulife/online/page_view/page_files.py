"""Gives the files of the browser page, keyed by path. One of the files lists the games that people may host."""

from string import ascii_lowercase, digits
from typing import Any

import msgspec
import numpy as np

from gpulife.engines.reference import next_generation
from gpulife.games.core.game_spec import GameSpec
from gpulife.games.core.shared_texts import online_tagline, option_title
from gpulife.games.registry import GAMES
from gpulife.online._http_pages import CONTENT_TYPES, Page, package_pages
from gpulife.online.protocol import PROTOCOL
from gpulife.online.shown_text import SEATS_SHOWN_SINGLY
from gpulife.rules import parse_rule
from gpulife.view.palettes import hex_colour, state_colours
from gpulife.view.schemes import FIXED

GAMES_PATH = "/games.json"
_TITLES = {"tick_seconds": "Seconds per tick", "limit": "Maximum generations"}
"""Labels of the settings whose names alone would not be clear enough."""
_DIGITS = digits + ascii_lowercase
_PLAYERS = "players"
"""Name of the setting for the number of players with whom a game begins.

In on-line matches the seats decide this number, so hosts cannot set it.
"""


def page_routes() -> dict[str, Page]:
    """Return the files of the browser page, keyed by path."""
    return {**package_pages("gpulife.online.page"), GAMES_PATH: _games_page()}


def _games_page() -> Page:
    data = {
        "protocol": PROTOCOL,
        "games": [_choices(name, game) for name, game in GAMES.items() if game.page],
        "schemes": FIXED,
    }
    return Page(msgspec.json.encode(data), CONTENT_TYPES[".json"], is_cacheable=True)


def _choices(name: str, game: GameSpec[Any]) -> dict[str, Any]:
    """Return what a host can choose for a match: options, seats, sizes and settings."""
    defaults = {} if game.default_match is None else game.default_match(0).settings
    numbers = [
        {
            "name": setting,
            "title": _TITLES.get(setting, setting.replace("_", " ").capitalize()),
            "about": spec.about,
            "default": min(defaults.get(setting, spec.default), spec.default),
            "min": spec.allowed[0] * spec.step,
            "max": spec.allowed[-1] * spec.step,
            "step": spec.step,
        }
        for setting, spec in game.settings.items()
        if spec.allowed is not None and setting != _PLAYERS
    ]
    return {
        "name": name,
        "title": game.title,
        "tagline": online_tagline(game.tagline),
        "about": game.about,
        "players": game.players,
        "many": game.players > SEATS_SHOWN_SINGLY,
        "counted": _PLAYERS in game.settings,
        "options": [(option, option_title(option), about) for option, about in game.options.items()],
        "levels": [level.title for level in game.levels],
        "numbers": numbers,
        "picture": _picture(name, game),
    }


def _picture(name: str, game: GameSpec[Any]) -> dict[str, Any]:
    """Return the first picture of the game's preview: columns, cells row by row (a digit of base 36 each), colours."""
    if game.preview is None:
        return {}
    rule = parse_rule(game.preview.rule or game.rule)
    cells = game.preview.cells(np.random.default_rng(list(name.encode())))
    for generation in range(game.preview.skipped):
        cells = next_generation(cells, rule, generation)
    return {
        "columns": cells.shape[1],
        "cells": "".join(_DIGITS[state] for state in cells.ravel()),
        "colours": [hex_colour(colour) for colour in state_colours(rule)[: int(cells.max()) + 1]],
    }
