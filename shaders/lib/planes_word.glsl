// A word with the bits set from cell `low` to the one before cell `high`, both counted from the word's first cell.
uint between(int low, int high)
{
    uint below_high = high >= 32 ? 0xffffffffu : (1u << uint(max(high, 0))) - 1u;
    uint below_low = low <= 0 ? 0u : low >= 32 ? 0xffffffffu : (1u << uint(low)) - 1u;
    return below_high & ~below_low;
}
