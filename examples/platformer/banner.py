"""Banner: a line that springs into place, stays for a moment, and vanishes."""

from caption import Caption
from engine import Tween, Vector2


class Banner(Caption):
    """Nothing is seen of it until it has something to announce."""

    showing: Tween | None = None

    def announce(self, text: str) -> None:
        """Show a line, in place of the one before."""
        if self.showing is not None:
            self.showing.kill()
        self.write(text)
        self.scale = Vector2(1.5, 1.5)
        self.showing = tween = self.create_tween()
        tween.tween_property(self, "modulate:a", 1.0, 0.2)
        spring = tween.parallel().tween_property(self, "scale", (1, 1), 0.4)
        spring.set_trans(Tween.TRANS_BACK).set_ease(Tween.EASE_OUT)
        tween.tween_interval(1.3)
        tween.tween_property(self, "modulate:a", 0.0, 0.5)
