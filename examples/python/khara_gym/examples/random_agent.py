"""An agent that buys and sells by chance: what trading costs when nothing is known."""

import random

from beside import SHARE, cancels, compare, order


class RandomAgent:
    def __init__(self):
        self._random = random.Random(1)

    def decide(self, seen):
        kind = self._random.choice(("nothing", "nothing", "nothing", "buy", "sell", "cancel"))
        if kind == "nothing":
            return []
        if kind == "cancel":
            return cancels(seen)
        held = seen["own"]["holdings"].get(SHARE, {"quantity": 0, "selling": 0})
        quantity = self._random.randint(1, 20)
        if kind == "sell":
            quantity = min(quantity, held["quantity"] - held["selling"])
        return [order(kind, quantity, "market", "delivery")] if quantity > 0 else []


if __name__ == "__main__":
    compare(RandomAgent)
