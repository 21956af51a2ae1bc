// The board: camera, colours, the wave of a new generation, and the canvas with the cells.
import { Cells } from "./frames.js";
import { GlBoard } from "./gl_board.js";
import { FlatBoard } from "./flat_board.js";
import { load } from "./store.js";

const PACED = 12, SLOW_MS = 45;
const FADE_MS = 160, CLOSE = 18, MAX_ZOOM = 120;
const INK = "#333038"; // as in gpulife/window/play/game_picture.py
const LOOKS = ["modern", "1982", "shapes"];

const rgb = (text) => [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16) / 255);

export class Board {
  constructor(stage, canvas) {
    this.stage = stage;
    this.canvas = canvas;
    this.cells = new Cells();
    this.look = load("look", {});
    this.schemes = {};
    this.free = null; // close-up: {zoom, row, column} of its centre; null to show the whole board
    this.painter = null;
    this.margins = [0, 0, 0, 0]; // left, top, right and bottom margins for labels, in CSS pixels
    this.isNew = this.dirty = true;
    this.changed = -1e9;
    this.clear();
    new ResizeObserver(() => { this.resize(); }).observe(stage);
  }

  clear() {
    this.board = null;
    this.flash = [];
    this.wave = this.shownWave = null;
    this.cells = new Cells();
    this.isNew = this.dirty = true;
  }

  open() {
    if (this.painter) return;
    try {
      if (location.hash.includes("flat")) throw new Error("asked for");
      this.painter = new GlBoard(this.canvas);
    } catch (error) {
      this.paintFlat();
    }
    this.resize();
  }

  // Replaces the canvas, since a canvas cannot change its kind of context.
  paintFlat() {
    const canvas = this.canvas.cloneNode();
    this.canvas.replaceWith(canvas);
    this.canvas = canvas;
    this.painter = new FlatBoard(canvas);
  }

  resize() {
    const box = this.stage.getBoundingClientRect(), ratio = Math.min(devicePixelRatio || 1, this.still ? 1 : 2);
    this.width = box.width;
    this.height = box.height;
    this.ratio = ratio;
    for (const canvas of this.stage.querySelectorAll("canvas")) {
      canvas.width = Math.max(1, Math.round(box.width * ratio));
      canvas.height = Math.max(1, Math.round(box.height * ratio));
    }
    this.dirty = true;
  }

  // Updates the size and look of the board from the server's view.
  take(view) {
    if ("board" in view) { this.board = view.board; this.recolour(); }
    if ("flash" in view) this.flash = view.flash;
    if ("wave" in view) this.wave = view.wave;
    this.dirty = true;
  }

  takeCells(frame, ticks) {
    const wave = this.wave && this.wave[0] > ticks.now() ? this.wave : null;
    const isGeneration = wave ? wave[0] !== this.shownWave : true;
    if (isGeneration) { this.changed = performance.now(); this.shownWave = wave ? wave[0] : null; }
    this.cells.take(frame, isGeneration && this.cells.rows > 0);
    this.stage.dataset.rows = this.cells.rows;
    this.stage.dataset.columns = this.cells.columns;
    this.stage.style.setProperty("--aspect", this.cells.columns / this.cells.rows);
    this.isNew = this.dirty = true;
    if (this.painter && !this.painter.fits(this.cells)) this.paintFlat();
  }

  setLook(look) {
    this.look = look;
    this.recolour();
    this.dirty = true;
  }

  recolour() {
    if (!this.board) return;
    const colours = [...this.board.colours], scheme = this.schemes[this.look.scheme];
    const isOwn = !scheme || colours.length > 3, light = isOwn ? this.board.light || 1 : 1;
    if (!isOwn) colours.splice(0, 3, ...scheme);
    this.colours = colours;
    this.cellColours = colours.map((colour, state) => rgb(colour).map((part) => (state ? light : 1) * part));
    this.palette = new Float32Array(99);
    this.cellColours.slice(0, 33).forEach((colour, state) => this.palette.set(colour, state * 3));
    const ground = this.cellColours[0], dark = ground[0] + ground[1] + ground[2] < 1.5;
    this.ink = dark ? "#e6ebf2" : INK;
    this.line = ground.map((part) => part + (dark ? 0.16 : -0.16));
  }

  // The player's colour on the board; that of texts is `colour`.
  cellColour(player) {
    const [red, green, blue] = (this.cellColours && this.cellColours[player + 1]) || [0.9, 0.91, 0.94];
    return `rgb(${red * 255} ${green * 255} ${blue * 255})`;
  }

  colour(player) {
    return (this.colours && this.colours[player + 1]) || "#e6e9ef";
  }

  get fit() {
    const { rows, columns } = this.cells, [left, top, right, bottom] = this.margins;
    return Math.min((this.width - left - right) / (columns || 1), (this.height - top - bottom) / (rows || 1), MAX_ZOOM);
  }

