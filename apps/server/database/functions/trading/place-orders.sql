-- Takes note of requests, holds the money or the shares, and writes the orders, in their order and each of another
-- user. Their numbers are the caller's, so that a transaction that is tried again writes the same ones. What the
-- exchange makes of them is settled in the same transaction, which also writes their commands: where they were applied
-- is known by then. A repeat answers with the order or the refusal of the first time; a copy that comes while the first
-- is under way waits for it. `uid`, `leaf` and `held_ms` are of the entry by which something is held, of a new order.
--
-- A delivery buy holds p_freeze_paise, a delivery sale its shares: settled ones first, then unsettled ones (BTST). It
-- leaves the shares that are locked in. An intraday order holds, of the part that opens a position, its share of
-- p_freeze_paise (the margin of all of it) and p_charges_paise.
--
-- Refusals: request_id_reused; then mis_cutoff_passed, insufficient_funds, insufficient_holdings or shares_locked_in,
-- which are kept. One's refusal is not another's.
CREATE OR REPLACE FUNCTION trading.place_orders(
  p_order bigint[], p_user text[], p_account_key bigint[], p_call text[], p_request_id text[],
  p_req bytea[], p_code text[], p_asset text[], p_side text[], p_type text[], p_product text[], p_validity text[],
  p_quantity integer[],
  p_price_paise bigint[], p_trigger_paise bigint[], p_disclosed integer[],
  p_after_market boolean[], p_shares text[], p_freeze_paise bigint[], p_charges_paise bigint[], p_market_date date[],
  p_market_time text[], p_at_ms bigint[]
) RETURNS TABLE (order_id bigint, refusal text, repeated boolean, uid uuid, leaf bytea, held_ms bigint)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan
  SET enable_seqscan = off AS $$
DECLARE
  v_new bigint[];
  v_amount bigint[]; -- held; 0 where nothing is
  v_refusal text[];
  v_unsettled bigint[];
  v_uid uuid[]; v_leaf bytea[]; v_held_ms bigint[];
