"""Missing and procedural textures in scene files, and the lists of what a tree draws with."""

from __future__ import annotations

import pytest

from engine.core.errors import InvalidTypeError
from engine.core.export import export
from engine.core.resource import Resource
from engine.resources import Image, ImageTexture, Texture2D
from engine.resources.shading.shader_material import ShaderMaterial
from engine.resources.textures.missing_texture import MissingTexture
from engine.tree.node import Node
from nodes import Node2D, Sprite2D
from scenes import ProblemKind, load_report_of, referenced_textures, unresolved_textures
from scenes.node_types import is_texture_type
from tests.unit.scenes.projects import Project


class Wardrobe(Resource):
    """A resource that holds others, in every way that a property can."""

    first: Resource | None = export(None)
    listed: list[Texture2D] = export(factory=list)
    named: dict[str, Resource] = export(factory=dict)
    paired: tuple[Resource | None, ...] = export(())


class Dresser(Node2D):
    """A node that holds such a resource."""

    wardrobe: Resource | None = export(None)
    looks: list[Texture2D] = export(factory=list)


def at(path: str, texture: Texture2D | None = None) -> Texture2D:
    made = ImageTexture() if texture is None else texture
    made.resource_path = path
    return made


def sprite(texture: Texture2D, name: str = "") -> Sprite2D:
    return Sprite2D(name, texture=texture)


def with_texture(path: str, type_name: str = "Texture2D") -> str:
    return (
        f'[gd_scene load_steps=2 format=3]\n\n[ext_resource type="{type_name}" path="{path}" id="1_x"]\n\n'
        '[node name="Main" type="Sprite2D"]\ntexture = ExtResource("1_x")\n'
    )


# --- in files


@pytest.mark.parametrize(
    ("path", "type_name"),
    [
        ("res://none.png", "Texture2D"),
        ("res://none.png", "CompressedTexture2D"),
        ("res://none.tres", "AtlasTexture"),
        ("res://none.tres", "Texture2D"),
        ("res://none.exr", "CompressedTexture2D"),
        ("res://none", "ImageTexture"),
        ("res://../none.png", "Texture2D"),
        ("procedural:plasma", "Texture2D"),
    ],
)
def test_a_sprite_takes_what_stands_in_for_a_texture_and_the_file_stays_as_it_is(
    project: Project, path: str, type_name: str
) -> None:
    root = project.write(main=with_texture(path, type_name)).make()

    assert isinstance(root.texture, MissingTexture)
    assert root.texture.size == (64, 64)
    assert project.problems() == [f"{ProblemKind.MISSING_FILE}: {path}"]
    assert project.changes(root) == []
    assert unresolved_textures(root) == [path]


def test_one_that_cannot_be_read_is_reported_with_the_reason(
    project: Project, caplog: pytest.LogCaptureFixture
) -> None:
    project.file("bad.png", "garbage")
    project.write(main=with_texture("res://bad.png")).make()

    (problem,) = project.scene().report
    assert "bad.png - is not a readable picture: none of PNG, JPEG, WebP; a magenta" in problem.detail
    assert len(caplog.records) == 1


@pytest.mark.parametrize(("path", "lines"), [("res://none.png", 1), ("res://none.tres", 1), ("procedural:plasma", 1)])
def test_the_log_has_one_line_for_each(
    project: Project, path: str, lines: int, caplog: pytest.LogCaptureFixture
) -> None:
    project.write(main=with_texture(path, "AtlasTexture"), other=with_texture(path, "AtlasTexture"))
    project.make()
    project.make()

    assert len([record for record in caplog.records if path.rpartition("/")[2] in record.getMessage()]) == lines


def test_one_inside_of_a_file_whose_type_is_not_here_is_drawn_too(project: Project) -> None:
    project.write(
        main='[gd_scene load_steps=2 format=3]\n\n[sub_resource type="PortableCompressedTexture2D" id="P_1"]\n'
        'size_override = Vector2(3, 4)\n\n[node name="Main" type="Sprite2D"]\ntexture = SubResource("P_1")\n'
    )
    root = project.make()

    assert isinstance(root.texture, MissingTexture)
    assert root.texture.properties == {"size_override": (3, 4)}
    assert project.problems() == ["missing type: PortableCompressedTexture2D"]
    assert project.changes(root) == []


def test_it_gives_way_to_a_texture_that_is_set(project: Project) -> None:
    root = project.write(main=with_texture("res://none.png")).make()
    Image.create(2, 2).save_png(project.folder / "there.png")

    root.texture = project.loader.load("there.png")

    changes = project.changes(root)
    assert [line.partition(" id=")[0] for line in changes if "ext_resource" in line] == [
        '- [ext_resource type="Texture2D" path="res://none.png"',
        '+ [ext_resource type="Texture2D" path="res://there.png"',
    ]
    assert len(changes) == 4


def test_a_resource_file_holds_one_as_well(project: Project, caplog: pytest.LogCaptureFixture) -> None:
    project.file(
        "w.tres",
        '[gd_resource type="Wardrobe" load_steps=2 format=3]\n\n'
        '[ext_resource type="Texture2D" path="res://none.png" id="1"]\n\n[resource]\nfirst = ExtResource("1")\n',
    )
    wardrobe = project.loader.load("w.tres", Wardrobe)

    assert isinstance(wardrobe.first, MissingTexture)
    assert load_report_of(wardrobe).missing_files == ("res://none.png",)
    assert len(caplog.records) == 1


