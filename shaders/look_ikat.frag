#version 330 core
// Ikat: a cloth whose threads each show who held a row of the board when they were woven; it slides up as it grows.
// The warp was tied in folds, so the cloth repeats in mirrored columns; a selvedge ends it on either side.
#include "lib/look.glsl"
#param FOLDS
uniform sampler2D wefts; // see past_wefts.frag
uniform float woven;      // threads so far, modulo 256; the fraction is of the newest thread, at the lower edge
uniform float lower_edge; // of what is drawn, in rows of texels

const float FINEST = 1.8;    // pixels of a thread at least; it covers 1/4, 1/2, 1 or so texels
const float LONGEST = 230.0; // threads that a window may show
const float SOFT = 2.4;      // pixels, and 0.3 threads at least, over which threads blend, so that none flickers as it slides
const float UNDYED = 0.045;  // share of living cells under which yarn stays undyed
const float DIPPED = 0.075, TWICE = 0.19; // from here on it has the species' dye, and is dipped into another one
const float SELVEDGE = 0.030; // width of a selvedge in widths of the window
const float COLUMNS = 3.0;   // of motifs across the window
const float TIED = 0.22;     // how much more than the next species one must have: undyed yarn lies between the dyes

vec4 weft_at(float column, float slot)
{
    return texelFetch(wefts, ivec2(int(mod(column + 0.5, board.x)), int(slot)), 0);
}

// The colour of a thread (weft) where it meets a warp; `across` and `along` are places on it, -0.5 to 0.5. `aside` is
// how far into the selvedge the place is: 0 at the edge of the window, 1 where the field begins.
vec3 weave(float thread, float warp, float across, float along, float span, float aside)
{
    float slot = mod(thread, 256.0), lot = hash(vec2(slot, 1.7)), bundle = hash(vec2(floor(slot / 5.0), 9.2));
    // Yarn is tied in bundles, and each thread slips a little in the loom: the feathered edges of ikat.
    float slip = (bundle - 0.5) * 3.0 + (lot - 0.5) * 2.6;
    // Folded at the middle of each column: a motif is the same on both sides, but for the slip of its yarn.
    float column = window.x * scale.x / COLUMNS, middle = origin.x + 0.5 * window.x * scale.x;
    float off = (warp + 0.5 + slip / min(span, 1.0)) * span - middle;
    float at = mod(middle + 0.5 * column - abs(mod(off, column) - 0.5 * column), board.x);
    // Between two texels the dyes blend, so that an edge steps by threads, not by texels.
    float left = floor(at - 0.5);
    vec4 dye = mix(weft_at(left, slot), weft_at(left + 1.0, slot), at - 0.5 - left);
    float most = 0.0, next = 0.0;
    int kind = 0;
    for (int each = 0; each < 4; ++each)
        if (dye[each] > most) {
            next = most;
            most = dye[each];
            kind = each + 1;
        } else
            next = max(next, dye[each]);
    // Motifs have an outline of another dye, and a heart.
    const int outlines[5] = int[5](0, 2, 1, 1, 2), hearts[5] = int[5](0, 3, 4, 2, 0);
    if (most < UNDYED || next > most * (1.0 - TIED))
        kind = 0;
    else if (most < DIPPED)
        kind = outlines[kind];
    else if (most > TWICE)
        kind = most > 1.35 * TWICE ? kind : hearts[kind];
    if (aside < 1.0)
        kind = aside > 0.80 ? 0 : aside > 0.62 ? 1 : 2;
    // A twill: dyed yarn floats over three warps of four, undyed yarn over one.
    float turn = mod(warp + slot, 4.0);
    bool over = kind > 0 ? turn < 2.5 : turn < 0.5;
    vec3 bare = hue_of(0) * (0.90 + 0.12 * hash(vec2(warp, 3.0)));
    vec3 c = over ? hue_of(kind) : kind > 0 ? mix(bare, hue_of(kind), 0.64) : bare;
    c *= 0.90 + 0.13 * hash(vec2(warp, slot)) + 0.12 * (lot - 0.5);
    float r = over ? across : along, l = over ? along : across;
    c *= 0.64 + 0.46 * sqrt(max(1.0 - 3.4 * r * r, 0.0)) * (1.0 - 0.8 * l * l);
#if FOLDS
    c *= 0.94 + 0.08 * (0.5 + 0.5 * sin((l + (over ? 1.2 : -1.2) * r) * 20.0));
#endif
    return c;
}

void main()
{
    vec2 p = place();
    float pixel = scale.x, finest = max(FINEST, window.y / LONGEST);
    float span = exp2(ceil(log2(finest * pixel)));
    // Woven by hand: no thread is quite straight. The waves stay where they are while the cloth slides.
    vec2 q = vec2(p.x, lower_edge - p.y) / span; // y: threads up from the lower edge
    q.x += 0.5 * (noise(vec2(q.x * 0.06, q.y * 0.045 + 7.0)) - 0.5);
    float width = window.x * SELVEDGE, from_edge = min(gl_FragCoord.x, window.x - gl_FragCoord.x);
    // Each warp has one dye in a selvedge.
    float aside = (from_edge + (floor(q.x) + 0.5 - q.x) * span / pixel * (gl_FragCoord.x < 0.5 * window.x ? 1.0 : -1.0)) / width;
    float slid = woven - 0.5 - q.y + 0.9 * (noise(vec2(q.x * 0.05, 3.0)) - 0.5);
    float thread = floor(slid), across = slid - thread - 0.5, warp = floor(q.x), along = q.x - warp - 0.5;
    vec3 c = weave(thread, warp, across, along, span, aside);
    float other = min(thread + (across < 0.0 ? -1.0 : 1.0), floor(woven));
    float share = max(0.5 - (0.5 - abs(across)) / max(SOFT * pixel / span, 0.3), 0.0);
    if (share > 0.0)
        c = mix(c, weave(other, warp, across < 0.0 ? 0.5 : -0.5, along, span, aside), share);
    // It hangs in soft folds.
    vec2 uv = on_screen();
    float fold = sin(uv.x * 19.0 + 1.3 * sin(uv.x * 7.0 + 1.0) + 0.5 * uv.y) + 0.6 * sin(uv.x * 41.0 - 0.4 * uv.y);
    c *= 0.97 + 0.055 * fold - 0.10 * dot(uv - 0.5, uv - 0.5);
#if FOLDS
    c *= 0.90 + 0.18 * fbm(q * vec2(0.05, 0.03));
#endif
    colour = vec4(c, 1.0);
}
