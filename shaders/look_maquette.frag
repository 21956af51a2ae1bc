#version 330 core
// Maquette: an architect's model of the board. Houses grow with the age of their cells and sink as ruins; a low sun
// goes round. Sheets of cork under the houses follow how built-up the land is. It is a plan oblique: the ground plan is
// exact, and heights lean towards the top of the picture.
#include "lib/look.glsl"
#param SAMPLES
#param SUN
uniform sampler2D cells;
uniform sampler2D skyline;
uniform sampler2D wide;

const float TOP = 4.2;                  // no house is higher, see past_cells.frag
const vec2 LEAN = vec2(-0.17, -0.40);   // where a place one cell higher appears
const float SLOPE = 0.52;               // height that a ray to the sun gains in a cell
const float SLAB = 1.6;                 // thickness of the model's ground, which lies on a table where the board ends
const float MARGIN = 0.075;             // of the window, in its shorter side, where a board without end is cut off

vec2 low, high; // corners of the model

bool is_on_model(vec2 p) { return all(greaterThan(p, low)) && all(lessThan(p, high)); }

// A cell by its whole column and row. There are none on the table.
vec4 cell_at(vec2 v)
{
    return is_on_model(v + 0.5) ? texelFetch(cells, ivec2(v - board * floor((v + 0.5) * (1.0 / board))), 0) : vec4(0.0);
}

vec3 tint_of(vec4 cell)
{
    // A house gets its tint as it grows, keeps it for a while as a ruin, then bleaches.
    float fresh = cell.x > 0.0 ? 1.0 : 1.0 - smoothstep(0.0, 2.0, cell.y);
    float tint = 0.3 * smoothstep(0.0, 0.15, cell.w) + 0.7 * fresh * smoothstep(0.0, 0.6, cell.w);
    return mix(hue_of(0), hue_of(int(cell.z + 0.5)), tint);
}

// The share of the sun that reaches a place, as the ray meets houses on its way up.
float sun_at(vec3 from, vec2 to_sun, vec2 inverse)
{
    vec2 ahead = step(0.0, to_sun), v = floor(from.xy), s = ahead * 2.0 - 1.0;
    float lit = 1.0, t = 0.0, stride = SKYLINE_REACH * min(abs(inverse.x), abs(inverse.y)), z = from.z;
    for (int step_ = 0; step_ < SUN; ++step_) {
        if (skyline_at(skyline, v) <= z) {
            t += stride;
            v = floor(from.xy + to_sun * t);
        } else {
            vec2 wall = (v + ahead - from.xy) * inverse;
            t = min(wall.x, wall.y);
            v += wall.x < wall.y ? vec2(s.x, 0) : vec2(0, s.y);
        }
        z = from.z + SLOPE * t;
        if (z > TOP)
            break;
        float soft = 0.03 + 0.05 * t;
        lit = min(lit, 1.0 - smoothstep(-soft, soft, cell_at(v).w - z));
    }
    return lit;
}

// The number of sheets of cork under a place.
float sheets_at(vec2 p)
{
    return 13.0 * sqrt(total(textureLod(wide, p / board, 0.0))) - 1.3;
}

