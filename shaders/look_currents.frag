#version 330 core
// Currents: the board as a planet that slowly turns. Where many cells live there is land, with a climate for each species; few
// live in the seas. Clouds drift over it, and on its night side cells glow.
#include "lib/look.glsl"
#include "lib/look_sheet.glsl"
#include "lib/look_globe.glsl"
uniform sampler2D sheet;
uniform sampler2D presence;

const vec3 SUN = normalize(vec3(-0.80, 0.52, -0.68));
const vec3 MOON = normalize(vec3(0.30, 0.25, 0.90));

const float CITIES = 5.2; // a unit of a place

// The middle of the city in a square of the net of cities.
vec2 city_of(vec2 square) { return square + 0.1 + 0.8 * vec2(hash(square + 27.0), hash(square + 44.0)); }

// Stars are few, and small.
vec3 space(vec2 pixel)
{
    vec2 q = pixel / window.y * 46.0, at = floor(q);
    float rare = (hash(at + 3.0) - 0.90) / 0.10;
    vec2 away = (q - at - 0.2 - 0.6 * vec2(hash(at + 7.0), hash(at + 13.0))) / 46.0 * window.y;
    float size = max(window.y / 1000.0, 0.7) * (0.6 + 0.4 * max(rare, 0.0));
    vec3 night = hue_of(0);
    return rare < 0.0 ? night : night + vec3(0.80, 0.86, 1.0) * (0.06 + 0.50 * rare * rare * rare) * exp(-dot(away, away) / (size * size));
}

// How brightly people live at a place q: in cities on land with many living cells, along roads from each to its neighbours, and
// along coasts. `height` is that of the land, 0 at the sea. Elsewhere it stays dark.
float crowds_at(vec2 q, float height, float cells)
{
    vec2 p = (q + 0.10 * (vec2(noise(q * 6.0), noise(q * 6.0 + 31.0)) - 0.5) + 0.026 * (vec2(noise(q * 23.0), noise(q * 23.0 + 31.0)) - 0.5)) * CITIES, at = floor(p);
    float crowds = 0.0, road = 1e3;
    for (int down = -1; down <= 1; ++down)
        for (int across = -1; across <= 1; ++across) {
            vec2 own = at + vec2(across, down), to = p - city_of(own);
            float size = hash(own + 61.0), off = dot(to, to);
            size *= size * size; // few are large
            crowds += (0.30 + 1.1 * size) * exp(-off * mix(260.0, 34.0, size)) + 0.34 * (0.15 + size) * exp(-off * mix(34.0, 7.0, size));
            for (int each = 0; each < 2; ++each) {
                vec2 way = city_of(own + vec2(each, 1 - each)) - p + to;
                float along = clamp(dot(to, way) / dot(way, way), 0.0, 1.0);
                vec2 beside = to - along * way;
                road = min(road, dot(beside, beside) + (hash(own + 83.0 + 7.0 * float(each)) < 0.5 ? 1e3 : 0.0));
            }
        }
    float coast = smoothstep(0.05, 0.0, abs(height - 0.02)) * smoothstep(0.42, 0.72, noise(q * 8.0 + 5.0));
    return crowds * (0.55 + 1.1 * cells) + (0.10 + 0.24 * noise(q * 13.0)) * exp(-road * 2200.0) + 0.50 * coast * (0.3 + cells);
}

// The lights at a place of the window, where it is this crowded: small ones, and few large.
float lights(vec2 flat_, float crowds)
{
    float unit = max(window.y / 720.0, 0.8), sum = 0.0;
    for (int each = 0; each < 2; ++each) {
        vec2 q = flat_ / (unit * (each == 0 ? 2.1 : 4.3)) + 17.0 * float(each), at = floor(q), off = q - at - 0.3 - 0.4 * vec2(hash(at), hash(at + 5.0));
        float chance = 0.04 + 0.96 * hash(at + 9.0), spot = max(1.0 - dot(off, off) * 11.0, 0.0); // it ends within its square
        sum += smoothstep(chance, chance + 0.30, crowds) * spot * (each == 0 ? 1.1 : 1.7 * spot) * (0.4 + 1.2 * hash(at + 21.0));
    }
    return sum;
}

// How thick the clouds are at a place, 0 to 1: winds roll them up, storms turn, and weather comes and goes over whole seas.
float clouds_at(vec2 q, float more)
{
    vec2 p = q + vec2(time * 0.0012, 0.0), grid = p * vec2(1.15, 1.35), at = floor(grid), lot = vec2(hash(at + 2.0), hash(at + 11.0));
    vec2 off = grid - at - 0.35 - 0.3 * lot;
    float storm = max(1.0 - dot(off, off) * 8.0, 0.0);
    storm *= storm * step(0.45, fract(lot.x * 13.0));
    float turn = (1.5 + 0.9 * lot.y) * storm;
    grid += mat2(cos(turn), sin(turn), -sin(turn), cos(turn)) * off - off;
    p = grid * vec2(0.9, 0.95) + 0.45 * (vec2(noise(grid * 2.1 + 7.0), noise(grid * 2.1 + 41.0)) - 0.5);
    vec2 curl = vec2(noise(p * 7.0 + 3.0), noise(p * 7.0 + 19.0)) - 0.5;
    p += 0.13 * curl;
    float weather = noise(p * 1.3 + 60.0 - time * 0.002), body = fbm(p * vec2(2.6, 3.4)), small = fbm(19.0 * q + 2.0 * curl + vec2(time * 0.02, 0.0));
    float cover = 0.74 * body + 0.26 * weather + 0.04 * storm + 0.04 * more;
    return smoothstep(0.0, 0.34, cover - 0.45 - 0.50 * (small - 0.45));
}

