#version 330 core
// Follows each texel's species, its time since birth or death, its last species and its height.
uniform sampler2D now;    // share of species 1 to 4 in this texel's square
uniform sampler2D before; // what this shader wrote last
uniform float seconds;    // since then; negative: the past is unknown
uniform float rise;       // share of the way up, and of the height down, in this time
uniform float sink;
out vec4 after; // species (0: none), seconds since birth or death, last species, height

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    vec4 share = texelFetch(now, at, 0), old = texelFetch(before, at, 0);
    float species = 0.0, most = 0.0;
    for (int each = 0; each < 4; ++each)
        if (share[each] > most) {
            most = share[each];
            species = float(each + 1);
        }
    bool lives = species > 0.0, lived = old.x > 0.0;
    float age = seconds < 0.0 ? 99.0 : lives == lived ? min(old.y + seconds, 999.0) : 0.0;
    float last = lives ? species : seconds < 0.0 ? 0.0 : old.z;
    float goal = lives ? 0.45 + 0.62 * log2(1.0 + min(10.0 * age, 60.0)) : 0.0;
    float height = seconds < 0.0 ? goal : mix(old.w, goal, goal > old.w ? rise : sink);
    after = vec4(species, age, last, height);
}
