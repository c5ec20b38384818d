#!/bin/sh
# Buys one share at the market, says how the order stands, and prints its fill.
# KHARA_KEY and KHARA_TOKEN are of a key that may place orders. KHARA_ROOT is the installation.
set -eu
root=${KHARA_ROOT:-http://localhost:8080}
ask() { curl --silent --show-error --header "Authorization: token $KHARA_KEY:$KHARA_TOKEN" "$@"; }
# The last value of a field that is a text.
last() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }

echo "last price $(ask "$root/quote/ltp?i=NSE:AAMRAI")"
placed=$(ask --data exchange=NSE --data tradingsymbol=AAMRAI --data transaction_type=BUY --data quantity=1 \
  --data product=CNC --data order_type=MARKET --data tag=first "$root/orders/regular")
id=$(printf '%s' "$placed" | last order_id)
[ -n "$id" ] || { echo "$placed" >&2; exit 1; }
# Outside continuous trading an order waits: for an auction, or for the next pre-open.
for _ in 1 2 3 4 5; do
  story=$(ask "$root/orders/$id")
  status=$(printf '%s' "$story" | last status)
  case $status in COMPLETE | CANCELLED | REJECTED) break ;; esac
  sleep 1
done
echo "$id $status $(printf '%s' "$story" | last status_message)"
if [ "$status" = COMPLETE ]; then
  ask "$root/orders/$id/trades"
  echo
elif [ "$status" = CANCELLED ] || [ "$status" = REJECTED ]; then
  echo "no fill: the order has ended"
else
  echo "no fill yet: ask $root/orders/$id/trades later"
fi
