// The connection to the server. The page reconnects by itself, with the token to which the seat belongs.
import { load, save } from "./store.js";
import { inflated } from "./frames.js";

export const PROTOCOL = 1, ANY_SEAT = -1, WATCH = -2;
const ENTRANCE = "/play";
const PING_MS = 2000, SILENT_MS = 9000, FIRST_WAIT_MS = 300, LONGEST_WAIT_MS = 5000;
const PER_SECOND = 25, BURST = 45; // the server takes 30 actions a second

export class Connection {
  // handlers: lost(seconds), found(), message(message), cells(frame)
  constructor(handlers) {
    this.handlers = handlers;
    this.rtt = 0;
    this.seq = 1;
    this.queue = Promise.resolve();
    this.acts = [];
    this.room = BURST;
    this.filled = performance.now();
    this.wait = FIRST_WAIT_MS;
    this.path = ENTRANCE;
    addEventListener("online", () => this.retry());
    document.addEventListener("visibilitychange", () => document.hidden || this.retry());
    setInterval(() => this.watch(), 500);
  }

  open() {
    clearTimeout(this.timer);
    this.timer = 0;
    const socket = new WebSocket(location.origin.replace(/^http/, "ws") + this.path);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    this.heard = performance.now();
    socket.onopen = () => this.send({ t: "hello", protocol: PROTOCOL, name: load("name", ""), token: load("token", ""), page: true });
    socket.onmessage = (event) => {
      this.heard = performance.now();
      // Keeps frames in order, although decompression is asynchronous.
      this.queue = this.queue.then(() => socket === this.socket && this.take(event.data)).catch((error) => console.error(error));
    };
    socket.onclose = () => socket === this.socket && this.lose();
  }

  async take(data) {
    if (typeof data !== "string") {
      this.handlers.cells(await inflated(new Uint8Array(data)));
      return;
    }
    const message = JSON.parse(data);
    if (message.t === "welcome") {
      save("token", message.token);
      this.wait = FIRST_WAIT_MS;
      this.ready = true;
      this.ping();
      this.handlers.found();
    } else if (message.t === "pong") {
      this.rtt = Math.round(performance.now() - message.time);
    }
    if (message.t === "seated") this.seq = Math.max(1, message.next_seq || 0);
    this.handlers.message(message);
  }

  // Reconnects to another server on this page's host; returns false if the address has another host.
  move(address) {
    const url = new URL(address);
    if (url.host !== location.host) return false;
    const socket = this.socket;
    this.lose(url.pathname.replace(/\/$/, "") + ENTRANCE);
    if (socket) socket.close();
    return true;
  }

  // Reconnects after a pause. The default path leads to any server; each of them knows which server has a match.
  lose(path = ENTRANCE) {
    this.path = path;
    this.ready = false;
    this.acts = [];
    this.socket = null;
    if (this.stopped) return;
    const wait = this.wait * (0.7 + 0.6 * Math.random());
    this.wait = Math.min(this.wait * 1.8, LONGEST_WAIT_MS);
    this.handlers.lost(Math.round(wait / 1000));
    this.timer = setTimeout(() => this.open(), wait);
  }

  stop() {
    this.stopped = true;
    if (this.socket) this.socket.close();
  }

  retry() {
    if (this.timer) this.open();
  }

  watch() {
    const now = performance.now();
    if (this.socket && now - this.heard > SILENT_MS) {
      const socket = this.socket;
      this.socket = null;
      socket.close();
      this.lose();
    } else if (this.ready && now - this.pinged > PING_MS) {
      this.ping();
    }
    this.flush();
  }

  ping() {
    this.pinged = performance.now();
    this.send({ t: "ping", time: Math.round(this.pinged), last: Math.min(this.rtt, 60000) });
  }

  send(message) {
    if (this.socket && this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  act(kind, a = 0, b = 0, data = "") {
    if (!this.ready) return;
    this.acts.push({ kind, a, b, data });
    this.flush();
  }

  flush() {
    const now = performance.now();
    this.room = Math.min(BURST, this.room + (now - this.filled) * PER_SECOND / 1000);
    this.filled = now;
    while (this.acts.length && this.room >= 1) {
      this.room -= 1;
      const act = this.acts.shift();
      const message = { t: "act", seq: this.seq++, kind: act.kind, a: act.a, b: act.b };
      if (act.data) message.data = act.data;
      this.send(message);
    }
    if (this.acts.length && !this.flushing) {
      this.flushing = true;
      setTimeout(() => { this.flushing = false; this.flush(); }, 1000 / PER_SECOND);
    }
  }
}
