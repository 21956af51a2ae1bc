#version 330 core
#include "lib/planes_textures.glsl"
#include "lib/view_planes_cells.glsl"
