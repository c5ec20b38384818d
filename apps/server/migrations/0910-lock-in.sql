-- Shares from a placement, a block or an offer for sale are locked in until a market date: their lots say so, and a sale takes none of them before.

ALTER TABLE trading.lot ADD COLUMN locked_until date; -- the first market date on which they may be sold; null: no lock-in

-- Shares of a user that may not be sold on a market date.
CREATE FUNCTION trading.locked_shares(p_user text, p_asset text, p_market_date date) RETURNS bigint
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(sum(l.remaining), 0)::bigint FROM trading.lot l
  WHERE l.user_id = p_user AND l.asset = p_asset AND l.remaining > 0 AND l.locked_until > p_market_date
$$;

-- The market date as it is.
CREATE FUNCTION trading.market_date() RETURNS date
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT d.market_date FROM market.day d ORDER BY d.market_day DESC LIMIT 1
$$;

-- As in 0222, with sales of what was locked in.
CREATE OR REPLACE FUNCTION trading.check_lots() RETURNS TABLE (name text, violations bigint, sample text)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  WITH lots AS (
    SELECT user_id || ' has ' || sum(shares) || ' ' || asset || ', the lots say ' || sum(remaining) AS sample
    FROM (
      SELECT substr(a.owner, 3) AS user_id, a.asset, a.balance AS shares, 0 AS remaining FROM ledger.account a WHERE a.owner LIKE 'u:%' AND a.code IN (120, 121, 122)
      UNION ALL SELECT l.user_id, l.asset, 0, l.remaining FROM trading.lot l
    ) x GROUP BY user_id, asset HAVING sum(shares) <> sum(remaining)
  )
  SELECT 'lots', count(*), min(x.sample) FROM lots x
  UNION ALL
  SELECT 'locked_in_lots', count(*), min(s.user_id || ' sold ' || s.quantity || ' ' || s.code || ' on ' || s.sold_on || ', locked in until ' || l.locked_until)
  FROM trading.lot_sale s JOIN trading.lot l ON l.id = s.lot_id WHERE s.sold_on < l.locked_until
$$;

