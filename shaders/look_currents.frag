#version 330 core
// Currents: the board as a planet that slowly turns. Where many cells live there is land, with a climate for each species; few
// live in the seas. Clouds drift over it, and on its night side cells glow. Around it there are an aurora, a moon that rises, and stars.
#include "lib/look.glsl"
#include "lib/look_sheet.glsl"
#include "lib/look_globe.glsl"
uniform sampler2D sheet;
uniform sampler2D presence;

const vec3 SUN = normalize(vec3(-0.90, 0.34, -0.34));
const vec3 MOON = normalize(vec3(0.30, 0.25, 0.90));

const float CITIES = 5.2; // a unit of a place

// The middle of the city in a square of the net of cities.
vec2 city_of(vec2 square) { return square + 0.1 + 0.8 * vec2(hash(square + 27.0), hash(square + 44.0)); }

// Stars are few and small, and there is a faint band of many that no eye can part.
vec3 space(vec2 pixel)
{
    vec2 s = (pixel - 0.5 * window) / window.y;
    float across = dot(s - vec2(0.1, 0.3), vec2(0.42, 0.91)), band = exp(-28.0 * across * across);
    float dust = fbm(s * vec2(4.0, 5.0) + 9.0), star_cloud = band * smoothstep(0.30, 0.75, dust) * (0.6 + 0.8 * noise(s * 30.0));
    vec2 q = pixel / window.y * 46.0, at = floor(q);
    float rare = (hash(at + 3.0) - 0.90 + 0.08 * band) / 0.10;
    vec2 away = (q - at - 0.2 - 0.6 * vec2(hash(at + 7.0), hash(at + 13.0))) / 46.0 * window.y;
    float size = max(window.y / 1000.0, 0.7) * (0.6 + 0.4 * max(rare, 0.0));
    vec3 night = hue_of(0) + vec3(0.040, 0.046, 0.075) * star_cloud;
    return rare < 0.0 ? night : night + vec3(0.80, 0.86, 1.0) * (0.08 + 0.60 * rare * rare * rare) * exp(-dot(away, away) / (size * size));
}

// The moon: it rises from behind the limb, amber at first, and has left the picture before it rises again.
vec4 moon(vec2 pixel)
{
    const float RADIUS = 0.042;
    vec2 s = (pixel - 0.5 * window) / window.y, up = normalize(vec2(0.42, 0.91));
    float high = 0.0028 * mod(time + 14.0, 230.0) - 0.045;
    vec2 off = (s - globe_middle() - up * (globe_radius() + high) - vec2(up.y, -up.x) * 0.25 * high) / RADIUS;
    float away = length(off), inside = smoothstep(1.0, 1.0 - 1.6 / (RADIUS * window.y), away);
    vec3 ball = vec3(off, sqrt(max(1.0 - away * away, 0.0)));
    float seas = smoothstep(0.40, 0.62, fbm(ball.xy * 1.7 + 21.0)), fine = noise(ball.xy * 9.0) - 0.5;
    float lit = smoothstep(-0.05, 0.75, dot(ball, normalize(vec3(-0.72, 0.30, 0.62))));
    vec3 tint = mix(vec3(1.0, 0.52, 0.24), vec3(0.98, 0.95, 0.88), smoothstep(0.0, 0.09, high));
    return vec4(tint * (lit * (0.92 - 0.38 * seas + 0.14 * fine) + 0.02), inside);
}

// Curtains of light over the night side's pole, seen along the limb: `out_` is the height above it, in radii, less than 0 before it.
vec3 aurora(vec2 towards, float out_)
{
    float bearing = atan(towards.x, towards.y), off = bearing - 0.52;
    float fold = 0.011 * sin(23.0 * bearing + 0.21 * time) + 0.007 * sin(51.0 * bearing - 0.33 * time + 2.0);
    float high = out_ + 0.012 + fold, rays = noise(vec2(150.0 * bearing + 60.0 * fold, 0.22 * time)), slow = noise(vec2(9.0 * bearing - 0.10 * time, 0.06 * time + 5.0));
    float curtain = smoothstep(-0.010, 0.004, high) * exp(-max(high, 0.0) * mix(58.0, 22.0, rays)) * (0.35 + 0.9 * rays);
    vec3 tint = mix(vec3(0.18, 0.74, 0.48), vec3(0.46, 0.22, 0.70), smoothstep(0.012, 0.065, high));
    return tint * curtain * smoothstep(0.18, 0.75, slow) * exp(-9.0 * off * off) * (1.0 - zoomed_in());
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
        // The squares of the two sizes lie askew and are bent, and some stay dark, so that nobody sees them where all are lit.
        vec2 q = mat2(0.81, 0.59, -0.59, 0.81) * flat_ / (unit * (each == 0 ? 2.1 : 4.3));
        q = (each == 0 ? q : q.yx * vec2(0.92, -1.0)) + 1.4 * vec2(noise(q * 0.37), noise(q * 0.37 + 9.0)) + 17.0 * float(each);
        vec2 at = floor(q), off = q - at - 0.3 - 0.4 * vec2(hash(at), hash(at + 5.0));
        float chance = 0.04 + 1.22 * hash(at + 9.0), spot = max(1.0 - dot(off, off) * 11.0, 0.0); // it ends within its square
        sum += smoothstep(chance, chance + 0.30, crowds) * spot * (each == 0 ? 1.1 : 1.7 * spot) * (0.4 + 1.2 * hash(at + 21.0));
    }
    return sum;
}

// How thick the clouds are at a place, 0 to 1; half of that hides all below: winds roll them up, storms turn, and weather comes and goes over whole seas.
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
    return smoothstep(0.0, 0.72, cover - 0.43 - 0.50 * (small - 0.45));
}

