#version 330 core
// Zellige: a wall of hand-cut tiles in a border. Each cell is a star of eight points; crosses lie between the stars.
#include "lib/look.glsl"
uniform sampler2D cells;

const float A = 0.35355; // half the side of each of the two squares that make a star

// How deep a place lies in a star around (0, 0): negative outside. `out_` is the way to its nearest edge.
float star(vec2 f, out vec2 out_)
{
    vec2 a = abs(f);
    float upright = A - max(a.x, a.y), slanted = 0.70711 * (1.41421 * A - a.x - a.y);
    out_ = sign(f) * (upright > slanted ? vec2(a.x > a.y, a.x <= a.y) : vec2(0.70711));
    return max(upright, slanted);
}

float grown(vec4 cell) { return smoothstep(0.0, 0.45, cell.w); }

// The kind of tile at a place of the field: its paint, how deep the place lies in it, the way to the edge, its number.
vec3 field(vec2 p, out float depth, out vec2 out_, out vec2 number)
{
    vec2 at = floor(p), f = p - at - 0.5;
    vec4 cell = texel_at(cells, at);
    depth = star(f, out_);
    number = at;
    if (depth > 0.0) {
        // Stars turn from bare to gilt and then to their glaze as they rise, and back as they sink: nothing jumps.
        int kind = int((cell.x > 0.0 ? cell.x : cell.z) + 0.5);
        vec3 gilt = vec3(0.86, 0.66, 0.30), paint = mix(hue_of(0), hue_of(kind), grown(cell));
        float newborn = smoothstep(0.04, 0.2, cell.w) * (1.0 - smoothstep(0.4, 0.9, cell.w));
        newborn *= cell.x > 0.0 ? 1.0 - exp(-6.0 * cell.y) : 0.6 * exp(-4.0 * cell.y);
        paint = mix(paint, gilt, 0.7 * newborn);
        // Those who have lived long get a small star in the middle.
        float settled = smoothstep(2.4, 3.8, cell.w);
        vec2 way;
        float inner = star(f * 2.6, way) / 2.6;
        if (inner > 0.0 && settled > 0.0) {
            depth = mix(0.1, inner, settled);
            return mix(paint, kind == 3 ? hue_of(7) : hue_of(0), settled);
        }
        depth = settled > 0.0 ? min(depth, mix(0.1, abs(inner), settled)) : depth;
        return paint;
    }
    // A cross is glazed where the four cells around it are of one kind.
    depth = -depth;
    out_ = -out_;
    number = at + 0.5 * sign(f) + 0.25;
    vec4 beside = texel_at(cells, at + vec2(sign(f.x), 0)), across = texel_at(cells, at + vec2(0, sign(f.y)));
    vec4 corner = texel_at(cells, at + sign(f));
    bool is_one = cell.z == beside.z && cell.z == across.z && cell.z == corner.z && cell.z > 0.0;
    float all = grown(cell) * grown(beside) * grown(across) * grown(corner);
    return mix(hue_of(0) * 0.93, is_one ? hue_of(int(cell.z + 4.5)) : hue_of(0) * 0.93, all);
}

// The border: a band of stars between two bands of plain tiles, `inside` units from the edge of the picture.
vec3 border(float inside, float along, out float depth, out vec2 out_, out vec2 number)
{
    float t = inside < 1.3 ? inside / 1.3 : inside < 3.1 ? (inside - 1.3) / 1.8 : (inside - 3.1) / 0.7;
    float tall = inside < 1.3 ? 1.3 : inside < 3.1 ? 1.8 : 0.7, wide = inside < 1.3 ? 2.6 : inside < 3.1 ? 1.8 : 1.4;
    vec2 f = vec2(fract(along / wide) - 0.5, t - 0.5), a = abs(f);
    number = vec2(floor(along / wide), 500.0 + floor(inside * 0.7));
    if (inside > 1.3 && inside < 3.1) {
        depth = star(f, out_);
        bool is_star = depth > 0.0;
        depth = abs(depth) * 1.8 * 0.7;
        out_ = vec2(0.0);
        number.x += is_star ? 0.0 : floor(f.x * 2.0) * 0.5 + 0.25;
        return is_star ? hue_of(3) : hue_of(5);
    }
    depth = min((0.5 - a.x) * wide, (0.5 - a.y) * tall) * 0.7;
    out_ = vec2(0.0);
    return inside < 1.3 ? hue_of(5) : hue_of(0);
}

void main()
{
    vec2 p = place(), uv = on_screen(), pixel = gl_FragCoord.xy, out_, number;
    float unit = min(window.x, window.y) / 54.0, depth, grain; // of the border
    vec2 middle = pixel - 0.5 * window, away = (0.5 * window - abs(middle) + frame_out()) / unit;
    float inside = min(away.x, away.y);
    vec3 glaze;
    float size = 1.0 / abs(scale.x); // pixels of a cell
    if (inside > 3.8)
        glaze = field(p, depth, out_, number);
    else {
        // Tiles of the border go out from the middle of each side, and meet at the corners.
        glaze = border(inside, (away.x < away.y ? middle.y : middle.x) / unit + 0.9, depth, out_, number);
        number += away.x < away.y ? vec2(71.0, 13.0) * sign(middle.x) : vec2(17.0, 5.0) * sign(middle.y);
        depth = min(depth, abs(away.x - away.y) * 0.5 + 0.01);
        depth *= unit / size;
    }
    vec2 h = vec2(hash(number), hash(number + 17.7)), h2 = vec2(hash(number + 91.0), hash(number + 108.7)) - 0.5;
    // Glaze pools unevenly; every tile is cut and tilted by hand.
    vec2 q = pixel / size;
    glaze *= 0.82 + 0.30 * h.x;
    glaze *= 0.92 + 0.16 * noise(q * 3.0 + h * 20.0);
    float bevel = smoothstep(0.075, 0.02, depth);
    vec2 ripple = 0.08 * (vec2(noise(q * 4.0 + h * 9.0), noise(q * 4.0 + 3.0 + h * 7.0)) - 0.5);
    vec3 n = normalize(vec3(h2 * 0.16 + bevel * out_ * 0.55 + ripple, 1.0));
    vec2 lamp = vec2(0.34 + 0.10 * sin(time * 0.02), -0.10);
    vec3 light = normalize(vec3((lamp - uv) * vec2(1.7, 1.0), 0.75)), half_way = normalize(light + vec3(0, 0, 1));
    float facing = max(dot(n, half_way), 0.0), shine = pow(facing, 90.0) * 0.16 + pow(facing, 14.0) * 0.05;
    vec3 c = glaze * (vec3(0.50, 0.50, 0.52) + vec3(0.62, 0.59, 0.54) * max(dot(n, light), 0.0)) + shine * vec3(1.0, 0.97, 0.9);
    vec3 grout = vec3(0.46, 0.42, 0.37) * (0.85 + 0.3 * noise(pixel * 0.7));
    float joint = 0.022, soft = 0.7 / size;
    colour = vec4(mix(grout, c, smoothstep(joint - soft, joint + soft, depth)), 1.0);
}
