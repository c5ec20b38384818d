"""What agents of a fixed size see and do: numbers for an observation, numbers for orders."""

from . import spaces
from .market import BenchError

#: What a choice does in a share, with the next choice as its size.
KINDS = ("nothing", "buy at the market", "sell at the market", "bid at the best", "offer at the best", "cancel all")
#: Shares of each size.
SIZES = (1, 10, 100, 1000)
LEVELS = 5

_PHASES = (
    "closed", "preopen_entry_1", "preopen_entry_2", "preopen_match", "preopen_buffer", "continuous", "cas_reference",
    "cas_entry_1", "cas_entry_2", "cas_match", "close_calc", "post_close", "halted",
)  # fmt: skip


class Codec:
    """Of these codes, for one product. Amounts are rupees here: numbers of a size that networks learn with."""

    def __init__(self, codes, product="delivery"):
        self.codes = list(codes)
        self.product = product
        self.observation_space = spaces.box(5 + len(self.codes) * (6 + 4 * LEVELS))
        self.action_space = spaces.choices([len(KINDS), len(SIZES)] * len(self.codes))

    def encode(self, seen):
        """An observation as numbers: the account, the clock, then each share with its book."""
        own, clock = seen["own"], seen["clock"]
        hours, minutes, seconds = (int(part) for part in clock["time"].split(":"))
        phase = clock["phase"]
        values = [
            clock["day"],
            (hours * 3600 + minutes * 60 + seconds) / 86400,
            _PHASES.index(phase) if phase in _PHASES else len(_PHASES),
            own["usable"] / 100,
            own["netValue"] / 100,
        ]
        for code in self.codes:
            quote, book = seen["quote"][code], seen["book"][code]
            values += [quote[name] / 100 for name in ("last", "previousClose", "lower", "upper")]
            values += [own[of].get(code, {}).get("quantity", 0) for of in ("holdings", "positions")]
            for side in (book["bids"], book["asks"]):
                levels = [part for price, quantity in side[:LEVELS] for part in (price / 100, quantity)]
                values += levels + [0] * (2 * LEVELS - len(levels))
        return spaces.vector(values)

    def decode(self, choice, seen):
        """Orders of a choice. One that asks for a side of an empty book does nothing."""
        limits = [int(limit) for limit in self.action_space.nvec]
        numbers = spaces.whole_numbers(choice, limits)
        if numbers is None:
            raise BenchError("actions_invalid", f"{choice!r} is no choice: {len(limits)} whole numbers below {limits}.")
        actions = []
        for at, code in enumerate(self.codes):
            kind, size = numbers[2 * at], SIZES[numbers[2 * at + 1]]
            book = seen["book"][code]
            order = {"code": code, "quantity": size, "product": self.product}
            if kind in (1, 2):
                actions.append({**order, "side": "buy" if kind == 1 else "sell", "type": "market"})
            elif kind in (3, 4):
                side, best = ("buy", book["bids"]) if kind == 3 else ("sell", book["asks"])
                if best:
                    actions.append({**order, "side": side, "type": "limit", "price": best[0][0]})
            elif kind == 5:
                for open_order in seen["own"]["orders"]:
                    if open_order["code"] == code and open_order["state"] in ("pending", "open", "trigger_pending"):
                        actions.append({"cancel": open_order["id"]})
        return actions
