"""Buys one share at the market and prints its fill. Needs: pip install kiteconnect.

KHARA_KEY and KHARA_TOKEN are of a key that may place orders. KHARA_ROOT is the installation.
"""

import os

from kiteconnect import KiteConnect

kite = KiteConnect(
    api_key=os.environ["KHARA_KEY"],
    access_token=os.environ["KHARA_TOKEN"],
    root=os.environ.get("KHARA_ROOT", "http://localhost:8080"),
)

print("last price", kite.ltp("NSE:AAMRAI")["NSE:AAMRAI"]["last_price"])
order_id = kite.place_order(
    variety=kite.VARIETY_REGULAR,
    exchange=kite.EXCHANGE_NSE,
    tradingsymbol="AAMRAI",
    transaction_type=kite.TRANSACTION_TYPE_BUY,
    quantity=1,
    product=kite.PRODUCT_CNC,
    order_type=kite.ORDER_TYPE_MARKET,
    tag="first",
)
state = kite.order_history(order_id)[-1]
print(order_id, state["status"], state["status_message"] or "")
for trade in kite.order_trades(order_id):
    print("filled", trade["quantity"], "at", trade["average_price"])
