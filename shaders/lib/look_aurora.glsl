// What the sheet of the aurora and its picture must agree on. After lib/look.glsl.
const float LAYERS = 4.0;                   // of curtains in a column of the sky
const float HORIZON = 0.80;
const vec2 VANISHING = vec2(0.5, -1.6);     // where rays meet, far above the picture
const float BEYOND = 0.25;                  // of the window's width: so far outside it columns begin at the horizon

// The place at the horizon of a column of the sheet, 0 to 1, and the column of a place of the sky.
float column_place(float column) { return column * (1.0 + 2.0 * BEYOND) - BEYOND; }
float column_of(vec2 q)
{
    float x = VANISHING.x + (q.x - VANISHING.x) * (HORIZON - VANISHING.y) / (min(q.y, HORIZON) - VANISHING.y);
    return (x + BEYOND) / (1.0 + 2.0 * BEYOND);
}

// Where a hut stands on the shore.
float cabin_place(float lot) { return lot > 0.5 ? 0.60 : 0.40; }
