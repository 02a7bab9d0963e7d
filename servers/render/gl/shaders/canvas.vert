#version 330

// One instance of the canvas pass: a strip of four points (servers/render/scene/instances.py), placed by its item's
// global transform on the canvas, by the view on the viewport, and turned over, since GL counts upwards.

in vec4 in_points_01;
in vec4 in_points_23;
in vec4 in_uvs_01;
in vec4 in_uvs_23;
in vec4 in_color_0;
in vec4 in_color_1;
in vec4 in_color_2;
in vec4 in_color_3;
in vec4 in_basis;
in vec2 in_origin;

uniform vec4 view_basis;
uniform vec2 view_origin;
uniform vec2 viewport_size;

out vec2 uv;
out vec4 color;

const float HAIRLINE = -16777216.0;

vec2 to_viewport(vec2 point) {
    vec2 on_canvas = in_basis.xy * point.x + in_basis.zw * point.y + in_origin;
    return view_basis.xy * on_canvas.x + view_basis.zw * on_canvas.y + view_origin;
}

// A corner of the rectangle, one pixel wide, around the line from point 0 to point 2; half a pixel longer at each end.
vec2 hairline_corner() {
    vec2 start = to_viewport(in_points_01.xy);
    vec2 end = to_viewport(in_points_23.xy);
    vec2 along = end - start;
    float length_of = length(along);
    along = length_of > 0.0 ? along / length_of : vec2(1.0, 0.0);
    vec2 across = vec2(along.y, -along.x) * (gl_VertexID % 2 == 0 ? 0.5 : -0.5);
    return gl_VertexID < 2 ? start - along * 0.5 + across : end + along * 0.5 + across;
}

void main() {
    vec2 point;
    if (gl_VertexID == 0) {
        point = in_points_01.xy; uv = in_uvs_01.xy; color = in_color_0;
    } else if (gl_VertexID == 1) {
        point = in_points_01.zw; uv = in_uvs_01.zw; color = in_color_1;
    } else if (gl_VertexID == 2) {
        point = in_points_23.xy; uv = in_uvs_23.xy; color = in_color_2;
    } else {
        point = in_points_23.zw; uv = in_uvs_23.zw; color = in_color_3;
    }
    vec2 at = in_uvs_01.x == HAIRLINE ? hairline_corner() : to_viewport(point);
    gl_Position = vec4(at.x * 2.0 / viewport_size.x - 1.0, 1.0 - at.y * 2.0 / viewport_size.y, 0.0, 1.0);
}
