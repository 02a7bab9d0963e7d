"""Random changes of a tree, and after each frame what is drawn is what the slow model says, and what a new tree draws.

The canvas is retained: it works out again what changed only. So a tree is changed at random, some operations a frame;
then the draw lists must say what `canvas_model` finds by looking at the nodes alone, and they must be, to the last bit,
those of a tree that is built anew with the same nodes and properties.
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import pytest

from engine.resources import ImageTexture
from nodes import SubViewport
from servers.render.scene.draw_list import BackBufferCopy as CopyStep
from servers.render.scene.draw_list import Batch, DrawList, GroupBegin, GroupEnd, ViewFrame
from tests.fuzz.canvas_model import Canvas, Copy, Group, Row, expected
from tests.fuzz.canvas_player import Player, World, rebuilt, walk

SEEDS = 16 * max(int(os.environ.get("SAPWOOD_FUZZ", "1")), 1)
FRAMES = 30


# --- what was drawn --------------------------------------------------------------------------------------------------


def drawn(canvas: Any, draw_list: DrawList) -> list[Any]:
    """A draw list as the model writes it."""
    content, rows = canvas._content, canvas._placing.rows
    places = content.row_items if rows is None else content.row_items[rows]
    stack: list[list[Any]] = [[]]
    modes: list[int] = []

    def of(batch: Batch) -> list[Row]:
        found = []
        for row in range(batch.first, batch.first + batch.length):
            drawing = batch.drawing
            found.append(
                Row(
                    str(content.items[places[row]].source.name),
                    tuple(map(tuple, draw_list.positions[row].tolist())),
                    tuple(draw_list.vertices["color"][row, 0].tolist()),
                    (
                        "page" if drawing.page >= 0 else drawing.texture,
                        drawing.filter,
                        drawing.repeat,
                        int(drawing.blend),
                    ),
                )
            )
        return found

    for step in draw_list.steps:
        if isinstance(step, Batch):
            stack[-1] += of(step)
        elif isinstance(step, GroupBegin):
            stack.append([])
            modes.append(int(step.mode))
        elif isinstance(step, GroupEnd):
            members = stack.pop()
            assert modes.pop() == int(step.mode)
            owner = [row for batch in step.batches for row in of(batch)]
            if step.mode == 2:
                assert members[: len(owner)] == owner
                del members[: len(owner)]
            assert members
            stack[-1].append(Group(int(step.mode), owner, members))
        elif isinstance(step, CopyStep):
            stack[-1].append(Copy(str(content.items[step.item].source.name)))
    assert len(stack) == 1
    return stack[0]


def assert_alike(found: list[Any], wanted: list[Any]) -> None:
    """The same rows in the same order, and the same groups around them."""
    assert [_outline(each) for each in found] == [_outline(each) for each in wanted]
    for one, other in zip(found, wanted, strict=True):
        if isinstance(one, Row):
            _assert_same_row(one, other)
        elif isinstance(one, Group):
            assert_alike(one.members, other.members)
            for own, wanted_own in zip(one.owner, other.owner, strict=True):
                _assert_same_row(own, wanted_own)
                if wanted_own.is_cover:
                    _assert_covers(own, one.members)


def _assert_same_row(row: Row, wanted: Row) -> None:
    assert row.look == wanted.look, row.name
    assert row.color == pytest.approx(wanted.color, rel=2e-3, abs=1e-6), row.name
    if wanted.corners:
        assert np.array(row.corners) == pytest.approx(np.array(wanted.corners), abs=1e-2), row.name


def _assert_covers(cover: Row, members: list[Any]) -> None:
    corners = np.array([corner for row in _rows(members) for corner in row.corners]).reshape(-1, 2)
    if not len(corners):
        return
    box = np.array(cover.corners)
    assert (box.min(axis=0) <= corners.min(axis=0) + 1e-3).all()
    assert (box.max(axis=0) >= corners.max(axis=0) - 1e-3).all()


def _rows(members: list[Any]) -> list[Row]:
    found: list[Row] = []
    for member in members:
        if isinstance(member, Row):
            found.append(member)
        elif isinstance(member, Group):
            found += _rows(member.members) + [row for row in member.owner if len(set(row.corners)) > 1]
    return found


def _outline(each: Any) -> Any:
    if isinstance(each, Row | Copy):
        return each.name
    return (each.mode, [row.name for row in each.owner], [_outline(member) for member in each.members])


# --- the tests --------------------------------------------------------------------------------------------------------


def bits(view: ViewFrame) -> list[Any]:
    """All that a back end gets of a viewport."""
    return [
        {
            "positions": draw_list.positions.tobytes(),
            "colors": draw_list.vertices["color"].tobytes(),
            "uvs": _uvs(draw_list),
            "models": draw_list.models.tobytes(),
            "steps": [_plain(step) for step in draw_list.steps],
            "view": shown,
        }
        for draw_list, shown in view.canvases
    ]


def _uvs(draw_list: DrawList) -> bytes:
    """The texture coordinates, but for those in the atlas: where a picture stands there depends on what came before."""
    uvs = draw_list.vertices["uv"].copy()
    for step in draw_list.steps:
        for batch in (step,) if isinstance(step, Batch) else getattr(step, "batches", ()):
            if batch.drawing.page >= 0:
                uvs[batch.first : batch.first + batch.length] = 0
    return uvs.tobytes()


def _plain(step: Any) -> Any:
    """A step without the textures of viewports and the items, which are others in another tree."""
    if isinstance(step, Batch):
        step = step._replace(drawing=step.drawing._replace(user=None))  # type: ignore[arg-type]  # only compared
        texture = step.drawing.texture
        if texture is not None and not isinstance(texture, ImageTexture):
            return type(texture), step._replace(drawing=step.drawing._replace(texture=None))
    if isinstance(step, GroupEnd):
        return step.mode, [_plain(batch) for batch in step.batches]
    return step


def compare(world: World) -> None:
    """Draw a frame, and look whether it is as the model says, and as a tree that is built anew draws it."""
    world.tree.tick(1 / 60)
    fresh = rebuilt(world)
    fresh.tree.tick(1 / 60)
    modes = {view.name: int(view.render_target_update_mode) for view in _viewports(world)}
    views, others = world.frame(), fresh.frame()
    wanted = {"root": expected(world.root)}
    for viewport in _viewports(world):
        wanted[str(viewport.name)] = expected(viewport)
    assert set(views) == _wanted_views(world, wanted, modes)
    for name, view in views.items():
        source = world.root if name == "root" else next(each for each in _viewports(world) if each.name == name)
        state = world.server.viewport_of(source)
        canvases = state.canvases()
        assert len(canvases) == len(view.canvases) == len(wanted[name])
        for (canvas, _), (draw_list, shown), should in zip(canvases, view.canvases, wanted[name], strict=True):
            assert shown.transform == pytest.approx(should.view)
            assert shown.modulate == pytest.approx(should.tint)
            if not (shown.snap_transforms or shown.snap_vertices):  # the model knows nothing of whole pixels
                assert_alike(drawn(canvas, draw_list), should.drawn)
    assert set(views) == set(others)
    for name, view in views.items():
        for one, other in zip(bits(view), bits(others[name]), strict=True):
            assert [key for key in one if one[key] != other[key]] == []


def _viewports(world: World) -> list[SubViewport]:
    return [node for node in walk(world.root) if isinstance(node, SubViewport)]


def _wanted_views(world: World, wanted: dict[str, list[Canvas]], modes: dict[str, int]) -> set[str]:
    """The viewports that are drawn: always, once, within a drawn one, or shown by a drawn one."""
    names = {"root"} | {name for name, mode in modes.items() if mode in (1, 4)}
    while True:
        shown = {row.look[0] for name in names for canvas in wanted[name] for row in _all_rows(canvas.drawn)}
        more = set()
        for view in _viewports(world):
            around = view.parent.get_viewport() if view.parent is not None else None
            inside = around is world.root or (around is not None and str(around.name) in names)
            if modes[view.name] == 2 and view._texture in shown and view._texture is not None:
                more.add(str(view.name))
            if modes[view.name] == 3 and inside:
                more.add(str(view.name))
        if more <= names:
            return names
        names |= more


def _all_rows(drawn: list[Any]) -> list[Row]:
    found: list[Row] = []
    for each in drawn:
        if isinstance(each, Row):
            found.append(each)
        elif isinstance(each, Group):
            found += each.owner + _all_rows(each.members)
    return found


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_canvas_that_changed_draws_what_the_rules_say_and_what_a_new_tree_draws(seed: int) -> None:
    player = Player(seed)
    for _ in range(8):
        player.grow()
    for _ in range(FRAMES):
        for _ in range(player.random.choice([1, 1, 2, 5, 10])):
            player.act()
        compare(player.world)
    player.world.tree.shutdown()
