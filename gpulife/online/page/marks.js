// Draws everything over the cells: dividing line, new cells, shapes in hand, paths, cursors and labels.
const CLOCK = "#ffed8c", GOOD = "#73d980", BAD = "#ff8f7a"; // as in style.css
const STRIP = 16, BAR = "rgb(102 168 115 / 0.16)"; // the strips with holes beside the paper; the bars across it
export const PAPER = [STRIP + 28, 30]; // the paper's margins beside, above and below the board, in CSS pixels

export class Marks {
  constructor(canvas, board) {
    this.canvas = canvas;
    this.board = board;
    this.tapped = null;
  }

  // cursors: [[player, row, column]]; seat: the viewer's, or null; now: time in ms
  draw(view, cursors, seat, now) {
    const { board, canvas } = this, ratio = board.ratio || 1, context = canvas.getContext("2d");
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    if (!board.cells.rows) return;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const camera = board.camera;
    this.context = context;
    this.zoom = camera.zoom;
    this.x = (column) => camera.left + column * camera.zoom;
    this.y = (row) => camera.top + row * camera.zoom;
    if (board.board && board.board.paper) this.paper();
    if (view.border !== null && view.border !== undefined) this.middle(view);
    for (const mark of view.marks || []) if (this[mark[0]]) this[mark[0]](...mark.slice(1));
    for (const [player, row, column] of cursors) {
      const shape = (view.shapes || {})[player];
      if (shape && shape.length) this.inHand(player, row, column, shape);
      this.cursor(row, column, player, player === seat, now);
    }
    this.edge();
    if (view.labelled) this.labels();
    if (this.tapped && now - this.tapped[2] < 300) this.ring(...this.tapped, now);
  }

  square(row, column, inset = 0) {
    const side = this.zoom - 2 * inset;
    return [this.x(column) + inset, this.y(row) + inset, side, side];
  }

  middle(view) {
    const { context, board } = this, x = this.x(view.border), top = this.y(0), low = this.y(board.cells.rows);
    context.fillStyle = "rgb(158 171 191 / 0.55)";
    context.fillRect(x - 0.5, top, 1, low - top);
    if (view.bar === null) return;
    context.fillStyle = CLOCK;
    context.fillRect(x - 1.5, low - (low - top) * view.bar / 1000, 3, (low - top) * view.bar / 1000);
  }

  edge() {
    const { context, board } = this, { rows, columns } = board.cells;
    context.strokeStyle = board.board && board.board.torus ? "rgb(158 171 191 / 0.3)" : "rgb(158 171 191 / 0.75)";
    context.lineWidth = board.board && board.board.torus ? 1 : 2;
    context.strokeRect(this.x(0), this.y(0), columns * this.zoom, rows * this.zoom);
  }

  // Letters of columns and numbers of rows, as used in orders: a1 is the upper left cell.
  labels() {
    const { context, board, zoom } = this, { rows, columns } = board.cells, [left, top] = board.margins;
    const step = (room) => [1, 2, 5, 10, 20, 50].find((each) => each * zoom >= room) || 100;
    const x0 = Math.max(left, this.x(0)), y0 = Math.max(top, this.y(0));
    context.fillStyle = board.board.outside;
    context.fillRect(0, 0, board.width, y0);
    context.fillRect(0, 0, x0, board.height);
    context.fillStyle = "#b9c1cf";
    context.font = "11px Roboto, system-ui, sans-serif";
    context.textBaseline = "middle";
    context.textAlign = "center";
    const across = step(18), down = step(14);
    for (let column = 0; column < columns; column++) {
      const x = this.x(column + 0.5);
      if ((column === 0 || (column + 1) % across === 0) && x >= x0 && x < board.width) context.fillText(letters(column), x, y0 - 8);
    }
    context.textAlign = "right";
    for (let row = 0; row < rows; row++) {
      const y = this.y(row + 0.5);
      if ((row === 0 || (row + 1) % down === 0) && y >= y0 && y < board.height) context.fillText(String(row + 1), x0 - 4, y);
    }
    context.textAlign = "left";
    context.textBaseline = "alphabetic";
  }

  new(row, column, player, rank, rivals) {
    const { context } = this, reach = this.zoom * 0.4 * (1 - rank / rivals), half = this.zoom / 2;
    const box = [this.x(column) + half - reach, this.y(row) + half - reach, 2 * reach, 2 * reach];
    context.fillStyle = context.strokeStyle = this.board.cellColour(player);
    context.globalAlpha = 0.55;
    context.fillRect(...box);
    context.globalAlpha = 1;
    context.lineWidth = Math.max(1, reach / 5);
    context.strokeRect(...box);
    if (this.board.board.paper) this.symbol(row, column, player, this.board.cellColour(player), 0.25);
  }

