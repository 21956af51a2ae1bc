#version 330 core
// A part of a picture on the whole of a screen, larger or smaller.
uniform sampler2D picture;
uniform vec2 scale;  // of the screen's pixels to the picture's coordinates
uniform vec2 origin; // of the screen's lower left corner in them
out vec4 colour;

void main() { colour = vec4(texture(picture, origin + gl_FragCoord.xy * scale).rgb, 1.0); }
