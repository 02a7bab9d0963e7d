"""The front-end: what it shows, and what it says when it cannot."""

from typing import Any

import numpy as np
import pytest

from engine.core.contracts import CanvasServer, FrameServer
from engine.core.errors import ServerError
from engine.math import Color, Transform2D, Vector2
from engine.tree.scene_tree import SceneTree
from servers.render import RenderServer
from servers.render.recorder import Recorder
from servers.render.scene.atlas.atlas import Atlas
from servers.render.scene.commands.instances import VERTEX
from servers.render.scene.draw_list import DrawList, Frame, FrameStats, View, ViewFrame


def test_it_is_a_frame_server_that_draws_the_canvas() -> None:
    server = RenderServer()

    assert isinstance(server, FrameServer)
    assert isinstance(server, CanvasServer)
    assert server.draws_canvas


def test_without_a_context_it_records(stage: Any) -> None:
    stage.server.draw()

    assert isinstance(stage.server.backend, Recorder)
    assert stage.server.backend.frames == 1


def test_the_background_is_dark_grey_unless_set(stage: Any) -> None:
    assert stage.server.clear_color == Color(0.3, 0.3, 0.3, 1.0)
    stage.server.clear_color = (1, 0, 0)
    stage.server.draw()

    assert stage.server.backend.last_frame.views[-1].clear_color == (1, 0, 0, 1)


def test_a_background_that_is_no_colour_is_refused(stage: Any) -> None:
    with pytest.raises(TypeError):
        stage.server.clear_color = (1, 2)


def test_it_draws_the_root_viewport_as_it_is_now(stage: Any) -> None:
    stage.host.root.size = Vector2(320, 200)
    stage.host.root.canvas_transform = Transform2D(0.0, (2, 2), 0.0, (10, 20))
    stage.server.draw()

    view = stage.server.backend.last_view
    assert view.size == (320, 200)
    assert view.transform == (2, 0, 0, 2, 10, 20)


def test_another_view_of_the_canvas_may_be_drawn(stage: Any) -> None:
    class Other:
        size = Vector2(64, 32)
        canvas_transform = Transform2D()

    stage.server.draw(Other())

    assert stage.server.backend.last_view.size == (64, 32)


def test_processing_a_frame_draws_nothing(stage: Any) -> None:
    stage.server.process(1 / 60)

    assert stage.server.backend.frames == 0


def test_a_server_of_no_tree_says_how_to_get_one() -> None:
    with pytest.raises(ServerError, match=r"RenderServer.draw - the server belongs to no tree; pass it to SceneTree"):
        RenderServer().draw()


def test_a_recorder_has_no_picture_and_says_what_has(stage: Any) -> None:
    with pytest.raises(ServerError, match=r"no graphics context and records only; make it with one"):
        stage.server.screenshot()


def test_a_recorder_counts_what_another_draw_list_would_upload() -> None:
    recorder, view = Recorder(Atlas()), View((8, 8), (1, 0, 0, 1, 0, 0))
    for _ in range(2):
        draw_list = DrawList()
        draw_list.positions = np.zeros((3, 4, 2), np.float32)
        draw_list.vertices = np.zeros((3, 4), VERTEX)
        draw_list.vertex_changes.note(None)
        draw_list.position_changes.note(None)
        stats = FrameStats()
        recorder.draw(Frame([ViewFrame(None, (8, 8), None, [(draw_list, view)])], 0.0), stats)

        assert (stats.uploads, stats.upload_bytes) == (2, 3 * 4 * (8 + 16))


def test_a_disposed_server_refuses_to_draw_but_lets_items_go(stage: Any) -> None:
    item = stage.item(0, mark=1)
    stage.server.dispose()
    stage.server.dispose()
    stage.server.canvas_item_free(item)

    with pytest.raises(ServerError, match=r"RenderServer.draw - the server was disposed; make another"):
        stage.server.draw()


def test_two_servers_do_not_see_each_others_items(stage: Any) -> None:
    other = RenderServer()
    other.attached(stage.host)
    stage.item(0, mark=1)
    other.draw()

    assert other.stats.items == 0
    assert stage.drawn() == [1]


def test_a_server_belongs_to_one_tree() -> None:
    server = RenderServer()
    first, second = SceneTree([server]), SceneTree()

    with pytest.raises(ServerError, match=r"^RenderServer - the server belongs to another tree; make one for each$"):
        second.servers.register(server)

    assert second.servers.get(RenderServer) is None
    first.servers.unregister(server)
    first.servers.register(server)
    first.shutdown()
    with pytest.raises(ServerError, match=r"^RenderServer - the server was disposed; make another$"):
        second.servers.register(server)
    second.shutdown()
