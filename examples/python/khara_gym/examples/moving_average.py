"""Holds the share while its short average price is above its long one."""

from collections import deque

from beside import SHARE, compare, order

SHORT, LONG = 15, 60


class MovingAverage:
    def __init__(self):
        self._prices = deque(maxlen=LONG)

    def decide(self, seen):
        last = seen["quote"][SHARE]["last"]
        self._prices.append(last)
        if len(self._prices) < LONG or seen["quote"][SHARE]["phase"] != "continuous":
            return []
        recent = list(self._prices)[-SHORT:]
        is_above = sum(recent) * LONG > sum(self._prices) * SHORT
        held = seen["own"]["holdings"].get(SHARE, {"quantity": 0})["quantity"]
        if is_above and held == 0:
            quantity = seen["own"]["usable"] * 99 // 100 // last
            return [order("buy", quantity, "market", "delivery")] if quantity > 0 else []
        return [order("sell", held, "market", "delivery")] if held > 0 and not is_above else []


if __name__ == "__main__":
    compare(MovingAverage)
