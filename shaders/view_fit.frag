#version 330 core
// Scales a part of a picture to the whole of a screen.
uniform sampler2D picture;
uniform vec2 scale;  // of the screen's pixels to the picture's coordinates
uniform vec2 origin; // the screen's lower left corner in the picture's coordinates
out vec4 colour;

void main() { colour = vec4(texture(picture, origin + gl_FragCoord.xy * scale).rgb, 1.0); }