  // {zoom, left, top}: CSS pixels per cell, and the position of the board's corner in CSS pixels.
  get camera() {
    const { rows, columns } = this.cells, zoom = this.free ? this.free.zoom : this.fit;
    const middle = (room, count, at, before, after) => {
      const size = count * zoom, rest = room - before - after;
      return before + (size <= rest ? (rest - size) / 2 : Math.min(0, Math.max(rest - size, rest / 2 - at * zoom)));
    };
    return {
      zoom,
      left: middle(this.width, columns, this.free ? this.free.column : columns / 2, this.margins[0], this.margins[2]),
      top: middle(this.height, rows, this.free ? this.free.row : rows / 2, this.margins[1], this.margins[3]),
    };
  }

  // The centre of the stage without its margins.
  get centre() {
    const [left, top, right, bottom] = this.margins;
    return [(this.width + left - right) / 2, (this.height + top - bottom) / 2];
  }

  placeAt(x, y) {
    const box = this.stage.getBoundingClientRect(), { zoom, left, top } = this.camera;
    const row = Math.floor((y - box.top - top) / zoom), column = Math.floor((x - box.left - left) / zoom);
    return row >= 0 && column >= 0 && row < this.cells.rows && column < this.cells.columns ? [row, column] : null;
  }

  // Zooms around a point of the stage.
  zoomAt(factor, x, y) {
    const box = this.stage.getBoundingClientRect(), { zoom, left, top } = this.camera;
    const px = x - box.left, py = y - box.top, row = (py - top) / zoom, column = (px - left) / zoom;
    const next = Math.min(MAX_ZOOM, zoom * factor);
    this.follows = false;
    if (next <= this.fit * 1.02) this.free = null;
    else this.free = { zoom: next, row: row - (py - this.centre[1]) / next, column: column - (px - this.centre[0]) / next };
    this.dirty = true;
  }

  pan(dx, dy) {
    if (!this.free) return;
    const { zoom, left, top } = this.camera; // the actual position, limited by the edges
    this.free.row = (this.centre[1] - top - dy) / zoom;
    this.free.column = (this.centre[0] - left - dx) / zoom;
    this.follows = false;
    this.dirty = true;
  }

  toggleZoom(cursor) {
    if (this.free) { this.free = null; this.follows = false; }
    else {
      const [row, column] = cursor || [this.cells.rows / 2, this.cells.columns / 2];
      this.free = { zoom: Math.min(MAX_ZOOM, Math.max(CLOSE, this.fit * 2)), row: row + 0.5, column: column + 0.5 };
      this.follows = true;
    }
    this.dirty = true;
  }

  // In a close-up, scrolls so that the cursor stays near the middle.
  follow(cursor) {
    if (!this.free || !this.follows || !cursor) return;
    const { zoom } = this.free, room = [this.height / zoom / 5, this.width / zoom / 5];
    const at = { row: cursor[0] + 0.5, column: cursor[1] + 0.5 };
    [["row", room[0]], ["column", room[1]]].forEach(([axis, far]) => {
      const away = at[axis] - this.free[axis];
      if (Math.abs(away) > far) { this.free[axis] = at[axis] - Math.sign(away) * far; this.dirty = true; }
    });
  }

  // If frames are slow, as with software rendering, draws only changes and at a lower resolution.
  pace(now, moves) {
    const took = now - (this.last || now);
    this.last = now;
    if (this.still || !moves || took > 1000) return;
    this.slow = 0.9 * (this.slow || 0) + 0.1 * took;
    this.paced = (this.paced || 0) + 1;
    if (this.paced < PACED || this.slow < SLOW_MS) return;
    this.still = true;
    this.resize();
  }

  // Draws if anything has changed; returns true if it did.
  draw(now, ticks) {
    if (!this.painter || !this.board || !this.cells.rows) return false;
    const calm = this.look.calm || this.still;
    let wave = 1e9, fade = 1;
    if (!calm && this.wave && this.shownWave === this.wave[0]) {
      const share = 1 - (this.wave[0] - ticks.now()) / this.wave[1];
      if (share < 1) wave = Math.max(share, 0) * this.cells.rows;
    } else if (!calm) fade = Math.min(1, (now - this.changed) / FADE_MS);
    this.pace(now, wave < 1e9 || fade < 1);
    const moves = wave < 1e9 || fade < 1 || (this.flash.length > 0 && !calm);
    if (!moves && !this.dirty && !this.moved) return false;
    this.stage.dataset.zoomed = this.free ? "yes" : "no";
    const { zoom, left, top } = this.camera;
    this.painter.draw(this.cells, {
      origin: [-left / zoom, -top / zoom],
      zoom: zoom * this.ratio,
      palette: this.palette,
      outside: rgb(this.board.outside),
      line: this.line,
      grid: zoom >= 10 && !this.board.paper && this.look.cells !== "1982" ? 0.4 : 0,
      wave,
      fade,
      swell: calm ? 0.4 : 0.35 - 0.35 * Math.cos(now / 130),
      flashing: this.flash.reduce((bits, state) => bits | 1 << state, 0),
      look: Math.max(0, LOOKS.indexOf(this.look.cells)),
    }, this.isNew);
    this.moved = moves; // draws once more after the last animated frame
    this.isNew = this.dirty = false;
    return true;
  }
}
