#version 330 core
// The lots of the maquette: height of the house (red) and of the tower on it (green), its colour (blue), and the radius
// of the tree on this quarter of the lot (alpha), to which 2 is added for middling trees and 4 for large ones. 8 is added to
// the green of a lot at an edge of its block that has no street. On each lot a house stands as high as many cells live there.
#include "lib/look.glsl"
#include "lib/look_sheet.glsl"
#include "lib/look_ranks.glsl"
#include "lib/look_maquette.glsl"

float rank_of(vec4 share)
{
    float rank = texture(ranks, vec2((stand(share).y * (values - 1.0) + 0.5) / values, 0.5)).y;
    return min(rank, 0.42 + 14.0 * total(share)) * total(share) / (total(share) + 0.003); // lone cells build no towers
}

void main()
{
    survey();
    colour = vec4(0.0);
    vec2 quarter = floor(gl_FragCoord.xy), id = floor(quarter * 0.5) + first_lot(), middle = (id + 0.5) * SIDE;
    if (any(greaterThan(middle - SIDE, high)))
        return;
    vec2 in_block = id - BLOCK * floor(id / BLOCK);
    bool is_court = all(greaterThan(in_block, vec2(0.5))) && all(lessThan(in_block, BLOCK - 1.5));
    vec4 share = textureLod(wide, middle * unit / board, 0.0);
    float rank = rank_of(share), land = land_at(middle);
    // Nothing stands at the rim of the model: it would be cut, and its shadow would hang from the table.
    bool is_whole = all(greaterThan(middle - 0.5 * SIDE, low + RIM)) && all(lessThan(middle + 0.5 * SIDE, high - RIM));
    bool is_kept = is_on_square(middle) || is_in_park(middle);
    bool may_build = is_whole && !is_kept && land > QUAY + 0.62 * SIDE;
    float built = may_build ? 1.0 : 0.0;
    float floors = 0.80 * smoothstep(0.235, 0.285, rank) + 0.45 * smoothstep(0.43, 0.51, rank) + 0.50 * smoothstep(0.64, 0.72, rank);
    floors *= 0.86 + 0.28 * hash(id * 1.7 + 3.0);
    float tower = 1.5 * smoothstep(0.76, 0.84, rank) + 1.3 * smoothstep(0.90, 0.98, rank);
    bool is_inner = all(greaterThan(middle, low + 4.0 * RIM)) && all(lessThan(middle, high - 4.0 * RIM));
    if (is_court)
        floors = 0.0;
    colour.x = built * floors;
    bool is_open = land > QUAY + 6.0; // the shadow of a tower would lie on the water without the tower's foot
    colour.y = colour.x + (is_inner && is_open && is_flat(id) ? built * tower : 0.0);
    vec2 block = floor(id / BLOCK);
    if ((in_block.x < 0.5 && is_joined(block)) || (in_block.x > BLOCK.x - 1.5 && is_joined(block + vec2(1, 0))))
        colour.y += 8.0;
    // The colours of species as three numbers from 0 to 255 in one.
    vec4 weight = share * share / (dot(share, share) + 1e-8);
    vec3 tint = vec3(0.0);
    for (int k = 0; k < 4; ++k)
        tint += hue_of(k + 1) * weight[k];
    vec3 bytes = floor(clamp(tint, 0.0, 1.0) * 255.0);
    colour.z = bytes.x + 256.0 * bytes.y + 65536.0 * bytes.z;

    // Trees stand in groves of one size on lots without houses, with lawns between, and in rows along the quays.
    vec2 at = quarter + 2.0 * first_lot(), spot = (at + 0.5) * SIDE * 0.5;
    float growth = noise(id * 0.31 + 40.0) + 0.35 * (hash(id + 51.0) - 0.5);
    bool is_free = may_build && !is_court, is_large = is_free && growth > 0.54, is_small = is_free && growth < 0.36;
    if (is_large)
        at = id * 2.0, spot = middle;
    float shore = land_at(spot), grove = clamp(2.1 * noise(spot * 0.17 + 4.0) - 0.35, 0.0, 1.0);
    if (is_field(block))
        grove *= 0.16;
    bool is_there = all(greaterThan(spot, low + RIM)) && all(lessThan(spot, high - RIM)) && shore > 0.95;
    float wood = is_court ? 0.55 : may_build ? grove : shore < QUAY + 1.2 ? 0.8 : grove;
    if (is_on_square(spot))
        wood = 0.0;
    if (is_in_park(spot)) {
        vec2 extent = BLOCK * SIDE * vec2(2.0, 1.0), f = (spot - park - 0.5 * extent) / (0.5 * extent - STREET - 0.6);
        float oval = length(f);
        wood = oval > 0.86 && max(abs(f.x), abs(f.y)) < 1.06 && min(abs(f.x) * 11.0, abs(f.y) * 4.0) > 0.5 ? 0.97 : 0.0;
    } else if (!is_court) {
        vec2 rim = from_streets(spot); // no trees in the streets
        wood *= step(STREET + 0.15, min(rim.x, rim.y));
    }
    float luck = hash(at * 7.31 + 3.0);
    float room = is_court ? 1.0 : 1.0 - smoothstep(0.0, 0.3, colour.x);
    float radius = is_large ? LARGE : is_small ? SMALL : CROWN;
    colour.w = (is_large ? 4.0 : is_small ? 0.0 : 2.0) + (is_there && luck < wood ? radius * (0.70 + 0.30 * hash(at + 5.0)) * room : 0.0);
}
