#version 330 core
// Zellige: a wall of hand-cut tiles in a border. Each cell is a star of eight points; crosses lie between the stars, and
// white straps run between both. As on such walls, the four quarters of the panel are mirror images: each shows the
// same cells of the board.
#include "lib/look.glsl"
uniform sampler2D cells;

const float A = 0.35355; // half the side of each of the two squares that make a star
const float BORDER = 1.62; // width of the border in cells

// How deep a place lies in a star around (0, 0): negative outside. `out_` is the way to its nearest edge.
float star(vec2 f, out vec2 out_)
{
    vec2 a = abs(f);
    float upright = A - max(a.x, a.y), slanted = 0.70711 * (1.41421 * A - a.x - a.y);
    out_ = sign(f) * (upright > slanted ? vec2(a.x > a.y, a.x <= a.y) : vec2(0.70711));
    return max(upright, slanted);
}

// The cell that a tile of the panel shows; tiles are counted from the middle of the panel.
vec4 shown(vec2 tile, vec2 first) { return texel_at(cells, first + abs(tile)); }

float grown(vec4 cell) { return smoothstep(0.0, 0.45, cell.w); }

int kind_of(vec4 cell) { return int((cell.x > 0.0 ? cell.x : cell.z) + 0.5); }

// How far a place lies inside the great star in the middle of the panel, which sets the paint of crosses.
float great_star(vec2 p, float radius)
{
    vec2 out_;
    return star(p / radius * 1.41421 * A, out_);
}

void main()
{
    float across = 1.0 / abs(scale.x); // pixels of a cell
    // Whole tiles between the borders: a tile stands in the middle.
    vec2 middle = 0.5 * window, room = floor(middle / across - BORDER - 0.5) + 0.5;
    float size = min(middle.x / (room.x + BORDER), middle.y / (room.y + BORDER));
    vec2 pixel = gl_FragCoord.xy - middle, p = pixel / size, away = room - abs(p) + frame_out() / size;
    vec2 first = floor(origin + middle * scale), uv = on_screen(), out_, number;
    float inside = min(away.x, away.y), depth;
    vec3 glaze, white = hue_of(0);
    if (inside > 0.0) {
        vec2 tile = floor(p + 0.5), f = p - tile;
        vec4 cell = shown(tile, first);
        depth = star(f, out_);
        number = tile;
        if (depth > 0.0) {
            // Stars turn from white to gilt and then to their glaze as they rise, and back as they sink.
            vec3 own = hue_of(kind_of(cell)), gilt = vec3(0.90, 0.70, 0.34);
            float newborn = smoothstep(0.04, 0.2, cell.w) * (1.0 - smoothstep(0.4, 0.9, cell.w));
            newborn *= cell.x > 0.0 ? 1.0 - exp(-6.0 * cell.y) : 0.6 * exp(-4.0 * cell.y);
            glaze = mix(mix(white, own, grown(cell)), gilt, 0.7 * newborn);
            // The fourth species is white, too, with a small star of the colour of crosses.
            float heart = kind_of(cell) == 4 ? grown(cell) : 0.0;
            vec2 way;
            float inner = star(f * 2.1, way) / 2.1;
            if (inner > 0.0)
                glaze = mix(glaze, hue_of(5), heart);
            depth = mix(depth, min(depth, abs(inner)), heart);
        } else {
            depth = -depth;
            out_ = -out_;
            number = tile + 0.5 * sign(f) + 0.25;
            float within = great_star(tile + 0.5 * sign(f), room.y * 0.92) * room.y;
            glaze = hue_of(within > 0.65 ? 8 : within > 0.0 ? 7 : 5);
        }
    } else {
        // The border: a white strap, a band of stars, and plain tiles up to the edge.
        float along = away.x < away.y ? p.y : p.x, deep = -inside;
        vec2 f = vec2(along - floor(along + 0.5), (deep - 0.62) / 0.84);
        number = vec2(floor(along + 0.5), 300.0 + 50.0 * float(away.x < away.y)) + 7.0 * sign(p);
        if (deep < 0.14) {
            glaze = white;
            depth = min(deep, 0.14 - deep) + 0.02;
        } else if (abs(f.y) < 0.5 && min(away.x, away.y) > -1.1 && max(away.x, away.y) > 0.0) {
            depth = star(f, out_) * 0.84;
            glaze = depth > 0.0 ? hue_of(7) : hue_of(6);
            depth = abs(depth);
        } else {
            glaze = hue_of(6);
            depth = min(abs(deep - 1.12), 0.5 - abs(f.x)) + 0.01;
        }
        out_ = vec2(0.0);
    }
    vec2 h = vec2(hash(number + 40.0), hash(number + 57.7)), h2 = vec2(hash(number + 91.0), hash(number + 108.7)) - 0.5;
    // Glaze pools unevenly; every tile is cut and tilted by hand.
    glaze *= 0.86 + 0.22 * h.x;
    glaze *= 0.93 + 0.13 * noise(p * 3.0 + h * 20.0);
    float bevel = smoothstep(0.085, 0.03, depth);
    vec2 ripple = 0.09 * (vec2(noise(p * 4.0 + h * 9.0), noise(p * 4.0 + 3.0 + h * 7.0)) - 0.5);
    vec3 n = normalize(vec3(h2 * 0.16 + bevel * out_ * 0.5 + ripple, 1.0));
    vec2 lamp = vec2(0.34 + 0.10 * sin(time * 0.02), -0.10);
    vec3 light = normalize(vec3((lamp - uv) * vec2(1.7, 1.0), 0.85)), half_way = normalize(light + vec3(0, 0, 1));
    float facing = max(dot(n, half_way), 0.0), shine = pow(facing, 90.0) * 0.15 + pow(facing, 14.0) * 0.05;
    vec3 c = glaze * (vec3(0.52, 0.52, 0.54) + vec3(0.62, 0.59, 0.54) * max(dot(n, light), 0.0)) + shine * vec3(1.0, 0.97, 0.9);
    // Straps of white plaster lie between the tiles.
    vec3 strap = white * (0.80 + 0.10 * noise(pixel * 0.5)) * (1.06 - 0.30 * dot(uv - 0.5, uv - 0.5));
    float joint = 0.030, soft = 0.7 / size;
    colour = vec4(mix(strap, c, smoothstep(joint - soft, joint + soft, depth)), 1.0);
}
