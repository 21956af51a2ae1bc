#version 330 core
// Kaleidoscope: a rose window. Each of its panes is a kaleidoscope of its own, in which mirrors repeat a corner of the
// board around the middle of the window: chips of glass in lead, with the sun behind them.
#include "lib/look.glsl"
#param SAMPLES
uniform sampler2D near;

const float PI = 3.14159265;
const float ROSE = 0.430; // radius of the window, in the shorter side of the picture
const float ZOOM = 2.3;   // how much of the board a pane shows
const float STEP = 0.4;   // in texels
const float LEAD = 0.0026; // half the width of the lead between any two pieces, in the shorter side of the picture
const float BEND = 0.02;  // in shares by the square of a texel
const float FLOWERS = 72.0; // of stone around the rose
const int FREE = -1, BLUE = 0, RUBY = 1, AMBER = 2, GREEN = 3, PALE = 4; // glass that shows the board, and glass whose colour stays
const float CALM = 0.22; // how much of the board a pane shows that mostly has one colour

const int OTHER[5] = int[5](GREEN, AMBER, RUBY, BLUE, BLUE); // glass of every second petal

int glass_;     // which of these a pane has
bool is_other_; // every second petal has other glass for each species, so that no colour fills the rose
float tone_;    // how light the glass of a pane is
float shows_;   // how much of the board a pane shows, 1 for as much as a pane of the size of a petal

// The angle, from the axis of its sector, of a place that stands at an angle: each of `sectors` mirrors the next.
float folded(float angle, float sectors)
{
    float wedge = 2.0 * PI / sectors;
    return abs(mod(angle, wedge) - 0.5 * wedge);
}

vec2 around(float r, float angle) { return r * vec2(cos(angle), sin(angle)); }

// How deep a place lies in its pane: negative in the stone and in the bars between panes. `q` is where the pane shows
// the board. First for the rose window.
float rose(vec2 s, float petals, out vec2 q)
{
    const float EYE = 0.074, INNER = 0.275, RIM = 0.392;
    float r = length(s), angle = atan(s.y, s.x);
    if (r < INNER) {
        vec2 f = around(r, folded(angle, petals));
        q = f;
        if (r < EYE)
            return EYE - r - LEAD;
        is_other_ = mod(floor(angle * petals / (2.0 * PI)), 2.0) > 0.5;
        // Petals with round heads, and the spandrels between them. A head touches both sides of its petal, so that the
        // bars of the sides run into those of the heads.
        float slant = PI / petals, head = (INNER - 0.004) / (1.0 + sin(slant));
        vec2 bar = vec2(cos(slant), sin(slant));
        float side = f.x * bar.y - f.y * bar.x, arch = head * bar.y - length(f - vec2(head, 0.0));
        bool is_straight = dot(f, bar) < head * bar.x;
        float deep = is_straight ? side : arch, edge = min(is_straight ? side : abs(arch), min(r - EYE, INNER - r));
        if (!is_straight && arch < 0.0) {
            q = f.yx + vec2(0.1, 0.42);
            is_other_ = false;
            return edge - LEAD;
        }
        // In a petal, a border around a field, and in its head a round jewel.
        float round_ = 0.42 * head * bar.y, jewel = round_ - length(f - vec2(head, 0.0)), border = deep - 0.20 * head * bar.y;
        bool is_field = border > 0.0;
        shows_ = jewel > 0.0 ? CALM : 1.0;
        q = jewel > 0.0 ? CALM * (f - vec2(head, 0.0)) + vec2(0.62, 0.30) : f + vec2(0.31, 0.05);
        glass_ = jewel > 0.0 || is_field ? FREE : BLUE;
        tone_ = jewel > 0.0 ? 1.15 : is_field ? 1.0 : is_other_ ? 0.72 : 1.1;
        return min(min(abs(jewel), jewel > 0.0 ? 1.0 : abs(border)), edge) - LEAD;
    }
    // At the rim, pearls between short panes.
    float many = petals > 10.0 ? petals : 2.0 * petals;
    if (r > RIM) {
        float turn = folded(angle, 4.0 * many), middle = 0.5 * (RIM + ROSE);
        vec2 g = around(r, turn) - vec2(middle, 0.0);
        float pearl = 0.36 * (ROSE - RIM) - length(g), far = folded(angle, many);
        q = (pearl > 0.0 ? vec2(0.5, 0.1) : vec2(0.3, 0.52)) + around(0.12, far);
        glass_ = pearl > 0.0 ? PALE : FREE;
        shows_ = 0.3;
        return min(abs(pearl), min(min(r - RIM, ROSE - r), (PI / (4.0 * many) - turn) * r)) - LEAD;
    }
    // Roundels in the outer ring, each with an eye and six foils; between them, smaller ones.
    float ring = 0.5 * (RIM + INNER), turn = folded(angle, many);
    vec2 g = around(r, turn) - vec2(ring, 0.0);
    float size = min(ring * sin(PI / many), 0.5 * (RIM - INNER)) - 0.004, away = length(g);
    if (away < size) {
        vec2 f = around(away, folded(atan(g.y, g.x), 6.0));
        float eye = 0.30 * size - away, foil = 0.30 * size - length(f - vec2(0.66 * size, 0.0));
        shows_ = eye > 0.0 ? CALM : foil > 0.0 ? 0.5 : 1.0;
        q = shows_ * (eye > 0.0 ? g : foil > 0.0 ? f : f.yx) + (eye > 0.0 ? vec2(0.12, 0.24) : foil > 0.0 ? vec2(0.02, 0.34) : vec2(0.44, 0.40));
        return min(min(abs(eye), abs(foil)), size - away) - LEAD;
    }
    float between = PI / many - turn, small = 0.030 - length(around(r, between) - vec2(ring, 0.0));
    q = around(r, between) + (small > 0.0 ? vec2(0.05, 0.45) : vec2(0.22, 0.18));
    return min(min(away - size, abs(small)), min(r - INNER, RIM - r)) - LEAD;
}

