// Predicts the viewer's own cursor, so that it moves before the server answers.
const TICK_MS = 1000 / 60;

export class OwnCursor {
  constructor() {
    this.stick = [0, 0];
    this.place = null; // predicted place; null to show the server's
    this.last = [0, 0]; // last place sent by the server
  }

  // Takes from the server: all cursors, how the own cursor moves, the time, and the round trip (both in ms).
  take(cursors, seat, steer, now, rtt) {
    const own = cursors.find((cursor) => cursor[0] === seat);
    if (own) this.last = own.slice(1);
    this.steer = steer;
    if (!own || !steer) this.place = null;
    else if (!this.isHeld && now > this.until(rtt)) this.place = null;
  }

  get isHeld() {
    return this.stick[0] !== 0 || this.stick[1] !== 0;
  }

  until(rtt) {
    return (this.released || 0) + rtt + 200;
  }

  push(stick, now) {
    const step = stick.map((way, axis) => (way !== this.stick[axis] ? way : 0));
    const turned = stick.some((way, axis) => way * this.stick[axis] < 0);
    if (turned || !(stick[0] || stick[1]) || !this.isHeld) { this.held = 0; this.travelled = 0; }
    this.stick = stick;
    this.released = this.moved = now;
    if (!this.steer) return;
    this.place = this.near((this.place || this.last)[0] + step[0], (this.place || this.last)[1] + step[1]);
  }

  point(row, column, now) {
    if (!this.steer) return;
    this.place = this.near(row, column);
    this.released = now;
    this.held = this.travelled = 0;
  }

  near(row, column) {
    const [top, left, bottom, right] = this.steer.area;
    return [Math.min(Math.max(row, top), bottom), Math.min(Math.max(column, left), right)];
  }

  contains(row, column) {
    return !this.steer || this.near(row, column).every((at, axis) => at === [row, column][axis]);
  }

  // Advances the prediction to the time `now`; returns the cursors to draw.
  move(cursors, seat, now, rtt) {
    if (!this.steer || !this.place) return cursors;
    if (this.isHeld) {
      const { speeds } = this.steer;
      for (; this.moved + TICK_MS <= now; this.moved += TICK_MS) {
        this.held += 1;
        const at = Math.min(this.held / 10, speeds.length - 1), low = Math.floor(at), high = Math.min(low + 1, speeds.length - 1);
        this.travelled += speeds[low] + (speeds[high] - speeds[low]) * (at - low);
        const cells = Math.floor(this.travelled / 1000);
        this.travelled %= 1000;
        if (cells) this.place = this.near(this.place[0] + cells * this.stick[0], this.place[1] + cells * this.stick[1]);
      }
    } else if (now > this.until(rtt)) {
      this.place = null;
      return cursors;
    }
    return cursors.map((cursor) => (cursor[0] === seat ? [seat, ...this.place] : cursor));
  }
}
