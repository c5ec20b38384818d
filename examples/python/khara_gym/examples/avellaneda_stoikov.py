"""
A maker by Avellaneda and Stoikov (2008): it quotes around a price that leans against what it holds, further away the
more the share moves and the more of the day is left. Intraday, so that it may be short.
"""

import math

from beside import SHARE, cancels, compare, order

#: Aversion to what is held, how fast fills get rarer with distance, shares of a quote and the most that is held.
GAMMA, KAPPA, SIZE, MOST = 0.00002, 0.15, 50, 500
OPENS, ENDS = 9 * 3600 + 15 * 60, 15 * 3600 + 5 * 60


class Maker:
    def __init__(self):
        self._last = None
        self._variance = 0.0

    def decide(self, seen):
        quote, book = seen["quote"][SHARE], seen["book"][SHARE]
        hours, minutes, seconds = (int(part) for part in seen["clock"]["time"].split(":"))
        now = hours * 3600 + minutes * 60 + seconds
        left = max(0.0, (ENDS - now) / (ENDS - OPENS))
        held = seen["own"]["positions"].get(SHARE, {"quantity": 0})["quantity"]
        if quote["phase"] != "continuous" or not book["bids"] or not book["asks"]:
            return []
        if left == 0:  # before the square-off closes what is left
            closing = order("sell" if held > 0 else "buy", abs(held), "market", "intraday")
            return cancels(seen) + ([closing] if held else [])
        tick = quote["tick"]
        middle = (book["bids"][0][0] + book["asks"][0][0]) / 2
        move = (middle - self._last) / tick if self._last else 0.0
        self._last = middle
        self._variance = 0.95 * self._variance + 0.05 * move * move
        risk = GAMMA * self._variance * left * 375
        reservation = middle - held * risk * tick
        half = (risk / 2 + math.log1p(GAMMA / KAPPA) / GAMMA) * tick
        bid = min(int((reservation - half) // tick) * tick, book["asks"][0][0] - tick)
        ask = max(-int(-(reservation + half) // tick) * tick, book["bids"][0][0] + tick)
        quotes = [("buy", bid)] * (held < MOST) + [("sell", ask)] * (held > -MOST)
        return cancels(seen) + [
            order(side, SIZE, "limit", "intraday", price) for side, price in quotes if quote["lower"] <= price <= quote["upper"]
        ]


if __name__ == "__main__":
    compare(Maker)