// The same for a lancet window of this half width: within a border of short blocks, a column of small roses on a ground of
// quarries; above them, a quatrefoil.
float lancet(vec2 s, float half_, out vec2 q)
{
    const float FOOT = -0.37, SPRING = 0.23, ROSES = 4.0, BLOCKS = 17.0;
    float k = half_ / 0.078, across = abs(s.x), border = 0.19 * half_, top = SPRING - 0.02 * k;
    float side = s.y < SPRING ? half_ - across : 2.0 * half_ - length(vec2(across + half_, s.y - SPRING));
    float outer = min(side, s.y - FOOT), inner = outer - border;
    q = s;
    if (outer < 0.0)
        return outer - LEAD;
    if (inner < 0.0) {
        float at = (s.y - FOOT) / (SPRING - FOOT) * BLOCKS;
        bool is_foot = s.y - FOOT < border && side > border;
        if (is_foot)
            at = across / border + 0.5;
        glass_ = mod(floor(at), 2.0) < 0.5 ? RUBY : AMBER;
        tone_ = glass_ == RUBY ? 0.9 : 0.7;
        float joint = (0.5 - abs(fract(at) - 0.5)) * (is_foot ? border : (SPRING - FOOT) / BLOCKS);
        return min(min(outer, -inner), joint) - LEAD;
    }
    if (s.y > top) {
        vec2 f = vec2(across, s.y - SPRING - 0.036 * k) / k, h = abs(f.x) > abs(f.y) ? abs(f) : abs(f).yx;
        float eye = 0.011 - length(f), four = max(0.018 - length(h - vec2(0.019, 0.0)), 0.018 - length(f));
        shows_ = CALM;
        q = CALM * (eye > 0.0 ? f : h) + (eye > 0.0 ? vec2(0.5, 0.1) : vec2(0.2, 0.05));
        glass_ = four > 0.0 ? FREE : BLUE;
        return min(min(abs(four), abs(eye)) * k, min(inner, s.y - top)) - LEAD;
    }
    float pitch = (top - FOOT - border) / ROSES, number = floor((s.y - FOOT - border) / pitch), size = min(half_ - border, 0.5 * pitch) - 0.5 * LEAD;
    vec2 f = vec2(s.x, s.y - FOOT - border - (number + 0.5) * pitch);
    float away = length(f), inside = size - away, rim = min(min(side - border, top - s.y), s.y - FOOT - border);
    if (inside > 0.0) {
        // An eye, and around it eight petals in a ring.
        float turn = folded(atan(f.y, f.x), 8.0), eye = 0.36 * size - away, wedge = (PI / 8.0 - turn) * away;
        float ring = away - 0.80 * size;
        is_other_ = ring < 0.0 && eye < 0.0 && mod(floor(atan(f.y, f.x) * 8.0 / (2.0 * PI)), 2.0) > 0.5;
        shows_ = eye > 0.0 ? CALM : 0.45;
        q = shows_ * (eye > 0.0 ? f : around(away, turn)) + (eye > 0.0 ? vec2(0.30, 0.20) : ring > 0.0 ? vec2(0.14, 0.40) : vec2(0.46, 0.24)) + vec2(-0.07, 0.15) * number;
        tone_ = eye > 0.0 ? 1.1 : ring > 0.0 ? 0.75 : 1.0;
        return min(min(abs(eye), inside), min(abs(ring), eye > 0.0 || ring > 0.0 ? 1.0 : wedge)) - LEAD;
    }
    glass_ = BLUE;
    tone_ = s.x < 0.0 ? 0.8 : 1.15;
    return min(min(-inside, rim), min(across, 0.5 * pitch - abs(f.y))) - LEAD;
}

