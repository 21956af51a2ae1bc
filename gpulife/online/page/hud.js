// Everything around the board: headline, clock, players, prompt, buttons, shapes, questions and results.
import { make, writeLongest } from "./words.js";

const $ = (id) => document.getElementById(id);
const TICKS = 60, ROOM_FOR_CHAT = 136; // in CSS pixels

export class Hud {
  // game: {board, act, view(), seat(), confirm(text), pressButton(button)}
  constructor(game) {
    this.game = game;
    this.clear();
    this.watchRoom();
    addEventListener("resize", () => {
      const view = game.view();
      if (!view.headline) return; // no view has come yet
      this.headline(view);
      this.prompt(view);
    });
  }

  clear() {
    this.boxes = new Map();
    this.said = "";
    this.menuKey = "";
    this.mainSince = 0;
    $("seats").replaceChildren();
    $("buttons").replaceChildren();
    $("end").hidden = $("clock").hidden = $("menu").hidden = $("pips").hidden = $("news").hidden = true;
    $("end").lastElementChild.replaceChildren();
    if ($("ask").open) $("ask").close();
  }

  // Lets the chat stand below the board if there is room for it, as on a phone that is held upright.
  watchRoom() {
    const fit = () => {
      const room = $("match").getBoundingClientRect().bottom - $("below").getBoundingClientRect().bottom;
      document.body.classList.toggle("chat-below", room >= ROOM_FOR_CHAT);
    };
    const observer = new ResizeObserver(fit);
    for (const id of ["match", "stage", "below", "end"]) observer.observe($(id));
  }

  // Shows the parts of the view that have changed.
  take(view, changed) {
    const has = (...names) => names.some((name) => name in changed);
    if (has("title")) $("title").textContent = view.title;
    if (has("headline")) this.headline(view);
    if (has("boxes", "board")) this.seats(view);
    if (has("status")) $("status").textContent = view.status.join("   ");
    if (has("buttons", "prompt")) this.buttons(view); // before the prompt, which has the width that the buttons leave
    if (has("prompt", "buttons")) this.prompt(view);
    if (has("hint")) { $("hint").textContent = view.hint; $("hint").hidden = !view.hint; }
    if (has("note") && view.note) this.news(view.note);
    if (has("end")) this.end(view);
    if (has("ask")) this.ask(view);
    if (has("menu")) this.menu(view);
    if (has("pips")) this.pips(view);
    if (has("clock")) $("clock").hidden = !view.clock;
    const steers = Boolean(view.steer || (view.tap && view.cursors.length));
    document.body.classList.toggle("can-steer", steers);
    document.body.classList.toggle("rests", !steers && Boolean(view.begin || view.end.length)); // no game is in play
  }

  headline(view) {
    writeLongest($("headline"), view.headline.length ? view.headline : [""], 1);
  }

  prompt(view) {
    this.game.nameButtons(view.buttons || []);
    writeLongest($("prompt"), view.prompt.length ? view.prompt : [this.game.seat() === null ? "You are watching" : ""], 2);
  }

  seats(view) {
    const list = $("seats"), shown = new Set();
    view.boxes.forEach((box, number) => {
      shown.add(box.seat);
      const key = JSON.stringify(box) + this.game.board.colour(box.seat), old = this.boxes.get(box.seat);
      let element = old && old.element;
      if (!old || old.key !== key) {
        const fresh = this.box(box);
        if (element) element.replaceWith(fresh); else list.append(fresh);
        element = fresh;
        this.boxes.set(box.seat, { key, element });
      }
      if (list.children[number] !== element) list.insertBefore(element, list.children[number] || null);
    });
    for (const [seat, { element }] of this.boxes) if (!shown.has(seat)) { element.remove(); this.boxes.delete(seat); }
    list.classList.toggle("many", view.boxes.length > 2);
    list.classList.toggle("very-many", view.boxes.length > 6);
  }

  box(box) {
    const element = make("div", "seat" + (box.on === false ? " off" : "") + (box.urgent ? " urgent" : "") + (box.you ? " you" : ""));
    element.style.setProperty("--seat", this.game.board.colour(box.seat));
    const name = make("b", "name", box.name || `Seat ${box.seat + 1}`);
    if (box.you) name.append(make("small", "", " you"));
    element.append(name);
    if (box.score) {
      const score = make("span", "score", box.score);
      score.append(make("small", "", " " + (box.unit || "")));
      element.append(score);
    }
    const low = make("div", "low");
    if (box.sizes && box.sizes.some(Boolean)) {
      const sizes = make("span", "sizes");
      box.sizes.forEach((count, size) => { sizes.append(make("i", "size" + size), document.createTextNode(String(count))); });
      low.classList.add("has-sizes");
      low.append(sizes);
    }
    low.append(make("span", "details", (box.details || []).join(", ")), make("span", "state", box.status || ""));
    element.append(low);
    return element;
  }

