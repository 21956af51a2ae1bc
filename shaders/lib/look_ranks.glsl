// How a place of the board stands among all others, whatever the density: see past_ranks.frag.
// The balance of two camps: species 1 and 3 against 2 and 4.
float balance(vec4 share) { return share.x + 0.8 * share.z - 0.8 * share.y - share.w; }

// The balance and the total at a place, 0 to 1. Most boards are sparse, so small values are spread out.
vec2 stand(vec4 share)
{
    vec2 values = vec2(balance(share), share.x + share.y + share.z + share.w);
    values /= sqrt(abs(values) + 0.01);
    return vec2(0.5 + 0.5 * values.x, values.y);
}
