"""The one search that AStar2D, AStar3D and AStarGrid2D share: the cheapest way over places that are named by keys.

Of the places found and not yet settled, the next one settled is that with the least cost so far plus estimate to the
goal; among equals the one that costs most so far, which is nearest to the goal; among those, the one found first. So
the same graph, built in the same order, gives the same way every time.

A settled place is not looked at again. The way is therefore the cheapest one as long as no step is estimated to bring
the goal nearer than it costs; estimates that are too high give a way faster, and perhaps not the cheapest.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from heapq import heappop, heappush
from typing import TypeVar

K = TypeVar("K", bound=Hashable)


def find_way(
    start: K,
    goal: K,
    steps: Callable[[K], Iterable[tuple[K, float]]],
    estimate: Callable[[K], float],
    allow_partial: bool = False,
) -> list[K]:
    """Find the cheapest way from `start` to `goal`.

    Args:
        start: where the way begins.
        goal: where it should end.
        steps: the places that can be reached from one, each with the cost of the step, 0 or more; asked once a place.
        estimate: what the rest of the way from a place may cost; asked once a place.
        allow_partial: give the way to the place with the least estimate if the goal cannot be reached, among equals
            to the one that costs least.

    Returns:
        The places of the way, start and goal included; nothing if there is none.
    """
    rest = {start: estimate(start)}
    cost = {start: 0.0}
    before = {start: start}
    settled: set[K] = set()
    nearest = start
    found = 0
    waiting = [(rest[start], 0.0, 0, start)]
    while waiting:
        _, _, _, place = heappop(waiting)
        if place in settled:
            continue
        settled.add(place)
        if place == goal:
            return _traced(before, start, goal)
        cost_here = cost[place]
        if (rest[place], cost_here) < (rest[nearest], cost[nearest]):
            nearest = place
        for after, step in steps(place):
            if after in settled:
                continue
            total = cost_here + step
            known = cost.get(after)
            if known is None:
                rest[after] = estimate(after)
            elif total >= known:
                continue
            cost[after] = total
            before[after] = place
            found += 1
            heappush(waiting, (total + rest[after], -total, found, after))
    return _traced(before, start, nearest) if allow_partial else []


def _traced(before: dict[K, K], start: K, end: K) -> list[K]:
    way = [end]
    while way[-1] != start:
        way.append(before[way[-1]])
    way.reverse()
    return way
