// The page: joins matches, shows the server's view of them, and sends the player's input.
import { Board } from "./board.js";
import { ANY_SEAT, Connection, WATCH } from "./connection.js";
import { Controls, POINT } from "./controls.js";
import { Hud } from "./hud.js";
import { Lobby } from "./lobby.js";
import { Marks, PAPER } from "./marks.js";
import { OwnCursor } from "./own_cursor.js";
import { Records } from "./records.js";
import { Talk } from "./talk.js";
import { canInflate } from "./frames.js";
import { load, save } from "./store.js";
import { make, nameButtons, sentence } from "./words.js";

const $ = (id) => document.getElementById(id);
const TICK_MS = 1000 / 60;
const AGAIN_MS = 700, TRIES = 30; // for a match that is moving to another server
const EDGES = [26, 16, 0, 0], NONE = [0, 0, 0, 0]; // margins for letters and numbers at the board's edges, in CSS pixels
const DOUBLE_CLICK_MS = 400;
const READ_MS = 1200; // time that a result is shown before a tap begins the next round

// Estimates the server's time in ticks from the frame that arrived with the least delay.
const ticks = {
  offset: null,
  saw(tick) {
    const offset = performance.now() - tick * TICK_MS;
    if (this.offset === null || offset < this.offset || offset > this.offset + 1500) this.offset = offset;
    else this.offset += (offset - this.offset) * 0.02;
  },
  now() { return this.offset === null ? 0 : (performance.now() - this.offset) / TICK_MS; },
};

let view = {}, seat = null, match = null, joining = false, hostIsAway = false, farewell = "", serverName = "", mainPressed = -Infinity;
const board = new Board($("stage"), $("cells"));
const marks = new Marks($("marks"), board);
const own = new OwnCursor();

const game = {
  board, own, marks,
  view: () => view,
  seat: () => seat,
  send: (message) => connection.send(message),
  act: (kind, a, b, data) => {
    mainPressed = -Infinity;
    if (seat !== null) connection.act(kind, a, b, data);
  },
  say: (text) => hud.news(text),
  nameButtons,
  openReplay: (path) => open(`${location.pathname}#replay=${path.split("/").pop().replace(".gpureplay", "")}`, "_blank"),
  talk: () => { talk.open(true); $("words").focus(); },
  toggleZoom: () => { board.toggleZoom(ownPlace()); },
  // Asks whether to do something. The button that does it says what it does.
  async confirm(text, yes, no = "Cancel") {
    const card = $("confirm"), [refuse, agree] = card.querySelectorAll("button");
    card.querySelector("p").textContent = text;
    refuse.textContent = no;
    agree.textContent = yes;
    card.returnValue = "no";
    card.showModal();
    await new Promise((done) => card.addEventListener("close", done, { once: true }));
    return card.returnValue === "yes";
  },
  async pressButton(button) {
    // The second press of a double click would reach what took the button's place: Done, where Join was.
    if (button.main && performance.now() - mainPressed < DOUBLE_CLICK_MS) return;
    if (button.refused) { game.say(button.refused); return; }
    if (button.confirm && !(await game.confirm(button.confirm, button.label))) return;
    game.act(button.kind, button.a || 0, button.b || 0);
    if (button.main) mainPressed = performance.now();
  },
  // Presses the main button, for a tap on the board or for Enter (which may ask for confirmation).
  pressMain(mayAsk) {
    const main = (view.buttons || []).find((button) => button.main);
    if (main && (mayAsk || !main.confirm) && performance.now() - hud.mainSince > READ_MS * (view.end || []).length) game.pressButton(main);
  },
  pressKind(kind) {
    const found = (view.buttons || []).find((button) => button.kind === kind);
    if (found) game.pressButton(found);
  },
  // Selects a shape in the menu.
  choose(number) {
    const { menu } = view, away = number - menu.chosen;
    game.acts([...(menu.enter || []), ...Array.from({ length: Math.abs(away) }, () => (away > 0 ? menu.next : menu.back)).flat(), ...menu.leave]);
  },
  turn() {
    const { menu } = view;
    game.acts([...(menu.enter || []), ...menu.turn, ...menu.leave]);
  },
  acts(all) {
    const [row, column] = own.last;
    for (const [kind, a, b] of all) game.act(kind, kind === POINT && a < 0 ? row : a, kind === POINT && b < 0 ? column : b);
  },
  join(id, wanted) {
    connection.send({ t: "join", match: id, seat: wanted });
    joining = true;
    if (!match || ![match.id, match.code].includes(id) || match.wanted !== wanted) match = { id, wanted };
  },
  renamed() { if (!match) connection.socket && connection.socket.close(); },
  // Begins the host's match, once the host has said who plays on the free seats.
  async begin(how, free) {
    const choices = how === "some" ? [["Nobody yet: others can still join", 0]] : [];
    lobby.levels(match.game).forEach((title, at) => choices.push([`Computer: ${title}`, at + 1]));
    const level = await game.choice(`${free === 1 ? "1 seat is" : `${free} seats are`} free. Who plays there?`, choices, "Wait for people");
    if (level !== null) connection.send({ t: "moderate", what: "begin", who: level });
  },
  // Asks which of several things to do; returns the value of the chosen one, or null.
  async choice(text, choices, no) {
    const card = $("begin");
    card.querySelector("h1").textContent = text;
    card.returnValue = "";
    $("begin-choices").replaceChildren(...[...choices, [no, ""]].map(([label, value]) => Object.assign(make("button", "", label), { value })));
    card.showModal();
    await new Promise((done) => card.addEventListener("close", done, { once: true }));
    return card.returnValue === "" ? null : Number(card.returnValue);
  },
  async moderate(what, who, name) {
    const asks = { kick: [`Kick ${name}? They cannot return to this match.`, `Kick ${name}`], ban: [`Ban ${name}? They cannot return, even with a new name.`, `Ban ${name}`] }[what];
    if (!asks || (await game.confirm(...asks))) connection.send({ t: "moderate", what, who });
  },
};

