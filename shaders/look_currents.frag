#version 330 core
// Currents: the board as a planet. Where many cells live there is land, with a climate for each species; few live in the seas.
// Clouds drift over it. On its night side cells glow, and a ring and a moon go round it.
#include "lib/look.glsl"
#include "lib/look_sheet.glsl"
#include "lib/look_globe.glsl"
uniform sampler2D sheet;
uniform sampler2D presence;

const vec3 RING = normalize(vec3(-0.30, 0.90, 0.34)); // stands upright on the ring
const float INNER = 1.36, OUTER = 2.15;               // of the ring, in radii of the planet

// How much of the light the ring holds back at a distance from the planet's middle.
float ring_at(float r)
{
    float bands = 0.35 + 0.65 * noise(vec2(r * 26.0, 3.0)) * (0.6 + 0.8 * noise(vec2(r * 110.0, 8.0)));
    bands *= 1.0 - 0.92 * smoothstep(0.022, 0.010, abs(r - 1.82));
    return bands * smoothstep(INNER, INNER + 0.10, r) * smoothstep(OUTER, OUTER - 0.05, r) * (1.0 - zoomed_in());
}

// Stars are few, and small.
vec3 space(vec2 pixel)
{
    vec2 q = pixel / window.y * 60.0, at = floor(q);
    float rare = (hash(at + 3.0) - 0.90) / 0.10;
    vec2 away = (q - at - 0.2 - 0.6 * vec2(hash(at + 7.0), hash(at + 13.0))) / 60.0 * window.y;
    float size = max(window.y / 900.0, 0.7) * (0.6 + 0.5 * max(rare, 0.0)), cloud = fbm(pixel / window.y * 2.2 + 3.0);
    vec3 night = hue_of(0) * (0.55 + 1.1 * cloud * cloud);
    return rare < 0.0 ? night : night + vec3(0.80, 0.86, 1.0) * (0.10 + 0.75 * rare * rare * rare) * exp(-dot(away, away) / (size * size));
}

// The moon, over what is behind it.
vec3 moon(vec3 c, vec2 pixel, vec3 sun)
{
    vec2 at = globe_lot() < 0.3 ? vec2(-0.36, 0.33) : globe_lot() < 0.7 ? vec2(0.27, 0.36) : (globe_lot() < 0.9 ? vec2(-0.42, 0.40) : vec2(-0.36, 0.27));
    float radius = globe_lot() < 0.3 ? 0.030 : 0.052;
    vec2 s = ((pixel - 0.5 * window) / window.y - at * vec2(window.x / window.y, 1.0)) / radius;
    float r = length(s), fine = 1.0 / (radius * window.y);
    if (r > 1.0 + fine || zoomed_in() > 0.0)
        return c;
    vec3 n = vec3(s, sqrt(max(1.0 - r * r, 0.0)));
    float maria = smoothstep(0.35, 0.65, fbm(s * 1.6 + 5.0)), rough = fbm(s * 6.0 + 2.0) - fbm((s + 0.05 * sun.xy) * 6.0 + 2.0);
    vec3 lit = mix(vec3(0.72, 0.69, 0.64), vec3(0.42, 0.41, 0.41), maria) * (smoothstep(-0.05, 0.7, dot(n, sun) + 1.2 * rough) + 0.015);
    return mix(c, lit, smoothstep(1.0 + fine, 1.0 - fine, r));
}

// The lights of living cells at a place, each a small glow.
float lights(vec2 flat_, float cells)
{
    float unit = max(window.y / 620.0, 0.8), sum = 0.0;
    for (int each = 0; each < 2; ++each) {
        vec2 q = flat_ / (unit * (each == 0 ? 3.2 : 6.5)) + 17.0 * float(each), at = floor(q), off = q - at - 0.25 - 0.5 * vec2(hash(at), hash(at + 5.0));
        float chance = hash(at + 9.0);
        sum += smoothstep(chance, chance + 0.25, cells) * exp(-dot(off, off) * (each == 0 ? 9.0 : 26.0)) * (each == 0 ? 0.8 : 1.5);
    }
    return sum;
}

