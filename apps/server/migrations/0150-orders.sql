-- Orders, their journal, fills and positions. Prices and values in paise, quantities in shares, instants in ms of real time.
-- Own tables only; money and shares move in the ledger.

CREATE SCHEMA trading;

-- What was asked for, and what has become of it. `id` is the number under which the exchange knows it.
CREATE TABLE trading."order" (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id text NOT NULL,
  account_key bigint NOT NULL, -- by which the exchange prevents trades of an account with itself
  request_id text NOT NULL,
  code text NOT NULL,
  asset text NOT NULL,
  side text NOT NULL CHECK (side IN ('buy', 'sell')),
  type text NOT NULL CHECK (type IN ('market', 'limit', 'sl', 'sl_m')),
  product text NOT NULL CHECK (product IN ('delivery', 'intraday')),
  validity text NOT NULL CHECK (validity IN ('day', 'ioc')),
  quantity integer NOT NULL CHECK (quantity > 0),
  price_paise bigint NOT NULL CHECK (price_paise > 0), -- the limit, or the protected price of a market order: no fill is worse
  market_date date NOT NULL,
  market_time text NOT NULL,
  accepted_ms bigint NOT NULL,

  state text NOT NULL DEFAULT 'pending'
    CHECK (state IN ('pending', 'open', 'trigger_pending', 'complete', 'cancelled', 'rejected', 'expired')),
  reason text,
  filled integer NOT NULL DEFAULT 0,
  filled_paise bigint NOT NULL DEFAULT 0,
  brokerage_paise bigint NOT NULL DEFAULT 0,
  stt_paise bigint NOT NULL DEFAULT 0,
  exchange_paise bigint NOT NULL DEFAULT 0,
  sebi_paise bigint NOT NULL DEFAULT 0,
  stamp_paise bigint NOT NULL DEFAULT 0,
  gst_paise bigint NOT NULL DEFAULT 0,
  dp_paise bigint NOT NULL DEFAULT 0,
  -- What is still set aside for it: money (102), and of a sale the shares (121) that came from settled and from unsettled ones.
  frozen_paise bigint NOT NULL CHECK (frozen_paise >= 0),
  frozen_shares integer NOT NULL DEFAULT 0 CHECK (frozen_shares >= 0),
  frozen_unsettled integer NOT NULL DEFAULT 0 CHECK (frozen_unsettled BETWEEN 0 AND frozen_shares),
  updated_ms bigint NOT NULL,
  timeline_length integer NOT NULL DEFAULT 0,
  -- How the order stood when it was first answered: what a repeat of the request is answered with.
  first_answer jsonb,

  CHECK (filled BETWEEN 0 AND quantity),
  CHECK ((state = 'complete') = (filled = quantity)),
  CHECK (state IN ('pending', 'open', 'trigger_pending')
    OR (frozen_paise = 0 AND frozen_shares = 0)), -- an order that has ended holds nothing
  CHECK (side = 'sell' OR frozen_shares = 0)
) WITH (fillfactor = 80);
CREATE INDEX order_of_user ON trading."order" (user_id, id DESC);
CREATE INDEX order_open ON trading."order" (user_id, id DESC) WHERE state IN ('pending', 'open', 'trigger_pending');

-- Requests that were answered for good: with an order, or with a refusal of the ledger. A repeat finds its first answer here.
CREATE TABLE trading.request (
  user_id text NOT NULL,
  call text NOT NULL,
  request_id text NOT NULL,
  req bytea NOT NULL, -- SHA-256 of the payload, without its password
  order_id bigint,
  refusal text,
  at_ms bigint NOT NULL,
  PRIMARY KEY (user_id, call, request_id),
  CHECK (order_id IS NULL OR refusal IS NULL)
);

-- The journal: members' commands in the order in which they became durable, and where the exchange applied them.
CREATE TABLE trading.command (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('place', 'cancel')),
  order_id bigint NOT NULL REFERENCES trading."order",
  accepted_ms bigint NOT NULL,
  market_day integer,
  applied_step integer,
  applied_index integer,
  CHECK ((market_day IS NULL) = (applied_step IS NULL) AND (market_day IS NULL) = (applied_index IS NULL))
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX command_place ON trading.command (market_day, applied_step, applied_index) WHERE applied_step IS NOT NULL;
CREATE INDEX command_unapplied ON trading.command (seq) WHERE applied_step IS NULL;
CREATE INDEX command_of_order ON trading.command (order_id);

-- What happened to an order after it was accepted, step by step, for its owner to read. Its first step is the order's own row.
CREATE TABLE trading.order_event (
  order_id bigint NOT NULL REFERENCES trading."order",
  no integer NOT NULL,
  state text NOT NULL,
  at_ms bigint NOT NULL,
  market_time text NOT NULL,
  quantity integer,
  price_paise bigint,
  reason text,
  PRIMARY KEY (order_id, no)
);

-- Numbers of positions and fills.
CREATE SEQUENCE trading.number;