// The planet at a place.
vec3 planet(vec3 ball, vec2 pixel)
{
    vec2 flat_ = rolled_out(ball), q = (flat_ - 0.5 * window) / window.y / min(globe_radius(), 0.62) + 7.0; // a larger planet has more of everything
    vec4 species = smooth_at(sheet, on_sheet(pixel));
    float high = total(species);
    species /= high + 1e-4;
    // Noise carves coasts, and mountains whose shadows fall away from the sun.
    vec2 bent = q + 0.05 * vec2(noise(q * 7.0), noise(q * 7.0 + 31.0));
    float rough = fbm(bent * 7.5), towards = fbm((bent + 0.03 * SUN.xy) * 7.5), fine = 0.6 * noise(q * 46.0) + 0.4 * noise(q * 160.0);
    float height = high - 0.50 + 0.60 * (rough - 0.48) + 0.03 * (fine - 0.5), hill = (rough - towards) * 3.4;
    vec3 climate = vec3(0.0);
    for (int k = 0; k < 4; ++k)
        climate += hue_of(k + 1) * species[k];
    // Lowland is greener, and high land bare.
    vec3 land = mix(hue_of(1), climate, 0.35 + 0.65 * smoothstep(0.02, 0.16, height + 0.10 * (rough - 0.5)));
    land *= (0.82 + 0.32 * fine) * mix(0.82, 1.12, smoothstep(0.0, 0.34, height)) * clamp(1.0 + hill, 0.5, 1.5);
    vec3 sea = mix(hue_of(6), hue_of(5), smoothstep(0.0, 0.05, -height)) * (1.0 - 0.25 * smoothstep(0.05, 0.40, -height));
    float shine = max(dot(normalize(SUN + vec3(0, 0, 1)), ball), 0.0), is_land = smoothstep(-0.014, 0.014, height);
    sea += vec3(1.0, 0.93, 0.82) * (0.05 * pow(shine, 14.0) + 0.10 * pow(shine, 90.0)) * (1.0 - zoomed_in());
    vec3 c = mix(sea, land, is_land);
    float cap = smoothstep(0.84, 0.95, abs(ball.y * 0.97 + ball.x * 0.2) + 0.18 * (rough - 0.5));
    c = mix(c, hue_of(8) * 0.86, cap * (1.0 - zoomed_in()));
    // Clouds, and the shade that they cast.
    float cloud = clouds_at(q, cos(8.0 * ball.y) + 2.0 * (fine - 0.5)) * (1.0 - zoomed_in());
    c = mix(c * (1.0 - 0.35 * cloud), hue_of(8) * (0.66 + 0.36 * cloud), 0.88 * cloud);
    // Day and night: the sun sets red, the moon is pale, and air veils the limb.
    float lit = mix(dot(ball, SUN), 0.7, zoomed_in()), day = smoothstep(-0.06, 0.50, lit), rim = 1.0 - ball.z, night = smoothstep(0.10, -0.20, lit);
    vec3 sunlight = mix(vec3(1.30, 0.62, 0.36), vec3(1.32, 1.28, 1.22), smoothstep(-0.02, 0.26, lit));
    vec3 shown = c * sunlight * day + (0.25 * c + 0.75 * dot(c, vec3(0.25, 0.6, 0.15))) * vec3(0.10, 0.16, 0.27) * max(dot(ball, MOON), 0.0) * night;
    shown = mix(shown, vec3(0.34, 0.54, 0.80) * smoothstep(-0.22, 0.50, lit), clamp(0.10 + 0.75 * rim * rim, 0.0, 1.0) * (1.0 - 0.8 * zoomed_in()));
    shown += vec3(0.03, 0.07, 0.12) * rim * rim * night;
    // Cells glow where it is night, and their light hangs in the clouds.
    for (bool on = night > 0.0; on; on = false) { // a processor skips what is in a loop, but not what is in an `if`
        float cells = min(2.0 * sqrt(total(smooth_at(presence, origin + flat_ * scale))), 1.0);
        float crowds = crowds_at(q, height, cells) * smoothstep(-0.004, 0.012, height);
        float hazy = max(crowds - 0.08, 0.0);
        float glow = lights(flat_, crowds) * (1.0 - 0.85 * cloud) + 0.60 * hazy * hazy / (0.5 + hazy) * (1.0 - 0.45 * cloud);
        shown += hue_of(7) * night * glow * smoothstep(0.05, 0.5, ball.z);
    }
    return shown;
}

void main()
{
    vec3 ball = globe(gl_FragCoord.xy);
    float away = length(ball.xy), fine = 1.0 / (globe_radius() * window.y);
    vec3 c = vec3(0.0);
    if (away > 1.0 - fine) {
        c = space(gl_FragCoord.xy);
        // The air glows outside the limb where it is day.
        float day = smoothstep(-0.30, 0.80, dot(ball.xy / away, normalize(SUN.xy))), out_ = max(away - 1.0, 0.0) * globe_radius();
        c += vec3(0.30, 0.52, 0.82) * day * day * (0.80 * exp(-150.0 * out_) + 0.14 * exp(-22.0 * out_));
    }
    if (away < 1.0 + fine)
        c = mix(planet(ball, gl_FragCoord.xy), c, smoothstep(1.0 - fine, 1.0 + fine, away));
    colour = vec4(1.0 - exp(-1.65 * c) + (hash(gl_FragCoord.xy) - 0.5) / 255.0, 1.0);
}