  // A Teletype's paper: bars and lines on the board, numbers around it, holes at its sides, and symbols on the cells.
  paper() {
    const { context, board, zoom } = this, { rows, columns, now } = board.cells, [across, down] = PAPER;
    const x0 = Math.max(across, this.x(0)), x1 = Math.min(board.width - across, this.x(columns));
    const y0 = Math.max(down, this.y(0)), y1 = Math.min(board.height - down, this.y(rows));
    const left = x0 - across, top = y0 - down, wide = x1 - x0 + 2 * across, high = y1 - y0 + 2 * down;
    const size = Math.min(24, Math.max(14, zoom * 0.3)), each = [1, 2, 5, 10, 50].find((step) => step * zoom >= size * 1.2) || 100;
    context.save();
    context.beginPath();
    context.rect(x0, y0, x1 - x0, y1 - y0);
    context.clip();
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) {
        const state = now[row * columns + column] & 31;
        if (state) this.symbol(row, column, state - 1, board.colours[0], 0.25);
        else if (row % 2 === 0) { context.fillStyle = BAR; context.fillRect(...this.square(row, column)); }
      }
    context.strokeStyle = board.ink;
    context.lineWidth = 1;
    context.globalAlpha = 0.35;
    context.beginPath();
    for (let row = 0; row <= rows; row++) { context.moveTo(x0, this.y(row)); context.lineTo(x1, this.y(row)); }
    for (let column = 0; column <= columns; column++) { context.moveTo(this.x(column), y0); context.lineTo(this.x(column), y1); }
    context.stroke();
    context.restore();
    context.fillStyle = board.colours[0];
    for (const box of [[left, top, wide, down], [left, y1, wide, down], [left, y0, across, y1 - y0], [x1, y0, across, y1 - y0]]) context.fillRect(...box);
    context.fillStyle = board.board.outside;
    context.beginPath();
    for (let y = top + 11; y < top + high - 5; y += 22)
      for (const x of [left + STRIP / 2, left + wide - STRIP / 2]) { context.moveTo(x, y); context.arc(x, y, 4, 0, 7); }
    context.fill();
    context.fillStyle = board.ink;
    context.font = `${size}px Roboto, system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    const shown = (number) => number === 1 || number % each === 0, number = (text, x, y) => context.fillText(String(text), x, y);
    for (let column = 1; column <= columns; column++) {
      const x = this.x(column - 0.5);
      if (shown(column) && x > x0 && x < x1) for (const y of [y0 - down / 2, y1 + down / 2]) number(column, x, y);
    }
    for (let row = 1; row <= rows; row++) {
      const y = this.y(row - 0.5);
      if (shown(row) && y > y0 && y < y1) for (const x of [x0 - (across - STRIP) / 2, x1 + (across - STRIP) / 2]) number(row, x, y);
    }
    context.textAlign = "left";
    context.textBaseline = "alphabetic";
  }

  // A player's mark as Teletypes printed it: a star for the first player, a hash sign for the second.
  symbol(row, column, player, colour, share) {
    const { context, zoom } = this, x = this.x(column + 0.5), y = this.y(row + 0.5), far = zoom * share;
    context.strokeStyle = colour;
    context.lineWidth = Math.max(1.5, far * 0.24);
    context.beginPath();
    const line = (x0, y0, x1, y1) => { context.moveTo(x + x0 * far, y + y0 * far); context.lineTo(x + x1 * far, y + y1 * far); };
    if (player === 0)
      for (const turn of [0, Math.PI / 3, 2 * Math.PI / 3]) line(-Math.sin(turn), -Math.cos(turn), Math.sin(turn), Math.cos(turn));
    else
      for (const aside of [-0.36, 0.36]) { line(aside, -0.92, aside, 0.92); line(-0.92, aside, 0.92, aside); }
    context.stroke();
  }

  hidden(row, column) {
    this.context.fillStyle = "rgb(150 150 160 / 0.4)";
    this.context.fillRect(...this.square(row, column, this.zoom * 0.1));
  }

  frame(row, column, player) {
    const { context } = this;
    context.strokeStyle = player >= 0 ? this.board.cellColour(player) : this.board.ink;
    context.lineWidth = Math.max(1.5, this.zoom * 0.06);
    context.strokeRect(...this.square(row, column, this.zoom < 8 ? -2 : 0));
  }

  cross(row, column) {
    const { context, zoom } = this, inset = zoom * 0.22, x = this.x(column), y = this.y(row);
    context.lineWidth = Math.max(2, zoom * 0.07);
    [[0, inset, zoom - inset], [1, zoom - inset, inset]].forEach(([player, from, to]) => {
      context.strokeStyle = this.board.cellColour(player);
      context.beginPath();
      context.moveTo(x + from, y + inset);
      context.lineTo(x + to, y + zoom - inset);
      context.stroke();
    });
  }

  birth(row, column, player) {
    const { context, zoom, board } = this;
    this.symbol(row, column, player, board.cellColour(player), 0.13);
    context.strokeStyle = board.ink;
    context.globalAlpha = 0.45;
    context.lineWidth = 1;
    context.strokeRect(...this.square(row, column, zoom * 0.3));
    context.globalAlpha = 1;
  }

  death(row, column) {
    const { context, zoom, board } = this, inset = zoom * 0.18, x = this.x(column), y = this.y(row);
    context.strokeStyle = board.ink;
    context.globalAlpha = 0.7;
    context.lineWidth = Math.max(1.5, zoom * 0.025);
    context.beginPath();
    for (const [from, to] of [[inset, zoom - inset], [zoom - inset, inset]]) { context.moveTo(x + from, y + inset); context.lineTo(x + to, y + zoom - inset); }
    context.stroke();
    context.globalAlpha = 1;
  }

  path(possible, ...places) {
    const { context } = this, half = this.zoom / 2;
    for (const [width, colour] of [[5, "rgb(0 0 0 / 0.7)"], [2.5, possible ? GOOD : BAD]]) {
      context.lineWidth = width;
      context.strokeStyle = colour;
      context.beginPath();
      for (let at = 0; at < places.length; at += 2) context.lineTo(this.x(places[at + 1]) + half, this.y(places[at]) + half);
      context.stroke();
    }
    context.fillStyle = possible ? GOOD : BAD;
    for (let at = 2; at < places.length; at += 2) {
      context.beginPath();
      context.arc(this.x(places[at + 1]) + half, this.y(places[at]) + half, Math.min(4, this.zoom / 3), 0, 7);
      context.fill();
    }
  }

  label(row, column, player, words) {
    const { context, board } = this;
    context.font = "600 14px Roboto, system-ui, sans-serif";
    const width = context.measureText(words).width + 12;
    const x = Math.max(2, Math.min(this.x(column + 1) + 6, board.width - width - 2));
    const y = Math.max(2, this.y(row) - 28);
    context.fillStyle = "rgb(8 9 13 / 0.85)";
    context.fillRect(x, y, width, 23);
    context.fillStyle = board.colour(player);
    context.fillText(words, x + 6, y + 16);
  }

  inHand(player, row, column, shape) {
    const { context } = this;
    context.fillStyle = this.board.cellColour(player);
    context.globalAlpha = 0.5;
    for (let at = 0; at < shape.length; at += 2) context.fillRect(...this.square(row + shape[at], column + shape[at + 1]));
    context.globalAlpha = 1;
  }

  cursor(row, column, player, isOwn, now) {
    const { context, zoom } = this, thick = Math.min(4, Math.max(2, zoom * 0.12));
    const grow = Math.max(0, (isOwn ? 11 : 8) - zoom) / 2 + thick / 2; // frames of small cells are larger than the cells
    const box = this.square(row, column, -grow), beat = isOwn && !this.board.look.calm ? 0.5 + 0.5 * Math.cos(now / 140) : 0.3;
    context.lineJoin = "round";
    context.lineWidth = thick + 2.5;
    context.strokeStyle = "rgb(0 0 0 / 0.75)";
    context.strokeRect(...box);
    context.lineWidth = thick;
    context.strokeStyle = this.board.cellColour(player);
    context.strokeRect(...box);
    context.globalAlpha = 0.65 * beat;
    context.strokeStyle = "#fff";
    context.strokeRect(...box);
    context.globalAlpha = 1;
  }

  ring(row, column, since, now) {
    const { context } = this, share = Math.max(0, now - since) / 300; // a press can be later than the beginning of the frame
    context.strokeStyle = `rgb(255 255 255 / ${0.8 * (1 - share)})`;
    context.lineWidth = 2;
    context.beginPath();
    context.arc(this.x(column) + this.zoom / 2, this.y(row) + this.zoom / 2, 6 + 16 * share, 0, 7);
    context.stroke();
  }
}

// Returns the letters of a column: a to z, then aa.
function letters(column) {
  return (column >= 26 ? letters(Math.floor(column / 26) - 1) : "") + String.fromCharCode(97 + column % 26);
}
