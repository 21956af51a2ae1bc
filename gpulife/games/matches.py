"""Matches of any game: new ones, those that the select and option keys lead to, and those that come out of files."""

from collections.abc import Sequence
from dataclasses import replace

from gpulife.games.core.consent import CONSENT
from gpulife.games.core.game import GameError, Match
from gpulife.games.core.game_spec import Demo
from gpulife.games.core.series import SERIES, parse_series
from gpulife.games.registry import GAMES, GAMES_OF_1982, find_game, games_with
from gpulife.rules import Edges, Rule, parse_rule, register_rule_text

EDGES = "edges"
"""Setting of a match whose option ends the board at its edges: the edges without that option."""


def require_playable(match: Match) -> None:
    """Require that ``match``, which comes from a file, can be begun.

    Raises:
        RuleError: its rule is not valid.
        GameError: its rule fixes no board, or there is no such game, option or setting.
    """
    if match.rule_text:
        register_rule_text(match.rule, match.rule_text)
    rule = parse_rule(match.rule)
    if rule.family.text != match.rule_text:
        raise GameError(f"rule {match.rule[:60]!r} comes without its text")
    if rule.size is None or str(rule) != match.rule:
        raise GameError(f"rule {match.rule[:60]!r} fixes no board")
    edges = match.settings.get(EDGES, rule.edges)
    if edges not in Edges.__members__.values():
        raise GameError(f"{EDGES} is {edges!r:.40}: use one of {', '.join(Edges)}")
    find_game(match.game).start(match, rule.size)  # it knows its options and further settings


def default_rule(game: str) -> Rule:
    """Return a game's default rule, with its default edges."""
    return parse_rule(find_game(game).rule)


def new_match(game: str, rule: Rule, shape: tuple[int, int], seed: int, option: str = "") -> Match:
    """Make a match on a board of ``shape`` (rows, columns), with the edges that rule and option give it.

    Raises:
        GameError: no such game, an option that it does not have, or a rule with too few species for it or of another
            family than its own.
    """
    spec = find_game(game)
    spec.require_rule(rule)
    if option:
        spec.require_option(option)
    match = Match(game, str(rule.on_board(shape)), seed, rule_text=rule.family.text)
    if spec.default_match is not None:
        spec.start(match, shape)  # says what is wrong with the rule
    return _with_option(match, option or spec.default_option)


def find_demo(game: str) -> Demo:
    """Return the match of a game that computers play for spectators.

    Raises:
        GameError: there is no such game, or it has none.
    """
    demo = find_game(game).demo
    if demo is None:
        raise GameError(f"{game} has no match that computers play for spectators")
    return demo


def next_game(match: Match) -> Match:
    """Return what the select key makes of ``match``: the next of the three games of 1982; its owner begins it.

    After Seed List comes Study Mode again, which follows on every other game, too. The option stays if the next game
    has it. The rule stays unless it has too few species for that game. The size of the board stays unless it is the one
    that the game was made for: then the next game begins with its own. A game with its own rule leaves neither.
    """
    return _following(match, list(GAMES_OF_1982))


def next_other_game(match: Match) -> Match:
    """Return the match that follows ``match`` in the round of all games but those of 1982; its owner begins it."""
    return _following(match, [name for name in GAMES if name not in GAMES_OF_1982])


def _following(match: Match, names: Sequence[str]) -> Match:
    """Return the match of the game that follows ``match``'s own in a round of ``names``, the first if it is none."""
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
        rule = law.on_board(shape, rule.edges)
    option = match.option if match.option in spec.options else spec.default_option
    return _with_option(replace(match, game=spec.name, rule=str(rule), rule_text=rule.family.text), option)


def next_option(match: Match) -> Match:
    """Return what the option key makes of ``match``, WALL with other edges; its owner begins a session of it."""
    options = list(find_game(match.game).options)
    if not options:
        return match
    place = options.index(match.option) if match.option in options else 0
    return _with_option(match, options[(place + 1) % len(options)])


def _with_option(match: Match, option: str) -> Match:
    """Change the option, and with it the edges of the board and the settings that belong to an option."""
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
    """Return ``match`` as a set, in which consent is required between people, too.

    Raises:
        GameError: ``text`` is not the name of a set, or the game has no rounds for one.
    """
    if SERIES not in find_game(match.game).settings:
        raise GameError(f"series are for games between two, {', '.join(games_with(SERIES))}: not for {match.game}")
    return replace(match, settings=match.settings | {SERIES: parse_series(text).text, CONSENT: True})
