#version 330 core
// Aurora: the density of columns, in bands of rows, as curtains of light; species are its hues.
#include "lib/look.glsl"
#include "lib/look_sheet.glsl"
#param CURTAINS
uniform sampler2D sheet;

const float HORIZON = 0.80;

vec4 column(float x, int row)
{
    float texel = clamp(on_sheet(vec2(x * window.x, 0.0)).x, 0.0, sheet_size.x - 1.0);
    return texelFetch(sheet, ivec2(texel, row), 0);
}

vec3 star(vec2 q)
{
    vec2 place = q * window / window.y * 60.0, at = floor(place);
    float chance = hash(at);
    if (chance < 0.9)
        return vec3(0.0);
    vec2 away = place - at - 0.2 - 0.6 * vec2(hash(at + 7.0), hash(at + 13.0));
    float size = 60.0 / window.y * (0.6 + 9.0 * (chance - 0.9)); // of a pixel or so
    return vec3(0.6, 0.65, 0.7) * (9.0 * (chance - 0.89)) * max(1.0 - dot(away, away) / (size * size), 0.0);
}

vec3 sky(vec2 q)
{
    vec3 c = mix(vec3(0.012, 0.022, 0.06), vec3(0.05, 0.09, 0.15), smoothstep(0.0, 0.55, q.y));
    for (int b = 0; b < CURTAINS; ++b) {
        vec4 light = column(q.x, b);
        float above = light.a - q.y;
        if (above < -0.022)
            continue;
        vec4 more = column(q.x, b + 6);
        float faint = exp2(-max(above, 0.0) * more.x), strong = faint * faint;
        strong *= strong; // near the hem
        float strength = smoothstep(-0.022, 0.022, above) * (0.75 * faint + 0.45 * strong);
        c += mix(light.rgb, vec3(0.55, 0.18, 0.55) * more.y, smoothstep(0.05, 0.4, above) * 0.6) * strength;
    }
    return c;
}

// The land at a place above the water, in front of its sky: far hills in the haze, and near ones.
vec3 land(vec2 q, vec3 c)
{
    vec2 hills = column(q.x, 12).xy;
    float haze = smoothstep(hills.x, HORIZON, q.y);
    c = mix(c, mix(vec3(0.010, 0.018, 0.028), vec3(0.03, 0.05, 0.075), haze), smoothstep(-0.001, 0.001, q.y - hills.x));
    return mix(c, vec3(0.004, 0.007, 0.011), smoothstep(-0.001, 0.001, q.y - hills.y));
}

void main()
{
    vec2 uv = on_screen();
    vec3 c = vec3(0.0);
    if (uv.y < HORIZON) {
        if (uv.y < column(uv.x, 12).x + 0.001)
            c = sky(uv) + star(uv);
        c = land(uv, c);
    } else {
        float d = uv.y - HORIZON;
        float y = HORIZON - d * 2.3 + 0.012 * sin(uv.y * 160.0 / (1.0 + d * 8.0) + time * 0.8 + noise(vec2(uv.x * 30.0, uv.y * 90.0)) * 4.0) * (0.3 + d * 3.0);
        float x = uv.x + 0.006 * (noise(vec2(uv.x * 20.0, uv.y * 240.0 + time * 0.3)) - 0.5);
        if (y < column(x, 12).x + 0.001)
            c = sky(vec2(x, y));
        c = land(vec2(x, y), c);
        c = (c * 0.55 + vec3(0.005, 0.01, 0.015)) * (smoothstep(0.0, 0.01, d) * 0.4 + 0.6);
    }
    colour = vec4(1.0 - exp(-c * 1.5) + (hash(gl_FragCoord.xy) - 0.5) / 255.0, 1.0); // without bands in the dark
}
