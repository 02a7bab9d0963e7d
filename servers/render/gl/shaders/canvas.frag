#version 330

// Colours are in gamma space with straight alpha throughout, as Godot's 2D canvas.

in vec2 uv;
in vec4 color;

uniform sampler2D picture;

out vec4 fragment;

void main() {
    fragment = texture(picture, uv) * color;
}
