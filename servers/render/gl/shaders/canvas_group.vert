// The owner of a group: placed like any canvas item.

in vec2 in_position;
in vec2 in_uv;
in vec4 in_color;

uniform vec4 view_basis;
uniform vec2 view_origin;
uniform vec2 viewport_size;
uniform float rows_up;

out vec2 uv;
out vec4 color;

void main() {
    vec2 at = view_basis.xy * in_position.x + view_basis.zw * in_position.y + view_origin;
    uv = in_uv;
    color = in_color;
    gl_Position = vec4(at.x * 2.0 / viewport_size.x - 1.0, (1.0 - at.y * 2.0 / viewport_size.y) * rows_up, 0.0, 1.0);
}
