// The planet of the currents: where it stands in the window, and how it shows the board. After lib/look.glsl.

// Its radius and place, in heights of the window. Each size of board has its own: whole, a horizon, or near, on the right or the left.
// As people zoom in, it grows until it is flat, and a place of the board lies where it does in other looks.
float globe_lot() { return hash(board); }
float globe_radius() { return (globe_lot() < 0.3 ? 0.40 : globe_lot() < 0.7 ? 1.30 : 0.62) + 20.0 * zoomed_in(); }
vec2 globe_middle()
{
    float half_ = 0.5 * window.x / window.y;
    vec2 at = globe_lot() < 0.3 ? vec2(0.18 * half_, 0.0) : globe_lot() < 0.7 ? vec2(-0.16 * half_, -1.06) : vec2((globe_lot() < 0.9 ? -0.34 : 0.30) * half_, -0.22);
    return at * (1.0 - zoomed_in());
}

// A pixel's place on the planet of radius 1, whose z points to us; beyond its limb z is 0.
vec3 globe(vec2 pixel)
{
    vec2 s = ((pixel - 0.5 * window) / window.y - globe_middle()) / globe_radius();
    return vec3(s, sqrt(max(1.0 - dot(s, s), 0.0)));
}

// How far the planet has turned, in radii along its middle. A board with edges does not turn, and none does where people zoom in.
float turned() { return repeats == 0 || zoomed_in() > 0.0 ? 0.0 : -0.006 * time; }

// The pixel of a flat window that lies at a place of the planet, as if it were rolled out.
vec2 rolled_out(vec3 ball)
{
    float away = length(ball.xy), arc = asin(min(away, 1.0)) / max(away, 1e-4);
    return 0.5 * window + ((ball.xy * arc + vec2(turned(), 0.0)) * globe_radius() + globe_middle()) * window.y;
}
