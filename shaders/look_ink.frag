#version 330 core
// Ink wash: one great brush stroke or a range of hills on rice paper, which the cells below it keep wet, and a seal.
#include "lib/look.glsl"
#param FINE
uniform sampler2D near; // wet strokes
uniform sampler2D wide; // where they bleed to
const vec3 absorbed[4] = vec3[4](vec3(2.6, 2.5, 2.35), vec3(1.9, 1.65, 1.3), vec3(2.2, 2.3, 2.3), vec3(2.5, 1.95, 1.35));
const float TURN = 6.2831853, RADIUS = 0.315;
const int RIDGES = 4, TAPS = FINE == 1 ? 7 : 4;

float lot; // of the board: what is painted
vec3 ink_of(vec4 share) { return (absorbed[0] * share.x + absorbed[1] * share.y + absorbed[2] * share.z + absorbed[3] * share.w) / (total(share) + 1e-4); }

// The place on the board that lies at a point of the sheet, in heights from its middle.
vec2 place_at(vec2 s) { return origin + (s * vec2(1.0, -1.0) * window.y + 0.5 * window) * scale; }

vec2 centre() { return vec2(lot < 0.25 ? -0.10 : 0.10, -0.01); }

// How far wet ink runs out of the edge of the stroke, in heights: in feathers, which follow the fibres of the paper.
float feathers(vec2 q, float grain)
{
    q += 0.034 * (vec2(noise(q * 11.0 + 3.0), noise(q * 11.0 + 8.0)) - 0.5) + 0.040 * (vec2(grain, noise(q * 40.0 + 9.0)) - 0.5);
    vec2 way = normalize(q);
    float broad = smoothstep(0.30, 0.95, noise(way * 2.6 + 20.0 + 9.0 * lot)), hair = noise(way * 22.0 + 40.0);
    return 0.010 + 0.160 * broad * (0.35 + 0.65 * noise(way * 8.0 + 60.0)) * (0.45 + 0.55 * hair) + 0.016 * hair;
}

// A circle in one sweep of the brush: how much ink the paper takes. Where few cells live, the brush runs dry.
vec3 circle(vec2 s, float grain, float fibre)
{
    vec2 q = s - centre();
    float r = length(q), angle = atan(q.y, q.x), at = fract(angle / TURN - 0.30 - 0.1 * lot), reach = feathers(q, grain);
    vec3 taken = vec3(0.0);
    // The sweep is dry before it comes back to where the brush was set down.
    at -= at > 0.96 ? 1.0 : 0.0;
    float bent = RADIUS + 0.012 * (noise(vec2(at * 3.0 + 3.0, 4.0 + 9.0 * lot)) - 0.5) - 0.030 * at + 0.015 * cos(2.0 * angle + 9.0 * lot);
    float broad = 0.062 + 0.016 * noise(vec2(at * 5.0 + 5.0, 7.0)) - 0.022 * at, hairs = (r - bent) / broad;
    // The brush comes down round, and its hairs are not even.
    float heel = -0.016 + 0.010 * (noise(vec2(hairs * 1.6 + 20.0, 2.0)) - 0.5) + 0.003 * (noise(vec2(hairs * 7.0 + 30.0, 5.0)) - 0.5) + 0.003 * (grain - 0.5);
    float short_ = 1.0 - clamp((at - heel) * 30.0, 0.0, 1.0), half_ = broad * sqrt(1.0 - short_ * short_);
    float outside = length(vec2(max(abs(r - bent) - max(half_, 0.4 * broad), 0.0), TURN * RADIUS * max(heel - at, 0.0)));
    float b = at > heel ? (r - bent) / max(half_, 1e-4) : 2.0;
    // What lives along the way: ink runs with the brush, most of it forwards.
    vec4 load = vec4(0.0);
    for (int each = 0; each < TAPS; ++each) {
        float back = (float(each) + 0.5 - 0.57 * float(TAPS)) * 0.595 / float(TAPS) + angle;
        load += textureLod(wide, place_at(s - q + (bent + 0.5 * clamp(r - bent, -broad, broad)) * vec2(cos(back), sin(back))) / board, 0.0) / float(TAPS);
    }
    float rich = total(load) / (total(load) + 0.055);
    float hair = noise(vec2(hairs * 17.0, at * 5.0)) * 0.5 + noise(vec2(hairs * 43.0 + 9.0, at * 11.0)) * 0.32 + 0.18 * noise(vec2(hairs * 90.0, at * 60.0));
    float wet = 0.20 + 1.18 * rich - 0.34 * smoothstep(0.35, 1.07, at) + 0.58 * exp(-abs(at) * 9.0);
    float ragged = 1.0 - abs(b) + 0.16 * (noise(vec2(at * 60.0, sign(b) * 3.0)) - 0.5) * (1.2 - rich) + 0.10 * (grain - 0.5);
    float covers = smoothstep(0.0, 0.05, ragged) * smoothstep(0.05, 0.17, wet - 0.12 * b * b - hair + 0.12 * (fibre - 0.5));
    covers *= 1.0 - smoothstep(0.0, 0.14, at - 0.74 - 0.14 * hair);
    float pool = exp(-max(ragged, 0.0) / 0.07) * rich + 0.6 * exp(-max(at, 0.0) * 30.0) * smoothstep(1.0, 0.2, abs(b));
    vec4 here = textureLod(near, place_at(s) / board, 0.0);
    float deep = 0.42 + 0.45 * rich + 0.40 * pool + 0.55 * smoothstep(0.10, 0.45, total(here)) + 0.25 * (grain - 0.5);
    taken += ink_of(load + 0.4 * here) * covers * deep * (0.85 + 0.3 * fibre);
    // The paper soaks up what is wet, beside the stroke and between its hairs.
    float soaks = smoothstep(0.45, 1.05, wet) * smoothstep(0.94, 0.70, at), run = reach * soaks * mix(0.45, 1.0, smoothstep(0.0, 0.10, at)), dry = outside / (run + 1e-3);
    float bleed = soaks * (smoothstep(1.0, 0.45, dry) * (0.15 + 0.10 * dry) + 0.34 * exp(-outside / (0.30 * run + 1e-3)) * smoothstep(1.3, 0.3, dry));
    taken += 0.70 * ink_of(load) * bleed * (1.0 - covers) * mix(1.0, 0.25 + 1.5 * grain, 0.8) * (0.8 + 0.4 * fibre);
    return taken;
}

