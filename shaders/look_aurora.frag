#version 330 core
// Aurora: the density of columns as curtains of light over a lake; species are their hues.
#include "lib/look.glsl"
#include "lib/look_sheet.glsl"
#include "lib/look_aurora.glsl"
uniform sampler2D sheet;

const int LAND = 2 * int(LAYERS); // row of the sheet

vec4 column(float x, int row)
{
    float texel = clamp(on_sheet(vec2(x * window.x, 0.0)).x, 0.5, sheet_size.x - 0.5) - 0.5;
    int left = int(texel);
    return mix(texelFetch(sheet, ivec2(left, row), 0), texelFetch(sheet, ivec2(left + 1, row), 0), fract(texel));
}

// A star is a round glow; few are bright.
float star(vec2 q)
{
    vec2 place = q * window / window.y * 46.0, at = floor(place);
    // They crowd along a band across the sky, and are few elsewhere.
    float band = (q.y - 0.52 + 0.5 * q.x) * 4.2 + 0.8 * (noise(q * 5.0) - 0.5);
    float chance = hash(at + 3.0) - 0.055 + 0.05 * exp(-band * band);
    if (chance < 0.86)
        return 0.0;
    float rare = (chance - 0.86) / 0.14, pixel = 46.0 / window.y;
    vec2 away = (place - at - 0.2 - 0.6 * vec2(hash(at + 7.0), hash(at + 13.0))) / pixel;
    float size = max(window.y / 900.0, 0.8) * (0.75 + 0.55 * rare * rare * rare);
    return (0.10 + 0.75 * rare * rare * rare * rare) * exp(-dot(away, away) / (size * size));
}

// The sky at a place; `blur` softens the hems, for water.
vec3 sky(vec2 q, float blur)
{
    vec3 c = mix(vec3(0.008, 0.014, 0.036), vec3(0.020, 0.048, 0.082), smoothstep(0.0, HORIZON, q.y));
    float x = column_of(q);
    for (int b = 0; b < int(LAYERS); ++b) {
        vec4 light = column(x, b);
        if (light.g + light.b < 0.003)
            continue;
        vec2 more = column(x, b + int(LAYERS)).xy;
        float above = light.a - q.y, soft = more.y + blur, up = max(above, 0.0) * more.x;
        // A bright hem, a long body, and a top that turns to the colour of the last hue.
        float strength = smoothstep(-soft, 0.5 * soft, above) * (0.46 * exp2(-1.7 * up) + 0.80 * exp2(-8.5 * up));
        strength *= 0.30 + 0.70 * smoothstep(-0.05, 0.42, q.y);
        float most = max(light.g, light.b);
        vec3 low = mix(light.rgb, hue_of(1) * most, 0.40 * exp2(-5.0 * up)); // oxygen glows green low in the air
        c += mix(low, hue_of(5) * most, 0.80 * smoothstep(0.2, 1.7, up)) * strength;
        c += 0.09 * light.rgb * exp2(-9.0 * abs(above)); // the air around it
    }
    return c;
}

// The land at a place above the water, in front of its sky: far mountains in the haze, and a near shore.
vec3 land(vec2 q, vec3 c, float blur)
{
    vec2 hills = column(q.x, LAND).xy;
    float edge = 0.7 / window.y + blur;
    vec3 far = mix(vec3(0.007, 0.013, 0.024), vec3(0.015, 0.030, 0.050), smoothstep(hills.x, HORIZON, q.y));
    // Snow lies on the sides of its spurs, and shines in the light of the sky above.
    float under = q.y - hills.x, tall = HORIZON - hills.x;
    float spur = noise(vec2((q.x + 0.55 * under) * 60.0, under * 22.0)) - noise(vec2((q.x - 0.75 * under) * 52.0 + 5.0, under * 22.0));
    float rough = noise(vec2((q.x - under) * 210.0, under * 160.0)) + noise(vec2((q.x + under) * 400.0, under * 240.0)) - 1.0;
    float snow = smoothstep(0.05, 0.35, spur + 0.45 * rough + 0.12) * smoothstep(0.04, 0.14, tall) * (1.0 - smoothstep(0.05, 0.75, under / (tall + 1e-3)));
    vec3 light = column(column_of(vec2(q.x, 0.5)), 0).rgb + column(column_of(vec2(q.x, 0.5)), int(LAYERS) - 1).rgb;
    far += snow * (vec3(0.016, 0.026, 0.040) + 0.10 * light);
    c = mix(c, far, smoothstep(-edge, edge, under));
    c = mix(c, vec3(0.003, 0.006, 0.010), smoothstep(-edge, edge, q.y - hills.y));
    // A hut with a lit window stands on the shore.
    vec2 h = (q - vec2(cabin_place(hash(board)), HORIZON - 0.006)) * vec2(window.x / window.y, -1.0);
    float house = min(0.021 - abs(h.x), min(h.y + 0.01, 0.034 - h.y - 0.75 * abs(h.x)));
    c = mix(c, vec3(0.004, 0.006, 0.009), smoothstep(-edge, edge, house));
    float pane = min(0.0042 - abs(h.x + 0.007), 0.0045 - abs(h.y - 0.009));
    c += vec3(0.85, 0.42, 0.12) * (0.9 * smoothstep(-edge, edge, pane) + 0.05 * exp(-1500.0 * dot(h + vec2(0.007, -0.009), h + vec2(0.007, -0.009))));
    return c;
}

