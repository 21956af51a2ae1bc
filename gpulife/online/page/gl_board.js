// Draws cells with WebGL2; shapes and sizes as in shaders/view_squares.frag.
const VERTEX = `#version 300 es
void main() { gl_Position = vec4(vec2(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1), 0, 1); }`;
const FRAGMENT = `#version 300 es
precision highp float;
precision highp int;
precision highp usampler2D;
uniform usampler2D now, before;
uniform vec2 origin; // of the upper left pixel, in cells
uniform float step, height; // cells per pixel; canvas height in pixels
uniform ivec2 board; // columns, rows
uniform vec3 palette[33];
uniform vec3 outside, line;
uniform float grid; // opacity of the grid lines
uniform float wave, fade, swell; // row of the wave; progress of the change, 0 to 1; brightness of flashing cells
uniform int flashing, look; // one bit per state; 0 rounded, 1 flat, 2 shapes
out vec4 colour;

float rounded(vec2 from, float size, float radius) { return length(max(abs(from) - (size - radius), 0.0)) - radius; }

float shape(int kind, vec2 from, float size, float radius) {
  vec2 a = abs(from);
  if (kind == 1) return length(from) - size;
  if (kind == 2) return (a.x + a.y - 1.12 * size) * 0.7071;
  if (kind == 3) return max(a.x * 0.8944 - (from.y + size) * 0.4472, from.y - size * 0.86);
  if (kind == 4) return max(min(a.x, a.y) - 0.36 * size, max(a.x, a.y) - size);
  if (kind == 5) return abs(length(from) - 0.68 * size) - 0.3 * size;
  return rounded(from, size, radius);
}

// The colour of a cell at a vector from its centre; alpha is the coverage of the background.
vec4 drawn(uint value, vec2 from, float zoom) {
  int state = int(value & 31u), size = int(value >> 5);
  if (state == 0) return vec4(0.0);
  float gap = look == 1 || zoom < 4.0 ? 0.0 : clamp(zoom * 0.06, 0.5, 3.0);
  float extent = zoom * 0.5 - gap;
  if (size > 0) extent *= 1.0 - 0.28 * float(3 - size);
  float radius = look == 1 ? 0.0 : min(extent, zoom * 0.22);
  float d = look == 2 && zoom >= 5.0 ? shape((state + 5) % 6, from, extent, radius) : rounded(from, extent, radius);
  vec3 rgb = palette[state];
  if ((flashing >> state & 1) == 1) rgb = mix(rgb, vec3(1.0), swell);
  return vec4(rgb, zoom < 2.5 ? 1.0 : clamp(0.5 - d, 0.0, 1.0));
}

void main() {
  vec2 at = origin + vec2(gl_FragCoord.x, height - gl_FragCoord.y) * step;
  ivec2 cell = ivec2(floor(at));
  if (any(lessThan(cell, ivec2(0))) || any(greaterThanEqual(cell, board))) { colour = vec4(outside, 1.0); return; }
  float zoom = 1.0 / step;
  vec2 from = (fract(at) - 0.5) * zoom;
  vec3 ground = palette[0];
  if (grid > 0.0) {
    vec2 edge = clamp(from - zoom * 0.5 + 1.5, 0.0, 1.0);
    ground = mix(ground, line, grid * max(edge.x, edge.y));
  }
  uint there = texelFetch(now, cell, 0).r, was = texelFetch(before, cell, 0).r;
  bool old = at.y > wave;
  vec4 shown = drawn(old ? was : there, from, zoom);
  vec3 rgb = mix(ground, shown.rgb, shown.a);
  if (!old && fade < 1.0 && there != was) {
    vec4 gone = drawn(was, from, zoom);
    rgb = mix(mix(ground, gone.rgb, gone.a), mix(rgb, vec3(1.0), shown.a * 0.35 * (1.0 - fade)), fade);
  }
  if (wave < float(board.y)) rgb += vec3(0.16, 0.15, 0.08) * clamp(1.0 - abs(at.y - wave) * max(zoom, 1.0) / 3.0, 0.0, 1.0);
  colour = vec4(rgb, 1.0);
}`;

export class GlBoard {
  // Throws if WebGL2 is missing or the shaders do not compile.
  constructor(canvas) {
    const gl = canvas.getContext("webgl2", { alpha: false, antialias: false, depth: false, powerPreference: "low-power" });
    if (!gl) throw new Error("no WebGL2");
    this.canvas = canvas;
    this.gl = gl;
    this.limit = gl.getParameter(gl.MAX_TEXTURE_SIZE);
    this.lost = false;
    canvas.addEventListener("webglcontextlost", (event) => { event.preventDefault(); this.lost = true; });
    canvas.addEventListener("webglcontextrestored", () => { this.lost = false; this.set_up(); });
    this.set_up();
  }

  set_up() {
    const gl = this.gl, program = gl.createProgram();
    for (const [type, source] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]]) {
      const shader = gl.createShader(type);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program) || "no program");
    gl.useProgram(program);
    gl.bindVertexArray(gl.createVertexArray());
    this.at = (name) => gl.getUniformLocation(program, name);
    this.places = {};
    for (const name of ["origin", "step", "height", "board", "palette", "outside", "line", "grid", "wave", "fade", "swell", "flashing", "look"])
      this.places[name] = this.at(name);
    this.textures = ["now", "before"].map((name, unit) => {
      const texture = gl.createTexture();
      gl.activeTexture(gl.TEXTURE0 + unit);
      gl.bindTexture(gl.TEXTURE_2D, texture);
      for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, filter, gl.NEAREST);
      gl.uniform1i(this.at(name), unit);
      return texture;
    });
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    this.size = "";
  }

  fits(cells) {
    return Math.max(cells.rows, cells.columns) <= this.limit;
  }

  upload(cells) {
    const gl = this.gl, size = `${cells.columns}x${cells.rows}`;
    [cells.now, cells.before].forEach((bytes, unit) => {
      gl.activeTexture(gl.TEXTURE0 + unit);
      if (size !== this.size) gl.texImage2D(gl.TEXTURE_2D, 0, gl.R8UI, cells.columns, cells.rows, 0, gl.RED_INTEGER, gl.UNSIGNED_BYTE, bytes);
      else gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, cells.columns, cells.rows, gl.RED_INTEGER, gl.UNSIGNED_BYTE, bytes);
    });
    this.size = size;
  }

  // scene: {origin, zoom (canvas pixels per cell), palette (floats), outside, line, wave, fade, swell, flashing, look}
  draw(cells, scene, isNew) {
    if (this.lost) return;
    const gl = this.gl, at = this.places;
    if (isNew || !this.size) this.upload(cells);
    gl.viewport(0, 0, this.canvas.width, this.canvas.height);
    gl.uniform2f(at.origin, scene.origin[0], scene.origin[1]);
    gl.uniform1f(at.step, 1 / scene.zoom);
    gl.uniform1f(at.height, this.canvas.height);
    gl.uniform2i(at.board, cells.columns, cells.rows);
    gl.uniform3fv(at.palette, scene.palette);
    gl.uniform3fv(at.outside, scene.outside);
    gl.uniform3fv(at.line, scene.line);
    gl.uniform1f(at.grid, scene.grid);
    gl.uniform1f(at.wave, scene.wave);
    gl.uniform1f(at.fade, scene.fade);
    gl.uniform1f(at.swell, scene.swell);
    gl.uniform1i(at.flashing, scene.flashing);
    gl.uniform1i(at.look, scene.look);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }
}
