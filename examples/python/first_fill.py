"""Buys one share at the market and prints its fill. Needs Python's own library alone.

KHARA_KEY and KHARA_TOKEN are of a key that may place orders. KHARA_ROOT is the installation.
"""

import json
import os
import sys
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

ROOT = os.environ.get("KHARA_ROOT", "http://localhost:8080")
TOKEN = f"token {os.environ['KHARA_KEY']}:{os.environ['KHARA_TOKEN']}"


def ask(path, fields=None):
    """The data of an answer; ends the program with the message of a refusal."""
    body = None if fields is None else urlencode(fields).encode()
    headers = {"Authorization": TOKEN, "X-Kite-Version": "3"}
    try:
        with urlopen(Request(ROOT + path, data=body, headers=headers), timeout=10) as answer:
            return json.load(answer)["data"]
    except HTTPError as refused:
        failure = json.load(refused)
        sys.exit(f"{failure['error_type']}: {failure['message']}")


print("last price", ask("/quote/ltp?i=NSE:AAMRAI")["NSE:AAMRAI"]["last_price"])
order = {
    "exchange": "NSE",
    "tradingsymbol": "AAMRAI",
    "transaction_type": "BUY",
    "quantity": 1,
    "product": "CNC",
    "order_type": "MARKET",
    "tag": "first",
}
order_id = ask("/orders/regular", order)["order_id"]
state = ask(f"/orders/{order_id}")[-1]
print(order_id, state["status"], state["status_message"] or "")
for trade in ask(f"/orders/{order_id}/trades"):
    print("filled", trade["quantity"], "at", trade["average_price"])
