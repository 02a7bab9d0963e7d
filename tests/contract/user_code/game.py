"""A small game as its author writes it: what checkers must understand without help, and what must run."""

from engine import (
    Color,
    ConnectFlags,
    InputEvent,
    InputEventKey,
    Key,
    Node,
    NodePath,
    ProcessMode,
    Rect2,
    SceneTree,
    Signal,
    Vector2,
    export,
    is_instance_valid,
    load,
    onready,
    run,
    tool,
)
from engine.resources import Texture2D, default_loader
from nodes import Camera2D, Line2D, Node2D, Polygon2D, Sprite2D, Timer
from scenes import PackedScene

HOME = Vector2(100, 50)


@tool
class Coin(Polygon2D):
    worth: int = export(1, range=(1, 100))
    taken = Signal["Coin"]("coin")

    async def on_ready(self) -> None:
        self.polygon = [(0, 0), (8, 0), (8, 8), (0, 8)]
        self.color = "gold"
        self.add_to_group("coins")
        coin = await self.taken
        assert coin is self

    def take(self) -> int:
        self.taken.emit(self)
        self.queue_free()
        return self.worth


class Player(Node2D):
    speed: float = export(300.0, range=(0, 1000), unit="px/s")
    title = export("Ada")
    seen: list[Vector2] = export(factory=list)
    hit = Signal[int]("damage")
    moved = Signal[Vector2, float]("to", "distance")
    died = Signal()
    sprite = onready("Sprite2D", Sprite2D)
    home = onready("%Home", Node2D)
    anything = onready("Sprite2D")
    lives = 3

    def __init__(self, name: str = "", lives: int = 3) -> None:
        super().__init__(name)
        self.lives = lives
        self.add_child(Sprite2D("Sprite2D"))
        home = self.add_child(Node2D("Home", position=HOME))
        home.owner = self
        home.unique_name_in_owner = True

    def on_ready(self) -> None:
        self.hit.connect(self.on_hit)
        self.hit.connect(lambda damage: self.seen.append(Vector2(damage, 0)))
        self.hit.connect(self.on_hit_later, ConnectFlags.DEFERRED | ConnectFlags.ONE_SHOT)
        self.died.connect(self.queue_free)
        self.hit.connect(self.flash)
        self.moved.connect(self.on_moved)
        self.tree_exited.connect(self.on_gone)
        self.child_entered_tree.connect(self.on_child)
        self.sprite.modulate = (1, 0, 0)
        self.sprite.modulate = "red"
        self.sprite.modulate = Color(1, 0, 0, 0.5)
        self.sprite.texture = None
        self.sprite.offset = [1, 2]
        self.sprite.region_rect = (0, 0, 16, 16)
        self.title = self.title.upper() + self.anything.name

    def on_hit(self, damage: int) -> None:
        self.lives -= damage
        if self.lives <= 0:
            self.died.emit()

    def on_hit_later(self, damage: int) -> None:
        self.speed *= 1 - damage / 10

    async def flash(self, damage: int) -> None:
        self.sprite.modulate = (1, 0, 0)
        await self.tree.create_timer(0.2).timeout
        tween = self.create_tween()
        tween.tween_property(self.sprite, "modulate", Color(1, 1, 1), 0.1)
        await tween
        to, distance = await self.moved
        self.seen.append(to.normalized() * distance)
        again: int = await self.hit
        self.lives += again
        await self.create_task(self.blink(2))

    async def blink(self, times: int) -> float:
        for _ in range(times):
            await self.tree.process_frame
            await self.tree.create_timer(0.01)
            self.sprite.visible = not self.sprite.visible
        return times / 2

    def on_moved(self, to: Vector2, distance: float) -> None:
        self.seen.append(to * distance)

    def on_gone(self) -> None:
        assert not self.is_inside_tree()

    def on_child(self, node: Node) -> None:
        node.process_mode = ProcessMode.ALWAYS

    def on_physics_process(self, delta: float) -> None:
        before = self.position
        self.position += self.input.get_vector("ui_left", "ui_right", "ui_up", "ui_down") * self.speed * delta
        if self.position != before:
            self.moved.emit(self.position, before.distance_to(self.position))

    def on_input(self, event: InputEvent) -> None:
        if event.is_action_pressed("ui_accept"):
            self.hit.emit(1)
        if isinstance(event, InputEventKey) and event.keycode == Key.H and event.pressed:
            self.position = self.home.position
            self.get_viewport().set_input_as_handled()

    def on_draw(self) -> None:
        self.draw_circle((0, 0), 8, "red")
        self.draw_line((0, 0), Vector2(10, 10), (1, 1, 1), 2)
        self.draw_rect((0, 0, 4, 4), Color(1, 1, 1))
        self.draw_string(None, (0, 20), self.title)


class Main(Node):
    score = 0

    def on_ready(self) -> None:
        player = self.add_child(Player("Player", lives=2))
        player.hit.emit(1)
        player.speed = 200
        player.position = (1, 2)
        player.scale = (2, 2)
        player.scale *= 1.5
        camera = player.add_child(Camera2D(zoom=(2, 2)), 0)
        camera.make_current()
        trail = player.add_child(Line2D())
        trail.points = [(0, 0), (1, 1)]
        trail.default_color = "#ff000080"
        trail.joint_mode = Line2D.LineJointMode.ROUND
        timer = self.add_child(Timer(wait_time=0.5))
        timer.timeout.connect(self.on_timeout)
        timer.start()
        self.tree.create_timer(2.0).timeout.connect(self.on_over)
        self.call_deferred(self.count)
        self.get_viewport().size = (640, 360)

    def on_timeout(self) -> None:
        random = self.tree.rng
        view: Rect2 = self.get_viewport().get_visible_rect()
        coin = self.add_child(Coin(position=(random.randf_range(0, view.size.x), 10)))
        coin.taken.connect(self.on_taken)

    def on_taken(self, coin: Coin) -> None:
        self.score += coin.worth

    def on_process(self, delta: float) -> None:
        player = self.get_node_or_none(NodePath("Player"), Player)
        if player is None:
            return
        for coin in self.tree.get_nodes_in_group("coins", Coin):
            if player.position.distance_to(coin.position) < 10:
                coin.take()

    def on_over(self) -> None:
        self.get_node("Player", Player).died.emit()
        for child in self.children:
            child.set_process(False)

    def count(self) -> None:
        assert self.get_child_count() == len(self.get_children())
        assert self.get_node("Player").get_index() == 0


def follow(path: list[Vector2], start: tuple[float, float]) -> Vector2:
    """What can be written with vectors."""
    at = Vector2(start)
    for step in path:
        at = (at + step * 2 - (1, 1)) / 2
        at += (1, 0)
        at = at.with_x(3).lerp((0, 0), 0.5) * Vector2(1, -1)
    x, y = at
    return -at + (1, 2) if x > y and at.length() > 3 else Vector2(y, x).normalized()


def picture() -> Texture2D:
    return load("res://coin.png", Texture2D)


def level() -> PackedScene:
    return load("res://level.tscn", PackedScene)


def level_in_a_thread() -> PackedScene:
    loading = default_loader.load_threaded("res://level.tscn", PackedScene)
    return level() if loading.progress == 1.0 and loading.status.name == "FAILED" else loading.get()


def test_the_player_walks(tree: SceneTree) -> None:
    player = tree.root.add_child(Player())
    tree.input.action_press("ui_right")
    tree.advance(1.0)
    tree.tick(1 / 60)
    assert player.position.x > 100
    assert is_instance_valid(player)


if __name__ == "__main__":
    run(Main)
