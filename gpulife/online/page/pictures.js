// Draws the still pictures of games that the server sends with its list of games.
const SIDE = 8, GAP = 1; // of a cell, in pixels of the picture

// Draws a game's picture on a canvas; clears it if there is none.
export function drawPicture(canvas, picture) {
  const { columns, cells, colours } = picture || {};
  if (!cells) { canvas.width = canvas.height = 1; return; }
  canvas.width = columns * SIDE;
  canvas.height = cells.length / columns * SIDE;
  const context = canvas.getContext("2d");
  context.fillStyle = colours[0];
  context.fillRect(0, 0, canvas.width, canvas.height);
  [...cells].forEach((digit, place) => {
    if (digit === "0") return;
    context.fillStyle = colours[parseInt(digit, 36)];
    context.fillRect(place % columns * SIDE, Math.floor(place / columns) * SIDE, SIDE - GAP, SIDE - GAP);
  });
}