// Moves to the match's current server. If that server has another host name, its page is opened and gets the token.
function moved(address) {
  if (!/^https?:\/\//.test(address) || connection.move(address)) return;
  const asked = new URLSearchParams({ match: match.code || match.id, token: load("token", "") });
  if (match.wanted === WATCH) asked.set("watch", "");
  location.href = `${address}/#${asked}`;
}

function ownPlace() {
  const found = (view.cursors || []).find((cursor) => cursor[0] === seat);
  return own.place || (found ? found.slice(1) : null);
}

const hud = new Hud(game), talk = new Talk(game), lobby = new Lobby(game), controls = new Controls(game);
const records = new Records(game, (kind, a) => connection.act(kind, a, 0, ""), (name) => lobby.titleOf(name));

const take = {
  welcome(message) {
    $("link").title = serverName = message.server || "";
    if (serverName) $("host-where").textContent = serverName;
    if (!$("name").value) $("name").value = message.name;
  },
  refused(message) {
    if (match && message.code === "moved") { moved(message.reason); return; }
    if (match && match.seated && message.code === "unknown" && match.tries-- > 0) {
      setTimeout(() => match && connection.send({ t: "join", match: match.code, seat: match.wanted }), AGAIN_MS);
      return;
    }
    note(sentence(message.reason));
    if (message.code === "full" && joining && match.wanted !== WATCH) { game.join(match.id, WATCH); return; }
    if (message.code === "protocol") connection.stop();
    if (joining) leave(false);
  },
  matchlist(message) { lobby.list(message.matches); },
  seated(message) {
    joining = false;
    const isNew = !match || match.id !== message.id || !match.seated;
    match = { id: message.id, code: message.code, game: message.match.game, seated: true, tries: TRIES, wanted: message.seat < 0 ? WATCH : message.seat };
    seat = message.seat < 0 ? null : message.seat;
    talk.isHost = Boolean(message.host);
    if (isNew) talk.clear();
    const isReplay = records.at(message.id);
    document.body.classList.toggle("at-replay", isReplay);
    document.body.classList.toggle("watches", seat === null); // spectators see more of the board
    talk.invite(message.code);
    $("words").placeholder = message.match && message.match.game === "realtime" ? "Say to everybody, or move: MOVE a1 c3" : "Say to everybody";
    if (!isReplay) save("match", { id: message.code || message.id, wanted: match.wanted });
    show("match");
    connection.ping();
  },
  people(message) { talk.people(message); },
  talk(message) {
    talk.add(message.name, message.text, message.seat ?? -1, !message.name, message.replay);
    if (message.replay) hud.result(message);
    else if (!$("talk").getClientRects().length) hud.news(message.name ? `${message.name}${(message.seat ?? -1) < 0 ? " (watching)" : ""}: ${message.text}` : message.text);
  },
  replay(message) { records.take(message); },
  dropped(message) { hud.news(sentence(message.reason)); },
  pong(message) {
    if (message.tick) ticks.saw(message.tick);
    $("link").textContent = `${connection.rtt} ms`;
  },
  ended(message) {
    if (message.waits) { // the server is stopping; the match continues when it runs again
      hostIsAway = true;
      return;
    }
    note(farewell = message.reason);
    leave(false);
    if (message.replay) records.offer(message.replay, $("lost"));
  },
  view(message) {
    ticks.saw(message.tick);
    if (message.full) {
      view = {};
      hud.clear();
      board.clear();
    }
    Object.assign(view, message);
    board.take(message);
    hud.take(view, message);
    board.margins = view.board && view.board.paper ? [...PAPER, ...PAPER] : view.labelled ? EDGES : NONE;
    if ("board" in message && seat !== null) document.documentElement.style.setProperty("--own", board.colour(seat));
    if ("lines" in message) talk.news(message.lines);
    if ("report" in message) talk.report(message.report);
    if ("begin" in message || message.full) talk.showInvite();
    if ("cursors" in message || "steer" in message)
      own.take(view.cursors || [], seat, view.steer, performance.now(), connection.rtt);
    board.dirty = true;
  },
};

const connection = new Connection({
  lost() {
    joining = false;
    $("lost").textContent = hostIsAway && match ? hostAway(match.wanted === WATCH) : `${farewell || "Connection lost."} Trying again…`;
    $("lost").hidden = false;
    controls.release();
    $("link").textContent = "";
  },
  found() {
    hostIsAway = false;
    farewell = "";
    $("lost").hidden = true;
    connection.send({ t: "browse" });
    if (match) game.join(match.code || match.id, match.wanted); // a private match is found only by its code
  },
  message(message) { if (Object.hasOwn(take, message.t)) take[message.t](message); },
  cells(frame) {
    ticks.saw(frame.tick);
    board.takeCells(frame, ticks);
  },
});

function hostAway(watches) {
  return `${serverName || "The server"} stopped hosting. The match${watches ? "" : " and your seat"} will continue when it runs again.`;
}

function show(what) {
  document.body.classList.toggle("at-match", what === "match");
  document.body.classList.toggle("at-lobby", what === "lobby");
  if (what === "match") board.open();
  else { document.body.classList.remove("at-replay"); $("title").textContent = "On-line play"; board.clear(); hud.clear(); view = {}; }
}

function leave(tell = true) {
  controls.release();
  if (document.body.classList.contains("at-replay")) history.replaceState(null, "", location.pathname);
  else save("match", null);
  if (tell && match) connection.send({ t: "leave" });
  match = null;
  seat = null;
  show("lobby");
  connection.send({ t: "browse" });
}

function note(text) {
  $("lost").textContent = text;
  $("lost").hidden = false;
  clearTimeout(note.timer);
  note.timer = setTimeout(() => { if (connection.ready) $("lost").hidden = true; }, 6000);
}

function look() {
  const chosen = { cells: $("look-cells").value, scheme: $("look-scheme").value, calm: $("look-calm").checked };
  save("look", chosen);
  board.setLook(chosen);
  hud.boxes.clear();
  $("seats").replaceChildren();
  if (view.boxes) hud.seats(view);
  if (view.menu) hud.menu(view);
}

async function begin() {
  document.body.classList.toggle("touch", matchMedia("(pointer: coarse)").matches);
  if (!canInflate) { note("This browser is too old for this page: it cannot decompress the server's data."); return; }
  // A link may contain a match to join and a token; the token is removed from the address bar.
  const asked = new URLSearchParams(location.hash.slice(1));
  if (asked.get("token")) save("token", asked.get("token"));
  if (asked.has("token")) history.replaceState(null, "", location.pathname + (asked.get("match") ? `#match=${encodeURIComponent(asked.get("match"))}` : ""));
  const last = load("match", null); // never a replay
  if (asked.get("replay")) match = { id: `replay:${asked.get("replay")}`, wanted: WATCH };
  else if (asked.get("match")) match = { id: asked.get("match"), wanted: asked.has("watch") ? WATCH : ANY_SEAT };
  else if (last && last.id) match = { id: last.id, wanted: last.wanted };
  const stored = load("look", {});
  $("look-cells").replaceChildren(new Option("Rounded", "modern"), new Option("1982: plain squares", "1982"), new Option("BioWar: a shape for each player", "shapes"));
  $("look-cells").value = stored.cells || "modern";
  $("look-calm").checked = stored.calm ?? matchMedia("(prefers-reduced-motion: reduce)").matches;
  board.look = { ...stored, calm: $("look-calm").checked };
  for (const id of ["look-cells", "look-scheme", "look-calm"]) $(id).addEventListener("change", look);
  $("open-look").addEventListener("click", () => $("look").showModal());
  $("leave").addEventListener("click", async () => {
    if (!view.leave || (await game.confirm(view.leave, "Leave the match", "Stay"))) leave();
  });
  $("zoom").addEventListener("click", game.toggleZoom);
  connection.open();
  requestAnimationFrame(draw);
  try {
    const data = await (await fetch("games.json")).json();
    board.schemes = data.schemes;
    $("look-scheme").replaceChildren(...["The game's own", ...Object.keys(data.schemes)].map((name, at) => new Option(name, at ? name : "")));
    $("look-scheme").value = stored.scheme || "";
    board.setLook(board.look);
    lobby.know(data);
  } catch { /* then no game can be hosted */ }
}

function draw(now) {
  requestAnimationFrame(draw);
  if (!document.body.classList.contains("at-match") || document.hidden) return;
  const cursors = own.move(view.cursors || [], seat, now, connection.rtt);
  board.follow(ownPlace());
  const isDrawn = board.draw(now, ticks);
  const beats = cursors.length || (marks.tapped && now - marks.tapped[2] < 400);
  if (isDrawn || (beats && now - (marks.drawn || 0) > (own.isHeld ? 0 : 40))) {
    marks.drawn = now;
    marks.draw(view, cursors, seat, now);
  }
  hud.draw(view, ticks);
}

begin();
