-- Lots: which shares of a holding were acquired when and for how much, first in first out, as tax asks. A fill makes and uses them by itself, whoever
-- writes it: they are a consequence of the fills. A split multiplies them, a bonus adds a lot that cost nothing.

CREATE TABLE trading.lot (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, -- in the order in which they were acquired
  user_id text NOT NULL,
  asset text NOT NULL,
  code text NOT NULL,
  origin text NOT NULL CHECK (origin IN ('buy', 'bonus', 'allotment')),
  source text NOT NULL, -- of a buy the number of its fill, of a bonus its action, of an allotment its application
  acquired_on date NOT NULL, -- market date; a split keeps it
  acquired_ms bigint NOT NULL,
  quantity bigint NOT NULL CHECK (quantity > 0), -- in shares as they are now: a split multiplies it
  -- What is left of it, what that cost, and the charges of buying it; STT is a part of these, which tax does not let one deduct.
  remaining bigint NOT NULL CHECK (remaining BETWEEN 0 AND quantity),
  cost_paise bigint NOT NULL CHECK (cost_paise >= 0),
  charges_paise bigint NOT NULL CHECK (charges_paise >= 0),
  stt_paise bigint NOT NULL CHECK (stt_paise BETWEEN 0 AND charges_paise),
  UNIQUE (origin, source, user_id),
  CHECK (remaining > 0 OR (cost_paise = 0 AND charges_paise = 0))
) WITH (fillfactor = 80);
CREATE INDEX lot_left ON trading.lot (user_id, asset, id) WHERE remaining > 0;

-- What a sale took of which lot. Shares that no lot tells of (there are none in a market whose every share was bought, allotted or given) have no lot.
CREATE TABLE trading.lot_sale (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id text NOT NULL,
  asset text NOT NULL,
  code text NOT NULL,
  fill_id bigint NOT NULL,
  lot_id bigint REFERENCES trading.lot,
  quantity bigint NOT NULL CHECK (quantity > 0),
  acquired_on date,
  sold_on date NOT NULL,
  sold_ms bigint NOT NULL,
  cost_paise bigint NOT NULL,
  buy_charges_paise bigint NOT NULL,
  buy_stt_paise bigint NOT NULL,
  proceeds_paise bigint NOT NULL,
  sale_charges_paise bigint NOT NULL,
  sale_stt_paise bigint NOT NULL
);
CREATE INDEX lot_sale_of_user ON trading.lot_sale (user_id, sold_on, id);
CREATE INDEX lot_sale_of_lot ON trading.lot_sale (lot_id);

-- The part of an amount that belongs to so many of `whole` shares, half up. The last of them take everything.
CREATE FUNCTION trading.part_of(p_amount bigint, p_shares bigint, p_whole bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_shares = p_whole THEN p_amount ELSE div(2 * p_amount::numeric * p_shares + p_whole, 2 * p_whole::numeric)::bigint END
$$;

-- Makes and uses the lots of fills, in the order of their numbers. The owners' settlement is under way: nobody else changes these lots.
CREATE FUNCTION trading.take_lots(p_fills trading.fill[]) RETURNS void
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
    FOR l IN SELECT x.* FROM trading.lot x WHERE x.user_id = f.user_id AND x.asset = f.asset AND x.remaining > 0 ORDER BY x.id FOR NO KEY UPDATE LOOP
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

CREATE FUNCTION trading.keep_lots() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM trading.take_lots((SELECT array_agg(ROW(f.*)::trading.fill) FROM new_fill f));
  RETURN NULL;
END $$;

-- Fills from before there were lots.
SELECT trading.take_lots((SELECT array_agg(ROW(f.*)::trading.fill) FROM trading.fill f));

CREATE TRIGGER lots AFTER INSERT ON trading.fill REFERENCING NEW TABLE AS new_fill FOR EACH STATEMENT EXECUTE FUNCTION trading.keep_lots();

-- What each holder got by a corporate action, once. `held` is what was entitled, settled or not.
CREATE TABLE trading.entitlement (
  action_id text NOT NULL,
  user_id text NOT NULL,
  asset text NOT NULL,
  code text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('dividend', 'split', 'bonus')),
  on_date date NOT NULL,
  held bigint NOT NULL CHECK (held > 0),
  added bigint NOT NULL DEFAULT 0 CHECK (added >= 0),
  gross_paise bigint NOT NULL DEFAULT 0 CHECK (gross_paise >= 0), -- a dividend, or the cash for part of a share
  tds_paise bigint NOT NULL DEFAULT 0 CHECK (tds_paise BETWEEN 0 AND gross_paise),
  at_ms bigint NOT NULL,
  PRIMARY KEY (action_id, user_id)
);
CREATE INDEX entitlement_of_user ON trading.entitlement (user_id, asset, on_date);
CREATE INDEX position_of_asset ON trading.position (asset, user_id) WHERE state = 'in_position' AND product = 'delivery';

-- Money of the day's delivery sales that buys nothing before the next trading day: what is not in the 80 % (docs/sources.md M1).
CREATE FUNCTION trading.sale_money_kept(p_user text, p_market_date date) RETURNS bigint
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(sum(d.sold_paise), 0)::bigint - div(coalesce(sum(d.sold_paise), 0) * 80, 100)::bigint
  FROM trading.dp_charged d WHERE d.user_id = p_user AND d.market_date = p_market_date
$$;

-- To be called after money was held for an order, with the user locked: raises like a balance that cannot bear it when that used money of the day's sales
-- that must wait.
CREATE FUNCTION trading.leave_sale_money(p_user text, p_market_date date) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_kept bigint := trading.sale_money_kept(p_user, p_market_date);
BEGIN
  IF v_kept > 0 AND coalesce((SELECT a.balance FROM ledger.account a WHERE a.owner = 'u:' || p_user AND a.asset = 'INR' AND a.code = 101), 0) < v_kept THEN
    RAISE EXCEPTION 'a fifth of the day''s sales buys nothing today' USING ERRCODE = '23514', CONSTRAINT = 'account_floor', DETAIL = 'INR';
  END IF;
END $$;

-- Lots are what their owners hold.
CREATE FUNCTION trading.check_lots() RETURNS TABLE (name text, violations bigint, sample text)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  WITH lots AS (
    SELECT user_id || ' has ' || sum(shares) || ' ' || asset || ', the lots say ' || sum(remaining) AS sample
    FROM (
      SELECT substr(a.owner, 3) AS user_id, a.asset, a.balance AS shares, 0 AS remaining FROM ledger.account a WHERE a.owner LIKE 'u:%' AND a.code IN (120, 121, 122)
      UNION ALL SELECT l.user_id, l.asset, 0, l.remaining FROM trading.lot l
    ) x GROUP BY user_id, asset HAVING sum(shares) <> sum(remaining)
  )
  SELECT 'lots', count(*), min(x.sample) FROM lots x
$$;