vec4 there(vec2 p)
{
#if SAMPLES > 1
    return smooth_at(near, p);
#else
    return texture(near, p / board);
#endif
}

// By how much the claim of a species, or of nobody (0), changes where shares change by so much.
vec2 rise_of(int kind, vec4 across, vec4 down)
{
    return kind == 0 ? -0.7 * vec2(total(across), total(down)) : vec2(across[kind - 1], down[kind - 1]);
}

float claim(int kind, vec4 share) { return kind == 0 ? max(0.112 - 0.7 * total(share), 0.0) : share[kind - 1]; }

// The wall: stone in courses, nearly dark, so that the glass glows. Coloured light of the windows lies around them. `depth` is that of the nearest window.
vec3 wall(vec2 s, float depth, bool is_beside)
{
    float r = length(s);
    vec2 course = s / vec2(0.26, 0.115);
    course.x += 0.5 * mod(floor(course.y), 2.0);
    vec2 joint = abs(fract(course) - 0.5) * vec2(0.26, 0.115);
    vec2 block = fract(course) - 0.5, of_block = vec2(hash(floor(course)), hash(floor(course) + 7.0));
#if SAMPLES > 1
    float rough = 0.5 * noise(s * 38.0) + 0.3 * noise(s * 110.0) + 0.2 * noise(s * 260.0);
#else
    float rough = 0.25 + 0.5 * noise(s * 60.0);
#endif
    float gap = min(0.13 - joint.x, 0.0575 - joint.y);
    vec3 stone = hue_of(5) * (0.80 + 0.30 * rough + 0.16 * of_block.x) * (1.0 + dot(block, of_block - 0.5) * 0.4);
    stone *= 1.0 + step(ROSE + 0.012, r) * (0.14 * smoothstep(0.012, 0.003, 0.0575 - joint.y) * step(0.0, block.y) - 0.40 * smoothstep(0.0040, 0.0012, gap));
    stone *= 0.30 + 0.34 * exp(-1.3 * dot(s - vec2(-0.25, 0.40), s - vec2(-0.25, 0.40)));
    vec3 tinge = mix(mix(hue_of(0), hue_of(1), smoothstep(-0.5, 0.5, s.x)), hue_of(2), smoothstep(0.2, -0.5, s.y) * 0.6);
    stone += 0.07 * hue_of(2) * exp(-13.0 * max(r - ROSE, 0.0));
    stone += 0.30 * tinge * exp(-5.5 * (is_beside ? min(max(-depth, 0.0), r - ROSE) : max(r - ROSE, 0.0))) * (0.5 + rough);
    // Around the rose, a course of stone flowers between two rolls.
    float flower_ring = r - ROSE - 0.036, of_flower = (fract(atan(s.y, s.x) * FLOWERS / (2.0 * PI)) - 0.5) * 2.0 * PI * r / FLOWERS;
    if (abs(flower_ring) < 0.026) {
        vec2 axis = s / r, f = vec2(of_flower, flower_ring);
        float leaf = 0.72 + 0.28 * cos(4.0 * atan(f.y, f.x) + PI * 0.25 * 4.0), bulge = 0.0155 * leaf - length(f);
        vec2 face = (f.x * vec2(-axis.y, axis.x) + f.y * axis) / 0.016; // which way the stone looks
        float light = dot(face, vec2(-0.45, 0.75)), hollow = smoothstep(0.026, 0.012, abs(flower_ring));
        vec3 bare = hue_of(5) * (1.0 + 0.5 * rough);
        stone = mix(stone, bare * 0.50, hollow);
        stone = mix(stone, bare * clamp(1.25 + 1.05 * light, 0.25, 2.6), smoothstep(-0.0012, 0.0014, bulge));
        stone = mix(stone, bare * 0.35, smoothstep(0.0050, 0.0035, length(f)));
        float roll = abs(flower_ring) - 0.0225;
        stone = mix(stone, bare * clamp(1.2 + (flower_ring > 0.0 ? 1.0 : -1.0) * roll / 0.0035 * axis.y * 0.9, 0.3, 2.4), smoothstep(0.0038, 0.0026, abs(roll)));
        stone *= 0.42 + 0.55 * exp(-1.3 * dot(s - vec2(-0.25, 0.40), s - vec2(-0.25, 0.40)));
    }
    // A moulding stands out around each window.
    float frame = r < ROSE + 0.04 ? r - ROSE : is_beside ? -depth - 0.004 : 1.0;
    stone *= 1.0 + 1.3 * exp2(-57700.0 * (frame - 0.010) * (frame - 0.010)) * (0.6 + 0.5 * s.y / r) - 0.5 * smoothstep(0.03, 0.0, abs(frame - 0.012));
    return r < ROSE ? 0.5 * stone : stone;
}