def test_a_procedural_reference_is_saved_as_it_was_loaded(project: Project) -> None:
    root = project.write(main=with_texture("procedural:circle")).make()
    assert project.changes(root) == []
    assert project.problems() == []

    root.texture = project.loader.load("procedural:white")

    added = [line for line in project.changes(root) if line.startswith("+ [ext")]
    assert len(added) == 1
    assert added[0].startswith('+ [ext_resource type="Texture2D" path="procedural:white" id="')


@pytest.mark.parametrize("name", ["Texture2D", "AtlasTexture", "CompressedTexture2D", "ImageTexture", "Fabric"])
def test_kinds_of_textures_are_known(name: str) -> None:
    class Fabric(Texture2D):
        pass

    assert is_texture_type(name)


@pytest.mark.parametrize("name", ["", "Texture", "Texture3D", "Cubemap", "Material", "Resource", "Nonsense"])
def test_other_types_are_no_textures(name: str) -> None:
    assert not is_texture_type(name)


# --- the lists


def test_textures_are_listed_once_in_the_order_of_the_nodes() -> None:
    shared = at("res://b.png")
    root = sprite(at("res://a.png"), "Root")
    first = root.add_child(sprite(shared))
    first.add_child(sprite(at("procedural:white")))
    root.add_child(sprite(at("res://c.png")))
    root.add_child(sprite(shared))

    assert referenced_textures(root) == ["res://a.png", "res://b.png", "procedural:white", "res://c.png"]
    assert referenced_textures(first) == ["res://b.png", "procedural:white"]
    assert unresolved_textures(root) == []
    root.free()


def test_hidden_nodes_count_and_nodes_that_draw_nothing_do_not() -> None:
    root = Node("Root")
    hidden = root.add_child(sprite(at("res://a.png")))
    hidden.visible = False
    root.add_child(Node2D())

    assert referenced_textures(root) == ["res://a.png"]
    root.free()


def test_a_texture_made_in_code_has_no_reference() -> None:
    with sprite(ImageTexture()) as root:
        assert referenced_textures(root) == []


def test_textures_inside_of_resources_count() -> None:
    inner = Wardrobe()
    inner.paired = (None, at("res://5.png"))
    wardrobe = Wardrobe()
    wardrobe.first = at("res://1.png")
    wardrobe.listed = [at("res://2.png"), at("res://3.png")]
    wardrobe.named = {"x": at("res://4.png"), "y": inner}
    with Dresser() as root:
        root.wardrobe = wardrobe
        root.looks = [at("res://6.png")]

        assert referenced_textures(root) == [f"res://{number}.png" for number in range(1, 7)]


def test_what_a_shader_is_given_counts() -> None:
    material = ShaderMaterial()
    material.set_shader_parameter("noise", at("res://noise.png"))
    material.set_shader_parameter("layers", (at("res://1.png"), at("res://2.png")))
    with sprite(at("res://a.png")) as root:
        root.material = material

        assert set(referenced_textures(root)) == {"res://a.png", "res://noise.png", "res://1.png", "res://2.png"}


def test_pixels_are_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Image, "data", property(lambda self: pytest.fail("the pixels were packed")))
    with sprite(at("res://a.png")) as root:
        assert referenced_textures(root) == ["res://a.png"]


def test_resources_that_hold_one_another_are_looked_at_once() -> None:
    first, second = Wardrobe(), Wardrobe()
    first.first, second.first = second, first
    first.named = {"self": first}
    second.listed = [at("res://a.png")]
    with Dresser() as root:
        root.wardrobe = first

        assert referenced_textures(root) == ["res://a.png"]
        first.first = second.first = None
        first.named = {}


def test_what_stands_ten_thousand_deep_is_found() -> None:
    wardrobe = Wardrobe()
    wardrobe.first = at("res://a.png")
    for _ in range(10_000):
        outer = Wardrobe()
        outer.first = wardrobe
        wardrobe = outer
    root = Dresser()
    root.wardrobe = wardrobe
    node: Node = root
    for _ in range(3000):
        node = node.add_child(Node())
    node.add_child(sprite(at("res://b.png")))

    assert referenced_textures(root) == ["res://a.png", "res://b.png"]
    while isinstance(below := wardrobe.first, Wardrobe):  # freed one by one, not one in another
        wardrobe.first = None
        wardrobe = below
    root.free()


def test_missing_ones_are_in_both_lists() -> None:
    root = sprite(at("res://a.png"))
    root.add_child(sprite(at("res://lost.png", MissingTexture())))
    root.add_child(sprite(at("res://lost.png", MissingTexture())))

    assert referenced_textures(root) == ["res://a.png", "res://lost.png"]
    assert unresolved_textures(root) == ["res://lost.png"]
    root.free()


def test_what_is_no_node_has_no_textures() -> None:
    for ask in (referenced_textures, unresolved_textures):
        with pytest.raises(InvalidTypeError, match=r"the textures of a tree are found from a Node, got 'level\.tscn'"):
            ask("level.tscn")  # type: ignore[arg-type]
