// A gamepad for the window that shows the code: sends pressed buttons and the stick, and shows the window's view.
"use strict";

const REFUSED = 4003, REPLACED = 4001;
const PING_EVERY = 2000, SILENCE = 6000, STICK_EVERY = 16, STEPS = 8, FULL = 127;
const STORE = "gpulife-pad";
const ARROWS = { 0x2000: "1 / 2", 0x4000: "2 / 2", 0x8000: "2 / 1", 0x10000: "2 / 3" }; // a D-pad's bits: row / column
const $ = (id) => document.getElementById(id);

const held = new Map(); // source of a press (pointer id, key or element) -> [element, bits]
let stick = null; // pointer on the stick: {id, x, y of its start}
let x = 0, y = 0, sent = "", stickSent = 0, stickTimer = 0;
let number = 0; // number of this phone, which the window shows
let socket = null, key = "", wait = 250, retry = 0, heard = 0, player = null, restKey = "";

// State of the pad.

function state() {
  let bits = 0;
  for (const [, each] of held.values()) bits |= each;
  return [bits >>> 0, Math.round(x * FULL), Math.round(y * FULL)];
}

function send() {
  const now = state();
  if (!socket || socket.readyState !== 1 || !document.documentElement.classList.contains("on") || String(now) === sent) return;
  sent = String(now);
  const view = new DataView(new ArrayBuffer(6));
  view.setUint32(0, now[0]);
  view.setInt8(4, now[1]);
  view.setInt8(5, now[2]);
  socket.send(view.buffer);
}

function sendStick() {
  clearTimeout(stickTimer);
  const left = stickSent + STICK_EVERY - performance.now();
  if (left > 0) {
    stickTimer = setTimeout(sendStick, left);
    return;
  }
  stickSent = performance.now();
  send();
}

function buzz(pattern) {
  if (navigator.vibrate) navigator.vibrate(pattern);
}

function hold(source, element, bits) {
  held.set(source, [element, bits]);
  element.classList.add("held");
  buzz(12);
  send();
}

function letGo(source) {
  const entry = held.get(source);
  if (!entry) return;
  held.delete(source);
  if (![...held.values()].some(([element]) => element === entry[0])) entry[0].classList.remove("held");
  send();
}

function letGoOfAll() {
  for (const source of [...held.keys()]) letGo(source);
  centre();
  send();
}

// Buttons. A button stays pressed until its finger is lifted, even if the finger slides away.

function makeKey() {
  const element = document.createElement("button");
  element.type = "button";
  element.className = "key";
  element.append(document.createElement("b"), document.createElement("span"));
  element.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    event.preventDefault();
    try { element.setPointerCapture(event.pointerId); } catch { /* the finger is already lifted */ }
    hold(event.pointerId, element, element.bits);
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
    element.addEventListener(end, (event) => letGo(event.pointerId));
  }
  element.addEventListener("keydown", (event) => {
    if ((event.key === " " || event.key === "Enter") && !event.repeat) {
      event.preventDefault();
      hold(event.key, element, element.bits);
    }
  });
  element.addEventListener("keyup", (event) => letGo(event.key));
  element.addEventListener("blur", () => { letGo(" "); letGo("Enter"); });
  element.addEventListener("click", (event) => { // from a screen reader, without a pointer
    if (event.detail === 0 && !held.size) {
      hold(element, element, element.bits);
      setTimeout(() => letGo(element), 120);
    }
  });
  return element;
}

// Lets go of an element, whatever holds it, and returns the element.
function release(element) {
  for (const [source, [of]] of held) if (of === element) letGo(source);
  return element;
}

function showKeys(place, buttons, extra) {
  if (moreKey.parentElement === place) moreKey.remove(); // or it would be taken for one of the buttons
  const cross = place.id === "small" && Object.keys(ARROWS).every((bits) => buttons.some((button) => button.bits === +bits));
  while (place.childElementCount > buttons.length) release(place.lastElementChild).remove();
  while (place.childElementCount < buttons.length) place.append(makeKey());
  buttons.forEach((button, number) => {
    const element = place.children[number];
    if (element.bits !== button.bits) release(element).bits = button.bits;
    element.children[0].textContent = button.cap;
    element.children[1].textContent = button.label;
    element.setAttribute("aria-label", `${button.label || button.cap}`);
    element.style.gridArea = cross && ARROWS[button.bits] || "";
  });
  if (extra) place.append(extra);
}

const moreKey = document.createElement("button");
moreKey.type = "button";
moreKey.className = "key";
moreKey.append(document.createElement("b"));
moreKey.firstChild.textContent = "More";
function openMore(isOpen) {
  if ($("more").hidden !== isOpen) return;
  letGoOfAll();
  $("more").hidden = !isOpen;
  if (isOpen) $("less").focus();
}

