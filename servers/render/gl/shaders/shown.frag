#version 330

// A finished picture is put on the screen.

in vec2 uv;

uniform sampler2D picture;

out vec4 fragment;

void main() {
    fragment = texture(picture, uv);
}
