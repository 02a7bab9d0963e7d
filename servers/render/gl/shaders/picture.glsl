// What an item shows before its modulation: its picture. With FIELD the picture is a signed distance field: the median
// of its first three channels is how far inside of a shape a point is, its alpha the same without sharp corners, and
// what comes out is white, as opaque as it is covered; Godot's formula. With SUBPIXEL its channels are how much of the
// three stripes of an LCD's pixel is covered, where its alpha is 1.

in vec2 uv;

uniform sampler2D picture;

#ifdef FIELD
uniform vec2 field; // how many pixels of the picture the distances span, and the width of the outline, in such pixels

vec4 shown() {
    vec4 texel = texture(picture, uv);
    float median = max(min(texel.r, texel.g), min(max(texel.r, texel.g), texel.b));
    float inside = min(median, texel.a) - 0.5;
    vec2 span = field.x / vec2(textureSize(picture, 0));
    float sharpness = max(0.5 * dot(span, 1.0 / fwidth(uv)), 1.0);
    if (field.y > 0.0) {
        float grown = clamp(field.y, 0.0, field.x * 0.5) / field.x;
        return vec4(1.0, 1.0, 1.0, clamp((inside + grown) * sharpness, 0.0, 1.0));
    }
    return vec4(1.0, 1.0, 1.0, clamp(inside * sharpness + 0.5, 0.0, 1.0));
}
#else
#ifdef SUBPIXEL
vec3 stripes() {
    vec4 texel = texture(picture, uv);
    return texel.a > 0.999 ? texel.rgb : vec3(0.0);
}

vec4 shown() {
    vec3 covered = stripes();
    return vec4(1.0, 1.0, 1.0, max(covered.r, max(covered.g, covered.b)));
}
#else
vec4 shown() {
    return texture(picture, uv);
}
#endif
#endif
