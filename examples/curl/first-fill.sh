#!/bin/sh
# Buys one share at the market and prints its fill.
# KHARA_KEY and KHARA_TOKEN are of a key that may place orders. KHARA_ROOT is the installation.
set -eu
root=${KHARA_ROOT:-http://localhost:8080}
ask() { curl --silent --show-error --header "Authorization: token $KHARA_KEY:$KHARA_TOKEN" "$@"; }

echo "last price $(ask "$root/quote/ltp?i=NSE:AAMRAI")"
placed=$(ask --data exchange=NSE --data tradingsymbol=AAMRAI --data transaction_type=BUY --data quantity=1 \
  --data product=CNC --data order_type=MARKET --data tag=first "$root/orders/regular")
id=$(printf '%s' "$placed" | sed -n 's/.*"order_id":"\([0-9]*\)".*/\1/p')
[ -n "$id" ] || { echo "$placed" >&2; exit 1; }
echo "$id"
ask "$root/orders/$id/trades"
echo