// Lightning inside a cloud: a slow glow, now here and now there.
float lightning(vec2 q)
{
    vec2 grid = q * 3.1, at = floor(grid), off = grid - at - 0.3 - 0.4 * vec2(hash(at + 15.0), hash(at + 29.0));
    float age = 5.0 * fract(time * 0.2 + hash(at + 33.0)), turn = floor(time * 0.2 + hash(at + 33.0));
    float beat = smoothstep(0.0, 0.35, age) * exp(-2.2 * max(age - 0.35, 0.0));
    return beat * max(1.0 - 10.0 * dot(off, off), 0.0) * step(0.72, hash(at + 7.0 * mod(turn, 13.0)));
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
    float more = cos(8.0 * ball.y) + 2.0 * (fine - 0.5), thick = clouds_at(q, more) * (1.0 - zoomed_in()), cloud = smoothstep(0.0, 0.5, thick);
    float lit = mix(dot(ball, SUN), 0.7, zoomed_in()), day = smoothstep(-0.03, 0.24, lit), rim = 1.0 - ball.z, night = smoothstep(0.04, -0.20, lit);
    // Clouds between a place and the sun: their shadows are long where the sun is low, and clouds have a bright and a dark side.
    float before = 0.0;
    for (bool on = day > 0.0 && zoomed_in() < 1.0; on; on = false)
        before = clouds_at(q + normalize(SUN.xy) * 0.012 / (0.16 + max(lit, 0.0)), more) * (1.0 - zoomed_in());
    float relief = clamp(0.5 + 1.8 * (thick - before), 0.0, 1.0), low_sun = smoothstep(0.45, 0.05, lit);
    c *= 1.0 - mix(0.45, 0.85, low_sun) * smoothstep(0.0, 0.6, before);
    c = mix(c, hue_of(8) * (0.60 + 0.34 * thick + mix(0.42, 0.75, low_sun) * (relief - 0.5)), 0.94 * cloud);
    // Day and night: a thin band of gold and crimson lies between them, the moon is pale, and air veils the limb.
    vec3 sunlight = mix(vec3(1.52, 0.98, 0.66), vec3(1.62, 1.58, 1.50), smoothstep(0.0, 0.12, lit));
    vec3 shown = c * sunlight * day + (0.25 * c + 0.75 * dot(c, vec3(0.25, 0.6, 0.15))) * vec3(0.13, 0.21, 0.36) * max(dot(ball, MOON), 0.0) * night;
    shown = mix(shown, vec3(0.34, 0.54, 0.80) * smoothstep(-0.22, 0.50, lit), clamp(0.10 + 0.75 * rim * rim, 0.0, 1.0) * (1.0 - 0.8 * zoomed_in()));
    float low_light = (0.08 + 0.92 * cloud * relief) * (1.0 - zoomed_in()), twilight = (lit - 0.01) / 0.09, gold = (lit - 0.030) / 0.038, crimson = (lit + 0.018) / 0.032;
    shown += vec3(0.075, 0.036, 0.052) * exp(-twilight * twilight) * (1.0 - zoomed_in());
    shown += low_light * (vec3(0.72, 0.42, 0.12) * exp(-gold * gold) + vec3(0.48, 0.09, 0.12) * exp(-crimson * crimson));
    shown += vec3(0.03, 0.07, 0.12) * rim * rim * night;
    shown += aurora(ball.xy / max(length(ball.xy), 0.01), length(ball.xy) - 1.0);
    // Cells glow where it is night, and their light hangs in the clouds.
    for (bool on = night > 0.0; on; on = false) { // a processor skips what is in a loop, but not what is in an `if`
        float cells = min(2.0 * sqrt(total(smooth_at(presence, origin + flat_ * scale))), 1.0);
        float crowds = crowds_at(q, height, cells) * smoothstep(-0.004, 0.012, height);
        float hazy = max(crowds - 0.08, 0.0);
        float glow = lights(flat_, crowds) * (1.0 - 0.85 * cloud) + 0.60 * hazy * hazy / (0.5 + hazy) * (1.0 - 0.45 * cloud);
        shown += hue_of(7) * night * glow * smoothstep(0.05, 0.5, ball.z);
        shown += vec3(0.55, 0.66, 1.0) * night * lightning(q) * cloud * cells * (1.0 - zoomed_in());
    }
    return shown;
}

void main()
{
    vec3 ball = globe(gl_FragCoord.xy);
    float away = length(ball.xy), fine = 1.0 / (globe_radius() * window.y);
    vec3 c = vec3(0.0);
    for (bool on = away > 1.0 - fine; on; on = false) {
        vec4 disc = moon(gl_FragCoord.xy);
        c = mix(space(gl_FragCoord.xy), disc.rgb, disc.a);
        // The air glows outside the limb where it is day.
        float day = smoothstep(-0.30, 0.80, dot(ball.xy / away, normalize(SUN.xy))), out_ = max(away - 1.0, 0.0) * globe_radius();
        c += vec3(0.30, 0.52, 0.82) * day * day * (0.80 * exp(-150.0 * out_) + 0.14 * exp(-22.0 * out_));
        // The limb is gold where the day ends.
        float dusk = (dot(ball.xy / away, SUN.xy) - 0.02) / 0.16;
        c += vec3(1.0, 0.50, 0.16) * exp(-dusk * dusk) * (0.55 * exp(-170.0 * out_) + 0.10 * exp(-34.0 * out_)) + aurora(ball.xy / away, away - 1.0);
    }
    if (away < 1.0 + fine)
        c = mix(planet(ball, gl_FragCoord.xy), c, smoothstep(1.0 - fine, 1.0 + fine, away));
    colour = vec4(1.0 - exp(-1.65 * c) + (hash(gl_FragCoord.xy) - 0.5) / 255.0, 1.0);
}