// The planet at a place.
vec3 planet(vec3 ball, vec3 sun, vec2 pixel)
{
    vec2 flat_ = rolled_out(ball), q = (flat_ - 0.5 * window) / window.y / min(globe_radius(), 0.5) + 7.0; // a larger planet has more of everything
    vec4 species = smooth_at(sheet, on_sheet(pixel));
    float high = total(species);
    species /= high + 1e-4;
    // Noise carves coasts, and mountains whose shadows fall away from the sun.
    vec2 bent = q + 0.05 * vec2(noise(q * 7.0), noise(q * 7.0 + 31.0));
    float rough = fbm(bent * 8.5), towards = fbm((bent + 0.012 * sun.xy) * 8.5), fine = noise(q * 150.0) * 0.6 + noise(q * 67.0) * 0.4;
    float height = high - 0.46 + 0.42 * (rough - 0.48), hill = (rough - towards) * 5.0;
    float edge = 0.018;
    vec3 climate = vec3(0.0);
    for (int k = 0; k < 4; ++k)
        climate += hue_of(k + 1) * species[k];
    // Lowland is greener, high land bare, and peaks carry snow.
    vec3 land = climate * (0.74 + 0.38 * fine) * mix(0.86, 1.14, smoothstep(0.0, 0.30, height));
    land = mix(land, hue_of(1) * (0.7 + 0.4 * fine), 0.50 * smoothstep(0.09, 0.01, height));
    land = mix(land, hue_of(8), 0.85 * smoothstep(0.30, 0.40, height + 0.06 * (fine - 0.5)) * (1.0 - 0.8 * zoomed_in()));
    land *= clamp(1.0 + 1.1 * hill, 0.35, 1.6);
    float depth = -height;
    vec3 sea = mix(hue_of(6), hue_of(5), smoothstep(0.0, 0.09, depth)) * (1.0 - 0.35 * smoothstep(0.12, 0.45, depth));
    float shine = max(dot(normalize(sun + vec3(0, 0, 1)), ball), 0.0);
    sea += vec3(1.0, 0.93, 0.80) * (0.16 * pow(shine, 24.0) + 0.34 * pow(shine, 160.0));
    float is_land = smoothstep(-edge, edge, height);
    vec3 c = mix(sea, land, is_land);
    c = mix(c, hue_of(8) * 0.9, smoothstep(0.80, 0.86, abs(ball.y * 0.94 + ball.x * 0.2) + 0.16 * (rough - 0.5)) * (1.0 - zoomed_in()) * 0.9);
    // Clouds are drawn out by the winds, and shade what lies under them.
    vec2 wind = q * vec2(3.2, 6.0) + vec2(time * 0.004, 0.0), curl = vec2(noise(wind * 1.3), noise(wind * 1.3 + 40.0)) - 0.5;
    float cloud = fbm(1.7 * wind + 2.3 * curl) + 0.10 * (fine - 0.5), cover = smoothstep(0.53, 0.72, cloud) * 0.95 * (1.0 - zoomed_in());
    c *= 1.0 - 0.45 * smoothstep(0.50, 0.74, cloud) * (1.0 - zoomed_in());
    c = mix(c, hue_of(8) * (0.92 + 0.5 * (cloud - 0.6)), cover);
    // Day and night: the sun sets red, and the limb is pale through its air.
    float lit = dot(ball, sun), day = smoothstep(-0.10, 0.55, lit), air = pow(1.0 - ball.z, 2.6);
    float t = -dot(ball, RING) / dot(sun, RING);
    if (t > 0.0 && globe_lot() >= 0.7)
        day *= 1.0 - 0.62 * ring_at(length(ball + t * sun));
    vec3 sunlight = mix(vec3(1.15, 0.46, 0.20), vec3(1.08, 1.03, 0.97), smoothstep(-0.05, 0.40, lit));
    vec3 shown = c * sunlight * day + c * vec3(0.012, 0.018, 0.032);
    shown = mix(shown, vec3(0.42, 0.66, 0.92) * smoothstep(-0.12, 0.7, lit), 0.72 * air);
    // Cells glow where it is night: warm on land, and pale green in the sea.
    float cells = total(textureLod(presence, (origin + flat_ * scale) / board, 0.0)), night = smoothstep(0.10, -0.16, lit);
    if (night > 0.0) {
        float glow = lights(flat_, min(sqrt(cells), 0.62) * mix(0.35, 0.95, is_land) * smoothstep(-0.2, 0.15, height)) * (1.0 - 0.75 * cover);
        vec3 hue = mix(vec3(0.20, 0.75, 0.62) * 0.6, mix(hue_of(7), climate, 0.25), is_land);
        shown += hue * night * (glow + 0.05 * sqrt(cells) * is_land) * smoothstep(0.02, 0.35, ball.z);
    }
    return shown;
}

void main()
{
    vec3 ball = globe(gl_FragCoord.xy), sun = normalize(vec3(cos(time * 0.004 + 2.75), 0.34, 0.34));
    float away = length(ball.xy), fine = 1.0 / (globe_radius() * window.y);
    vec3 c = vec3(0.0);
    if (away > 1.0 - fine) {
        c = moon(space(gl_FragCoord.xy), gl_FragCoord.xy, sun);
        // The air glows outside the limb where it is day.
        float day = smoothstep(-0.35, 0.75, dot(ball.xy / away, sun.xy)), out_ = max(away - 1.0, 0.0);
        c += vec3(0.26, 0.52, 0.90) * day * (0.60 * exp(-70.0 * out_) + 0.20 * exp(-14.0 * out_));
    }
    if (away < 1.0 + fine)
        c = mix(planet(ball, sun, gl_FragCoord.xy), c, smoothstep(1.0 - fine, 1.0 + fine, away));
    if (globe_lot() >= 0.7) {
        vec3 p = vec3(ball.xy, -dot(ball.xy, RING.xy) / RING.z);
        float r = length(p), behind = dot(p, sun);
        if (r < OUTER && r > INNER && (away > 1.0 || p.z > 0.0)) {
            float shadow = behind < 0.0 ? smoothstep(0.94, 1.03, length(p - behind * sun)) : 1.0;
            float held = ring_at(r);
            c = mix(c, vec3(0.86, 0.76, 0.62) * (0.10 + 0.80 * noise(vec2(r * 40.0, 1.0))) * (0.04 + 0.96 * shadow), 0.88 * held);
        }
    }
    colour = vec4(1.0 - exp(-1.65 * c) + (hash(gl_FragCoord.xy) - 0.5) / 255.0, 1.0);
}
