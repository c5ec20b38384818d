-- Orders, their journal, fills and positions. Prices and values in paise, quantities in shares, instants in ms of real
-- time. Own tables only; money and shares move in the ledger.

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
  -- the limit, or the protected price of a market order: no fill is worse
  price_paise bigint NOT NULL CHECK (price_paise > 0),
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
  -- What is still set aside for it: money (102), and of a sale the shares (121) that came from settled and from
  -- unsettled ones.
  frozen_paise bigint NOT NULL CHECK (frozen_paise >= 0),
  frozen_shares integer NOT NULL DEFAULT 0 CHECK (frozen_shares >= 0),
  frozen_unsettled integer NOT NULL DEFAULT 0 CHECK (frozen_unsettled BETWEEN 0 AND frozen_shares),
  updated_ms bigint NOT NULL,
  timeline_length integer NOT NULL DEFAULT 0,
  -- How the order stood when it was first answered: what a repeat of the request is answered with.
  first_answer jsonb,
  trigger_paise bigint CHECK (trigger_paise > 0), -- of a stop
  disclosed integer CHECK (disclosed > 0), -- what the book shows at a time; null shows all
  after_market boolean NOT NULL DEFAULT false, -- waits for the next pre-open: it has no command before
  by_system boolean NOT NULL DEFAULT false, -- the square-off of an intraday position
  modifications integer NOT NULL DEFAULT 0,
  hold text, -- its hold in the ledger now: a change that needs more opens another. Null: nothing is held for it
  -- What of the hold is in 105: the margin of an intraday order, and of the position that its fills opened. It outlives
  -- the order.
  margin_paise bigint NOT NULL DEFAULT 0 CHECK (margin_paise >= 0),
  -- A market order that an opening auction left goes on as a limit order at the auction's price. Its journalled command
  -- stays what it was, so the day can be played again; this says what it is now.
  became_limit boolean NOT NULL DEFAULT false,

  CHECK (filled BETWEEN 0 AND quantity),
  CHECK ((state = 'complete') = (filled = quantity)),
  CHECK (state IN ('pending', 'open', 'trigger_pending')
    OR (frozen_paise = 0 AND frozen_shares = 0)), -- an order that has ended holds nothing
  CHECK (side = 'sell' OR frozen_shares = 0),
  CHECK ((type IN ('sl', 'sl_m')) = (trigger_paise IS NOT NULL)),
  CHECK (NOT became_limit OR type = 'market'),
  CHECK (product = 'intraday' OR margin_paise = 0),
  CHECK (product = 'delivery' OR (frozen_paise = 0 AND frozen_shares = 0))
) WITH (fillfactor = 80);
CREATE INDEX order_of_user ON trading."order" (user_id, id DESC);
CREATE INDEX order_open ON trading."order" (user_id, id DESC) WHERE state IN ('pending', 'open', 'trigger_pending');
CREATE INDEX order_margin ON trading."order" (user_id, asset) WHERE margin_paise > 0;
CREATE INDEX order_open_intraday ON trading."order" (user_id, asset)
  WHERE product = 'intraday' AND state IN ('pending', 'open', 'trigger_pending');
CREATE INDEX order_waiting ON trading."order" (id) WHERE after_market AND state = 'pending';

-- Requests that were answered for good: with an order, or with a refusal of the ledger. A repeat finds its first answer
-- here.
CREATE TABLE trading.request (
  user_id text NOT NULL,
  call text NOT NULL,
  request_id text NOT NULL,
  req bytea NOT NULL, -- SHA-256 of the payload, without its password
  order_id bigint,
  refusal text,
  at_ms bigint NOT NULL,
  seq bigint, -- the command of a change
  PRIMARY KEY (user_id, call, request_id),
  CHECK (order_id IS NULL OR refusal IS NULL)
);
-- An order that needs no hold, since it closes a position, is a new movement too, and waits while money is stopped.
-- Every request to place or change an order is noted here first.
CREATE TRIGGER stopped BEFORE INSERT ON trading.request FOR EACH STATEMENT
  EXECUTE FUNCTION ledger.refuse_while_stopped();

