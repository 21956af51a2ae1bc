// Input from keyboard, mouse and touch: keys, taps on the board, pinching, and a virtual stick with a trigger.
export const STICK = 0, TRIGGER = 1, HALT = 2, DIGIT = 10, POINT = 17;
const KEYS = {
  ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
  KeyW: [-1, 0], KeyS: [1, 0], KeyA: [0, -1], KeyD: [0, 1],
};
const HOLD_MS = 140, DEAD = 0.28;

export class Controls {
  // game: {act, board, own, marks, view(), seat(), say(text), talk(), toggleZoom(), pressMain(), pressKind(kind)}
  constructor(game) {
    this.game = game;
    this.keys = new Set();
    this.ways = [0, 0];
    this.pointers = new Map();
    addEventListener("keydown", (event) => this.key(event, true));
    addEventListener("keyup", (event) => this.key(event, false));
    addEventListener("blur", () => this.release());
    document.addEventListener("visibilitychange", () => document.hidden && this.release());
    this.stage(document.getElementById("stage"));
    this.pad(document.getElementById("stick"), document.getElementById("trigger"));
  }

  // Releases all keys, the stick and the trigger.
  release() {
    this.keys.clear();
    this.padWay = [0, 0];
    this.pushed();
    this.trigger(false);
  }

  key(event, isDown) {
    if (event.ctrlKey || event.altKey || event.metaKey || !document.body.classList.contains("at-match")) return;
    if (document.querySelector("dialog[open]")) return;
    const isTyping = /INPUT|SELECT|TEXTAREA/.test(event.target.tagName), way = KEYS[event.code];
    if (isTyping) {
      if (isDown && event.code === "Escape") event.target.blur();
      return;
    }
    if (way) {
      event.preventDefault();
      if (isDown) this.keys.add(event.code); else this.keys.delete(event.code);
      this.pushed();
    } else if (event.code === "Space") {
      event.preventDefault();
      if (!event.repeat) this.trigger(isDown);
    } else if (isDown && !event.repeat) {
      if (event.code === "Enter" && event.target.tagName !== "BUTTON") this.game.pressMain(true);
      else if (/^(Digit|Numpad)\d$/.test(event.code)) this.game.act(DIGIT, Number(event.code.slice(-1)));
      else if (event.code === "KeyH") this.game.pressKind(HALT);
      else if (event.code === "KeyZ") this.game.toggleZoom();
      else if (event.code === "KeyT") { event.preventDefault(); this.game.talk(); }
      else return;
    }
    if (isDown) document.body.classList.remove("touch"); // only on keydown: a phone's keyboard sends keyup for Enter when its field loses focus
  }

  pushed() {
    const way = [0, 0];
    for (const code of this.keys) KEYS[code].forEach((part, axis) => { way[axis] += part; });
    (this.padWay || [0, 0]).forEach((part, axis) => { way[axis] = Math.sign(way[axis] + part); });
    if (way[0] === this.ways[0] && way[1] === this.ways[1]) return;
    this.ways = way;
    this.game.own.push(way, performance.now());
    this.game.act(STICK, way[0], way[1]);
  }

  trigger(isDown) {
    if (isDown === Boolean(this.isDown)) return;
    this.isDown = isDown;
    this.game.act(TRIGGER, isDown ? 1 : 0);
    document.getElementById("trigger").classList.toggle("down", isDown);
  }

