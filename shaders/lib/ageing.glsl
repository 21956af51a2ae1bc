// Cells that grow old: state 1 is alive, further states are dying, each a generation; after the last comes 0.
// Needs lib/bytes.glsl before it.
#param OLDEST

// The next states, where births and survivals say (1 or 0 a byte) what a dead and what a live cell would do.
uvec4 aged(uvec4 cells, uvec4 births, uvec4 survivals)
{
    uvec4 stays = is_state(cells, 1u) & survivals;
    uvec4 occupied = is_live(cells);
    uvec4 ends = is_state(cells, uint(OLDEST)) & ~stays;
    uvec4 next = (cells & ~whole(ends)) + (occupied & ~stays & ~ends); // no byte is 255 where 1 is added
    return next | (births & ~occupied);
}
