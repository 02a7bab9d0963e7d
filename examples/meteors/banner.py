"""Banner: a word that springs into place, stays for a moment, and vanishes."""

from engine import Tween, Vector2
from lettering import Lettering


class Banner(Lettering):
    """Nothing is seen of it until it has a word to announce."""

    showing: Tween | None = None

    def announce(self, word: str) -> None:
        """Show a word, in place of the one before."""
        if self.showing is not None:
            self.showing.kill()
        self.word = word
        self.scale = Vector2(1.8, 1.8)
        self.queue_redraw()
        self.showing = tween = self.create_tween()
        tween.tween_property(self, "modulate:a", 1.0, 0.25)
        spring = tween.parallel().tween_property(self, "scale", (1, 1), 0.45)
        spring.set_trans(Tween.TRANS_BACK).set_ease(Tween.EASE_OUT)
        tween.tween_interval(0.95)
        tween.tween_property(self, "modulate:a", 0.0, 0.6)
        fall = tween.parallel().tween_property(self, "scale", (1.15, 0.4), 0.6)
        fall.set_trans(Tween.TRANS_CUBIC).set_ease(Tween.EASE_IN)
