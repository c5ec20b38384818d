-- What decides about new orders, whose users are locked; one row for each, in their order, as if it were the only one.
-- Nothing is written. What positions decide the server finds by those that a server wrote. Before it comes
-- trading.check_orders.
--   cut_off   an intraday order comes after the square-off of its share has begun
--   closing   an intraday order comes while the system closes the position in its share: its own orders need no
--             money, and could lose more than is held
--   locked    shares of a delivery sale that are locked in
--   resting   shares of other open intraday orders of its side and share
--   own       the limits that the user has set (trading.own_limits_now); null for one who never set any
--   stop      which of them stops the order if it opens a position (trading.own_limit_stop)
--   owes      the user owes what the platform has borne for them
--   lost, lost_usdt   of an intraday order: what members owe of losses of its date, in paise and in millionths
-- Then the accounts: available money (101), free shares (120) and unsettled ones (122) as they stand.
CREATE OR REPLACE FUNCTION trading.begin_orders(
  p_user text[], p_asset text[], p_side text[], p_product text[], p_value bigint[], p_after_market boolean[],
  p_shares text[], p_market_date date[]
) RETURNS TABLE (
  cut_off boolean, closing boolean, locked bigint, resting integer,
  own jsonb, stop text, owes boolean, lost bigint, lost_usdt bigint, person integer, asset_number integer,
  money_id bigint, money bigint, money_seq bigint, money_head bytea, money_ms bigint, owned bigint, bill_seq bigint,
  free_id bigint, free bigint, free_seq bigint, free_head bytea, free_ms bigint,
  unsettled_id bigint, unsettled bigint, unsettled_seq bigint, unsettled_head bytea, unsettled_ms bigint
)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan
  SET enable_seqscan = off SET enable_memoize = off AS $$
BEGIN
  IF 'intraday' = ANY (p_product) THEN
    -- The square-off takes this lock alone: what is placed before it is seen by it, what comes after sees that it
    -- began.
    PERFORM pg_advisory_xact_lock_shared(7366, 0);
  END IF;
  RETURN QUERY
  SELECT o.product = 'intraday' AND NOT o.after_market AND EXISTS (SELECT FROM trading.square_off s
           WHERE s.market_date = o.market_date AND s.shares = o.shares),
         o.product = 'intraday' AND EXISTS (SELECT FROM trading."order" c
           WHERE c.user_id = o.user_id AND c.asset = o.asset AND c.product = 'intraday'
             AND trading.is_open_state(c.state) AND c.by_system),
         CASE WHEN o.product = 'delivery' AND o.side = 'sell'
           THEN (SELECT k.shares FROM trading.unusable_shares(o.user_id, o.asset, o.market_date) k) END,
         CASE WHEN o.product = 'intraday' THEN (SELECT coalesce(sum(c.quantity - c.filled), 0)::int
           FROM trading."order" c WHERE c.user_id = o.user_id AND c.asset = o.asset AND c.product = 'intraday'
             AND c.side = o.side AND trading.is_open_state(c.state)) END,
         own.json,
         CASE WHEN own.json IS NOT NULL THEN trading.own_limit_stop(own.json, o.product, o.value, true) END,
         EXISTS (SELECT FROM ledger.debt d WHERE d.owner = 'u:' || o.user_id AND d.remaining > 0),
         CASE WHEN o.product = 'intraday' THEN (SELECT coalesce(sum(d.remaining), 0)::bigint FROM ledger.debt d
           WHERE d.mdate = o.market_date::text AND d.remaining > 0 AND d.asset = 'INR') END,
         CASE WHEN o.product = 'intraday' THEN (SELECT coalesce(sum(d.remaining), 0)::bigint FROM ledger.debt d
           WHERE d.mdate = o.market_date::text AND d.remaining > 0 AND d.asset = 'USDT') END,
         w.id, s.id, m.id, m.balance::bigint, m.seq, m.head::bytea, m.last_ms, m.owned::bigint, m.bill_seq,
         f.id, f.balance::bigint, f.seq, f.head::bytea, f.last_ms,
         u.id, u.balance::bigint, u.seq, u.head::bytea, u.last_ms
  FROM (
    SELECT x.*, row_number() OVER () AS n
    FROM (
      -- Not in FROM, where each array is written down and read again.
      SELECT unnest(p_user) AS user_id, unnest(p_asset) AS asset, unnest(p_side) AS side, unnest(p_product) AS product,
             unnest(p_value) AS value, unnest(p_after_market) AS after_market, unnest(p_shares) AS shares,
             unnest(p_market_date) AS market_date
    ) x
  ) o
  -- Each by its whole key: there is nothing for the planner to choose.
  LEFT JOIN LATERAL (SELECT trading.own_limits_now(o.user_id) AS json
    WHERE EXISTS (SELECT FROM trading.own_limit l WHERE l.user_id = o.user_id) OFFSET 0) own ON true
  LEFT JOIN LATERAL (SELECT x.id FROM ledger.asset x WHERE x.name = o.asset OFFSET 0) s ON true
  LEFT JOIN LATERAL (SELECT p.id FROM ledger.person p
    WHERE p.owner = 'u:' || o.user_id OFFSET 0) w ON true
  LEFT JOIN LATERAL (SELECT a.* FROM ledger.account a
    WHERE a.person = w.id AND a.asset_id = 1 AND a.code = 101 OFFSET 0) m ON true
  LEFT JOIN LATERAL (SELECT a.* FROM ledger.account a
    WHERE a.person = w.id AND a.asset_id = s.id AND a.code = 120 OFFSET 0) f ON true
  LEFT JOIN LATERAL (SELECT a.* FROM ledger.account a
    WHERE a.person = w.id AND a.asset_id = s.id AND a.code = 122 OFFSET 0) u ON true
  ORDER BY o.n;
END $$;
