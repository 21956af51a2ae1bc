#version 430 core
#include "lib/planes_buffer.glsl"
#include "lib/view_planes_tally.glsl"
