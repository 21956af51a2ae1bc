// Draws cells on a 2D canvas if there is no WebGL2: squares, circles and diamonds in their sizes, without waves.
export class FlatBoard {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d", { alpha: false });
  }

  fits() {
    return true;
  }

  draw(cells, scene) {
    const { context, canvas } = this, zoom = scene.zoom, [left, top] = scene.origin;
    const css = (rgb) => `rgb(${rgb.map((part) => Math.round(part * 255)).join(" ")})`;
    context.fillStyle = css([...scene.outside]);
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.fillStyle = css([...scene.palette.slice(0, 3)]);
    context.fillRect(-left * zoom, -top * zoom, cells.columns * zoom, cells.rows * zoom);
    const gap = scene.look === 1 || zoom < 4 ? 0 : Math.min(Math.max(zoom * 0.06, 0.5), 3);
    const last = [Math.min(cells.rows, top + canvas.height / zoom + 1), Math.min(cells.columns, left + canvas.width / zoom + 1)];
    const byState = new Map();
    for (let row = Math.max(0, Math.floor(top)); row < last[0]; row++)
      for (let column = Math.max(0, Math.floor(left)); column < last[1]; column++) {
        const value = cells.now[row * cells.columns + column];
        if (!(value & 31)) continue;
        if (!byState.has(value)) byState.set(value, []);
        byState.get(value).push(row, column);
      }
    for (const [value, places] of byState) {
      const state = value & 31, size = value >> 5;
      const extent = (zoom / 2 - gap) * (size ? 1 - 0.28 * (3 - size) : 1), kind = scene.look === 2 && zoom >= 5 ? (state + 5) % 6 : 0;
      context.fillStyle = css([...scene.palette.slice(state * 3, state * 3 + 3)]);
      context.beginPath();
      for (let at = 0; at < places.length; at += 2) {
        const x = (places[at + 1] + 0.5 - left) * zoom, y = (places[at] + 0.5 - top) * zoom;
        if (kind === 1 || kind === 5) { context.moveTo(x + extent, y); context.arc(x, y, extent, 0, 7); }
        else if (kind === 2 || kind === 3) {
          context.moveTo(x, y - extent);
          context.lineTo(x + extent, kind === 2 ? y : y + extent);
          if (kind === 2) context.lineTo(x, y + extent);
          context.lineTo(x - extent, kind === 2 ? y : y + extent);
          context.closePath();
        } else context.rect(x - extent, y - extent, 2 * extent, 2 * extent);
      }
      context.fill();
    }
  }
}
