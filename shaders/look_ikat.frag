#version 330 core
// Ikat: a cloth that slides up as it is woven. Each thread shows who held a row of the board when it was woven. Columns
// of large medallions repeat across the cloth, in two kinds by turns; life decides how far each one reaches, and its dyes.
#include "lib/look.glsl"
#param FOLDS
uniform sampler2D wefts; // see past_wefts.frag
uniform float woven;      // threads so far, modulo 512; the fraction is of the newest thread, at the lower edge
uniform float lower_edge; // of what is drawn, in rows of texels

const float FINEST = 2.0;    // pixels of a thread at least; so many that it covers 2 to the power of an eighth of a whole number of texels
const float LONGEST = 352.0; // threads that a window may show; MOTIF + SLIP older ones are read, too, of the last 512
const float MOTIF = 128.0;   // threads of a medallion
const float SLIP = 30.0;     // threads by which a warp slips in the loom at most
const float ASPECT = 0.80;   // width of a medallion in heights
const float SOFT = 2.4;      // pixels, and 0.3 threads at least, over which threads blend, so that none flickers as it slides
const float UNDYED = 0.02;   // share of living cells under which a medallion has the dyes of its column
const float HALF = 0.09;     // share of living cells at which a medallion has its middle size
const float BORDER = 0.085;  // width of a border in widths of the window
const int CREAM = 0, NIGHT = 5, WINE = 6; // colours besides the species'

vec4 weft_at(float column, float thread)
{
    return texelFetch(wefts, ivec2(int(mod(column + 0.5, board.x)), int(mod(thread, 512.0))), 0);
}

// What is dyed at a place of a column of texels: between two texels the dyes blend, so that an edge steps by threads.
vec4 dyes(float at, float thread)
{
    float left = floor(at - 0.5);
    return mix(weft_at(left, thread), weft_at(left + 1.0, thread), at - 0.5 - left);
}

int strongest(vec4 dye, int otherwise)
{
    float most = largest(dye);
    return most < UNDYED ? otherwise : dye.x == most ? 1 : dye.y == most ? 2 : dye.z == most ? 3 : 4;
}

// The thread that decides at a thread of a motif: the second half of a motif is the first one backwards. `v` is where
// the thread lies in the motif, -1 to 1.
float mirrored(float thread, float motif, float shift, out float v)
{
    float phase = mod(thread + shift, motif);
    v = (2.0 * phase + 1.0) / motif - 1.0;
    return thread - max(2.0 * phase + 1.0 - motif, 0.0);
}

// The dye in the field. `u` counts columns of medallions from the middle of the window, `half_` is half a column in texels.
int field(float u, float thread, float half_)
{
    float number = floor(u + 0.5), odd = mod(number, 2.0), shift = odd * 0.5 * MOTIF, v;
    float source = mirrored(thread, MOTIF, shift, v), first = thread - mod(thread + shift, MOTIF);
    u = 2.0 * abs(u - number);
    if (u > 0.94) // between two columns
        return u > 0.972 ? 3 : NIGHT;
    float left = (0.25 + 0.5 * odd) * board.x;
    // Its reach changes slowly from warp to warp and from thread to thread.
    vec4 dye = 0.5 * dyes(left + u * half_, source) + 0.25 * dyes(left + (u + 0.25) * half_, source) + 0.25 * dyes(left + (u - 0.25) * half_, source);
    float lives = total(dye) / (total(dye) + HALF);
    // Who held the row when a medallion was begun gives it two dyes.
    vec4 held = weft_at(left + 0.2 * half_, first) + weft_at(left + 0.7 * half_, first);
    int kind = strongest(held, odd > 0.5 ? 3 : 1), ground = odd > 0.5 ? NIGHT : WINE;
    held[kind - 1] = 0.0;
    int heart = strongest(held, kind == 3 ? 1 : 3);
    float almond = 1.0 - pow(pow(u, 1.5) + pow(abs(v), 1.5), 1.0 / 1.5);
    float deep = 1.15 * almond + 0.62 * (lives - 0.36) * smoothstep(1.0, 0.70, u) * smoothstep(-0.08, 0.36, almond);
    return deep < 0.03 ? ground : deep < 0.10 ? CREAM : deep < 0.44 ? kind : deep < 0.50 ? CREAM : deep < 0.62 ? NIGHT
         : deep < 0.90 ? heart : deep < 0.97 ? CREAM : kind;
}