vec3 glass(vec2 pixel)
{
    float unit = min(window.x, window.y);
    vec2 s = (pixel - window * 0.5) / unit, q;
    float lot = hash(board), petals = lot > 0.75 ? 12.0 : lot > 0.4 ? 8.0 : 6.0; // each size of board has its own window
    // Two lancet windows stand beside the rose if there is room.
    float room = 0.5 * window.x / unit - ROSE, r = length(s), half_ = min(0.095, 0.5 * room - 0.03);
    vec2 beside = vec2(abs(s.x) - ROSE - 0.5 * room + 0.01, s.y);
    bool is_beside = r > ROSE + 0.01 && half_ > 0.02;
    glass_ = FREE;
    is_other_ = false;
    tone_ = shows_ = 1.0;
    float depth = is_beside ? lancet(beside, half_, q) : rose(s, petals, q);
    if (is_beside && s.x > 0.0)
        q += vec2(0.37, 0.61); // the two show different corners of the board

    vec3 stone = vec3(0.0);
    if (depth < 0.0013) {
        stone = wall(s, depth, is_beside);
        if (depth < -0.002)
            return stone;
    }

    vec2 drift = vec2(cos(time * 0.013), sin(time * 0.010)) * 0.2;
    vec2 start = origin + window * scale * 0.5, p = start + (q * ZOOM + drift) * unit * scale;
    // How fast the shares change along the board: differences between pixels would jump at every mirror.
    vec4 d = there(p), across = there(p + vec2(STEP, 0.0)) - d, down = there(p + vec2(0.0, STEP)) - d;
    float v[5] = float[5](claim(0, d), d.x, d.y, d.z, d.w);
    int kind = 0;
    for (int each = 1; each < 5; ++each)
        kind = v[each] > v[kind] ? each : kind;
    bool is_one = glass_ >= 0;
    // A chip of glass is thick and dark at its rim; the sun stands behind the window and wanders. The rim is as near as
    // the nearest other claim, whichever that is: a second one alone would make steps where another becomes second. Where
    // claims hardly differ, BEND stands for how fast they part, so that a chip begins as a dot of lead and opens.
    float seam = 0.05;
    vec2 own = rise_of(kind, across, down);
    for (int each = 0; each < 5; ++each) {
        float along = length(own - rise_of(each, across, down)) / STEP, more = v[kind] - v[each];
        float away = each == kind || is_one ? 0.05 : more / (sqrt(along * along + BEND * more) * shows_ * ZOOM * unit * abs(scale.x) + 1e-6);
        seam = min(seam, away);
    }
    int glass = is_one ? glass_ : is_other_ ? OTHER[kind] : kind;
    vec3 hue = hue_of(glass) * tone_;
    vec2 sun = s - vec2(0.22 * cos(time * 0.006 + 2.2), 0.20 * sin(time * 0.005 + 0.9));
    float behind = is_beside ? 1.2 : 0.80 + 0.85 * exp(-5.0 * dot(sun, sun)), rim = smoothstep(0.0, 0.020, min(seam, depth));
    float ripple = 0.84 + 0.20 * noise(p * 0.7) + 0.12 * noise(mat2(0.8, 0.6, -0.6, 0.8) * s * vec2(40.0, 160.0));
    vec3 c = mix(hue * hue * 0.55, hue * (1.0 + 0.18 * rim), 0.25 + 0.75 * rim) * behind * ripple;
    c += hue * hue * 0.18 * behind;
    c *= 1.12 / (1.0 + 0.28 * c);          // no pane is so bright that it loses its colour
    c = mix(0.5 * hue_of(5), c, smoothstep(LEAD - 0.0012, LEAD + 0.0012, seam)); // lead between two chips
    return mix(stone, c, smoothstep(-0.0012, 0.0012, depth));
}

