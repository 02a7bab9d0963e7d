"""The GLSL of canvas programs: a template of `shaders/`, and in it the text of a shader.

`#line` numbers the files: those that the shader is made of from 0 on, and behind them the template.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from servers.render.gl.shader_source import FOLDER, compile_program

if TYPE_CHECKING:
    import moderngl

    from engine.resources.shading.canvas_shader import CanvasShader

TEMPLATES = ("canvas_item.vert", "canvas_item.frag")

_MARK = "// THE SHADER\n"


def compile_plain(ctx: moderngl.Context) -> moderngl.Program:
    """The program that draws without a shader.

    Raises:
        ResourceFormatError: the driver refuses it.
    """
    return compile_program(ctx, TEMPLATES, [_source(name, 330, "", "", 0) for name in TEMPLATES])


def compile_custom(ctx: moderngl.Context, shader: CanvasShader) -> moderngl.Program:
    """The program of a shader.

    Args:
        ctx: the context, current.
        shader: one whose text has no error.

    Raises:
        ResourceFormatError: the driver refuses it; the text names file and line.
    """
    told = "".join(f"#define {name}\n" for name in _definitions(shader))
    texts = (shader.vertex_glsl(), shader.fragment_glsl())
    sources = [
        _source(name, shader.glsl_version, told, text, len(shader.files))
        for name, text in zip(TEMPLATES, texts, strict=True)
    ]
    return compile_program(ctx, TEMPLATES, sources, shader.files)


def _source(name: str, version: int, told: str, shader: str, number: int) -> str:
    before, _, after = (FOLDER / name).read_text("utf-8").partition(_MARK)
    line = before.count("\n") + 2
    return f"#version {version}\n{told}#line 1 {number}\n{before}{shader}\n#line {line} {number}\n{after}"


def _definitions(shader: CanvasShader) -> list[str]:
    """What the templates are told of a shader."""
    told = {
        "CUSTOM": True,
        "MOVES_VERTICES": shader.has_vertex,
        "HAS_FRAGMENT": shader.has_function("fragment"),
        "UNSHADED": shader.unshaded,
        "SKIP_VERTEX_TRANSFORM": shader.has_mode("skip_vertex_transform"),
        "WORLD_VERTEX_COORDS": shader.has_mode("world_vertex_coords"),
        "USES_POINT_SIZE": shader.uses("POINT_SIZE"),
    }
    return [name for name, holds in told.items() if holds]
