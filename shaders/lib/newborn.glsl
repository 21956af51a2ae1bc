// The species of births: the commonest one among a cell's parents. Needs lib/bytes.glsl before it, and a function
// count_parents(n, species): for each cell, how many of its parents are of a species.
#param SPECIES

uniform int first; // the first species in the order that decides ties, counted from 0

// The species that would be born in each cell, and how many parents of that species the cell has.
uvec4 newborn(Neighbourhood n, out uvec4 most)
{
    most = uvec4(0u);
    uvec4 child = uvec4(uint(first + 1) * EACH);
    for (int place = 0; place < SPECIES; ++place) {
        int next = first + place;
        uint species = uint(next < SPECIES ? next + 1 : next + 1 - SPECIES);
        uvec4 count = count_parents(n, species);
        uvec4 more = greater(count, most);
        child = choose(more, uvec4(species * EACH), child);
        most = choose(more, count, most);
    }
    return child;
}