moreKey.addEventListener("click", () => openMore(true));
$("less").addEventListener("click", () => openMore(false));

// Shows the rarely needed buttons under the headings of their groups. If these or the main button do something else now,
// the page "More" closes.
function showRest(buttons, main) {
  const key = String([...buttons.map((button) => button.bits), main && main.label]);
  if (key !== restKey) openMore(false);
  restKey = key;
  const rest = $("rest"), groups = [...new Set(buttons.map((button) => button.group || ""))];
  while (rest.childElementCount > groups.length) { [...rest.lastElementChild.lastElementChild.children].forEach(release); rest.lastElementChild.remove(); }
  while (rest.childElementCount < groups.length) {
    const part = document.createElement("div");
    part.append(document.createElement("h2"), document.createElement("div"));
    part.lastElementChild.className = "keys";
    rest.append(part);
  }
  groups.forEach((group, number) => {
    const [title, keys] = rest.children[number].children;
    title.textContent = group;
    showKeys(keys, buttons.filter((button) => (button.group || "") === group));
  });
}

// The stick, centred where the thumb touches.

function radius() {
  return $("ring").offsetWidth / 2;
}

function centre() {
  stick = null;
  x = y = 0;
  for (const element of [$("ring"), $("knob")]) element.style.transform = "";
}

function tilt(event) {
  const reach = radius();
  let right = (event.clientX - stick.x) / reach, down = (event.clientY - stick.y) / reach;
  const far = Math.hypot(right, down);
  if (far > 1) { right /= far; down /= far; }
  $("knob").style.transform = `translate(${right * reach}px, ${down * reach}px)`;
  x = Math.round(right * STEPS) / STEPS;
  y = Math.round(down * STEPS) / STEPS;
  sendStick();
}

$("stick").addEventListener("pointerdown", (event) => {
  if (stick) return;
  event.preventDefault();
  try { $("stick").setPointerCapture(event.pointerId); } catch { /* the finger is already lifted */ }
  const box = $("stick").getBoundingClientRect();
  stick = { id: event.pointerId, x: event.clientX, y: event.clientY };
  $("ring").style.transform =
    `translate(${event.clientX - box.left - box.width / 2}px, ${event.clientY - box.top - box.height / 2}px)`;
});
$("stick").addEventListener("pointermove", (event) => { if (stick && stick.id === event.pointerId) tilt(event); });
for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
  $("stick").addEventListener(end, (event) => {
    if (stick && stick.id === event.pointerId) { centre(); send(); }
  });
}

// Messages from the window.

function ink(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue > 110 ? "#0b0d12" : "#ffffff";
}

function show(view) {
  const colour = /^#[0-9a-f]{6}$/i.test(view.colour) ? view.colour : "#8a94a6";
  const style = document.documentElement.style;
  style.setProperty("--seat", colour);
  style.setProperty("--ink", ink(colour));
  $("who").textContent = view.player < 0 ? "No seat yet" : `${view.player + 1}  ${view.name}`;
  $("prompt").textContent = view.prompt;
  showKeys($("big"), view.buttons.slice(0, view.large));
  showKeys($("small"), view.buttons.slice(view.large), view.more.length ? moreKey : null);
  showRest(view.more, view.buttons[0]);
  if (player !== null && player !== view.player && view.player >= 0) buzz([40, 60, 40]);
  player = view.player;
  showMap(view.board);
}

// The board with the player's marker and chosen places, in games with secrets. A cell is one unit wide.
function showMap(board) {
  const map = $("map");
  map.toggleAttribute("hidden", !board);
  document.body.classList.toggle("mapped", !!board);
  if (!board) return;
  const part = (name, attributes, words = "") => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.textContent = words;
    map.append(element);
  };
  const mark = (owner, row, column, fill) =>
    part("text", { x: column + .5, y: row + .5, fill, class: board.marks[owner] === "*" ? "star" : "" }, board.marks[owner]);
  map.replaceChildren();
  map.setAttribute("viewBox", `0 0 ${board.rows[0].length} ${board.rows.length}`);
  board.rows.forEach((cells, row) => [...cells].forEach((owner, column) => {
    const colour = board.colours[owner - 1];
    part("rect", { x: column + .04, y: row + .04, width: .92, height: .92, rx: .1, fill: colour || "#262e3b" });
    if (colour) mark(owner - 1, row, column, ink(colour));
  }));
  for (const [row, column] of board.chosen || []) {
    part("rect", { x: column + .1, y: row + .1, width: .8, height: .8, rx: .1, class: "chosen" });
    mark(player, row, column, board.colours[player]);
  }
  if (board.marker) part("rect", { x: board.marker[1] + .05, y: board.marker[0] + .05, width: .9, height: .9, rx: .1, class: "marker" });
  const place = ([row, column]) => `column ${column + 1}, row ${row + 1}`;
  map.setAttribute("aria-label", [
    board.marker ? `Marker: ${place(board.marker)}` : "Board", ...(board.chosen || []).map((each) => `chosen: ${place(each)}`),
  ].join("; "));
}

