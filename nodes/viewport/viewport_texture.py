"""ViewportTexture: what a SubViewport draws, as a texture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from weakref import ref

from engine.core.export import exported
from engine.core.log import get_logger
from engine.math import Vector2
from engine.resources.loading.unreadable_files import CHECKER
from engine.resources.textures.missing_texture import MissingTexture
from engine.resources.textures.texture_2d import Texture2D
from engine.tree.node import Node, is_instance_valid
from engine.tree.node_path import NodePath
from engine.tree.rare_properties import checked_node_path

if TYPE_CHECKING:
    from engine.math import Vector2i
    from engine.resources.images.image import Image


class PictureView:
    """A viewport that is drawn into a picture of its own, as a texture of it knows it: a SubViewport."""

    __slots__ = ()

    @property
    def size(self) -> Vector2i:
        """Width and height of the picture."""
        raise NotImplementedError

    def get_image(self) -> Image:
        """A copy of the picture, as it is now."""
        raise NotImplementedError

    def picture_target(self) -> Any:
        """What the picture is drawn into, for whoever draws with it."""
        raise NotImplementedError


class ViewportTexture(Texture2D):
    """The picture that a SubViewport draws; `SubViewport.get_texture()` makes one.

    In a scene file `viewport_path` says whose picture it is, from the scene's root; each instance of the scene then has
    a texture of its own, whatever `resource_local_to_scene` says (files of Godot 4.0 leave that out). Where there is no
    such viewport, a magenta checker is drawn, and the log says so once.
    """

    _compared = False
    _path = NodePath("")
    _viewport: ref[PictureView] | None = None
    _checker: MissingTexture | None = None

    @property
    @exported(NodePath(""))
    def viewport_path(self) -> NodePath:
        """Where the viewport is, from the root of the scene that the texture is in; "" for one made in code.

        Raises:
            InvalidTypeError: set to something else than a NodePath or its text.
        """
        return self._path

    @viewport_path.setter
    def viewport_path(self, path: NodePath | str) -> None:
        self._path = checked_node_path(self, "viewport_path", path)
        self._find()
        self.emit_changed()

    @property
    def image(self) -> Image:
        """A copy of the picture, drawn now unless the viewport's update mode is DISABLED.

        Raises:
            ServerError: the viewport's tree has no render server that draws.
        """
        viewport = self._shown()
        return self._stand_in() if viewport is None else viewport.get_image()

    @property
    def width(self) -> int:
        """Pixels in a row."""
        return int(self.size.x)

    @property
    def height(self) -> int:
        """Rows."""
        return int(self.size.y)

    @property
    def size(self) -> Vector2:
        """Width and height in pixels."""
        viewport = self._shown()
        return self._stand_in().size if viewport is None else Vector2(viewport.size)

    @property
    def render_target(self) -> Any:
        """What the viewport is drawn into; None where there is none."""
        viewport = self._shown()
        return None if viewport is None else viewport.picture_target()

    def _is_local(self) -> bool:
        return bool(self._path) or super()._is_local()

    def setup_local_to_scene(self) -> None:
        """Find the viewport, in the scene that the texture was made for."""
        self._find()
        super().setup_local_to_scene()

    def _show(self, viewport: PictureView) -> None:
        """Be the picture of a viewport."""
        self._viewport = ref(viewport)

    def _shown(self) -> PictureView | None:
        if self._viewport is None:
            self._find()
        viewport = None if self._viewport is None else self._viewport()
        return viewport if is_instance_valid(viewport) else None

    def _find(self) -> None:
        scene = self.get_local_scene()
        if isinstance(scene, Node) and self._path:
            found = scene.get_node_or_none(self._path)
            if isinstance(found, PictureView):
                self._show(found)

    def _stand_in(self) -> Image:
        if self._checker is None:
            self._checker = MissingTexture()
            which = f"there is no SubViewport at {str(self._path)!r}" if self._path else "the SubViewport was freed"
            get_logger("render").warning(f"{self._where()} - {which}; {CHECKER}")
        return self._checker.image
