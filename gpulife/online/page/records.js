// What was played and who plays how well, and replays: the server plays them, this page halts them and makes them faster.
import { WATCH } from "./connection.js";
import { make } from "./words.js";

const $ = (id) => document.getElementById(id);
const HALT = 2, PACE = 11, SPEEDS = [1, 2, 4, 8, 16];
const PREFIX = "replay:", ENDING = ".gpureplay";

export class Records {
  // game: {join(match, seat)}, act(kind, a): an action on the server, titleOf(name): of a game
  constructor(game, act, titleOf) {
    Object.assign(this, { game, act, titleOf, speed: 0 });
    $("open-records").addEventListener("click", () => this.open());
    $("records-game").addEventListener("change", () => this.show());
    $("replay-halt").addEventListener("click", () => {
      this.halted = !this.halted;
      act(HALT, 0);
      this.caption();
    });
    $("replay-speed").addEventListener("click", () => {
      this.speed = (this.speed + 1) % SPEEDS.length;
      act(PACE, SPEEDS[this.speed]);
      this.caption();
    });
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
      const table = make("table");
      table.append(row("th", ["", "Player", "Rating", "Played", "Won", "Drawn", "Lost"]));
      standings.forEach((each, at) => table.append(row("td", [
        each.provisional ? "" : at + 1, each.name, each.provisional ? `${each.rating}?` : each.rating,
        each.games, each.wins, each.draws, each.losses,
      ])));
      parts.push(make("h2", "", "Players"), table);
      if (standings.some((each) => each.provisional)) parts.push(make("p", "dim", "A rating with a question mark comes from few matches."));
    }
    if (results.length) parts.push(make("h2", "", "Last matches"), ...results.map((each) => this.result(each)));
    $("records-body").replaceChildren(...(parts.length ? parts : [make("p", "", "Nothing has been played to its end yet.")]));
  }

  result(each) {
    const card = make("div", "result"), line = make("p");
    const order = [...each.players].sort((one, other) => one.place - other.place);
    line.textContent = order.map((player) => `${player.place}. ${player.name || `Seat ${player.seat + 1}`}${player.quit ? " (left)" : ""}${change(player)}`).join("   ");
    const when = new Date(each.ended * 1000).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
    card.append(line, make("p", "dim", [each.name, when, each.rated ? "" : `not rated: ${each.why_not}`].filter(Boolean).join(" · ")));
    if (each.replay) card.append(this.watchButton(each.replay), download(each.replay));
    return card;
  }

  // Offers the replay at a path where a match has just ended.
  offer(path, where) { where.append(" ", this.watchButton(path), download(path)); }

  watchButton(path) {
    const button = make("button", "tiny", "Watch");
    button.addEventListener("click", () => {
      $("records").close();
      $("lost").hidden = true;
      this.watch(path.split("/").pop().replace(ENDING, ""));
    });
    return button;
  }

  watch(id) { this.game.join(PREFIX + id, WATCH); }

  // Takes the name of the match that is shown now; "" for none.
  at(id) {
    const isReplay = id.startsWith(PREFIX);
    $("replay-bar").hidden = !isReplay;
    this.halted = false;
    this.speed = 0;
    this.caption();
    return isReplay;
  }

  caption() {
    $("replay-halt").textContent = this.halted ? "Go on" : "Halt";
    $("replay-speed").textContent = `Speed: ${SPEEDS[this.speed]}×`;
  }
}

function row(kind, texts) {
  const line = make("tr");
  line.append(...texts.map((text) => make(kind, "", String(text))));
  return line;
}

function change(player) {
  if (!player.rating) return "";
  const [before, after] = player.rating, gained = after - before;
  return ` ${after} (${gained < 0 ? "−" : "+"}${Math.abs(gained)})`;
}

function download(path) {
  const link = make("a", "tiny-link", "Save the file");
  link.href = new URL(path, location.origin).href;
  link.download = path.split("/").pop();
  return link;
}
