#version 330 core
// Enlarges a picture smoothly.
uniform sampler2D picture;
uniform float every; // pixels here for each of the picture's, across and down
out vec4 colour;

void main() { colour = texture(picture, gl_FragCoord.xy / (every * vec2(textureSize(picture, 0)))); }
