// The owner of a CanvasGroup: its own look times the picture of its members, which has its alpha multiplied in.

// THE PICTURE

in vec4 color;

uniform sampler2D screen_texture;

out vec4 fragment;

void main() {
    vec4 group = texelFetch(screen_texture, ivec2(gl_FragCoord.xy), 0);
    if (group.a > 0.0001) {
        group.rgb /= group.a;
    }
    fragment = shown() * color * group;
}