// How deep a place lies in a fir with its top at `top`, in heights of the window, y down; negative outside. Every storey has
// a bough on each side, of its own length, which hangs, bends up at its end, and carries twigs.
float fir(vec2 q, vec2 top, float seed)
{
    float down = q.y - top.y, away = abs(q.x - top.x - 0.004 * sin(19.0 * down + seed)), left = q.x < top.x ? 5.0 : 8.0;
    if (down < 0.0 || away > 0.008 + 0.25 * down)
        return -0.05;
    float deep = 0.0016 + 0.009 * down - away; // the trunk
    // Storeys lie closer near the top. Boughs of two storeys above and of the next one reach to here.
    float first = floor(34.0 * sqrt(down + 0.004) + 14.0 * down);
    for (float n = first - 2.0; n <= first + 1.0; ++n) {
        float lot = hash(vec2(n + 0.5, seed + left)), other = hash(vec2(n + 0.5, seed + left + 31.0));
        float root = (sqrt(1156.0 + 56.0 * max(n + 0.25 + 0.7 * (lot - 0.5), 0.0)) - 34.0) / 28.0;
        root = root * root - 0.004;
        float reach = (0.002 + 0.175 * pow(max(root, 0.0), 0.80)) * (0.42 + 0.72 * other), part = away / reach;
        float hang = (0.28 + 0.34 * lot) * away * (1.0 - 0.50 * part); // below its root
        float twigs = 1.5 * noise(vec2(q.x * 250.0, q.y * 120.0 + 7.0 * n + seed));
        float thick = (0.0022 + 0.15 * reach) * (1.0 - part) * (0.40 + 0.9 * twigs) + 0.0012;
        float below = q.y - top.y - root - hang;
        deep = max(deep, (part < 1.0 ? thick : -0.05) - (below < 0.0 ? -2.0 * below : 0.8 * below));
    }
    return deep;
}

// Firs in front of everything, at the side where the curtains are near, on a bank.
float foreground(vec2 uv)
{
    float wide = window.x / window.y, lot = hash(board);
    vec2 q = vec2((lot > 0.5 ? 1.0 - uv.x : uv.x) * wide, uv.y);
    float bank = q.y - 0.985 + 0.10 * exp(-2.2 * q.x) - 0.012 * fbm(vec2(q.x * 9.0, 4.0));
    return max(max(max(bank, fir(q, vec2(0.085, 0.40), 1.0)), fir(q, vec2(0.235, 0.60), 2.0)), max(fir(q, vec2(-0.02, 0.53), 3.0), fir(q, vec2(0.345, 0.765), 4.0)));
}

void main()
{
    vec2 uv = on_screen();
    float down = uv.y - HORIZON;
    vec3 c;
    if (down < 0.0)
        c = land(uv, sky(uv, 0.0) + vec3(0.75, 0.82, 0.95) * star(uv), 0.0);
    else {
        // Waves are flat and slow; at the far shore they are too small to see.
        float near_by = down / (1.0 - HORIZON), depth = 1.0 / (down + 0.035);
        vec2 wave = vec2(noise(vec2(uv.x * depth * 1.6, depth * 3.2 + time * 0.22)), noise(vec2(uv.x * depth * 0.7 + 9.0, depth * 2.1 - time * 0.13))) - 0.5;
        float y = HORIZON - down * 2.6 + (0.050 * wave.x + 0.10 * wave.y) * near_by;
        float x = uv.x + 0.012 * wave.x * near_by;
        float blur = 0.004 + 0.03 * near_by;
        c = land(vec2(x, y), sky(vec2(x, y), blur), blur * 0.35);
        c = c * mix(0.80, 0.52, near_by) + vec3(0.002, 0.004, 0.007);
    }
    // Against the sky firs are dark; the light of the curtains lies along their boughs.
    float fine = 0.7 / window.y, tree = foreground(uv);
    if (tree > -fine) {
        vec3 light = column(column_of(vec2(uv.x, 0.5)), 0).rgb + column(column_of(vec2(uv.x, 0.5)), 1).rgb + column(column_of(vec2(uv.x, 0.5)), 2).rgb;
        vec3 dark = vec3(0.0015, 0.003, 0.005) + (0.13 * light + vec3(0.004, 0.007, 0.010)) * exp(-max(tree, 0.0) * 420.0);
        c = mix(c, dark, smoothstep(-fine, fine, tree));
    }
    colour = vec4(1.0 - exp(-c * 2.0) + (hash(gl_FragCoord.xy) - 0.5) / 255.0, 1.0); // without bands in the dark
}
