#version 330 core
// The weather of the currents: red and green say where they flow and how strongly, blue who holds a
// place, and alpha how much of it.
#include "lib/look.glsl"
#include "lib/look_sheet.glsl"
#include "lib/look_globe.glsl"
uniform sampler2D presence;

const mat2 ASKEW = mat2(0.848, 0.53, -0.53, 0.848), MORE = mat2(0.454, 0.891, -0.891, 0.454);
const int ACROSS = 7; // samples across, and down

vec2 around(vec2 p)
{
    const vec2 e = vec2(0.05, 0.0);
    return vec2(noise(p + e.yx) - noise(p - e.yx), noise(p - e.xy) - noise(p + e.xy)) / 0.1;
}

void main()
{
    float unit = max(window.y / 540.0, 1.0), tall = 540.0 * unit;
    // Turned, since the noise lies in rows and columns.
    vec3 ball = globe(off_sheet(gl_FragCoord.xy));
    vec2 pixel = rolled_out(ball), q = ASKEW * pixel / tall;
    // Eddies of three sizes, which wander slowly, stir what lies on the board.
    float stir = clamp(2.0 * abs(scale.x), 0.3, 1.0); // less where one sees single cells, or letters of cells
    vec2 stirred = q;
    for (int each = 0; each < 3; ++each)
        stirred += 0.016 * stir * around(stirred * 2.6 + time * 0.0015);
    stirred += 0.008 * stir * MORE * around(stirred * MORE * 7.3 + 20.0 - time * 0.002);
    vec2 eddies = around(stirred * 2.6 + time * 0.0015) + 0.7 * MORE * around(stirred * MORE * 7.3 + 20.0 - time * 0.002)
                + 0.3 * around(stirred * 17.0 + 50.0);
    eddies = eddies * ASKEW; // back to the window
    vec2 middle = stirred * ASKEW * tall, spread = max(4.2 * unit * abs(scale), vec2(1.15));
    vec2 p = origin + middle * scale, slope = vec2(0.0);
    vec4 sum = vec4(0.0), wide = vec4(0.0);
    for (int down = 0; down < ACROSS; ++down)
        for (int across = 0; across < ACROSS; ++across) {
            vec2 off = vec2(across, down) - 0.5 * float(ACROSS - 1);
            vec4 share = texel_at(presence, floor(p + off * spread));
            float weight = exp(-0.16 * dot(off, off));
            sum += weight * share;
            wide += share;
            slope += off * weight * (0.5 * share.x + 0.3 * share.z - 0.3 * share.y - 0.5 * share.w + 0.08 * total(share));
        }
    sum /= 18.0;
    wide /= float(ACROSS * ACROSS);
    float all = total(sum), most = all + 1e-4;
    // Along the fronts, and with the eddies.
    vec2 front = vec2(slope.y, slope.x) / (5.0 * most + 0.25);
    vec2 flow = eddies * vec2(1.0, 0.8) + vec2(0.55, 0.0) + 1.1 * front;
    // Towards the limb the planet turns away.
    vec2 outward = ball.xy / max(length(ball.xy), 1e-4);
    flow -= outward * dot(outward, flow) * (1.0 - max(ball.z, 0.15));
    float strength = clamp(all / (all + 0.018), 0.0, 1.0) * clamp(0.75 + 0.25 * (all - total(wide)) / most, 0.4, 1.0);
    colour = vec4(flow / (length(flow) + 1e-3), dot(sum, vec4(0.0, 3.0, 2.0, 1.0)) / most, strength);
}