-- As in 0222: first in first out, but what is locked in is not there to be sold.
CREATE OR REPLACE FUNCTION trading.take_lots(p_fills trading.fill[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  f trading.fill;
  l trading.lot;
  v_left bigint; -- of the sale, with its value and charges
  v_value bigint;
  v_charges bigint;
  v_stt bigint;
  v_take bigint;
  v_cost bigint;
  v_buy_charges bigint;
  v_buy_stt bigint;
  v_part bigint;
  v_part_charges bigint;
  v_part_stt bigint;
BEGIN
  FOR f IN SELECT x.* FROM unnest(p_fills) x WHERE x.product = 'delivery' ORDER BY x.id LOOP
    v_charges := f.brokerage_paise + f.stt_paise + f.exchange_paise + f.sebi_paise + f.stamp_paise + f.gst_paise + f.dp_paise;
    IF f.side = 'buy' THEN
      INSERT INTO trading.lot (user_id, asset, code, origin, source, acquired_on, acquired_ms, quantity, remaining, cost_paise, charges_paise, stt_paise)
      VALUES (f.user_id, f.asset, f.code, 'buy', f.id::text, f.market_date, f.at_ms, f.quantity, f.quantity, f.value_paise, v_charges, f.stt_paise);
      CONTINUE;
    END IF;
    v_left := f.quantity;
    v_value := f.value_paise;
    v_stt := f.stt_paise;
    FOR l IN SELECT x.* FROM trading.lot x WHERE x.user_id = f.user_id AND x.asset = f.asset AND x.remaining > 0
      ORDER BY (x.locked_until > f.market_date) IS TRUE, x.id FOR NO KEY UPDATE LOOP
      v_take := least(v_left, l.remaining);
      v_cost := trading.part_of(l.cost_paise, v_take, l.remaining);
      v_buy_charges := trading.part_of(l.charges_paise, v_take, l.remaining);
      v_buy_stt := trading.part_of(l.stt_paise, v_take, l.remaining);
      v_part := trading.part_of(v_value, v_take, v_left);
      v_part_charges := trading.part_of(v_charges, v_take, v_left);
      v_part_stt := trading.part_of(v_stt, v_take, v_left);
      UPDATE trading.lot x SET remaining = x.remaining - v_take, cost_paise = x.cost_paise - v_cost, charges_paise = x.charges_paise - v_buy_charges, stt_paise = x.stt_paise - v_buy_stt
      WHERE x.id = l.id;
      INSERT INTO trading.lot_sale (user_id, asset, code, fill_id, lot_id, quantity, acquired_on, sold_on, sold_ms, cost_paise, buy_charges_paise, buy_stt_paise, proceeds_paise, sale_charges_paise, sale_stt_paise)
      VALUES (f.user_id, f.asset, f.code, f.id, l.id, v_take, l.acquired_on, f.market_date, f.at_ms, v_cost, v_buy_charges, v_buy_stt, v_part, v_part_charges, v_part_stt);
      v_left := v_left - v_take;
      v_value := v_value - v_part;
      v_charges := v_charges - v_part_charges;
      v_stt := v_stt - v_part_stt;
      EXIT WHEN v_left = 0;
    END LOOP;
    IF v_left > 0 THEN
      INSERT INTO trading.lot_sale (user_id, asset, code, fill_id, quantity, sold_on, sold_ms, cost_paise, buy_charges_paise, buy_stt_paise, proceeds_paise, sale_charges_paise, sale_stt_paise)
      VALUES (f.user_id, f.asset, f.code, f.id, v_left, f.market_date, f.at_ms, 0, 0, 0, v_value, v_charges, v_stt);
    END IF;
  END LOOP;
END $$;

-- As in 0703, with the same order of lots.
CREATE OR REPLACE FUNCTION trading.keep_lots() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
  v_rest bigint[];
BEGIN
  WITH fill AS MATERIALIZED (
    SELECT f.id, f.user_id, f.asset, f.code, f.side, f.quantity, f.value_paise, f.stt_paise, f.market_date, f.at_ms,
           f.brokerage_paise + f.stt_paise + f.exchange_paise + f.sebi_paise + f.stamp_paise + f.gst_paise + f.dp_paise AS charges,
           count(*) FILTER (WHERE f.side = 'sell') OVER w AS sales, count(*) OVER w AS fills
    FROM new_fill f WHERE f.product = 'delivery' WINDOW w AS (PARTITION BY f.user_id, f.asset)
  ), bought AS (
    INSERT INTO trading.lot (user_id, asset, code, origin, source, acquired_on, acquired_ms, quantity, remaining, cost_paise, charges_paise, stt_paise)
    SELECT f.user_id, f.asset, f.code, 'buy', f.id::text, f.market_date, f.at_ms, f.quantity, f.quantity, f.value_paise, f.charges, f.stt_paise
    FROM fill f WHERE f.sales = 0 ORDER BY f.id
  ), sold AS MATERIALIZED (
    SELECT f.*, l.id AS lot_id, l.acquired_on, trading.part_of(l.cost_paise, f.quantity, l.remaining) AS cost,
           trading.part_of(l.charges_paise, f.quantity, l.remaining) AS buy_charges, trading.part_of(l.stt_paise, f.quantity, l.remaining) AS buy_stt
    FROM fill f
    CROSS JOIN LATERAL (SELECT x.* FROM trading.lot x WHERE x.user_id = f.user_id AND x.asset = f.asset AND x.remaining > 0
      ORDER BY (x.locked_until > f.market_date) IS TRUE, x.id LIMIT 1) l
    WHERE f.side = 'sell' AND f.fills = 1 AND l.remaining >= f.quantity
  ), taken AS (
    UPDATE trading.lot x SET remaining = x.remaining - s.quantity, cost_paise = x.cost_paise - s.cost, charges_paise = x.charges_paise - s.buy_charges, stt_paise = x.stt_paise - s.buy_stt
    FROM sold s WHERE x.id = s.lot_id
  ), told AS (
    INSERT INTO trading.lot_sale (user_id, asset, code, fill_id, lot_id, quantity, acquired_on, sold_on, sold_ms, cost_paise, buy_charges_paise, buy_stt_paise, proceeds_paise, sale_charges_paise, sale_stt_paise)
    SELECT s.user_id, s.asset, s.code, s.id, s.lot_id, s.quantity, s.acquired_on, s.market_date, s.at_ms, s.cost, s.buy_charges, s.buy_stt, s.value_paise, s.charges, s.stt_paise
    FROM sold s ORDER BY s.id
  )
  SELECT array_agg(f.id) INTO v_rest FROM fill f WHERE f.sales > 0 AND f.id NOT IN (SELECT s.id FROM sold s);
  IF v_rest IS NOT NULL THEN
    PERFORM trading.take_lots((SELECT array_agg(ROW(f.*)::trading.fill) FROM new_fill f WHERE f.id = ANY (v_rest)));
  END IF;
  RETURN NULL;
END $$;

-- As in 0702; a sale leaves the shares that are locked in, or is refused with shares_locked_in.
CREATE OR REPLACE FUNCTION trading.place_orders(
  p_user text[], p_account_key bigint[], p_call text[], p_request_id text[], p_req bytea[], p_code text[], p_asset text[], p_side text[], p_type text[],
  p_product text[], p_validity text[], p_quantity integer[], p_price_paise bigint[], p_trigger_paise bigint[], p_disclosed integer[],
  p_after_market boolean[], p_shares text[], p_freeze_paise bigint[], p_charges_paise bigint[], p_market_date date[], p_market_time text[], p_at_ms bigint[]
) RETURNS TABLE (order_id bigint, seq bigint, refusal text, repeated boolean, uid uuid, leaf bytea, held_ms bigint)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  v_order bigint[] := ARRAY(SELECT nextval('trading.order_id_seq') FROM unnest(p_user));
  v_new bigint[];
  v_amount bigint[]; -- held; 0 where nothing is
  v_refusal text[];
  v_unsettled bigint[];
  v_uid uuid[]; v_leaf bytea[]; v_held_ms bigint[];
  v_seq bigint[];
BEGIN
  WITH noted AS (
    INSERT INTO trading.request (user_id, call, request_id, req, order_id, at_ms)
    SELECT * FROM unnest(p_user, p_call, p_request_id, p_req, v_order, p_at_ms) ON CONFLICT DO NOTHING RETURNING request.order_id
  )
  SELECT array_agg(n.order_id) INTO v_new FROM noted n;

  IF 'intraday' = ANY (p_product) THEN
    -- The square-off takes this lock alone: what is placed before it is seen by it, what comes after sees that it began.
    PERFORM pg_advisory_xact_lock_shared(7366, 0);
  END IF;
  IF 'intraday' = ANY (p_product) OR 'sell' = ANY (p_side) THEN
    -- What a position would be, and which shares are locked in, is read under the locks of the users.
    PERFORM pg_advisory_xact_lock(7365, u.lock) FROM (SELECT DISTINCT hashtext('u:' || o.id) AS lock FROM unnest(p_user) AS o (id) ORDER BY 1) u;
  END IF;
  SELECT array_agg(CASE
           WHEN o.product = 'delivery' THEN CASE o.side WHEN 'buy' THEN o.held ELSE o.quantity END
           WHEN o.opening > 0 THEN (o.held * o.opening + o.quantity - 1) / o.quantity + o.charges
           ELSE 0 END ORDER BY o.n),
         array_agg(CASE WHEN o.product = 'intraday' AND NOT o.after_market AND EXISTS (
           SELECT FROM trading.square_off s WHERE s.market_date = o.market_date AND s.shares = o.shares) THEN 'mis_cutoff_passed' END ORDER BY o.n)
  INTO v_amount, v_refusal
  FROM (
    SELECT o.*, CASE WHEN o.product = 'intraday' THEN trading.opening_quantity(o.user_id, o.asset, o.side, o.quantity) END AS opening
    FROM unnest(p_user, p_asset, p_side, p_product, p_quantity, p_after_market, p_shares, p_freeze_paise, p_charges_paise, p_market_date)
      WITH ORDINALITY AS o (user_id, asset, side, product, quantity, after_market, shares, held, charges, market_date, n)
  ) o;

  -- Money of the day's sales buys only a part of itself: see 0222.
  WITH asked AS MATERIALIZED (
    SELECT o.n, row_number() OVER (ORDER BY o.n) AS place, o.market_date, 'u:' || o.user_id AS owner, o.amount, 'order-' || o.id AS hold,
           CASE WHEN o.product = 'intraday' THEN 'margin_hold' WHEN o.side = 'buy' THEN 'order_hold' ELSE 'sell_hold' END AS kind,
           CASE WHEN o.product = 'delivery' AND o.side = 'sell' THEN o.asset ELSE 'INR' END AS asset,
           CASE WHEN o.product = 'delivery' AND o.side = 'sell' THEN trading.locked_shares(o.user_id, o.asset, o.market_date)
             ELSE trading.sale_money_kept(o.user_id, o.market_date) END AS keep
    FROM unnest(v_order, p_user, p_asset, p_side, p_product, p_market_date, v_amount, v_refusal)
      WITH ORDINALITY AS o (id, user_id, asset, side, product, market_date, amount, refusal, n)
    WHERE o.id = ANY (v_new) AND o.amount > 0 AND o.refusal IS NULL
  ), held AS MATERIALIZED (
    SELECT h.* FROM (
      SELECT array_agg(a.kind ORDER BY a.n) AS kind, array_agg(a.hold ORDER BY a.n) AS hold, array_agg('user'::text) AS actor, array_agg(a.market_date::text ORDER BY a.n) AS mdate,
             array_agg(a.owner ORDER BY a.n) AS owner, array_agg(a.asset ORDER BY a.n) AS asset, array_agg(a.amount ORDER BY a.n) AS amount,
             array_agg(a.keep ORDER BY a.n) AS keep
      FROM asked a HAVING count(*) > 0
    ) a CROSS JOIN LATERAL ledger.hold_open_batch(a.kind, a.hold, a.actor, a.mdate, a.owner, a.asset, a.amount, a.keep) h
  )
  SELECT array_agg(coalesce(r.refusal, CASE WHEN a.n IS NOT NULL AND h.entry_id IS NULL THEN CASE WHEN a.kind <> 'sell_hold' THEN 'insufficient_funds' WHEN a.keep > 0 THEN 'shares_locked_in' ELSE 'insufficient_holdings' END END) ORDER BY r.n),
         array_agg(coalesce(h.unsettled, 0) ORDER BY r.n), array_agg(h.uid ORDER BY r.n), array_agg(h.leaf ORDER BY r.n), array_agg(h.at_ms ORDER BY r.n)
  INTO v_refusal, v_unsettled, v_uid, v_leaf, v_held_ms
  FROM unnest(v_refusal, v_order) WITH ORDINALITY AS r (refusal, id, n)
  LEFT JOIN asked a ON a.n = r.n
  LEFT JOIN held h ON h.n = a.place;

  -- Of what is refused nothing but the request is kept, so that its repeat is refused too.
  UPDATE trading.request r SET order_id = NULL, refusal = o.refusal
  FROM unnest(v_order, v_refusal, p_user, p_call, p_request_id) AS o (id, refusal, user_id, call, request_id)
  WHERE o.refusal IS NOT NULL AND o.id = ANY (v_new) AND r.user_id = o.user_id AND r.call = o.call AND r.request_id = o.request_id;

  WITH placed AS (
    INSERT INTO trading."order" (id, user_id, account_key, request_id, code, asset, side, type, product, validity, quantity, price_paise,
      trigger_paise, disclosed, after_market, hold, margin_paise,
      market_date, market_time, accepted_ms, updated_ms, frozen_paise, frozen_shares, frozen_unsettled)
    OVERRIDING SYSTEM VALUE
    SELECT o.id, o.user_id, o.account_key, o.request_id, o.code, o.asset, o.side, o.type, o.product, o.validity, o.quantity, o.price,
      o.trigger, o.disclosed, o.after_market, CASE WHEN o.amount > 0 THEN 'order-' || o.id END, CASE WHEN o.product = 'delivery' THEN 0 ELSE o.amount END,
      o.market_date, o.market_time, o.at_ms, o.at_ms, CASE WHEN o.product = 'delivery' AND o.side = 'buy' THEN o.amount ELSE 0 END,
      CASE WHEN o.product = 'delivery' AND o.side = 'sell' THEN o.quantity ELSE 0 END, o.unsettled
    FROM unnest(v_order, p_user, p_account_key, p_request_id, p_code, p_asset, p_side, p_type, p_product, p_validity, p_quantity, p_price_paise,
      p_trigger_paise, p_disclosed, p_after_market, p_market_date, p_market_time, p_at_ms, v_amount, v_unsettled, v_refusal)
      WITH ORDINALITY AS o (id, user_id, account_key, request_id, code, asset, side, type, product, validity, quantity, price,
        trigger, disclosed, after_market, market_date, market_time, at_ms, amount, unsettled, refusal, n)
    WHERE o.refusal IS NULL AND o.id = ANY (v_new)
  ), journalled AS (
    INSERT INTO trading.command (kind, order_id, accepted_ms, price_paise, quantity, trigger_paise, disclosed)
    SELECT 'place', o.id, o.at_ms, o.price, o.quantity, o.trigger, o.disclosed
    FROM unnest(v_order, p_at_ms, p_price_paise, p_quantity, p_trigger_paise, p_disclosed, p_after_market, v_refusal)
      WITH ORDINALITY AS o (id, at_ms, price, quantity, trigger, disclosed, after_market, refusal, n)
    WHERE o.refusal IS NULL AND o.id = ANY (v_new) AND NOT o.after_market
    ORDER BY o.n
    RETURNING command.order_id, command.seq
  )
  SELECT array_agg(j.seq ORDER BY o.n) INTO v_seq FROM unnest(v_order) WITH ORDINALITY AS o (id, n) LEFT JOIN journalled j ON j.order_id = o.id;

  IF cardinality(v_new) = cardinality(v_order) THEN
    RETURN QUERY SELECT CASE WHEN o.refusal IS NULL THEN o.id END, o.seq, o.refusal, false, o.uid, o.leaf, o.held_ms
      FROM unnest(v_order, v_seq, v_refusal, v_uid, v_leaf, v_held_ms) WITH ORDINALITY AS o (id, seq, refusal, uid, leaf, held_ms, n) ORDER BY o.n;
    RETURN;
  END IF;
  RETURN QUERY SELECT
      CASE WHEN first.req IS NULL THEN CASE WHEN o.refusal IS NULL THEN o.id END WHEN first.req = o.req THEN first.order_id END,
      CASE WHEN first.req IS NULL THEN o.seq WHEN first.req = o.req THEN c.seq END,
      CASE WHEN first.req IS NULL THEN o.refusal WHEN first.req = o.req THEN first.refusal ELSE 'request_id_reused' END,
      first.req IS NOT NULL, o.uid, o.leaf, o.held_ms
    FROM unnest(v_order, p_user, p_call, p_request_id, p_req, v_seq, v_refusal, v_uid, v_leaf, v_held_ms)
      WITH ORDINALITY AS o (id, user_id, call, request_id, req, seq, refusal, uid, leaf, held_ms, n)
    LEFT JOIN trading.request first ON first.user_id = o.user_id AND first.call = o.call AND first.request_id = o.request_id AND o.id <> ALL (coalesce(v_new, '{}'))
    LEFT JOIN trading.command c ON c.order_id = first.order_id AND c.kind = 'place'
    ORDER BY o.n;
END $$;

-- As in 0212, with shares that are locked in.
CREATE OR REPLACE FUNCTION trading.hold_anew(p_order bigint, p_amount bigint, p_market_date date) RETURNS text
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_order trading."order";
  v_hold text;
  v_kind text;
  v_constraint text;
  v_locked bigint;
BEGIN
  SELECT * INTO STRICT v_order FROM trading."order" o WHERE o.id = p_order;
  v_hold := 'order-' || p_order || '-' || nextval('trading.number');
  v_kind := CASE WHEN v_order.product = 'intraday' THEN 'margin' WHEN v_order.side = 'buy' THEN 'order' ELSE 'sell' END;
  IF v_order.hold IS NOT NULL THEN
    PERFORM ledger.hold_release(NULL, NULL, v_kind || '_release', v_order.hold, 'user', p_market_date::text, v_order.hold);
  END IF;
  PERFORM ledger.hold_open(NULL, NULL, v_kind || '_hold', v_hold, 'user', p_market_date::text, 'u:' || v_order.user_id,
    CASE WHEN v_kind = 'sell' THEN v_order.asset ELSE 'INR' END, p_amount);
  IF v_kind <> 'sell' THEN
    PERFORM trading.leave_sale_money(v_order.user_id, p_market_date);
  ELSE
    v_locked := trading.locked_shares(v_order.user_id, v_order.asset, p_market_date);
    IF v_locked > 0 AND v_locked > (SELECT sum(a.balance) FROM ledger.account a
        WHERE a.owner = 'u:' || v_order.user_id AND a.asset = v_order.asset AND a.code IN (120, 122)) THEN
      RAISE EXCEPTION 'shares are locked in' USING ERRCODE = '23514', CONSTRAINT = 'account_floor', DETAIL = v_order.asset;
    END IF;
  END IF;
  UPDATE trading."order" o
  SET hold = v_hold,
      margin_paise = CASE WHEN v_kind = 'margin' THEN p_amount ELSE 0 END,
      frozen_paise = CASE WHEN v_kind = 'order' THEN p_amount ELSE 0 END,
      frozen_shares = CASE WHEN v_kind = 'sell' THEN p_amount::int ELSE 0 END,
      frozen_unsettled = CASE WHEN v_kind = 'sell' THEN (SELECT h.unsettled FROM ledger.hold h WHERE h.id = v_hold)::int ELSE 0 END
  WHERE o.id = p_order;
  RETURN NULL;
EXCEPTION WHEN check_violation THEN
  GET STACKED DIAGNOSTICS v_constraint = CONSTRAINT_NAME;
  IF v_constraint <> 'account_floor' THEN
    RAISE;
  END IF;
  RETURN CASE WHEN v_kind <> 'sell' THEN 'insufficient_funds' WHEN trading.locked_shares(v_order.user_id, v_order.asset, p_market_date) > 0 THEN 'shares_locked_in'
    ELSE 'insufficient_holdings' END;
END $$;
