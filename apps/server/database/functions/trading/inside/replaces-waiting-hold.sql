-- Whether a hold takes the place of one under which an after-market order waits since before an instant (ms of the
-- database's clock). Holds and instants are the ledger's, which the server's role cannot write. The old hold was opened
-- by then, nothing was taken from it, all of it has gone back since then, and nothing else is held for the order.
CREATE OR REPLACE FUNCTION trading.replaces_waiting_hold(p_hold text, p_owner text, p_since_ms bigint) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM trading."order" o
    JOIN ledger.hold old ON old.id = o.hold
    JOIN ledger.entry opened ON opened.kind IN ('order_hold', 'margin_hold') AND opened.ref = old.id
    JOIN ledger.entry released ON released.kind IN ('order_release', 'margin_release') AND released.ref = old.id
    WHERE o.id = CASE WHEN p_hold ~ '^order-[0-9]{1,18}-[0-9]+$' THEN split_part(p_hold, '-', 2)::bigint END
      AND o.after_market AND o.state = 'pending' AND NOT EXISTS (SELECT FROM trading.command c
        WHERE c.order_id = o.id AND c.kind = 'place')
      AND old.owner = p_owner AND (old.id = 'order-' || o.id OR starts_with(old.id, 'order-' || o.id || '-'))
      AND opened.at_ms <= p_since_ms AND released.at_ms >= p_since_ms AND old.captured = 0 AND old.released = old.amount
      AND NOT EXISTS (
        SELECT FROM ledger.hold h
        WHERE h.owner = old.owner AND h.asset = old.asset AND h.code = old.code AND h.captured + h.released < h.amount
          AND h.id <> p_hold AND starts_with(h.id, 'order-' || o.id || '-')))
$$;