-- The journal: commands in the order in which they became durable, and where the exchange applied them. A command keeps
-- the terms it was given, since a change alters the order. Commands of the market itself stand between those of
-- members, so that the day can be played again with them:
--   news     an article about a company, which participants hear at its place
--   suspend  a share, within the day: the request of the back office that two people agreed to (decision 70)
--   offer    an offer of listed shares opens, or its shares may be sold, from a market date on (decision 95)
CREATE TABLE trading.command (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('place', 'modify', 'cancel', 'expire', 'news', 'suspend', 'offer')),
  order_id bigint REFERENCES trading."order",
  accepted_ms bigint NOT NULL,
  market_day integer,
  applied_step integer,
  applied_index integer,
  price_paise bigint,
  quantity integer,
  trigger_paise bigint,
  reason text, -- of an `expire`
  disclosed integer,
  code text,
  article_id text, -- it may be dropped one day
  about text,
  bps integer CHECK (bps <> 0),
  request_id bigint, -- of console.request; a foreign key would be looked at with every order
  offering_id text,
  on_date date,
  CHECK ((market_day IS NULL) = (applied_step IS NULL) AND (market_day IS NULL) = (applied_index IS NULL)),
  CONSTRAINT command_of_order_or_share CHECK (
    CASE kind
      WHEN 'news' THEN order_id IS NULL AND code IS NOT NULL AND article_id IS NOT NULL AND about IS NOT NULL
        AND bps IS NOT NULL AND request_id IS NULL AND offering_id IS NULL
      WHEN 'suspend' THEN order_id IS NULL AND code IS NOT NULL AND article_id IS NULL AND about IS NULL
        AND bps IS NULL AND request_id IS NOT NULL AND offering_id IS NULL
      WHEN 'offer' THEN order_id IS NULL AND code IS NOT NULL AND article_id IS NULL AND about IN ('opens', 'sold')
        AND bps < 0 AND request_id IS NULL AND offering_id IS NOT NULL AND on_date IS NOT NULL
      ELSE order_id IS NOT NULL AND code IS NULL AND article_id IS NULL AND about IS NULL
        AND bps IS NULL AND request_id IS NULL AND offering_id IS NULL END)
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX command_place ON trading.command (market_day, applied_step, applied_index)
  WHERE applied_step IS NOT NULL;
CREATE INDEX command_unapplied ON trading.command (seq) WHERE applied_step IS NULL;
CREATE INDEX command_of_order ON trading.command (order_id);
CREATE UNIQUE INDEX command_news ON trading.command (article_id) WHERE kind = 'news';
CREATE UNIQUE INDEX command_suspend ON trading.command (request_id) WHERE kind = 'suspend';
CREATE UNIQUE INDEX command_offer ON trading.command (offering_id, about, on_date) WHERE kind = 'offer';

-- What happened to an order after it was accepted, step by step, for its owner to read. Its first step is the order's
-- own row.
CREATE TABLE trading.order_event (
  order_id bigint NOT NULL REFERENCES trading."order",
  no integer NOT NULL,
  state text NOT NULL,
  at_ms bigint NOT NULL,
  market_time text NOT NULL,
  quantity integer,
  price_paise bigint,
  reason text,
  -- A step of the history: what happened (contract, ORDER_STEPS), and its facts.
  step text,
  details jsonb,
  PRIMARY KEY (order_id, no)
);

-- Numbers of positions and fills.
CREATE SEQUENCE trading.number;

