"""The GLSL of canvas programs: a template of `shaders/`, and in it how a picture is read, and the text of a shader.

`#line` numbers the files: those that the shader is made of from 0 on, and behind them the template.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from servers.render.gl.shader_source import FOLDER, compile_program
from servers.render.scene.commands.instances import Way

if TYPE_CHECKING:
    import moderngl

    from engine.resources.shading.canvas_shader import CanvasShader

TEMPLATES = ("canvas_item.vert", "canvas_item.frag")
GROUP_TEMPLATES = ("canvas_group.vert", "canvas_group.frag")
"""What draws the owner of a group that is one picture."""
CLIP_TEMPLATES = ("canvas_group.vert", "canvas_clip.frag")
"""What draws the owner of clipped members."""

_MARK = "// THE SHADER\n"
_PICTURE_MARK = "// THE PICTURE\n"
_WAYS = {Way.PLAIN: "", Way.FIELD: "#define FIELD\n", Way.SUBPIXEL: "#define SUBPIXEL\n"}


def compile_plain(
    ctx: moderngl.Context, templates: tuple[str, str] = TEMPLATES, way: Way = Way.PLAIN
) -> moderngl.Program:
    """A program that draws without a shader, whose pictures are read in a way.

    Raises:
        ResourceFormatError: the driver refuses it.
    """
    return compile_program(ctx, templates, [_source(name, 330, _WAYS[way], "", 0) for name in templates])


def compile_custom(ctx: moderngl.Context, shader: CanvasShader, way: Way = Way.PLAIN) -> moderngl.Program:
    """The program of a shader.

    Args:
        ctx: the context, current.
        shader: one whose text has no error.
        way: how pictures are read.

    Raises:
        ResourceFormatError: the driver refuses it; the text names file and line.
    """
    told = _WAYS[way] + "".join(f"#define {name}\n" for name in _definitions(shader))
    texts = (shader.vertex_glsl(), shader.fragment_glsl())
    sources = [
        _source(name, shader.glsl_version, told, text, len(shader.files))
        for name, text in zip(TEMPLATES, texts, strict=True)
    ]
    return compile_program(ctx, TEMPLATES, sources, shader.files)


def _source(name: str, version: int, told: str, shader: str, number: int) -> str:
    picture = f"#line 1 {number + 1}\n" + (FOLDER / "picture.glsl").read_text("utf-8")
    inserted = {_MARK: shader, _PICTURE_MARK: picture}
    lines = [f"#version {version}\n{told}#line 1 {number}\n"]
    for i, line in enumerate((FOLDER / name).read_text("utf-8").splitlines(keepends=True), 1):
        lines.append(f"{inserted[line]}\n#line {i + 1} {number}\n" if line in inserted else line)
    return "".join(lines)


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