// The dye in a border; `aside` goes from 0 at the edge of the cloth to 1 where the field begins.
int border(float aside, float thread)
{
    if (aside < 0.10 || aside > 0.94)
        return NIGHT;
    if (aside < 0.16 || aside > 0.88)
        return CREAM;
    if (aside < 0.24 || aside > 0.80)
        return 1;
    float v = (2.0 * mod(thread, 64.0) + 1.0) / 64.0 - 1.0, u = abs(aside - 0.52) / 0.28;
    float deep = 1.0 - u - abs(v);
    int kind = strongest(weft_at(0.5 * board.x, thread - mod(thread, 64.0)), 3);
    return deep < 0.0 ? NIGHT : deep < 0.16 ? CREAM : deep < 0.55 ? kind : deep < 0.70 ? CREAM : NIGHT;
}

// The colour of a thread (weft) where it meets a warp; `across` and `along` are places on it, -0.5 to 0.5.
vec3 weave(float thread, float warp, float across, float along, float thread_pixels)
{
    // Yarn is tied in bundles, which slip in the loom, and each yarn slips a little in its bundle: the long feathered
    // edges of ikat.
    float slot = mod(thread, 512.0), lot = hash(vec2(slot, 1.7));
    float slip = floor(SLIP * (0.62 * noise(vec2(warp * 0.31, 9.2)) + 0.38 * hash(vec2(warp, 5.2))));
    float width = window.x / thread_pixels, off = warp + 0.5; // in threads, from the middle of the window
    float from_edge = (0.5 * width - abs(off)) / (BORDER * width);
    float columns = 2.0 * floor(0.5 * (1.0 - 2.0 * BORDER) * width / (ASPECT * MOTIF)) + 1.0;
    float column = (1.0 - 2.0 * BORDER) * width / columns;
    int kind = from_edge < 1.0 ? border(from_edge, thread - floor(0.4 * slip))
                               : field(off / column, thread - slip, 0.5 * column * thread_pixels * scale.x);
    // A twill: dyed yarn floats over three warps of four, undyed yarn over one.
    float turn = mod(warp + slot, 4.0);
    bool over = kind > 0 ? turn < 2.5 : turn < 0.5;
    vec3 bare = hue_of(CREAM) * (0.90 + 0.12 * hash(vec2(warp, 3.0)));
    vec3 c = over ? hue_of(kind) : kind > 0 ? mix(bare, hue_of(kind), 0.80) : bare;
    c *= 0.90 + 0.13 * hash(vec2(warp, slot)) + 0.12 * (lot - 0.5);
    float r = over ? across : along, l = over ? along : across;
    c *= 0.68 + 0.46 * sqrt(max(1.0 - 3.4 * r * r, 0.0)) * (1.0 - 0.8 * l * l);
#if FOLDS
    c *= 0.94 + 0.08 * (0.5 + 0.5 * sin((l + (over ? 1.2 : -1.2) * r) * 20.0));
#endif
    return c;
}

void main()
{
    float pixel = scale.x, finest = max(FINEST, window.y / LONGEST), span = exp2(ceil(8.0 * log2(finest * pixel)) / 8.0);
    float thread_pixels = span / pixel;
    // Woven by hand: no thread is quite straight. The waves stay where they are while the cloth slides.
    vec2 q = vec2((gl_FragCoord.x - 0.5 * window.x) / thread_pixels, (lower_edge - place().y) / span); // y: from the lower edge
    q.x += 0.5 * (noise(vec2(q.x * 0.06, q.y * 0.045 + 7.0)) - 0.5);
    float slid = woven - 0.5 - q.y + 0.9 * (noise(vec2(q.x * 0.05, 3.0)) - 0.5);
    float thread = floor(slid), across = slid - thread - 0.5, warp = floor(q.x), along = q.x - warp - 0.5;
    vec3 c = weave(thread, warp, across, along, thread_pixels);
    float other = min(thread + (across < 0.0 ? -1.0 : 1.0), floor(woven));
    float share = max(0.5 - (0.5 - abs(across)) / max(SOFT * pixel / span, 0.3), 0.0);
    if (share > 0.0)
        c = mix(c, weave(other, warp, across < 0.0 ? 0.5 : -0.5, along, thread_pixels), share);
    // It hangs in soft folds.
    vec2 uv = on_screen();
    float fold = sin(uv.x * 19.0 + 1.3 * sin(uv.x * 7.0 + 1.0) + 0.5 * uv.y) + 0.6 * sin(uv.x * 41.0 - 0.4 * uv.y);
    c *= 1.0 + 0.055 * fold - 0.10 * dot(uv - 0.5, uv - 0.5);
#if FOLDS
    c *= 0.90 + 0.18 * fbm(q * vec2(0.05, 0.03));
#endif
    colour = vec4(c, 1.0);
}
