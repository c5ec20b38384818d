"""Plays strategies on the same seeds as buying on the first step and holding, and prints both."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from khara_gym import Market  # noqa: E402

SHARE = "AAMRAI"
CASH = 10_00_000_00
#: Market steps between two decisions: about a minute of the market.
STEPS = 8


class BuyAndHold:
    """All the money at the first price, and nothing more."""

    product = "delivery"

    def decide(self, seen):
        if seen["own"]["holdings"] or not seen["book"][SHARE]["asks"]:
            return []
        quantity = seen["own"]["usable"] * 99 // 100 // seen["quote"][SHARE]["last"]
        return [order("buy", quantity, "market", self.product)]


def order(side, quantity, kind, product, price=None):
    """An order of the share, as the bench reads it."""
    made = {"code": SHARE, "side": side, "quantity": quantity, "type": kind, "product": product}
    return made if price is None else {**made, "price": price}


def cancels(seen):
    """Ends every open order."""
    return [{"cancel": one["id"]} for one in seen["own"]["orders"] if one["state"] in ("pending", "open")]


def play(market, strategy, seed):
    """An episode of one strategy: what it came to in paise, its orders, fills and charges, and the hash of the run."""
    seen = market.reset(seed)["agent"]["observation"]
    came = {"result": 0, "charges": 0, "orders": 0, "fills": 0, "refused": 0}
    while True:
        outcome = market.step({"agent": strategy.decide(seen)}, STEPS)["agent"]
        seen, info = outcome["observation"], outcome["info"]
        came["charges"] -= info["reward"]["charges"]
        came["orders"] += len(info["placed"])
        came["refused"] += len(info["refusals"])
        came["fills"] += len(seen["own"]["fills"])
        if outcome["terminated"] or outcome["truncated"]:
            return {**came, "result": seen["own"]["netValue"] - CASH, "hash": info["hash"]}


def compare(make_strategy, seeds=("one", "two", "three")):
    """Prints a line for each seed: the strategy, and its buy-and-hold twin."""
    with Market(shares=[SHARE], cash=CASH, **{"from": "opening"}) as market:
        print(f"{market.bench}: {SHARE}, one day, rupees after charges")
        for seed in seeds:
            own, held = (play(market, strategy, seed) for strategy in (make_strategy(), BuyAndHold()))
            print(
                f"{seed:>6}: {own['result'] / 100:10.2f}  buy and hold {held['result'] / 100:10.2f}  "
                f"charges {own['charges'] / 100:9.2f}  {own['orders']} orders, {own['fills']} fills, "
                f"{own['refused']} refused  {own['hash'][:12]}"
            )