  pad(stick, trigger) {
    const knob = stick.firstElementChild;
    const move = (event) => {
      const box = stick.getBoundingClientRect(), radius = box.width / 2;
      let x = (event.clientX - box.left - radius) / radius, y = (event.clientY - box.top - radius) / radius;
      const far = Math.hypot(x, y);
      const sector = Math.round(Math.atan2(y, x) / (Math.PI / 4));
      this.padWay = far < DEAD ? [0, 0] : [Math.round(Math.sin(sector * Math.PI / 4)), Math.round(Math.cos(sector * Math.PI / 4))];
      if (far > 1) { x /= far; y /= far; }
      knob.style.transform = `translate(${x * 34}px, ${y * 34}px)`;
      this.pushed();
    };
    const end = () => { this.padWay = [0, 0]; knob.style.transform = ""; this.pushed(); };
    stick.addEventListener("pointerdown", (event) => { event.preventDefault(); stick.setPointerCapture(event.pointerId); move(event); });
    stick.addEventListener("pointermove", (event) => { if (stick.hasPointerCapture(event.pointerId)) move(event); });
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) stick.addEventListener(name, end);
    trigger.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      trigger.setPointerCapture(event.pointerId);
      if (navigator.vibrate) navigator.vibrate(8);
      this.trigger(true);
    });
    for (const name of ["pointerup", "pointercancel"]) trigger.addEventListener(name, () => this.trigger(false));
    for (const element of [stick, trigger]) element.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  // Taps, drags and pinches on the board.
  stage(stage) {
    stage.addEventListener("contextmenu", (event) => event.preventDefault());
    stage.addEventListener("pointerdown", (event) => {
      if (event.button > 0 && event.pointerType === "mouse") { this.pointers.set(event.pointerId, event); stage.setPointerCapture(event.pointerId); return; }
      stage.setPointerCapture(event.pointerId);
      document.body.classList.toggle("touch", event.pointerType !== "mouse");
      this.pointers.set(event.pointerId, event);
      if (this.pointers.size === 2) { this.cancel(); return; }
      if (this.pointers.size > 2) return;
      this.start = event;
      if (event.pointerType === "mouse") this.press(event);
      else this.holding = setTimeout(() => this.press(event), HOLD_MS);
    });
    stage.addEventListener("pointermove", (event) => {
      const before = this.pointers.get(event.pointerId);
      if (!before) return;
      this.pointers.set(event.pointerId, event);
      if (this.pointers.size === 2) { this.pinch(before, event); return; }
      if (before.buttons > 1 && event.pointerType === "mouse") { this.game.board.pan(event.clientX - before.clientX, event.clientY - before.clientY); return; }
      if (this.holding && Math.hypot(event.clientX - this.start.clientX, event.clientY - this.start.clientY) > 10) this.press(this.start);
      if (this.drawing) this.drag(event);
    });
    const up = (event) => {
      const known = this.pointers.delete(event.pointerId);
      if (known && this.holding && event.type === "pointerup") this.press(this.start);
      this.cancel();
    };
    stage.addEventListener("pointerup", up);
    stage.addEventListener("pointercancel", up);
    stage.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.game.board.zoomAt(Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
    }, { passive: false });
  }

  cancel() {
    clearTimeout(this.holding);
    this.holding = 0;
    if (this.drawing) { this.drawing = null; this.trigger(false); }
  }

  pinch(before, event) {
    const other = [...this.pointers.values()].find((each) => each.pointerId !== event.pointerId);
    const far = (each) => Math.hypot(each.clientX - other.clientX, each.clientY - other.clientY) || 1;
    this.game.board.zoomAt(far(event) / far(before), (event.clientX + other.clientX) / 2, (event.clientY + other.clientY) / 2);
    this.game.board.pan((event.clientX - before.clientX) / 2, (event.clientY - before.clientY) / 2);
  }

  press(event) {
    clearTimeout(this.holding);
    this.holding = 0;
    const { game } = this, view = game.view(), place = game.board.placeAt(event.clientX, event.clientY);
    if (!place || game.seat() === null) return;
    const [row, column] = place, now = performance.now();
    if (view.tap) {
      const isChosen = (view.tap.places || []).some((each) => each[0] === row && each[1] === column);
      game.marks.tapped = [row, column, now];
      game.act(isChosen ? view.tap.back : view.tap.kind, row, column);
      return;
    }
    if (!view.steer) { game.pressMain(); return; }
    const isOthers = view.border !== null && (column < view.border ? 0 : 1) !== game.seat();
    if (isOthers) { game.say("This half of the board is not yours"); return; }
    game.marks.tapped = [row, column, now];
    game.own.point(row, column, now);
    game.act(POINT, row, column);
    this.drawing = place;
    this.trigger(true);
  }

  // Draws on all cells from the latest drawn cell to this one.
  drag(event) {
    const { game } = this, place = game.board.placeAt(event.clientX, event.clientY);
    if (!place || !game.own.contains(...place)) return;
    const [row, column] = this.drawing, far = Math.max(Math.abs(place[0] - row), Math.abs(place[1] - column));
    for (let step = 1; step <= Math.min(far, 12); step++) {
      const at = [row + Math.round((place[0] - row) * step / far), column + Math.round((place[1] - column) * step / far)];
      game.act(POINT, ...at);
    }
    if (far) { this.drawing = place; game.own.point(...place, performance.now()); }
  }
}
