// The list of matches, and the form to host one.
import { ANY_SEAT, PROTOCOL, WATCH } from "./connection.js";
import { drawPicture } from "./pictures.js";
import { make, sentence } from "./words.js";
import { load, save } from "./store.js";

const $ = (id) => document.getElementById(id);
const PEOPLE = [1, 2, 3, 4, 6, 8, 12, 16, 20, 26], COMPUTERS = [0, 1, 2, 3, 4, 6, 8, 12];
const FRIENDS = 2; // default number of people
const FRONT = "biowar"; // the game whose picture is on the page

export class Lobby {
  // game: {send, join(match, seat)}
  constructor(game) {
    this.game = game;
    this.games = [];
    $("name").value = load("name", "");
    $("name").addEventListener("change", () => { save("name", $("name").value.trim()); game.renamed(); });
    $("by-code").addEventListener("submit", (event) => {
      event.preventDefault();
      if ($("code").value.trim()) game.join($("code").value.trim(), ANY_SEAT);
    });
    $("open-host").addEventListener("click", () => this.openHost());
    $("host-game").addEventListener("change", () => this.chooseGame());
    $("host-option").addEventListener("change", () => this.chooseOption());
    $("host-form").addEventListener("submit", (event) => event.submitter && event.submitter.value === "yes" && this.host());
  }

  // Processes /games.json, the list of games that can be hosted.
  know(data) {
    this.games = data.games;
    $("host-game").replaceChildren(...this.games.map((each) => new Option(each.title, each.name)));
    $("host-game").value = load("game", this.games[0] && this.games[0].name);
    if (!$("host-game").value && this.games[0]) $("host-game").value = this.games[0].name;
    this.chooseGame();
    drawPicture($("front"), this.pictureOf(FRONT));
    $("games").replaceChildren(...this.games.map((each) => {
      const card = make("li"), button = make("button");
      button.append(this.picture(each.name), make("b", "", each.title), make("span", "dim", sentence(each.tagline)));
      button.addEventListener("click", () => { $("host-game").value = each.name; this.chooseGame(); this.openHost(); });
      card.append(button);
      return card;
    }));
    if (this.matches) this.list(this.matches);
  }

  titleOf(name) {
    const known = this.games.find((each) => each.name === name);
    return known ? known.title : name;
  }

  pictureOf(name) {
    return (this.games.find((each) => each.name === name) || {}).picture;
  }

  picture(name) {
    const canvas = make("canvas", "picture");
    drawPicture(canvas, this.pictureOf(name));
    return canvas;
  }

  levels(game) {
    return (this.games.find((each) => each.name === game) || { levels: [] }).levels;
  }

  levelTitle(game, level) {
    const known = this.games.find((each) => each.name === game);
    return (known && known.levels[level - 1]) || `Computer ${level}`;
  }

  optionTitle(game, name) {
    const known = this.games.find((each) => each.name === game), found = known && known.options.find((each) => each[0] === name);
    return found ? found[1] : name;
  }

  list(matches) {
    this.matches = matches;
    $("no-matches").hidden = matches.length > 0;
    $("matches").replaceChildren(...matches.map((match) => this.card(match)));
  }

  card(match) {
    const card = make("li", "card"), about = make("div", "about"), head = make("div", "row");
    const free = match.seats.filter((seat) => !seat).length, waits = !match.over && !match.running && free > 0;
    const state = match.over ? "Over" : match.running ? "Playing" : free ? "Waiting for players" : "About to begin";
    head.append(make("b", "", match.title || this.titleOf(match.game)), make("span", `badge tag${waits ? " notice" : match.running && !match.over ? " good" : ""}`, state));
    const size = /:[TP](\d+),(\d+)/.exec(match.rule);
    const facts = [match.title && this.titleOf(match.game), this.optionTitle(match.game, match.option), size && `${size[1]}x${size[2]}`, match.host && `hosted by ${match.host}`, match.watching && `${match.watching} watching`];
    const seats = make("p", "seats-line");
    match.seats.filter((seat) => seat && seat !== "nobody").slice(0, 8).forEach((seat) => {
      seats.append(make("span", "badge", seat.startsWith("computer:") ? this.levelTitle(match.game, Number(seat.slice(9))) : seat));
    });
    if (free) seats.append(make("span", "badge good free", free === 1 ? "1 free seat" : `${free} free seats`));
    about.append(head, make("p", "dim", facts.filter(Boolean).join(" · ")), seats);
    const actions = make("div", "actions"), fits = (match.first ?? PROTOCOL) <= PROTOCOL && (match.last ?? PROTOCOL) >= PROTOCOL;
    const button = (label, seat, classes) => {
      const element = make("button", classes, label);
      element.addEventListener("click", () => this.game.join(match.id, seat));
      actions.append(element);
    };
    if (!fits) actions.append(make("span", "dim", "Needs another gpulife version"));
    else {
      if (free) button("Join", ANY_SEAT, "main");
      button("Watch", WATCH, "");
    }
    card.append(this.picture(match.game), about, actions);
    return card;
  }

