"""Buys the share that fell most at its bid, and sells it again at its ask. Needs Python's own library alone.

KHARA_KEY and KHARA_TOKEN are of a key that may place orders; KHARA_ROOT is a stepped server, or a league's door to it.
All that is not of the Kite API is `advance`, which lets the market's time pass.
"""

import json
import os
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

ROOT = os.environ.get("KHARA_ROOT", "http://localhost:8080")
TOKEN = f"token {os.environ['KHARA_KEY']}:{os.environ['KHARA_TOKEN']}"
SHARES = ["AAMRAI", "ACHALGARH", "ALANKRITI"]
MONEY = 200_000
#: Market steps between two decisions: about ten minutes of the market.
STEPS = 80


def ask(path, fields=None, method=None):
    """The data of an answer; None where it was refused."""
    body = None if fields is None else urlencode(fields).encode()
    headers = {"Authorization": TOKEN, "X-Kite-Version": "3"}
    try:
        with urlopen(Request(ROOT + path, data=body, headers=headers, method=method), timeout=300) as answer:
            return json.load(answer)["data"]
    except HTTPError:
        return None


def advance(steps):
    """Lets market steps pass; answers the time of day."""
    body = json.dumps({"steps": steps}).encode()
    request = Request(f"{ROOT}/sim/advance", data=body, headers={"Content-Type": "application/json"})
    with urlopen(request, timeout=300) as answer:
        return json.load(answer)["data"]["marketTime"][11:16]


def place(share, side, quantity, price=None):
    order = {"exchange": "NSE", "tradingsymbol": share, "transaction_type": side, "quantity": quantity, "product": "MIS"}
    kind = {"order_type": "MARKET"} if price is None else {"order_type": "LIMIT", "price": price}
    return ask("/orders/regular", {**order, **kind})


def decide(time):
    for order in ask("/orders"):
        if order["status"] == "OPEN":
            ask(f"/orders/regular/{order['order_id']}", method="DELETE")
    quotes = ask("/quote?" + urlencode([("i", f"NSE:{share}") for share in SHARES]))
    held = {one["tradingsymbol"]: one["quantity"] for one in ask("/portfolio/positions")["net"] if one["quantity"]}
    for share, quantity in held.items():
        asks = quotes[f"NSE:{share}"]["depth"]["sell"]
        place(share, "SELL", quantity, None if time >= "15:00" else asks[0]["price"])
    if held or not "09:30" <= time < "14:30":
        return
    fell = {share: quotes[f"NSE:{share}"]["last_price"] / quotes[f"NSE:{share}"]["ohlc"]["open"] for share in SHARES}
    share = min(fell, key=fell.get)
    bid = quotes[f"NSE:{share}"]["depth"]["buy"][0]["price"]
    place(share, "BUY", int(MONEY // bid), bid)


while True:  # a league ends it with its last day
    now = advance(STEPS)
    if "09:15" < now < "15:10":
        decide(now)
