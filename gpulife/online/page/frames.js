// Decodes frames of cells; gpulife/online/page_view/cell_frames.py describes the format.
const WHOLE = 1, CHANGES = 2, DEFLATED = 128;

export const canInflate = typeof DecompressionStream === "function";

// Returns {kind, tick, body} with the body decompressed.
export async function inflated(frame) {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const kind = frame[0], tick = view.getUint32(1, true), body = frame.subarray(5);
  if (!(kind & DEFLATED)) return { kind, tick, body };
  const stream = new Blob([body]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return { kind: kind & ~DEFLATED, tick, body: new Uint8Array(await new Response(stream).arrayBuffer()) };
}

// The cells of a board, now and before the current generation.
export class Cells {
  constructor() {
    this.rows = this.columns = 0;
    this.now = this.before = new Uint8Array(0);
  }

  // Applies a frame. A new generation moves the old cells to `before`; any other change is made in both.
  take(frame, isGeneration) {
    const view = new DataView(frame.body.buffer, frame.body.byteOffset, frame.body.byteLength);
    if (frame.kind === WHOLE) {
      const rows = view.getUint32(0, true), columns = view.getUint32(4, true), cells = frame.body.slice(8);
      const isSame = rows === this.rows && columns === this.columns;
      this.before = isSame && isGeneration ? this.now : cells.slice();
      this.now = cells;
      this.rows = rows;
      this.columns = columns;
      return;
    }
    if (frame.kind !== CHANGES) return;
    if (isGeneration) this.before.set(this.now);
    const count = view.getUint32(0, true), body = frame.body;
    let at = 4, value = body.length - count, place = -1;
    while (value < body.length) {
      place += 1;
      while (body[at] === 255) { place += 255; at += 1; }
      place += body[at++];
      this.now[place] = body[value];
      if (!isGeneration) this.before[place] = body[value];
      value += 1;
    }
  }
}