// Shafts of light that fall from the rose to the lower right, in the colours of the glass where they come from.
vec3 shafts(vec2 s)
{
    const vec2 WAY = vec2(0.53, -0.85);
    float along = dot(s, WAY), off = dot(s, vec2(-WAY.y, WAY.x)), spread = 1.0 + 0.35 * max(along + 0.3, 0.0), from = off / spread;
    float beam = 0.35 + 0.65 * noise(vec2(from * 13.0 + 0.02 * time, 1.0)) * noise(vec2(from * 37.0 - 0.015 * time, 5.0)) * 2.0;
    float edge = smoothstep(ROSE, ROSE - 0.12, abs(from)), fall = smoothstep(-0.25, 0.25, along) * exp(-0.9 * max(along, 0.0));
    vec2 q = vec2(-WAY.y, WAY.x) * from;
    vec4 d = textureLod(near, (origin + window * scale * 0.5 + abs(q) * ZOOM * min(window.x, window.y) * scale) / board, 2.0);
    vec3 tint = hue_of(1) * d.x + hue_of(2) * d.y + hue_of(3) * d.z + hue_of(4) * d.w + vec3(0.020, 0.018, 0.024);
    return mix(tint / (total(d) + 0.05), vec3(0.9, 0.8, 0.7), 0.45) * beam * edge * fall * 0.09;
}

void main()
{
    vec3 sum = vec3(0.0);
    for (int each = 0; each < SAMPLES; ++each)
        sum += glass(gl_FragCoord.xy + (SAMPLES == 1 ? vec2(0.0) : vec2(each & 1, each) * 0.5 - 0.25));
    vec2 s = (gl_FragCoord.xy - window * 0.5) / min(window.x, window.y);
    colour = vec4(sum / float(SAMPLES) + shafts(s), 1.0);
}