// Hills behind hills: each crest is as high as its strip of the board is full of life; below it, mist.
vec3 hills(vec2 s, float grain, float fibre)
{
    vec3 taken = vec3(0.0);
    float clear = 1.0;
    for (int ridge = RIDGES - 1; ridge >= 0; --ridge) { // from the nearest
        float far = float(ridge) / float(RIDGES - 1), foot = mix(0.36, -0.02, far);
        for (bool reached = s.y > foot - 0.46; reached; reached = false) { // see main
            vec2 at = place_at(vec2(s.x, mix(0.30, -0.34, far)));
            vec4 load = textureLod(wide, at / board, 0.0);
            float mass = total(load), x = s.x * mix(6.0, 8.5, far) + 17.0 * far + lot * 40.0;
            // Crags stand where life is thick.
            float rough = 0.9 * (0.5 - abs(noise(vec2(x, 1.0)) - 0.5)) + 0.45 * (0.5 - abs(noise(vec2(x * 2.7, 4.0)) - 0.5)) + 0.22 * noise(vec2(x * 7.0, 9.0)) + 0.09 * noise(vec2(x * 21.0, 2.0));
            float shape = exp(-pow((s.x - (far - 0.45) * 0.5 * (lot > 0.75 ? -1.0 : 1.0)) / 0.55, 2.0));
            float crest = foot - shape * (mass / (mass + 0.08)) * mix(0.26, 0.34, far) * (0.45 + 0.85 * rough) - 0.06 * (rough - 0.5) * shape;
            float under = s.y - crest;
            for (bool on = under > -0.01 && under < 0.5 && shape > 0.02; on; on = false) {
                float edge = smoothstep(-0.002, 0.003, under + 0.006 * (grain - 0.5)), rich = mass / (mass + 0.06) * shape;
                // Strokes run down the slopes.
                float lean = s.x + 0.55 * under * (noise(vec2(x * 1.3, 30.0)) - 0.5) * 2.0;
                float run = noise(vec2(lean * 55.0, under * 16.0 + 9.0 * rough));
#if FINE
                run = 0.6 * run + 0.4 * noise(vec2(lean * 130.0 + 5.0, under * 40.0));
#endif
                float dark = exp(-under / 0.007) * (0.35 + 0.9 * noise(vec2(x * 5.0, 50.0))) + exp(-under / 0.060) * smoothstep(0.42, 0.80, run + rich * 0.25) * 1.1 + 0.40 * exp(-under / 0.11);
                vec3 ink = ink_of(load + 1e-3) * dark * edge * rich * mix(1.25, 0.34, far) * (0.75 + 0.5 * fibre) * (0.8 + 0.4 * grain);
                taken += ink * clear;
                clear *= 1.0 - edge * smoothstep(0.0, 0.5, rich) * exp(-under / 0.22);
            }
        }
    }
    return taken;
}

