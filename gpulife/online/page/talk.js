// Chat and the list of people. Names and messages are plain text, never markup.
import { make } from "./words.js";

const $ = (id) => document.getElementById(id);
const MAX_LINES = 100;

export class Talk {
  // game: {send, board, seat()}
  constructor(game) {
    this.game = game;
    this.unread = 0;
    this.isHost = false;
    $("say").addEventListener("submit", (event) => {
      event.preventDefault();
      const text = $("words").value.trim();
      if (text) game.send({ t: "say", text });
      $("words").value = "";
      if (document.body.classList.contains("touch")) $("words").blur();
    });
    $("open-side").addEventListener("click", () => this.open(true));
    $("close-side").addEventListener("click", () => this.open(false));
    this.clear();
  }

  clear() {
    this.lines = [];
    this.reported = "[]";
    $("talk").replaceChildren();
    $("people").replaceChildren();
    $("invite").textContent = "";
    this.open(false);
  }

  open(isOpen) {
    document.body.classList.toggle("side-open", isOpen);
    if (isOpen) this.read();
  }

  read() {
    this.unread = 0;
    $("unread").hidden = true;
  }

  // Adds a line by a person or, without a name, by the server.
  add(name, text, seat, isNews, replay) {
    const line = make("li", isNews ? "news" : "");
    if (name) {
      const who = make("b", "", seat >= 0 || isNews ? name : `${name} (watching)`);
      if (seat >= 0) who.style.color = this.game.board.colour(seat);
      line.append(who, document.createTextNode(" "));
    }
    line.append(document.createTextNode(text));
    if (replay) line.append(this.replayButton(replay));
    const list = $("talk"), atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    list.append(line);
    while (list.children.length > MAX_LINES) list.firstElementChild.remove();
    if (atEnd) list.scrollTop = list.scrollHeight;
    if (!isNews && !list.getClientRects().length) { // the chat is not in sight
      this.unread += 1;
      $("unread").textContent = String(this.unread);
      $("unread").hidden = false;
    }
  }

  replayButton(path) {
    const button = make("button", "", "Watch the replay");
    button.addEventListener("click", () => this.game.openReplay(path));
    return button;
  }

  // Adds the game's news. The server sends its latest lines; only those not shown yet are added.
  news(lines) {
    const keys = lines.map((line) => JSON.stringify(line));
    let known = 0;
    for (let count = Math.min(keys.length, this.lines.length); count > 0 && !known; count--)
      if (this.lines.slice(-count).every((key, at) => key === keys[at])) known = count;
    lines.slice(known).forEach(([player, name, text]) => this.add(name, text, player, !name.endsWith(":")));
    this.lines = keys;
  }

  // Adds what the latest turn has brought.
  report(lines) {
    const key = JSON.stringify(lines);
    if (key === this.reported) return;
    this.reported = key;
    for (const [player, name, text] of lines) this.add(name, text, player, true);
  }

  people(message) {
    const list = $("people");
    const wishes = message.wishes || [];
    list.replaceChildren(...message.people.map(([who, name, seat, here, ping, muted]) => {
      const line = make("li", here ? "" : "off"), title = make("b", "", name || "Somebody"), actions = make("span", "actions");
      if (seat >= 0) title.style.color = this.game.board.colour(seat);
      const states = [seat < 0 && "Watching", !here && "Away", muted && "Muted", wishes.includes(who) && "Wants another game", here && ping && `${ping} ms`];
      line.append(title, ...states.filter(Boolean).map((state) => make("span", `badge${/^(Away|Muted|Wants)/.test(state) ? " notice" : ""}`, state)));
      if (this.isHost && seat !== this.game.seat()) {
        for (const [what, label] of [[muted ? "unmute" : "mute", muted ? "Unmute" : "Mute"], ["kick", "Kick"], ["ban", "Ban"]]) {
          const button = make("button", "", label);
          button.addEventListener("click", () => this.game.moderate(what, who, name));
          actions.append(button);
        }
        line.append(actions);
      }
      return line;
    }));
    const rest = (message.watching || 0) - message.people.filter((person) => person[2] < 0 && person[3]).length;
    if (rest > 0) list.append(make("li", "dim", `and ${rest} more watching`));
    this.free = message.seats.filter((each) => !each).length;
    this.firstFree = message.seats.findIndex((each) => !each) + 1;
    this.showInvite();
  }

  // Shows the invite code next to the board while seats are free, even if the chat is hidden.
  showInvite() {
    const bar = $("invite-bar");
    bar.hidden = !this.code || !this.free;
    const begin = this.isHost ? (this.game.view() || {}).begin || "" : "", key = `${this.code} ${this.free} ${begin}`;
    if (bar.hidden || bar.dataset.shown === key) return;
    bar.dataset.shown = key; // keeps a button that says "Copied"
    const share = make("button", "", navigator.share ? "Share" : "Copy the link"), actions = make("span", "actions");
    share.addEventListener("click", () => {
      if (navigator.share) navigator.share({ title: "gpulife", url: this.link }).catch(() => copy(this.link, share));
      else copy(this.link, share);
    });
    const free = make("span", "badge good free", this.free === 1 ? "1 free seat" : `${this.free} free seats`);
    actions.append(share);
    bar.replaceChildren(free, make("span", "", "Invite code"), make("code", "", this.code), actions);
    if (!begin) return;
    const seat = begin === "all" && this.free === 1 ? this.firstFree : 0;
    const button = make("button", "", seat ? `Begin now: seat ${seat} goes to the computer` : "Begin now, with free seats");
    button.addEventListener("click", () => this.game.begin(begin, this.free));
    actions.append(button);
  }

  invite(code) {
    const link = `${location.origin}${location.pathname}#match=${code}`, line = $("invite");
    if (code !== this.code) this.free = 0;
    this.code = code;
    this.link = link;
    this.showInvite();
    const button = make("button", "", "Copy the link");
    button.addEventListener("click", () => copy(link, button));
    line.hidden = !code; // replays have no code
    line.replaceChildren("Invite code ", make("code", "", code), button);
  }
}

// Copies a text, even where the clipboard is disabled because the page is not secure.
async function copy(text, button) {
  let done = false;
  try {
    await navigator.clipboard.writeText(text);
    done = true;
  } catch {
    const field = make("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    done = document.execCommand("copy");
    field.remove();
  }
  button.textContent = done ? "Copied" : text;
}
