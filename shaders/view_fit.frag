#version 330 core
// A part of a picture on the whole of a screen, larger or smaller.
uniform sampler2D picture;
uniform vec2 scale;  // of the screen's pixels to the picture's coordinates
uniform vec2 origin; // of the screen's lower left corner in them
out vec4 colour;

void main()
{
    vec2 place = origin + gl_FragCoord.xy * scale;
    bool inside = all(greaterThanEqual(place, vec2(0.0))) && all(lessThanEqual(place, vec2(1.0)));
    colour = inside ? vec4(texture(picture, place).rgb, 1.0) : vec4(0.0, 0.0, 0.0, 1.0);
}