function say(words, on) {
  document.documentElement.classList.toggle("lost", !on);
  if ($("state").textContent !== words) $("state").textContent = words;
}

function ask(words) {
  $("ask").hidden = false;
  $("why").textContent = words;
}

$("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  location.hash = $("code").value.replace(/[^0-9a-zA-Z]/g, "");
  if (location.hash.slice(1) === key) connect(); // else the hashchange event connects
});

function stored() {
  try {
    const found = JSON.parse(localStorage.getItem(STORE));
    return found && typeof found.pad === "string" ? found.pad : ""; // another window does not know it, and makes a new pad
  } catch { return ""; }
}

function store(pad) {
  try { localStorage.setItem(STORE, JSON.stringify({ pad })); } catch { /* then it becomes a new pad next time */ }
}

function hear(message) {
  heard = performance.now();
  switch (message.t) {
    case "welcome":
      document.documentElement.classList.add("on");
      store(message.pad);
      number = message.number;
      document.title = `Phone ${number} - gpulife`;
      say(`Phone ${number}, connected`, true);
      wait = 250;
      sent = String([0, 0, 0]);
      send();
      ping();
      break;
    case "refused":
      ask(message.reason);
      break;
    case "pong":
      say(`Phone ${number}, connected, ${Math.max(1, Math.round(performance.now() - message.time))} ms`, true);
      break;
    case "view":
      show(message);
  }
}

function ping() {
  if (socket && socket.readyState === 1 && document.documentElement.classList.contains("on")) {
    socket.send(JSON.stringify({ t: "ping", time: Math.round(performance.now()) }));
  }
}

function connect() {
  clearTimeout(retry);
  key = location.hash.slice(1);
  if (!key) { ask("Type the code that gpulife shows, or scan it with the camera."); return; }
  $("ask").hidden = true;
  if (socket) { socket.onclose = null; socket.close(); }
  document.documentElement.classList.remove("on");
  say("Connecting", false);
  const mine = socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/pad`);
  heard = performance.now();
  mine.onopen = () => mine.send(JSON.stringify({ t: "join", key: key.slice(0, 64), pad: stored().slice(0, 64) }));
  mine.onmessage = (event) => { if (mine === socket && typeof event.data === "string") hear(JSON.parse(event.data)); };
  mine.onclose = (event) => {
    if (mine !== socket) return;
    document.documentElement.classList.remove("on");
    socket = null;
    if (event.code === REFUSED) say("Not connected", false);
    else if (event.code === REPLACED) say("This pad is open in another tab", false);
    else {
      say("Connection lost, trying again", false);
      retry = setTimeout(connect, wait);
      wait = Math.min(wait * 2, 3000);
    }
  };
}

setInterval(() => {
  if (!socket) return;
  if (performance.now() - heard > SILENCE) { heard = performance.now(); socket.close(); wait = 250; connect(); } else ping();
}, PING_EVERY);

// The screen: no scrolling, no zooming, and no sleep if the browser can prevent it.

let lock = null;
async function keepAwake() {
  if (!navigator.wakeLock || document.hidden || (lock && !lock.released)) return;
  try { lock = await navigator.wakeLock.request("screen"); } catch { lock = null; }
}

for (const kind of ["contextmenu", "gesturestart", "dblclick", "selectstart"]) {
  document.addEventListener(kind, (event) => { if (event.target.id !== "code") event.preventDefault(); });
}
document.addEventListener("touchmove", (event) => { if (!event.target.closest("#more, #ask")) event.preventDefault(); }, { passive: false });
addEventListener("blur", letGoOfAll);
addEventListener("pagehide", letGoOfAll);
addEventListener("resize", letGoOfAll);
addEventListener("hashchange", () => { wait = 250; connect(); });
document.addEventListener("visibilitychange", () => {
  letGoOfAll();
  if (document.hidden) return;
  keepAwake();
  if (!socket && key && $("ask").hidden && $("state").textContent.startsWith("Connection")) { wait = 250; connect(); }
});
addEventListener("pointerdown", keepAwake);
if (document.documentElement.requestFullscreen) {
  $("full").hidden = false;
  $("full").addEventListener("click", () => {
    (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => {});
  });
}
connect();
