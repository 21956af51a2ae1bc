"""Make matches of any game, check matches read from files, and find the next match for the select and option keys."""

from collections.abc import Sequence
from dataclasses import replace

from gpulife.games.core.consent import CONSENT
from gpulife.games.core.game import GameError, Match
from gpulife.games.core.game_spec import Demo
from gpulife.games.core.series import SERIES, parse_series
from gpulife.games.registry import GAMES, GAMES_OF_1982, find_game, games_with
from gpulife.rules import Edges, Rule, parse_rule, register_rule_text

EDGES = "edges"
"""Name of the setting that stores the rule's own edges while an option makes the edges dead. The edges are restored
from it when an option without dead edges is chosen."""


def require_playable(match: Match) -> None:
    """Raise an error unless ``match``, read from a file, can be played.

    Raises:
        RuleError: the rule is not valid.
        GameError: the rule's name lacks the board size, or the game, option or setting does not exist.
    """
    if match.rule_text:
        register_rule_text(match.rule, match.rule_text)
    rule = parse_rule(match.rule)
    if rule.family.text != match.rule_text:
        raise GameError(f"rule {match.rule[:60]!r}: the text of its .rule file is missing")
    if rule.size is None or str(rule) != match.rule:
        raise GameError(
            f"rule {match.rule[:60]!r} should be a full name with a board size, such as Immigration:T160,96"
        )
    edges = match.settings.get(EDGES, rule.edges)
    if edges not in Edges.__members__.values():
        raise GameError(f"{EDGES} is {edges!r:.40}: use one of {', '.join(Edges)}")
    find_game(match.game).start(match, rule.size)  # checks the option and all other settings


def default_rule(game: str) -> Rule:
    """Return the default rule of ``game``, with its default edges."""
    return parse_rule(find_game(game).rule)


def new_match(game: str, rule: Rule, shape: tuple[int, int], seed: int, option: str = "") -> Match:
    """Make a match on a board of ``shape`` (rows, columns); the rule and the option decide its edges.

    Raises:
        GameError: there is no such game or option, or the rule has too few species or the wrong family for the game.
    """
    spec = find_game(game)
    spec.require_rule(rule)
    if option:
        spec.require_option(option)
    match = Match(game, str(rule.on_board(shape)), seed, rule_text=rule.family.text)
    if spec.default_match is not None:
        spec.start(match, shape)  # raises GameError if the rule does not fit
    return _with_option(match, option or spec.default_option)


def find_demo(game: str) -> Demo:
    """Return the demo of ``game``: a match that computers play for spectators.

    Raises:
        GameError: there is no such game, or the game has no demo.
    """
    demo = find_game(game).demo
    if demo is None:
        raise GameError(f"{game} has no demo match")
    return demo


def next_game(match: Match) -> Match:
    """Return a match of the next of the three games of 1982, for the select key.

    Study Mode follows Seed List and every other game. Option, rule and board size are kept if they suit the next game;
    otherwise they become its defaults. A default board size becomes the next game's default, too.
    """
    return _following(match, list(GAMES_OF_1982))


def next_other_game(match: Match) -> Match:
    """Return a match of the next game in the cycle of games that are not of 1982. The caller begins the match."""
    return _following(match, [name for name in GAMES if name not in GAMES_OF_1982])


def _following(match: Match, names: Sequence[str]) -> Match:
    """Return a match of the game after ``match.game`` in ``names``; of the first game if it is not in ``names``."""
    place = names.index(match.game) + 1 if match.game in names else 0
    spec, before, rule = GAMES[names[place % len(names)]], find_game(match.game), parse_rule(match.rule)
    if spec.default_match is not None:
        return spec.default_match(match.seed)
    if spec.has_own_rule or before.has_own_rule:
        rule = parse_rule(spec.rule).on_board(spec.shape)
        match = replace(match, settings={})
    else:
        shape = spec.shape if rule.size in (None, before.shape) else rule.size
        law = rule if rule.species >= spec.min_live_states else parse_rule(spec.rule)
        rule = law.on_board(shape, Edges.TORUS if rule.twist and spec.competitive else rule.joined)
    option = match.option if match.option in spec.options else spec.default_option
    return _with_option(replace(match, game=spec.name, rule=str(rule), rule_text=rule.family.text), option)


def next_option(match: Match) -> Match:
    """Return ``match`` with the game's next option, for a new session. The option WALL also makes the edges dead."""
    options = list(find_game(match.game).options)
    if not options:
        return match
    place = options.index(match.option) if match.option in options else 0
    return _with_option(match, options[(place + 1) % len(options)])


def _with_option(match: Match, option: str) -> Match:
    """Return ``match`` with another option and that option's edges. Drop settings that the option does not allow."""
    spec, rule = find_game(match.game), parse_rule(match.rule)
    edges = Edges(match.settings.get(EDGES, rule.edges))
    settings = {
        name: value
        for name, value in match.settings.items()
        if name != EDGES and name in spec.settings and spec.settings[name].option in ("", option)
    }
    if option in spec.walled_options:
        settings[EDGES] = str(edges)
        edges = Edges.DEAD
    return replace(match, rule=str(replace(rule, edges=edges)), option=option, settings=settings)


def with_series(match: Match, text: str) -> Match:
    """Return ``match`` played as a set of rounds, such as "best-of-5", and with the setting CONSENT.

    Raises:
        GameError: ``text`` does not describe a valid set of rounds, or the game has no such sets.
    """
    if SERIES not in find_game(match.game).settings:
        raise GameError(f"{match.game} cannot be played in sets of rounds: only {', '.join(games_with(SERIES))} can")
    return replace(match, settings=match.settings | {SERIES: parse_series(text).text, CONSENT: True})