// The model's colour at a place of the picture.
vec3 model(vec2 p, vec2 to_sun, vec2 inverse)
{
    // Down along the line of sight, from the highest possible roof: both parts of LEAN are negative.
    float top = skyline_at(skyline, floor(p));
    vec2 from = p - top * LEAN, down = 1.0 / LEAN, v = floor(from);
    vec4 cell = vec4(0.0);
    vec3 n = vec3(0, 0, 1), q = vec3(p, 0.0);
    float enter = top; // the height at which the ray enters a cell
    for (int step_ = 0; step_ < 5; ++step_) {
        vec4 here = cell_at(v);
        vec2 wall = (v - from) * down;
        float leave = max(top - min(wall.x, wall.y), 0.01);
        if (here.w > leave) {
            cell = here;
            q.z = min(enter, here.w);
            q.xy = p - q.z * LEAN;
            break;
        }
        if (leave == 0.01)
            break;
        enter = leave;
        n = wall.x < wall.y ? vec3(1, 0, 0) : vec3(0, 1, 0);
        v -= n.xy;
    }
    if (q.z == cell.w)
        n = vec3(0, 0, 1);
    bool is_ground = cell.w == 0.0, is_wall = n.z == 0.0;
    bool is_table = is_ground && !is_on_model(p);
    float slab = 1.0; // 0 in the shadow of the slab
    float rise = 0.0; // the way of a ray to the sun before it is above the slab
    if (is_table) {
        q = vec3(p + SLAB * LEAN, -SLAB);
        if (is_on_model(q.xy)) {
            is_wall = true;
            n = (p.x - high.x) * down.x < (p.y - high.y) * down.y ? vec3(1, 0, 0) : vec3(0, 1, 0);
            q = vec3(p, 0.0);
        } else {
            rise = SLAB / SLOPE;
            slab = float(!is_on_model(q.xy + to_sun * rise));
        }
    }
    v = is_ground ? floor(q.xy) : v;
    vec2 f = q.xy - v - 0.5, s = sign(f), close = smoothstep(0.05, 0.5, abs(f));
    float facing = is_wall ? max(dot(n.xy, to_sun), 0.0) * 1.1 : 0.8;
    vec3 first = q + n * 0.03 + vec3(to_sun, SLOPE) * rise;
    float sun = facing > 0.0 ? facing * slab * sun_at(first, to_sun, inverse) : 0.0, sky = 1.0;
    if (is_wall)
        sky = 0.62 + 0.2 * smoothstep(0.0, 1.5, q.z);
    else if (is_table)
        sky = 1.0 - 0.5 * exp(-0.7 * length(max(max(low - q.xy, q.xy - high), 0.0)));
    else {
        float beside = cell_at(v + vec2(s.x, 0)).w, before = cell_at(v + vec2(0, s.y)).w;
#if SAMPLES > 1
        vec3 around = vec3(beside, before, cell_at(v + s).w);
#else
        vec3 around = vec3(beside, before, 0.0);
#endif
        around = clamp((around - q.z) * 0.8, 0.0, 1.0) * vec3(close, close.x * close.y);
        sky = 1.0 - 0.55 * max(max(around.x, around.y), around.z * 0.8) - 0.15 * around.x * around.y;
    }
    vec3 paper = is_table && !is_wall ? hue_of(5)
                 : is_ground ? hue_of(6)
                 : tint_of(cell) * (0.96 + 0.04 * hash(v));
    if (is_ground && !is_table) {
        // The edge of a sheet casts a narrow shadow on the one below, away from the sun, and shines towards it.
        float sheet = max(floor(sheets_at(q.xy)), 0.0), towards = sheets_at(q.xy + to_sun * 0.5), soft = 0.16;
        float shaded = smoothstep(0.0, soft, towards - sheet - 1.0), shining = smoothstep(0.0, soft, sheet - towards);
        paper = mix(hue_of(6), hue_of(7), min(sheet * 0.2, 1.0));
#if SAMPLES > 1
        float speck = noise(q.xy * 9.0) * noise(q.xy * 17.0 + 5.0);
        paper *= 0.95 + 0.2 * speck - 0.10 * step(0.55, speck);
#endif
        paper *= 1.0 - 0.42 * shaded + 0.10 * shining;
    } else if (!is_wall && !is_table) {
        vec2 rim = 0.5 - abs(f);
        paper *= 1.0 + 0.09 * dot((1.0 - smoothstep(0.08, 0.17, rim)) * s, to_sun);
        paper *= 1.0 - 0.3 * clamp(1.0 - min(rim.x, rim.y) / abs(scale.x), 0.0, 1.0) * smoothstep(0.0, 0.3, cell.w);
    }
    return paper * (vec3(0.86, 0.79, 0.68) * sun + vec3(0.36, 0.40, 0.48) * sky);
}

void main()
{
    float turn = 3.85 + time * 0.01047; // once round in ten minutes
    vec2 to_sun = vec2(cos(turn), sin(turn)), inverse = 1.0 / (abs(to_sun) + 1e-5) * (step(0.0, to_sun) * 2.0 - 1.0);
    // The model is the board, or as much of an endless one as the window shows, but for a margin of table.
    vec2 reach = window * 0.5 - MARGIN * min(window.x, window.y) + frame_out(), centre = origin + window * scale * 0.5;
    low = repeats == 0 ? vec2(0.0) : floor(centre - reach * abs(scale) + 0.5);
    high = repeats == 0 ? board : floor(centre + reach * abs(scale) + 0.5);
    vec3 sum = vec3(0.0);
    for (int each = 0; each < SAMPLES; ++each) {
        // Places inside the pixel, turned so that upright and level edges meet each of them at another place.
        vec2 shift = SAMPLES == 1 ? vec2(0.0) : (vec2(each & 1, each >> 1) - 0.5) * mat2(0.45, 0.2, -0.2, 0.45);
        sum += model(place() + shift * scale, to_sun, inverse);
    }
    colour = vec4(pow(sum / float(SAMPLES), vec3(0.95)), 1.0);
}
