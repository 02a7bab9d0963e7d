#version 330

// The whole of the area that is drawn on, as a strip; what is read has its first row at the top.

out vec2 uv;

void main() {
    vec2 corner = vec2(gl_VertexID % 2, gl_VertexID / 2);
    uv = vec2(corner.x, 1.0 - corner.y);
    gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}