-- Shares of one account, share and product from the first fill until none is left (modules/orders). An intraday
-- position may be short: then its quantity is below zero, and its cost is what the shares were sold for.
CREATE TABLE trading.position (
  id bigint PRIMARY KEY,
  user_id text NOT NULL,
  asset text NOT NULL,
  code text NOT NULL,
  product text NOT NULL CHECK (product IN ('delivery', 'intraday')),
  state text NOT NULL CHECK (state IN ('in_position', 'historical', 'expired')),
  quantity integer NOT NULL,
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
  short_first boolean NOT NULL DEFAULT false, -- its first fill was a sale
  CHECK (quantity >= 0 OR product = 'intraday'),
  CHECK ((quantity <> 0) = (state = 'in_position')),
  CHECK (product = 'delivery' OR quantity = bought_quantity - sold_quantity),
  CHECK (quantity <> 0 OR (cost_paise = 0 AND buy_charges_paise = 0)),
  CHECK (state <> 'expired' OR product = 'intraday')
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX position_held ON trading.position (user_id, asset, product) WHERE state = 'in_position';
CREATE INDEX position_closed ON trading.position (user_id, last_sell_ms DESC, id DESC) WHERE state <> 'in_position';
-- Of the positions of today's profit.
CREATE INDEX position_closed_on ON trading.position (user_id, market_date) WHERE state <> 'in_position';
CREATE INDEX position_of_asset ON trading.position (asset, user_id)
  WHERE state = 'in_position' AND product = 'delivery';

-- Executions of orders, each a side of a trade.
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
  product text NOT NULL DEFAULT 'delivery' CHECK (product IN ('delivery', 'intraday')),
  phase text NOT NULL DEFAULT 'continuous' CHECK (phase IN ('continuous', 'opening_auction', 'closing_auction',
    'post_close')),
  UNIQUE (market_day, trade_no, order_id) -- a side of a trade is settled once
);
CREATE INDEX fill_of_user ON trading.fill (user_id, id DESC);
CREATE INDEX fill_of_order ON trading.fill (order_id, id);
CREATE INDEX fill_of_position ON trading.fill (position_id, id DESC);
CREATE TRIGGER lots AFTER INSERT ON trading.fill REFERENCING NEW TABLE AS new_fill FOR EACH STATEMENT
  EXECUTE FUNCTION trading.keep_lots();

-- Bought shares that settle on a day (T+1), less those sold before (BTST), less those settled. What remains is in
-- account 122, or frozen for a sale out of it.
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
CREATE INDEX settlement_outstanding ON trading.settlement_due (user_id, asset, settles_on)
  WHERE sold + settled < bought;

-- Value of a share's delivery sales of an account on a market date: the DP charge of the date grows with it, once per
-- share and date.
CREATE TABLE trading.dp_charged (
  user_id text NOT NULL,
  asset text NOT NULL,
  market_date date NOT NULL,
  sold_paise bigint NOT NULL CHECK (sold_paise > 0),
  dp_paise bigint NOT NULL,
  PRIMARY KEY (user_id, asset, market_date)
) WITH (fillfactor = 80);
-- Asked with every order that spends money.
CREATE INDEX dp_charged_of_day ON trading.dp_charged (user_id, market_date);

-- The square-off of a market date has begun for the shares that close through an auction, or for the others: no
-- intraday order after it.
CREATE TABLE trading.square_off (
  market_date date NOT NULL,
  shares text NOT NULL CHECK (shares IN ('auctioned', 'others')),
  PRIMARY KEY (market_date, shares)
);

-- Lots: which shares of a holding were acquired when and for how much, first in first out, as tax asks. They
-- are a consequence of the fills: a trigger makes and uses them. A split multiplies them, a bonus
-- adds a lot that cost nothing.
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
  -- What is left of it, what that cost, and the charges of buying it; STT is a part of these, which may not be
  -- deducted from tax.
  remaining bigint NOT NULL CHECK (remaining BETWEEN 0 AND quantity),
  cost_paise bigint NOT NULL CHECK (cost_paise >= 0),
  charges_paise bigint NOT NULL CHECK (charges_paise >= 0),
  stt_paise bigint NOT NULL CHECK (stt_paise BETWEEN 0 AND charges_paise),
  -- Of shares from a placement, a block or an offer for sale: the first market date on which they may be sold. Null: no
  -- lock-in.
  locked_until date,
  UNIQUE (origin, source, user_id),
  CHECK (remaining > 0 OR (cost_paise = 0 AND charges_paise = 0))
) WITH (fillfactor = 80);
CREATE INDEX lot_left ON trading.lot (user_id, asset, id) WHERE remaining > 0;

-- What a sale took of which lot. Shares that no lot tells of (there are none in a market whose every share was bought,
-- allotted or given) have no lot.
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