-- Shares of one account, share and product from the first fill until none is left (modules/orders/position.ts).
CREATE TABLE trading.position (
  id bigint PRIMARY KEY,
  user_id text NOT NULL,
  asset text NOT NULL,
  code text NOT NULL,
  product text NOT NULL CHECK (product IN ('delivery', 'intraday')),
  state text NOT NULL CHECK (state IN ('in_position', 'historical', 'expired')),
  quantity integer NOT NULL CHECK (quantity >= 0),
  cost_paise bigint NOT NULL,
  buy_charges_paise bigint NOT NULL,
  bought_quantity bigint NOT NULL,
  bought_paise bigint NOT NULL,
  sold_quantity bigint NOT NULL,
  sold_paise bigint NOT NULL,
  realised_paise bigint NOT NULL,
  charges_paise bigint NOT NULL,
  first_buy_ms bigint NOT NULL,
  last_sell_ms bigint,
  -- Of the market date of its newest fill: what today's profit is made from.
  market_date date NOT NULL,
  day_bought_quantity bigint NOT NULL,
  day_bought_paise bigint NOT NULL,
  day_sold_quantity bigint NOT NULL,
  day_sold_paise bigint NOT NULL,
  CHECK ((quantity > 0) = (state = 'in_position')),
  CHECK (quantity = bought_quantity - sold_quantity),
  CHECK (quantity > 0 OR (cost_paise = 0 AND buy_charges_paise = 0))
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX position_held ON trading.position (user_id, asset, product) WHERE state = 'in_position';
CREATE INDEX position_closed ON trading.position (user_id, last_sell_ms DESC, id DESC) WHERE state <> 'in_position';
CREATE INDEX position_closed_on ON trading.position (user_id, market_date) WHERE state <> 'in_position'; -- today's profit

CREATE TABLE trading.fill (
  id bigint PRIMARY KEY,
  order_id bigint NOT NULL REFERENCES trading."order",
  position_id bigint NOT NULL REFERENCES trading.position,
  user_id text NOT NULL,
  asset text NOT NULL,
  code text NOT NULL,
  side text NOT NULL CHECK (side IN ('buy', 'sell')),
  quantity integer NOT NULL CHECK (quantity > 0),
  price_paise bigint NOT NULL CHECK (price_paise > 0),
  value_paise bigint NOT NULL CHECK (value_paise = price_paise * quantity),
  brokerage_paise bigint NOT NULL,
  stt_paise bigint NOT NULL,
  exchange_paise bigint NOT NULL,
  sebi_paise bigint NOT NULL,
  stamp_paise bigint NOT NULL,
  gst_paise bigint NOT NULL,
  dp_paise bigint NOT NULL,
  aggressor boolean NOT NULL,
  at_ms bigint NOT NULL,
  market_date date NOT NULL,
  market_time text NOT NULL,
  market_day integer NOT NULL,
  trade_no bigint NOT NULL,
  UNIQUE (market_day, trade_no, order_id) -- a side of a trade is settled once
);
CREATE INDEX fill_of_user ON trading.fill (user_id, id DESC);
CREATE INDEX fill_of_order ON trading.fill (order_id, id);
CREATE INDEX fill_of_position ON trading.fill (position_id, id DESC);

-- Bought shares that settle on a day (T+1), less those sold before (BTST), less those settled. What remains is in account 122, or
-- frozen for a sale out of it.
CREATE TABLE trading.settlement_due (
  user_id text NOT NULL,
  asset text NOT NULL,
  settles_on date NOT NULL,
  bought integer NOT NULL CHECK (bought > 0),
  sold integer NOT NULL DEFAULT 0 CHECK (sold >= 0),
  settled integer NOT NULL DEFAULT 0 CHECK (settled >= 0),
  PRIMARY KEY (user_id, asset, settles_on),
  CHECK (sold + settled <= bought)
) WITH (fillfactor = 80);
-- Small however long the history gets: what has settled leaves it.
CREATE INDEX settlement_outstanding ON trading.settlement_due (user_id, asset, settles_on) WHERE sold + settled < bought;

-- Value of a share's delivery sales of an account on a market date: the DP charge of the date grows with it, once per share and date.
CREATE TABLE trading.dp_charged (
  user_id text NOT NULL,
  asset text NOT NULL,
  market_date date NOT NULL,
  sold_paise bigint NOT NULL CHECK (sold_paise > 0),
  dp_paise bigint NOT NULL,
  PRIMARY KEY (user_id, asset, market_date)
) WITH (fillfactor = 80);

-- Takes note of a request, holds the money or the shares, and writes the order with its command, in one round trip. After its commit the
-- order is acknowledged and cannot be lost. A repeat answers with the order or the refusal of the first time; a copy that comes while the
-- first is under way waits for it. `seq` is the command that the venue is to be given; it is also answered to a repeat.
--
-- A buy holds p_freeze_paise, a sale its shares: settled ones first, then unsettled ones (BTST).
-- Refusals: request_id_reused; then insufficient_funds or insufficient_holdings, which are kept.
CREATE FUNCTION trading.place_order(
  p_user text, p_account_key bigint, p_call text, p_request_id text, p_req bytea, p_code text, p_asset text, p_side text, p_type text,
  p_product text, p_validity text, p_quantity integer, p_price_paise bigint, p_freeze_paise bigint, p_market_date date,
  p_market_time text, p_at_ms bigint
) RETURNS TABLE (order_id bigint, seq bigint, refusal text, repeated boolean)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_order bigint := nextval('trading.order_id_seq');
  v_buy boolean := p_side = 'buy';
  v_first trading.request;
  v_seq bigint;
  v_unsettled integer := 0;
  v_constraint text;
BEGIN
  INSERT INTO trading.request (user_id, call, request_id, req, order_id, at_ms)
  VALUES (p_user, p_call, p_request_id, p_req, v_order, p_at_ms) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    SELECT * INTO v_first FROM trading.request r WHERE r.user_id = p_user AND r.call = p_call AND r.request_id = p_request_id;
    IF v_first.req <> p_req THEN
      RETURN QUERY SELECT NULL::bigint, NULL::bigint, 'request_id_reused', true;
    ELSE
      RETURN QUERY SELECT v_first.order_id, c.seq, v_first.refusal, true
        FROM (SELECT) one LEFT JOIN trading.command c ON c.order_id = v_first.order_id AND c.kind = 'place';
    END IF;
    RETURN;
  END IF;

  BEGIN
    PERFORM ledger.hold_open(NULL, NULL, CASE WHEN v_buy THEN 'order_hold' ELSE 'sell_hold' END, 'order-' || v_order, 'user',
      p_market_date::text, 'u:' || p_user, CASE WHEN v_buy THEN 'INR' ELSE p_asset END,
      CASE WHEN v_buy THEN p_freeze_paise ELSE p_quantity END);
  EXCEPTION WHEN check_violation THEN
    GET STACKED DIAGNOSTICS v_constraint = CONSTRAINT_NAME;
    IF v_constraint <> 'account_floor' THEN
      RAISE;
    END IF;
    -- The balance cannot bear it. Nothing but the request is kept, so that its repeat is refused too.
    UPDATE trading.request r SET order_id = NULL, refusal = CASE WHEN v_buy THEN 'insufficient_funds' ELSE 'insufficient_holdings' END
    WHERE r.user_id = p_user AND r.call = p_call AND r.request_id = p_request_id RETURNING r.refusal INTO v_first.refusal;
    RETURN QUERY SELECT NULL::bigint, NULL::bigint, v_first.refusal, false;
    RETURN;
  END;
  IF NOT v_buy THEN
    SELECT h.unsettled INTO STRICT v_unsettled FROM ledger.hold h WHERE h.id = 'order-' || v_order;
  END IF;

  INSERT INTO trading."order" (id, user_id, account_key, request_id, code, asset, side, type, product, validity, quantity, price_paise,
    market_date, market_time, accepted_ms, updated_ms, frozen_paise, frozen_shares, frozen_unsettled)
  OVERRIDING SYSTEM VALUE
  VALUES (v_order, p_user, p_account_key, p_request_id, p_code, p_asset, p_side, p_type, p_product, p_validity, p_quantity, p_price_paise,
    p_market_date, p_market_time, p_at_ms, p_at_ms, CASE WHEN v_buy THEN p_freeze_paise ELSE 0 END,
    CASE WHEN v_buy THEN 0 ELSE p_quantity END, v_unsettled);
  INSERT INTO trading.command (kind, order_id, accepted_ms) VALUES ('place', v_order, p_at_ms) RETURNING command.seq INTO v_seq;
  RETURN QUERY SELECT v_order, v_seq, NULL::text, false;
END $$;

-- Journals a cancel of an open order. No row: there is no such order of this user. No seq: it is not open. A cancel that waits to be
-- applied is answered again; only a fresh one is for the venue.
CREATE FUNCTION trading.cancel_order(p_user text, p_order bigint, p_at_ms bigint) RETURNS TABLE (state text, seq bigint, fresh boolean)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_state text;
  v_seq bigint;
  v_fresh boolean := false;
BEGIN
  SELECT o.state INTO v_state FROM trading."order" o WHERE o.id = p_order AND o.user_id = p_user FOR NO KEY UPDATE;
  IF v_state IN ('pending', 'open', 'trigger_pending') THEN
    SELECT c.seq INTO v_seq FROM trading.command c WHERE c.order_id = p_order AND c.kind = 'cancel' AND c.applied_step IS NULL;
    IF v_seq IS NULL THEN
      INSERT INTO trading.command (kind, order_id, accepted_ms) VALUES ('cancel', p_order, p_at_ms) RETURNING command.seq INTO v_seq;
      v_fresh := true;
    END IF;
  END IF;
  RETURN QUERY SELECT v_state, v_seq, v_fresh WHERE v_state IS NOT NULL;
END $$;
