// What every look may use: where a pixel lies on the board, noise, and smooth reading of small textures.
uniform vec2 origin; // place of the window's lower left corner on the board, in texels of the inputs, y down
uniform vec2 scale;  // texels of the inputs a pixel; y is negative
uniform vec2 board;  // size of the inputs in texels
uniform vec2 window; // size of the window in pixels
uniform float time;  // seconds
uniform int repeats;  // 1 if the board is a torus
uniform sampler2D palette;
out vec4 colour;

vec3 hue_of(int number) { return texelFetch(palette, ivec2(number, 0), 0).rgb; }
vec2 place() { return origin + gl_FragCoord.xy * scale; }
vec2 on_screen() { return vec2(gl_FragCoord.x, window.y - gl_FragCoord.y) / window; } // 0 to 1, y down

// 0 while the window shows most of the board, 1 when people have zoomed in. Then a frame around the picture would be in the
// way: it lies as many pixels outside the window as frame_out() says.
float zoomed_in()
{
    vec2 times = board / (window * abs(scale));
    return smoothstep(2.0, 3.0, min(times.x, times.y));
}
float frame_out() { return 0.2 * min(window.x, window.y) * zoomed_in(); }

float hash(vec2 p)
{
    p = fract(p * vec2(0.1031, 0.1030));
    p += dot(p, p.yx + 33.33);
    return fract((p.x + p.y) * p.x);
}

float noise(vec2 p)
{
    vec2 i = floor(p), f = fract(p);
    f = f * f * (3.0 - 2.0 * f);
    return mix(mix(hash(i), hash(i + vec2(1, 0)), f.x), mix(hash(i + vec2(0, 1)), hash(i + vec2(1, 1)), f.x), f.y);
}

float fbm(vec2 p)
{
    float sum = 0.0, weight = 0.5;
    for (int octave = 0; octave < 5; ++octave) {
        sum += weight * noise(p);
        p = mat2(1.6, 1.2, -1.2, 1.6) * p + 3.1;
        weight *= 0.5;
    }
    return sum;
}

// A texture of the inputs at a place, by B-splines: smooth also where a texel covers many pixels.
vec4 smooth_at(sampler2D input_texture, vec2 p)
{
    vec2 size = vec2(textureSize(input_texture, 0));
    vec2 q = p - 0.5, i = floor(q), f = q - i;
    vec2 w0 = (1.0 - f) * (1.0 - f) * (1.0 - f) / 6.0, w1 = (4.0 - 6.0 * f * f + 3.0 * f * f * f) / 6.0;
    vec2 w3 = f * f * f / 6.0, w2 = 1.0 - w0 - w1 - w3, g0 = w0 + w1, g1 = w2 + w3;
    vec2 a = i - 1.0 + w1 / g0 + 0.5, b = i + 1.0 + w3 / g1 + 0.5;
    return (texture(input_texture, vec2(a.x, a.y) / size) * g0.x + texture(input_texture, vec2(b.x, a.y) / size) * g1.x) * g0.y
         + (texture(input_texture, vec2(a.x, b.y) / size) * g0.x + texture(input_texture, vec2(b.x, b.y) / size) * g1.x) * g1.y;
}

// A texel of an input, by its whole column and row. Beyond the edges a torus repeats; elsewhere there is nothing.
vec4 texel_at(sampler2D input_texture, vec2 p)
{
    vec2 inside = p - board * floor((p + 0.5) * (1.0 / board)); // an inverse, since divisions cost more
    return repeats == 0 && inside != p ? vec4(0.0) : texelFetch(input_texture, ivec2(inside), 0);
}

// The skyline at a texel, by its whole column and row: nothing within SKYLINE_REACH texels of it is higher.
const float SKYLINE_REACH = 4.0;
float skyline_at(sampler2D skyline, vec2 p)
{
    vec2 inside = repeats == 0 ? clamp(p, vec2(0.0), board - 1.0) : p - board * floor((p + 0.5) * (1.0 / board));
    return texelFetch(skyline, ivec2(inside) >> 2, 0).x;
}

float total(vec4 v) { return v.x + v.y + v.z + v.w; }
float largest(vec4 v) { return max(max(v.x, v.y), max(v.z, v.w)); }
