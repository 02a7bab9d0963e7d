from engine.core.contracts import AttachedServer, CanvasServer, FixedStepServer, FrameServer, InputServer, Server


class Disposed:
    def dispose(self) -> None: ...


class Framed(Disposed):
    def process(self, delta: float) -> None: ...


class Stepped(Disposed):
    def before_fixed_steps(self) -> None: ...
    def fixed_step(self, delta: float) -> None: ...
    def after_fixed_steps(self, fraction: float) -> None: ...


class Listening(Disposed):
    def input(self, event: object) -> bool:
        return False


class Drawing(Disposed):
    draws_canvas = True


def test_a_server_is_what_its_methods_make_it() -> None:
    kinds = (Server, FrameServer, FixedStepServer, InputServer, AttachedServer, CanvasServer)

    assert [isinstance(Disposed(), kind) for kind in kinds] == [True, False, False, False, False, False]
    assert [isinstance(Framed(), kind) for kind in kinds] == [True, True, False, False, False, False]
    assert [isinstance(Stepped(), kind) for kind in kinds] == [True, False, True, False, False, False]
    assert [isinstance(Listening(), kind) for kind in kinds] == [True, False, False, True, False, False]
    assert [isinstance(Drawing(), kind) for kind in kinds] == [True, False, False, False, False, True]
    assert not isinstance(object(), Server)