  button(button, then = () => {}) {
    const element = make("button", button.main ? "main" : "", button.label);
    element.addEventListener("click", () => { this.game.pressButton(button); then(); });
    return element;
  }

  buttons(view) {
    const shown = view.buttons.map((button) => this.button(button));
    const main = JSON.stringify(view.buttons.find((button) => button.main) || null);
    if (main !== this.mainKey) { this.mainKey = main; this.mainSince = performance.now(); }
    $("buttons").replaceChildren(...shown);
  }

  end(view) {
    $("end").hidden = !view.end.length;
    if (!view.end.length) { $("end").lastElementChild.replaceChildren(); return; }
    $("end").firstElementChild.textContent = view.end[0];
    $("end").children[1].textContent = view.end[1] || "";
  }

  // Shows a game's stored result and replay, in the card with the result or as a line over the board.
  result(message) {
    if ($("end").hidden) { this.news(message.text); return; }
    const watch = make("button", "", "Watch the replay");
    watch.addEventListener("click", () => this.game.openReplay(message.replay));
    $("end").lastElementChild.replaceChildren(message.text.replaceAll("   ", " "), make("br"), watch);
  }

  ask(view) {
    const card = $("ask");
    if (!view.ask) { if (card.open) card.close(); return; }
    if (!view.ask.clock) { if (card.open) card.close(); this.news(view.ask.text); return; }
    card.firstElementChild.textContent = view.ask.text;
    $("ask-buttons").replaceChildren(...(view.ask.buttons || []).map((button) => this.button(button, () => card.close())));
    if (!(view.ask.buttons || []).length) $("ask-buttons").replaceChildren(make("span", "dim", "Waiting for the others"));
    if (!card.open) card.show();
  }

  pips(view) {
    $("pips").hidden = !view.pips;
    if (!view.pips) return;
    $("pips").replaceChildren(...Array.from({ length: view.pips[1] }, (_, number) => make("i", number < view.pips[0] ? "over" : "")));
  }

  menu(view) {
    const box = $("menu"), menu = view.menu;
    box.hidden = !menu;
    if (!menu) return;
    const key = JSON.stringify([menu.shapes, menu.chosen, Boolean((menu.enter || []).length), this.game.board.colour(this.game.seat())]);
    if (key === this.menuKey) return;
    this.menuKey = key;
    const colour = this.game.board.colour(this.game.seat());
    const entries = menu.shapes.map(([title, rows, columns, places], number) => {
      const entry = make("button", number === menu.chosen ? "chosen" : ""), canvas = make("canvas");
      entry.title = `${title}, ${places.length / 2} seeds`;
      entry.setAttribute("aria-label", entry.title);
      canvas.width = canvas.height = 66;
      const context = canvas.getContext("2d"), side = Math.min(9, Math.floor(62 / Math.max(rows, columns)));
      const left = Math.round((66 - side * columns) / 2), top = Math.round((66 - side * rows) / 2);
      context.fillStyle = colour;
      for (let at = 0; at < places.length; at += 2) context.fillRect(left + places[at + 1] * side, top + places[at] * side, side - 1, side - 1);
      entry.append(canvas);
      entry.addEventListener("click", () => this.game.choose(number));
      return entry;
    });
    const turn = make("button", "turn", "Turn");
    turn.addEventListener("click", () => this.game.turn());
    box.replaceChildren(...entries, turn);
    const chosen = box.children[menu.chosen];
    box.scrollLeft = chosen.offsetLeft - (box.clientWidth - chosen.offsetWidth) / 2;
  }

  // Shows a line over the board for a few seconds.
  news(text) {
    const line = $("news");
    line.textContent = text;
    line.hidden = !text;
    clearTimeout(this.newsTimer);
    this.newsTimer = setTimeout(() => { line.hidden = true; }, 3500);
  }

  // Updates the clocks.
  draw(view, ticks) {
    if (view.clock) this.bar($("clock"), view.clock, ticks);
    if (view.ask && view.ask.clock) this.bar($("ask-clock"), view.ask.clock, ticks);
  }

  bar(element, [end, total, runs], ticks) {
    const left = Math.max(0, runs ? end - ticks.now() : end), share = Math.min(1, left / total);
    const shown = Math.round(share * 1000), seconds = Math.ceil(left / TICKS);
    const key = `${shown} ${seconds}`;
    if (element.shown === key) return;
    element.shown = key;
    element.firstElementChild.style.transform = `scaleX(${shown / 1000})`;
    element.classList.toggle("urgent", seconds <= 5 && runs && total > 600);
    element.dataset.left = seconds < 3600 ? `${seconds} s` : `${Math.floor(seconds / 3600)} h`;
  }
}
