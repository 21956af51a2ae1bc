// Cells that age: state 1 is alive, further states are dying, one each generation; after the last comes 0.
// Needs lib/bytes.glsl before it.
#param OLDEST

// The next states; births and survivals have 1 in the bytes where a dead or a live cell would be alive.
uvec4 aged(uvec4 cells, uvec4 births, uvec4 survivals)
{
    uvec4 stays = is_state(cells, 1u) & survivals;
    uvec4 occupied = is_live(cells);
    uvec4 ends = is_state(cells, uint(OLDEST)) & ~stays;
    uvec4 next = (cells & ~whole(ends)) + (occupied & ~stays & ~ends); // no byte with 255 gets 1 added
    return next | (births & ~occupied);
}