  openHost() {
    if (this.games.length) $("host").showModal();
  }

  get chosen() {
    return this.games.find((each) => each.name === $("host-game").value) || this.games[0];
  }

  chooseGame() {
    const game = this.chosen;
    if (!game) return;
    drawPicture($("host-picture"), game.picture);
    $("host-about").textContent = `${sentence(game.about)}.`;
    $("host-option").replaceChildren(...game.options.map(([name, title]) => new Option(title, name)));
    this.chooseOption();
    $("host-fill-box").hidden = !game.levels.length;
    $("host-option-box").hidden = !game.options.length;
    const count = Math.min(game.players, 6);
    $("host-numbers").replaceChildren(...game.numbers.map((number) => {
      const label = make("label", "", `${number.title}: ${number.about}`), input = make("input");
      Object.assign(input, { type: "number", name: number.name, min: number.min, max: number.max, step: number.step, value: number.default });
      label.append(input);
      return label;
    }));
    const choice = (text, id, numbers, chosen) => {
      const label = make("label", "", `${text} `), select = make("select");
      select.id = id;
      select.append(...numbers.map((number) => new Option(number)));
      select.value = chosen;
      label.append(select);
      return label;
    };
    if (game.many) {
      const level = choice("Their level", "host-level", game.levels.map((title, at) => `${at + 1} ${title}`), "");
      level.querySelector("select").selectedIndex = 0;
      $("host-seats").replaceChildren(choice("People", "host-people", PEOPLE, 6), choice("Computers, after them", "host-computers", COMPUTERS, 0), level);
      return;
    }
    $("host-seats").replaceChildren(...Array.from({ length: count }, (_, seat) => {
      const label = make("label", "", `Seat ${seat + 1} `), select = make("select");
      select.append(new Option("Person", "person"));
      game.levels.forEach((title, level) => select.append(new Option(`Computer: ${title}`, `computer:${level + 1}`)));
      if (game.players > 2) select.append(new Option("Nobody", "nobody"));
      select.value = seat < FRIENDS ? "person" : "nobody";
      label.append(select);
      return label;
    }));
  }

  chooseOption() {
    const found = this.chosen.options.find((each) => each[0] === $("host-option").value);
    $("host-option-about").textContent = found ? found[2] : "";
  }

  host() {
    const game = this.chosen, settings = {}, all = game.many ? [] : [...$("host-seats").querySelectorAll("select")].map((select) => select.value);
    if (game.many) {
      const people = Number($("host-people").value), computers = Math.min(Number($("host-computers").value), game.players - people);
      all.push(...Array(people).fill("person"), ...Array(computers).fill(`computer:${$("host-level").selectedIndex + 1}`));
      if (game.counted) settings.players = computers + Math.min(people, 2); // its clock starts with this many; others may join later
    }
    while (all.length < game.players) all.push("nobody");
    for (const input of $("host-numbers").querySelectorAll("input")) {
      const step = Number(input.step), number = Math.round((Number(input.value) || 0) / step) * step;
      settings[input.name] = Math.min(Math.max(number, Number(input.min)), Number(input.max));
    }
    save("game", game.name);
    this.game.send({ t: "host", game: game.name, option: $("host-option-box").hidden ? "" : $("host-option").value, seats: all, settings, private: $("host-private").checked, fill: !$("host-fill-box").hidden && $("host-fill").checked });
  }
}
