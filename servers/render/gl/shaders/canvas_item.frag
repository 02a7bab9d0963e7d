// Colours are in gamma space with straight alpha throughout, as Godot's 2D canvas. fragment() of a shader begins with the
// colour that is drawn without one; the modulation of the whole canvas comes after it. The version, the definitions and
// the text of the shader come from canvas_sources.py.

in vec2 uv;
in vec4 color;

uniform sampler2D picture;

out vec4 fragment;

#ifdef CUSTOM
uniform vec2 viewport_size;
uniform vec4 fragment_map;
uniform vec4 canvas_modulate;
uniform float time;
uniform vec2 picture_pixel;
uniform sampler2D screen_texture;
uniform vec2 screen_pixel;

vec2 vertex;
vec4 frag_coord;
vec2 screen_uv;
vec3 normal = vec3(0.0, 0.0, 1.0);
vec3 normal_map = vec3(0.0, 0.0, 1.0);
float normal_map_depth = 1.0;
vec3 light_vertex;
vec2 shadow_vertex;
#endif

// THE SHADER

void main() {
    fragment = texture(picture, uv) * color;
#ifdef CUSTOM
    take_varyings();
    frag_coord = vec4(gl_FragCoord.xy * fragment_map.xy + fragment_map.zw, gl_FragCoord.zw);
    screen_uv = frag_coord.xy * screen_pixel;
    vertex = screen_uv * viewport_size;
    light_vertex = vec3(vertex, 0.0);
    shadow_vertex = vertex;
#ifdef HAS_FRAGMENT
    m_fragment();
#endif
#ifndef UNSHADED
    fragment *= canvas_modulate;
#endif
#endif
}
