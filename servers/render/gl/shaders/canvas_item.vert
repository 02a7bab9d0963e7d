// The vertices of canvas items, placed on the viewport by the view. They are on the canvas; with MOVES_VERTICES they are
// in the space of the item, and vertex() of a shader moves them first. rows_up turns them over for a target whose rows
// run from the top. The version, the definitions and the text of the shader come from canvas_sources.py.

in vec2 in_position;
in vec2 in_uv;
in vec4 in_color;

uniform vec4 view_basis;
uniform vec2 view_origin;
uniform vec2 viewport_size;
uniform float rows_up;

out vec2 uv;
out vec4 color;

#ifndef CUSTOM
uniform vec4 canvas_modulate;
#endif

#ifdef MOVES_VERTICES
uniform vec4 model_basis;
uniform vec2 model_origin;
uniform float time;
uniform sampler2D picture;
uniform vec2 picture_pixel;
uniform sampler2D screen_texture;

vec2 vertex;
float point_size = 1.0;
mat4 model_matrix;
mat4 canvas_matrix;
mat4 screen_matrix;
#endif

// THE SHADER

#ifdef MOVES_VERTICES
mat4 matrix_of(vec4 basis, vec2 origin) {
    return mat4(vec4(basis.xy, 0.0, 0.0), vec4(basis.zw, 0.0, 0.0), vec4(0.0, 0.0, 1.0, 0.0), vec4(origin, 0.0, 1.0));
}

void set_matrices() {
    model_matrix = matrix_of(model_basis, model_origin);
    canvas_matrix = matrix_of(view_basis, view_origin);
    screen_matrix = matrix_of(vec4(2.0 / viewport_size.x, 0.0, 0.0, -2.0 / viewport_size.y), vec2(-1.0, 1.0));
}

vec2 on_canvas(vec2 point) {
    return model_basis.xy * point.x + model_basis.zw * point.y + model_origin;
}
#endif

void main() {
    vec2 position = in_position;
    uv = in_uv;
    color = in_color;
#ifdef CUSTOM
    clear_varyings();
#else
    color *= canvas_modulate;
#endif
#ifdef MOVES_VERTICES
    set_matrices();
    vertex = in_position;
#ifdef WORLD_VERTEX_COORDS
    vertex = on_canvas(vertex);
#endif
    m_vertex();
#if !defined(WORLD_VERTEX_COORDS) && !defined(SKIP_VERTEX_TRANSFORM)
    vertex = on_canvas(vertex);
#endif
#ifdef USES_POINT_SIZE
    gl_PointSize = point_size;
#endif
    position = vertex;
#endif
    vec2 at = view_basis.xy * position.x + view_basis.zw * position.y + view_origin;
    gl_Position = vec4(at.x * 2.0 / viewport_size.x - 1.0, (1.0 - at.y * 2.0 / viewport_size.y) * rows_up, 0.0, 1.0);
}