BEGIN
  WITH noted AS (
    INSERT INTO trading.request (user_id, call, request_id, req, order_id, at_ms)
    SELECT * FROM unnest(p_user, p_call, p_request_id, p_req, p_order, p_at_ms) ON CONFLICT DO NOTHING
    RETURNING request.order_id
  )
  SELECT array_agg(n.order_id) INTO v_new FROM noted n;

  IF 'intraday' = ANY (p_product) THEN
    -- The square-off takes this lock alone: what is placed before it is seen by it, what comes after sees that it
    -- began.
    PERFORM pg_advisory_xact_lock_shared(7366, 0);
  END IF;
  IF 'intraday' = ANY (p_product) OR 'sell' = ANY (p_side) THEN
    -- What a position would be, and which shares are locked in, is read under the locks of the users.
    PERFORM pg_advisory_xact_lock(7365, u.lock) FROM (SELECT DISTINCT hashtext('u:' || o.id) AS lock
      FROM unnest(p_user) AS o (id) ORDER BY 1) u;
  END IF;
  SELECT array_agg(CASE
           WHEN o.product = 'delivery' THEN CASE o.side WHEN 'buy' THEN o.held ELSE o.quantity END
           WHEN o.opening > 0 THEN (o.held * o.opening + o.quantity - 1) / o.quantity + o.charges
           ELSE 0 END ORDER BY o.n),
         array_agg(CASE WHEN o.product = 'intraday' AND NOT o.after_market AND EXISTS (
           SELECT FROM trading.square_off s WHERE s.market_date = o.market_date AND s.shares = o.shares)
             THEN 'mis_cutoff_passed' END ORDER BY o.n)
  INTO v_amount, v_refusal
  FROM (
    SELECT o.*,
      CASE WHEN o.product = 'intraday' THEN trading.opening_quantity(o.user_id, o.asset, o.side,
      o.quantity) END AS opening
    FROM unnest(p_user, p_asset, p_side, p_product, p_quantity, p_after_market, p_shares, p_freeze_paise,
      p_charges_paise, p_market_date)
      WITH ORDINALITY AS o (user_id, asset, side, product, quantity, after_market, shares, held, charges, market_date,
        n)
  ) o;

  -- Money of the day's sales buys only a part of itself: see trading.sale_money_kept.
  WITH asked AS MATERIALIZED (
    SELECT o.n, row_number() OVER (ORDER BY o.n) AS place, o.market_date, 'u:' || o.user_id AS owner, o.amount, 'order-'
      || o.id AS hold,
           CASE WHEN o.product = 'intraday' THEN 'margin_hold' WHEN o.side = 'buy' THEN 'order_hold'
             ELSE 'sell_hold' END AS kind,
           CASE WHEN o.product = 'delivery' AND o.side = 'sell' THEN o.asset ELSE 'INR' END AS asset,
           CASE WHEN o.product = 'delivery' AND o.side = 'sell'
             THEN trading.locked_shares(o.user_id, o.asset, o.market_date)
             ELSE trading.sale_money_kept(o.user_id, o.market_date) END AS keep
    FROM unnest(p_order, p_user, p_asset, p_side, p_product, p_market_date, v_amount, v_refusal)
      WITH ORDINALITY AS o (id, user_id, asset, side, product, market_date, amount, refusal, n)
    WHERE o.id = ANY (v_new) AND o.amount > 0 AND o.refusal IS NULL
  ), held AS MATERIALIZED (
    SELECT h.* FROM (
      SELECT array_agg(a.kind ORDER BY a.n) AS kind, array_agg(a.hold ORDER BY a.n) AS hold,
             array_agg('user'::text) AS actor, array_agg(a.market_date::text ORDER BY a.n) AS mdate,
             array_agg(a.owner ORDER BY a.n) AS owner, array_agg(a.asset ORDER BY a.n) AS asset,
             array_agg(a.amount ORDER BY a.n) AS amount,
             array_agg(a.keep ORDER BY a.n) AS keep
      FROM asked a HAVING count(*) > 0
    ) a CROSS JOIN LATERAL ledger.hold_open_batch(a.kind, a.hold, a.actor, a.mdate, a.owner, a.asset, a.amount,
    a.keep) h
  )
  SELECT array_agg(coalesce(r.refusal, CASE WHEN a.n IS NOT NULL
    AND h.entry_id IS NULL THEN CASE WHEN a.kind <> 'sell_hold' THEN 'insufficient_funds' WHEN a.keep > 0
    THEN 'shares_locked_in' ELSE 'insufficient_holdings' END END) ORDER BY r.n),
         array_agg(coalesce(h.unsettled, 0) ORDER BY r.n), array_agg(h.uid ORDER BY r.n),
         array_agg(h.leaf ORDER BY r.n), array_agg(h.at_ms ORDER BY r.n)
  INTO v_refusal, v_unsettled, v_uid, v_leaf, v_held_ms
  FROM unnest(v_refusal, p_order) WITH ORDINALITY AS r (refusal, id, n)
  LEFT JOIN asked a ON a.n = r.n
  LEFT JOIN held h ON h.n = a.place;

  -- Of what is refused nothing but the request is kept, so that its repeat is refused too.
  UPDATE trading.request r SET order_id = NULL, refusal = o.refusal
  FROM unnest(p_order, v_refusal, p_user, p_call, p_request_id) AS o (id, refusal, user_id, call, request_id)
  WHERE o.refusal IS NOT NULL AND o.id = ANY (v_new) AND r.user_id = o.user_id AND r.call = o.call
    AND r.request_id = o.request_id;

  INSERT INTO trading."order" (id, user_id, account_key, request_id, code, asset, side, type, product, validity,
      quantity, price_paise, trigger_paise, disclosed, after_market, hold, margin_paise,
      market_date, market_time, accepted_ms, updated_ms, frozen_paise, frozen_shares, frozen_unsettled)
    OVERRIDING SYSTEM VALUE
    SELECT o.id, o.user_id, o.account_key, o.request_id, o.code, o.asset, o.side, o.type, o.product, o.validity,
      o.quantity, o.price, o.trigger, o.disclosed, o.after_market, CASE WHEN o.amount > 0 THEN 'order-' || o.id END,
      CASE WHEN o.product = 'delivery' THEN 0 ELSE o.amount END,
      o.market_date, o.market_time, o.at_ms, o.at_ms,
      CASE WHEN o.product = 'delivery' AND o.side = 'buy' THEN o.amount ELSE 0 END,
      CASE WHEN o.product = 'delivery' AND o.side = 'sell' THEN o.quantity ELSE 0 END, o.unsettled
    FROM unnest(p_order, p_user, p_account_key, p_request_id, p_code, p_asset, p_side, p_type, p_product, p_validity,
      p_quantity, p_price_paise, p_trigger_paise, p_disclosed, p_after_market, p_market_date, p_market_time, p_at_ms,
      v_amount, v_unsettled, v_refusal)
      WITH ORDINALITY AS o (id, user_id, account_key, request_id, code, asset, side, type, product, validity, quantity,
        price, trigger, disclosed, after_market, market_date, market_time, at_ms, amount, unsettled, refusal, n)
    WHERE o.refusal IS NULL AND o.id = ANY (v_new);

  IF cardinality(v_new) = cardinality(p_order) THEN
    RETURN QUERY SELECT CASE WHEN o.refusal IS NULL THEN o.id END, o.refusal, false, o.uid, o.leaf, o.held_ms
      FROM unnest(p_order, v_refusal, v_uid, v_leaf, v_held_ms)
        WITH ORDINALITY AS o (id, refusal, uid, leaf, held_ms, n) ORDER BY o.n;
    RETURN;
  END IF;
  RETURN QUERY SELECT
      CASE WHEN first.req IS NULL THEN CASE WHEN o.refusal IS NULL THEN o.id END WHEN first.req = o.req
        THEN first.order_id END,
      CASE WHEN first.req IS NULL THEN o.refusal WHEN first.req = o.req THEN first.refusal ELSE 'request_id_reused' END,
      first.req IS NOT NULL, o.uid, o.leaf, o.held_ms
    FROM unnest(p_order, p_user, p_call, p_request_id, p_req, v_refusal, v_uid, v_leaf, v_held_ms)
      WITH ORDINALITY AS o (id, user_id, call, request_id, req, refusal, uid, leaf, held_ms, n)
    LEFT JOIN trading.request first ON first.user_id = o.user_id AND first.call = o.call
      AND first.request_id = o.request_id AND o.id <> ALL (coalesce(v_new, '{}'))
    ORDER BY o.n;
END $$;
