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
  timeline_length integer NOT NULL DEFAULT 1,
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
  order_id bigint REFERENCES trading."order",
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

-- What happened to an order, step by step, for its owner to read.
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

-- Numbers of positions and fills, taken a thousand at a time by the one who settles.
CREATE SEQUENCE trading.id_block INCREMENT BY 1000 START WITH 1000;

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
CREATE INDEX settlement_outstanding ON trading.settlement_due (settles_on) WHERE sold + settled < bought;

-- Value of a share's delivery sales of an account on a market date: the DP charge of the date grows with it, once per share and date.
CREATE TABLE trading.dp_charged (
  user_id text NOT NULL,
  asset text NOT NULL,
  market_date date NOT NULL,
  sold_paise bigint NOT NULL CHECK (sold_paise > 0),
  dp_paise bigint NOT NULL,
  PRIMARY KEY (user_id, asset, market_date)
) WITH (fillfactor = 80);
