// Colours are in gamma space with straight alpha throughout, as Godot's 2D canvas. fragment() of a shader begins with the
// colour that is drawn without one; the modulation of the whole canvas comes after it. The version, the definitions and
// the text of the shader come from canvas_sources.py. With SUBPIXEL each channel is mixed with what is there by a share of
// its own, which the blender takes from the second output.

// THE PICTURE

in vec4 color;

#ifdef SUBPIXEL
layout(location = 0, index = 0) out vec4 fragment;
layout(location = 0, index = 1) out vec4 share;
#else
out vec4 fragment;
#endif

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
#ifdef SUBPIXEL
    fragment = color;
#else
    fragment = shown() * color;
#endif
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
#ifdef SUBPIXEL
    share = vec4(stripes(), shown().a) * fragment.a;
    fragment.a = 1.0;
#endif
}