// Drops of single crowds, as wet ink that bleeds into the paper: it runs along the fibres, and gathers where it dried last.
vec3 drops(vec2 p, float grain, float fibre)
{
    vec2 bled = p + 4.0 * (vec2(noise(p * 0.32), noise(p * 0.32 + 9.0)) - 0.5) + vec2(2.6, 1.6) * (vec2(grain, noise(p * 1.9 + 3.0)) - 0.5);
    vec4 d = vec4(0.0);
    for (int each = 0; each < 5; ++each)
        d += textureLod(near, (bled + 1.4 * vec2(each == 1 ? 1 : each == 2 ? -1 : 0, each == 3 ? 1 : each == 4 ? -1 : 0)) / board, 0.0) * 0.2;
    float n = total(d), wet = smoothstep(0.06, 0.21, n), rim = wet * (1.0 - smoothstep(0.10, 0.24, n));
    return ink_of(d) * (0.36 * wet + 0.14 * rim + 0.12 * smoothstep(0.2, 0.45, n)) * (0.80 + 0.4 * fibre) * (0.55 + 0.9 * grain);
}

// The seal: cells of a glider, cut into a stone. Returns how much of its red the paper takes.
float seal(vec2 s, float grain)
{
    vec2 q = s / 0.034;
    q = mat2(0.999, 0.03, -0.03, 0.999) * q + 0.06 * (vec2(noise(s * 60.0), noise(s * 60.0 + 5.0)) - 0.5);
    float box = max(abs(q.x), abs(q.y)), soft = 2.0 / (0.034 * window.y);
    float on = smoothstep(soft, -soft, box - 1.0);
    vec2 cell = floor((q / 0.80 + 1.0) * 1.5), f = abs(fract((q / 0.80 + 1.0) * 1.5) - 0.5);
    bool cut = cell == vec2(1, 0) || cell == vec2(2, 1) || (cell.y == 2.0 && cell.x >= 0.0 && cell.x <= 2.0);
    float hollow = cut ? smoothstep(soft, -soft, max(f.x, f.y) - 0.40) : 0.0;
    hollow = max(hollow, smoothstep(soft, -soft, abs(box - 0.89) - 0.035));
    return on * (1.0 - hollow) * (0.80 + 0.35 * smoothstep(0.25, 0.5, grain)) * smoothstep(0.10, 0.22, grain);
}

void main()
{
    vec2 p = place(), s = (on_screen() - 0.5) * vec2(window.x / window.y, 1.0), fine = s * 420.0;
    lot = hash(board);
#if FINE
    float grain = 0.55 * noise(fine * 0.10) + 0.29 * noise(fine * 0.21 + 7.0) + 0.16 * noise(fine * 0.43 + 3.0);
    float fibre = noise(vec2(fine.x * 0.9, fine.y * 0.14) + 40.0 * noise(fine * 0.02)) * 0.5 + noise(fine * 1.4) * 0.5;
#else
    float grain = 0.60 * noise(fine * 0.10) + 0.40 * noise(fine * 0.25 + 7.0);
    float fibre = 0.25 + 0.5 * noise(vec2(fine.x * 0.9, fine.y * 0.14));
#endif
    float near_by = zoomed_in();
    vec3 taken = vec3(0.0);
    // Loops that run once or not at all: where a processor draws, they skip what an `if` would compute all the same.
    bool is_circle = lot < 0.5;
    float away = abs(length(s - centre()) - RADIUS);
    for (bool on = near_by < 1.0 && is_circle && away < 0.30; on; on = false)
        taken += (1.0 - near_by) * circle(s, grain, fibre);
    for (bool on = near_by < 1.0 && !is_circle; on; on = false)
        taken += (1.0 - near_by) * hills(s, grain, fibre);
    // Beside the subject the sheet stays white.
    for (bool on = near_by > 0.0; on; on = false)
        taken += near_by * drops(p, grain, fibre);
    float around = mix(is_circle ? exp(-pow(length(s - centre() - vec2(0.0, 0.05)) / 0.19, 4.0)) : exp(-pow((s.y - 0.16) / 0.20, 2.0)), 1.0, near_by);
    for (bool on = around > 0.02; on; on = false) {
        vec4 w = texture(wide, (p + 3.0 * (grain - 0.5)) / board);
        taken += around * 0.16 * ink_of(w) * smoothstep(0.0, 0.2, total(w)) * (0.4 + 0.9 * grain);
    }
    float half_ = 0.5 * window.x / window.y;
    vec2 at_seal = s - vec2((lot < 0.25 || lot > 0.75 ? 0.80 : -0.80) * half_, is_circle ? 0.345 : -0.335);
    for (bool on = near_by < 1.0 && max(abs(at_seal.x), abs(at_seal.y)) < 0.05; on; on = false)
        taken += vec3(0.10, 1.9, 2.2) * seal(at_seal, grain) * (1.0 - near_by);
    vec3 paper = hue_of(0) * (0.978 + 0.035 * fibre) * (1.0 - 0.05 * dot(s, s));
    colour = vec4(paper * exp(-taken), 1.0);
}
