// Results, ratings and replays. The server plays replays; this page halts them, goes to a time and sets the speed.
import { WATCH } from "./connection.js";
import { make } from "./words.js";

const $ = (id) => document.getElementById(id);
const HALT = 2, STEP = 3, PACE = 11, SPEEDS = [1, 4, 16], TICKS = 60;
const PREFIX = "replay:", ENDING = ".gpureplay";

export class Records {
  // game: {join(match, seat)}; act(kind, a): sends an action; titleOf(name): returns a game's title
  constructor(game, act, titleOf) {
    Object.assign(this, { game, act, titleOf });
    $("open-records").addEventListener("click", () => this.open());
    $("records-game").addEventListener("change", () => this.show());
    $("replay-halt").addEventListener("click", () => {
      if (this.now && this.now.over) act(STEP, this.now.first);
      else act(HALT, 0);
    });
    $("replay-speeds").replaceChildren(...SPEEDS.map((speed) => {
      const button = make("button", "", `${speed}×`);
      button.addEventListener("click", () => act(PACE, speed));
      return button;
    }));
    $("replay-at").addEventListener("input", () => { this.holds = true; this.showTime(Number($("replay-at").value)); });
    $("replay-at").addEventListener("change", () => { this.holds = false; act(STEP, Number($("replay-at").value)); });
  }

  async open() {
    $("records").showModal();
    this.results = this.players = null;
    $("records-body").replaceChildren(make("p", "dim", "Asking the server…"));
    try {
      [this.results, this.players] = await Promise.all(["results.json", "players.json"].map(async (path) => (await fetch(path)).json()));
    } catch {
      $("records-body").replaceChildren(make("p", "", "The server does not answer. Try again."));
      return;
    }
    const games = [...new Set([...Object.keys(this.players), ...this.results.map((each) => each.game)])];
    const before = $("records-game").value;
    $("records-game").replaceChildren(...games.map((name) => new Option(this.titleOf(name), name)));
    if (games.includes(before)) $("records-game").value = before;
    $("records-game").hidden = games.length < 2;
    this.show();
  }

  show() {
    const game = $("records-game").value;
    const standings = this.players[game] || [], results = this.results.filter((each) => each.game === game);
    const parts = [];
    if (standings.length) {
      const table = make("table"), box = make("div", "table-box");
      box.append(table);
      table.append(row("th", ["", "Player", "Rating", "Played", "Won", "Drawn", "Lost"]));
      standings.forEach((each, at) => table.append(row("td", [
        each.provisional ? "" : at + 1, each.name, each.provisional ? `${each.rating}?` : each.rating,
        each.games, each.wins, each.draws, each.losses,
      ])));
      parts.push(make("h2", "", `Players of ${this.titleOf(game)}`), box);
      if (standings.some((each) => each.provisional)) parts.push(make("p", "dim", "A question mark means that the rating comes from few matches."));
    }
    if (results.length) parts.push(make("h2", "", "Last games"), ...results.map((each) => this.result(each)));
    $("records-body").replaceChildren(...(parts.length ? parts : [make("p", "", "No game has been finished yet.")]));
  }

  result(each) {
    const card = make("div", "result");
    const when = new Date(each.ended * 1000).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
    card.append(make("p", "", each.line), make("p", "dim", [this.titleOf(each.game), each.name, when, length(each.ticks), each.rated ? "" : `not rated: ${each.why_not}`].filter(Boolean).join(" · ")));
    if (each.replay) card.append(this.watchButton(each.replay), download(each.replay));
    return card;
  }

  // Adds buttons for the replay of a match that has just ended.
  offer(path, where) { where.append(" ", this.watchButton(path), download(path)); }

  watchButton(path) {
    const button = make("button", "", "Watch");
    button.addEventListener("click", () => {
      $("records").close();
      $("lost").hidden = true;
      this.watch(path.split("/").pop().replace(ENDING, ""));
    });
    return button;
  }

  watch(id) { this.game.join(PREFIX + id, WATCH); }

  // Shows or hides the replay bar for the match with this identifier ("" for none); returns true for a replay.
  at(id) {
    const isReplay = id.startsWith(PREFIX);
    $("replay-bar").hidden = !isReplay;
    this.holds = false;
    this.now = null;
    $("going").hidden = true;
    return isReplay;
  }

  // Shows the playback position of the replay.
  take(now) {
    this.now = { speed: 1, halted: false, over: false, ...now };
    const { first, last, at, speed, halted, over, going_to: goal } = this.now, bar = $("replay-at");
    const isGoing = goal !== undefined && goal !== null;
    $("going").hidden = !isGoing;
    if (isGoing) $("going").textContent = `Going to ${clock(goal - first)} …${at > first && at < goal ? ` ${clock(at - first)} so far` : ""}`;
    $("replay-halt").textContent = over ? "Again" : halted ? "Resume" : "Halt";
    [...$("replay-speeds").children].forEach((button, number) => button.classList.toggle("main", SPEEDS[number] === speed));
    if (this.holds) return;
    Object.assign(bar, { min: first, max: last, value: isGoing ? goal : at });
    this.showTime(isGoing ? goal : at);
  }

  showTime(at) {
    if (this.now) $("replay-time").textContent = `${clock(at - this.now.first)} of ${clock(this.now.last - this.now.first)}`;
  }
}

function clock(ticks) {
  const seconds = Math.floor(ticks / TICKS);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function length(ticks) {
  const minutes = Math.round(ticks / TICKS / 60);
  return ticks < 60 * TICKS ? `${Math.round(ticks / TICKS)} s` : minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

function row(kind, texts) {
  const line = make("tr");
  line.append(...texts.map((text) => make(kind, "", String(text))));
  return line;
}

function download(path) {
  const link = make("a", "", "Save the file");
  link.href = new URL(path, location.origin).href;
  link.download = path.split("/").pop();
  return link;
}
