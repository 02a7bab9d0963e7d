// The owner of clipped members: the picture with them, as far as the owner is opaque; the rest is mixed by the blender.

// THE PICTURE

in vec4 color;

uniform sampler2D screen_texture;

layout(location = 0, index = 0) out vec4 fragment;
layout(location = 0, index = 1) out vec4 share;

void main() {
    fragment = texelFetch(screen_texture, ivec2(gl_FragCoord.xy), 0);
    share = vec4(shown().a * color.a);
}
