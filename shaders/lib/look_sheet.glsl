// A look's sheet: what its shader look_NAME_sheet.frag has prepared for the window, in larger texels.
uniform vec2 sheet_size;   // of the texture
uniform float sheet_every; // pixels of the window a texel
const float SHEET_MARGIN = 24.0; // texels of the sheet around the window

// The texel of the sheet, in texels, that is at a pixel of the window, and the other way round.
vec2 on_sheet(vec2 pixel) { return pixel / sheet_every + SHEET_MARGIN; }
vec2 off_sheet(vec2 texel) { return (texel - SHEET_MARGIN) * sheet_every; }
