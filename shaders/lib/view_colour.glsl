// Linear light and sRGB: colours are mixed as linear light and written as sRGB.

// sRGB of linear light, 0 to 1, within 0.003: three square roots are several times faster than a power.
vec3 to_srgb(vec3 light)
{
    vec3 a = sqrt(light), b = sqrt(a), c = sqrt(b);
    return clamp(0.585122381 * a + 0.783140355 * b - 0.368262736 * c, 0.0, 1.0);
}

// Linear light of sRGB, within 0.001 (the polynomial is exact at 0 and 1).
vec3 to_light(vec3 code) { return code * (code * (code * 0.305306011 + 0.682171111) + 0.012522878); }
