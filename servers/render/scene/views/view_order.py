"""ViewOrder: which sub-viewports are drawn in a frame, and in what order: what is drawn from comes first.

A sub-viewport is found to be seen when a draw list that is built draws with its picture; so it is drawn in the same
frame, not one late. One that draws with its own picture finds it transparent; of two that show one another, the one
that is drawn first shows the other as it was in the frame before (transparent before its first).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from servers.render.scene.draw_list import Batch, GroupEnd
from servers.render.scene.views.viewports import UpdateMode

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.core.contracts import TransformSource
    from servers.render.scene.draw_list import DrawList, FrameStats, View, ViewFrame
    from servers.render.scene.global_parameters import GlobalParameters
    from servers.render.scene.views.viewports import ShownCanvas, Viewport, ViewportSource

    Canvases = list[tuple[DrawList, View]]


class ViewOrder:
    """The viewports of one frame."""

    def __init__(
        self,
        viewports: Iterable[Viewport],
        transforms: TransformSource | None,
        clear_color: tuple[float, float, float, float],
        stats: FrameStats,
        time: float,
        parameters: GlobalParameters,
    ) -> None:
        """Of the `viewports` of a tree, of which the sub-viewports inside of it are drawn when they are wanted.

        `time` is what the frame has, in seconds; `parameters` are those that shaders may read.
        """
        self._viewports = [viewport for viewport in viewports if viewport.is_inside]
        self._places = {viewport: place for place, viewport in enumerate(self._viewports)}
        self._by_target: dict[object, Viewport] = {}
        self._with_parent: dict[ViewportSource | None, list[Viewport]] = {}
        for each in self._viewports:
            if each.update_mode == UpdateMode.WHEN_PARENT_VISIBLE:
                self._with_parent.setdefault(each.parent, []).append(each)
            else:
                self._by_target[each.target] = each
        self._transforms = transforms
        self._clear_color = clear_color
        self._stats = stats
        self._time = time
        self._parameters = parameters
        self._begun: set[Viewport] = set()
        self._views: list[ViewFrame] = []
        self.drawn_from: set[object] = set()
        """The targets whose pictures what was built draws with."""

    def build(self, viewport: Viewport, shown: ShownCanvas | None) -> Canvases:
        """The draw lists of one viewport, after those of the sub-viewports that it shows."""
        self._begun.add(viewport)
        canvases = viewport.build(self._transforms, self._stats, self._time, shown)
        drawn_from = _drawn_from(canvases, self._parameters)
        self.drawn_from |= drawn_from
        wanted = [self._by_target[target] for target in drawn_from if target in self._by_target]
        for other in sorted([*wanted, *self._with_parent.get(viewport.source, ())], key=self._places.__getitem__):
            if other not in self._begun:
                self._draw(other)
        return canvases

    def views_before(self) -> list[ViewFrame]:
        """What is drawn before a viewport that was built: also what draws always, or once, though nobody shows it."""
        for other in self._viewports:
            if other not in self._begun and other.update_mode in (UpdateMode.ALWAYS, UpdateMode.ONCE):
                self._draw(other)
        return self._views

    def views_for(self, viewport: Viewport) -> list[ViewFrame]:
        """What is drawn to bring a sub-viewport up to date."""
        self._draw(viewport)
        return self._views

    def _draw(self, viewport: Viewport) -> None:
        if viewport.update_mode == UpdateMode.DISABLED:
            return
        canvases = self.build(viewport, None)
        self._views.append(viewport.frame(canvases, self._clear_color))


def _drawn_from(canvases: Canvases, parameters: GlobalParameters) -> set[object]:
    """The targets whose pictures are drawn with."""
    found: set[object] = set()
    for draw_list, _ in canvases:
        for step in draw_list.steps:
            batches = (step,) if isinstance(step, Batch) else step.batches if isinstance(step, GroupEnd) else ()
            for batch in batches:
                if batch.drawing.texture is not None and batch.drawing.texture.render_target is not None:
                    found.add(batch.drawing.texture.render_target)
                material = batch.drawing.material
                if material is not None:
                    found.update(material.render_targets())
                    if material.shader is not None and material.shader.canvas.global_uniforms:
                        found.update(parameters.render_targets(material.shader.canvas))
    return found
