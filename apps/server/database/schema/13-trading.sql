-- Orders, their journal, fills and positions. Prices and values in paise, quantities in shares, instants in ms of real
-- time. Own tables only; money and shares move in the ledger.

-- Numbers of orders, of commands and of fills, in the order in which they came to be.
CREATE SEQUENCE trading.journal_number;
-- The next ones that no order, command or fill has, nor the hold or the entry of an order: a row that was written by
-- hand keeps its number, and is in no other's way. One look into each index is for all of them.
CREATE FUNCTION trading.next_journal_numbers(p_count integer) RETURNS SETOF bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan
  SET enable_seqscan = off AS $$
DECLARE
  v_left integer := p_count;
  v_free integer;
  v_numbers bigint[];
  v_fills bigint[];
  v_refs text[];
  v_taken bigint[];
BEGIN
  WHILE v_left > 0 LOOP
    SELECT array_agg(x.n), array_agg(x.n << 16), array_agg('order-' || x.n) INTO v_numbers, v_fills, v_refs
    FROM (SELECT nextval('trading.journal_number') AS n FROM generate_series(1, v_left)) x;
    v_taken := ARRAY(
      SELECT o.id FROM trading."order" o WHERE o.id = ANY (v_numbers)
      UNION ALL SELECT c.seq FROM trading.journal_command c WHERE c.seq = ANY (v_numbers)
      UNION ALL SELECT f.id >> 16 FROM trading.resting_fill f WHERE f.id = ANY (v_fills)
      UNION ALL SELECT substr(h.id, 7)::bigint FROM ledger.hold h WHERE h.id = ANY (v_refs)
      UNION ALL SELECT substr(e.ref, 7)::bigint FROM ledger.entry e
        WHERE e.kind IN ('buy', 'sell', 'order_hold', 'sell_hold', 'margin_hold') AND e.ref = ANY (v_refs));
    RETURN QUERY SELECT x.n FROM unnest(v_numbers) AS x (n) WHERE x.n <> ALL (v_taken);
    GET DIAGNOSTICS v_free = ROW_COUNT;
    v_left := v_left - v_free;
  END LOOP;
END $$;
CREATE FUNCTION trading.next_journal_number() RETURNS bigint
LANGUAGE sql SET search_path = pg_catalog, pg_temp
RETURN trading.next_journal_numbers(1);
-- The next one that no change of product, contract note or refused order has either.
CREATE FUNCTION trading.next_later_number() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_number bigint;
BEGIN
  LOOP
    v_number := trading.next_journal_number();
    IF NOT EXISTS (SELECT FROM trading.product_change c WHERE c.id = v_number)
      AND NOT EXISTS (SELECT FROM trading.contract_note n WHERE n.number = v_number)
      AND NOT EXISTS (SELECT FROM trading.contract_note_line l WHERE l.note = v_number)
      AND NOT EXISTS (SELECT FROM trading.refused_order r WHERE r.id = v_number)
      AND NOT EXISTS (SELECT FROM ledger.hold h WHERE h.id = 'product-' || v_number)
      AND NOT EXISTS (SELECT FROM ledger.entry e WHERE e.kind = 'contract_note' AND e.ref = 'note-' || v_number
        OR e.kind IN ('to_delivery', 'to_intraday', 'margin_hold') AND e.ref = 'product-' || v_number) THEN
      RETURN v_number;
    END IF;
  END LOOP;
END $$;

-- What was asked for, and what has become of it. `id` is the number under which the exchange knows it. An order that
-- the exchange took as it was placed has all of that moment in its row: its request, its command, the book that it
-- found and the fills that it had at once. The views trading.request, trading.command, trading.order_event and
-- trading.fill show these together with what came later.
CREATE TABLE trading."order" (
  id bigint PRIMARY KEY DEFAULT trading.next_journal_number(),
  user_id text NOT NULL,
  account_key integer NOT NULL, -- by which the exchange prevents trades of an account with itself
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
  -- How the order stood when it was first answered, which a repeat of the request is answered with. Null when it had
  -- ended by then: it still stands so.
  first_answer jsonb,
  trigger_paise bigint CHECK (trigger_paise > 0), -- of a stop
  disclosed_quantity integer CHECK (disclosed_quantity > 0), -- what the book shows at a time; null shows all
  after_market boolean NOT NULL DEFAULT false, -- waits for the next pre-open: it has no command before
  by_system boolean NOT NULL DEFAULT false, -- a square-off: request_id says which
  modifications integer NOT NULL DEFAULT 0,
  hold text, -- its hold in the ledger now: a change that needs more opens another. Null: nothing is held for it
  -- What of the hold is in 105: the margin of an intraday order, and of the position that its fills opened. It outlives
  -- the order.
  margin_paise bigint NOT NULL DEFAULT 0 CHECK (margin_paise >= 0),
  -- A market order that an opening auction left goes on as a limit order at the auction's price. Its journalled command
  -- stays what it was, so the day can be played again; this says what it is now.
  became_limit boolean NOT NULL DEFAULT false,

  req bytea CHECK (octet_length(req) = 32), -- SHA-256 of the request, without its password; null: of the system
  -- Where and when the exchange took it as it was placed. Null: trading.journal_command has its command.
  market_day integer,
  applied_step integer,
  applied_index integer,
  first_index integer, -- of the first order that was written with it: their receipts are signed together
  matched_ms bigint,
  matched_time text, -- market time of that step
  -- The book that it found: last price, bid and its quantity, ask and its quantity, and what stood in front of it. Its
  -- first steps are then that it opened, and its fills at once. Empty where there is no continuous trading. Null:
  -- trading.order_step has all its steps.
  book bigint[] CHECK (cardinality(book) IN (0, 6)),
  -- Its fills at once, all of one phase, as the taker or not, and the position that they changed.
  fill_trade bigint[],
  fill_quantity integer[],
  fill_price_paise bigint[],
  fill_charges bigint[], -- seven of each, in the order of the columns; null when one fill completed it
  fill_mac bytea[], -- of each, by which the server knows its own writing
  fill_phase text CHECK (fill_phase IN ('continuous', 'opening_auction', 'closing_auction', 'post_close')),
  fill_aggressor boolean,
  position_id bigint,
  program_key text, -- of the program that placed it; null: its member did
  program_tag text CHECK (length(program_tag) <= 20), -- how the program marked it
  valid_minutes integer CHECK (valid_minutes BETWEEN 1 AND 375), -- market minutes after which it ends
  protection_bps integer CHECK (protection_bps BETWEEN 1 AND 10000), -- of a market order, in place of the market's own
  -- As it was placed, once a change has altered one of them: price, quantity, trigger, disclosed quantity, place of its
  -- type among market, limit, sl and sl_m, whether it was good at once only, minutes, protection.
  placed_terms bigint[],
  -- By which the server knows its own writing (security/command-mac.ts): as it was placed; of an order that waits for
  -- a pre-open, as it is. Null: of the system, whose command has one.
  mac bytea CHECK (octet_length(mac) = 16),

  CHECK ((market_day IS NULL) = (applied_step IS NULL) AND (market_day IS NULL) = (applied_index IS NULL)
    AND (market_day IS NULL) = (matched_ms IS NULL) AND (market_day IS NULL) = (matched_time IS NULL)),
  CHECK (fill_trade IS NULL OR (book IS NOT NULL AND position_id IS NOT NULL AND fill_phase IS NOT NULL
    AND fill_aggressor IS NOT NULL
    AND cardinality(fill_quantity) = cardinality(fill_trade)
    AND cardinality(fill_price_paise) = cardinality(fill_trade)
    AND cardinality(fill_mac) = cardinality(fill_trade) AND fill_mac IS NOT NULL)),
  CHECK (by_system = (req IS NULL)),
  CHECK (program_tag IS NULL OR program_key IS NOT NULL),
  CHECK (filled BETWEEN 0 AND quantity),
  CHECK ((state = 'complete') = (filled = quantity)),
  CHECK (state IN ('pending', 'open', 'trigger_pending')
    OR (frozen_paise = 0 AND frozen_shares = 0)), -- an order that has ended holds nothing
  CHECK (side = 'sell' OR frozen_shares = 0),
  CHECK ((type IN ('sl', 'sl_m')) = (trigger_paise IS NOT NULL)),
  CHECK (NOT became_limit OR type = 'market'),
  CHECK (validity = 'day' OR valid_minutes IS NULL),
  CHECK (type = 'market' OR protection_bps IS NULL),
  CHECK (product = 'intraday' OR margin_paise = 0),
  CHECK (product = 'delivery' OR (frozen_paise = 0 AND frozen_shares = 0))
) WITH (fillfactor = 80);
CREATE INDEX order_of_user ON trading."order" (user_id, id DESC);
CREATE INDEX order_open ON trading."order" (user_id, id DESC) WHERE state IN ('pending', 'open', 'trigger_pending');
CREATE INDEX order_margin ON trading."order" (user_id, asset) WHERE margin_paise > 0;
CREATE INDEX order_open_intraday ON trading."order" (user_id, asset)
  WHERE product = 'intraday' AND state IN ('pending', 'open', 'trigger_pending');
CREATE INDEX order_timed ON trading."order" (id)
  WHERE valid_minutes IS NOT NULL AND state IN ('pending', 'open', 'trigger_pending');
CREATE INDEX order_waiting ON trading."order" (id) WHERE after_market AND state = 'pending';
CREATE UNIQUE INDEX order_request ON trading."order" (user_id, request_id, side) WHERE NOT by_system;
-- One order at each place of a day: its writer sees to it, as with fills and steps. A constraint would let a row that
-- no server wrote keep the true one out. It grows at its end, which costs little as orders are placed.
CREATE INDEX order_place ON trading."order" (market_day, applied_step, applied_index)
  WHERE market_day IS NOT NULL;
-- What an assistant placed on a day, and what it ever did.
CREATE INDEX order_of_program ON trading."order" (program_key, market_date) WHERE program_key IS NOT NULL;
-- What assistants placed since an instant.
CREATE INDEX order_rehearsed ON trading."order" (accepted_ms)
  WHERE program_key IS NOT NULL AND request_id LIKE 'rehearsal-%';
CREATE INDEX order_of_position ON trading."order" (position_id) WHERE position_id IS NOT NULL;
CREATE TRIGGER placed BEFORE UPDATE ON trading."order" FOR EACH ROW
  WHEN (OLD.applied_step IS NOT NULL AND OLD.placed_terms IS NULL
    AND (OLD.price_paise, OLD.quantity, OLD.trigger_paise, OLD.disclosed_quantity, OLD.type, OLD.validity,
        OLD.valid_minutes, OLD.protection_bps)
      IS DISTINCT FROM (NEW.price_paise, NEW.quantity, NEW.trigger_paise, NEW.disclosed_quantity, NEW.type,
        NEW.validity, NEW.valid_minutes, NEW.protection_bps))
  EXECUTE FUNCTION trading.keep_placed_terms();
-- What one fill completed at once has that fill's charges in its own columns: as it was completed it stays.
CREATE TRIGGER filled BEFORE UPDATE ON trading."order" FOR EACH ROW
  WHEN (OLD.fill_trade IS NOT NULL AND OLD.fill_charges IS NULL
    AND (OLD.quantity, OLD.filled, OLD.filled_paise, OLD.brokerage_paise, OLD.stt_paise, OLD.exchange_paise,
        OLD.sebi_paise, OLD.stamp_paise, OLD.gst_paise, OLD.dp_paise)
      IS DISTINCT FROM (NEW.quantity, NEW.filled, NEW.filled_paise, NEW.brokerage_paise, NEW.stt_paise,
        NEW.exchange_paise, NEW.sebi_paise, NEW.stamp_paise, NEW.gst_paise, NEW.dp_paise))
  EXECUTE FUNCTION trading.refuse_fill_change();
-- A new order is a new movement, also one that holds nothing: it waits while money is stopped. What the system closes
-- goes on.
CREATE TRIGGER stopped AFTER INSERT ON trading."order" REFERENCING NEW TABLE AS new_order FOR EACH STATEMENT
  EXECUTE FUNCTION ledger.refuse_while_stopped();
-- Limits that members set for themselves, for every order: also one that no server has looked at (decision 27).
CREATE TRIGGER limited AFTER INSERT ON trading."order" REFERENCING NEW TABLE AS new_order FOR EACH STATEMENT
  EXECUTE FUNCTION trading.keep_limits_of_orders();
ALTER TABLE trading."order" ENABLE ALWAYS TRIGGER limited;
CREATE TRIGGER limited_terms BEFORE UPDATE ON trading."order" FOR EACH ROW
  WHEN (NEW.market_date <> OLD.market_date
    OR OLD.applied_step IS NULL AND (NEW.quantity, NEW.price_paise, NEW.trigger_paise, NEW.type)
      IS DISTINCT FROM (OLD.quantity, OLD.price_paise, OLD.trigger_paise, OLD.type))
  EXECUTE FUNCTION trading.keep_waiting_terms();
ALTER TABLE trading."order" ENABLE ALWAYS TRIGGER limited_terms;

-- Requests that were answered for good with something else than a new order: a refusal of the ledger, or a change. A
-- repeat finds its first answer here. The view trading.request has those of orders too.
CREATE TABLE trading.answered_request (
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
-- A change is a new movement too.
CREATE TRIGGER stopped BEFORE INSERT ON trading.answered_request FOR EACH STATEMENT
  EXECUTE FUNCTION ledger.refuse_while_stopped();

-- Numbers of positions, lots and triggers.
CREATE SEQUENCE trading.number;
-- The next one that no position has, nor anything else of its kind.
CREATE FUNCTION trading.next_number() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_number bigint;
BEGIN
  LOOP
    v_number := nextval('trading.number');
    IF NOT EXISTS (SELECT FROM trading.position p WHERE p.id = v_number)
      AND NOT EXISTS (SELECT FROM trading.price_trigger t WHERE t.id = v_number)
      AND NOT EXISTS (SELECT FROM trading.basket b WHERE b.id = v_number)
      AND NOT EXISTS (SELECT FROM trading.regular_purchase p WHERE p.id = v_number)
      AND NOT EXISTS (SELECT FROM trading.order_run r WHERE r.id = v_number)
      AND NOT EXISTS (SELECT FROM trading.offer_application a WHERE a.id = v_number)
      AND NOT EXISTS (SELECT FROM trading.own_limit l WHERE l.id = v_number) THEN
      RETURN v_number;
    END IF;
  END LOOP;
END $$;

-- Orders that wait for a price and hold nothing (decision 28). A trigger waits below the price, above it, or on both
-- sides (a stop and a target): the first side that is reached places its limit order, and the other ends with it.
-- `firing` has fired and has no order yet; `fired` has one; of `failed` the order was refused.
CREATE TABLE trading.price_trigger (
  id bigint PRIMARY KEY DEFAULT trading.next_number(),
  user_id text NOT NULL,
  account_key integer NOT NULL,
  request_id text NOT NULL,
  req bytea NOT NULL CHECK (octet_length(req) = 32), -- SHA-256 of the request, without its password
  terms bytea NOT NULL CHECK (octet_length(terms) = 32), -- SHA-256 of what it waits for and asks for now
  code text NOT NULL,
  asset text NOT NULL,
  side text NOT NULL CHECK (side IN ('buy', 'sell')),
  product text NOT NULL CHECK (product IN ('delivery', 'intraday')),
  quantity integer NOT NULL CHECK (quantity > 0),
  below_paise bigint CHECK (below_paise > 0),
  below_limit_paise bigint CHECK (below_limit_paise > 0),
  above_paise bigint CHECK (above_paise > 0),
  above_limit_paise bigint CHECK (above_limit_paise > 0),
  position_id bigint, -- with which it ends; null: it stands alone
  created_ms bigint NOT NULL,
  changed_ms bigint NOT NULL,
  version integer NOT NULL DEFAULT 1, -- of its terms; what the market has seen of an older one fires nothing
  armed_day integer NOT NULL, -- market day and step since which it has these terms
  armed_step integer NOT NULL,
  market_date date NOT NULL,
  expires_on date NOT NULL, -- the last market date on which it waits
  adjusted boolean NOT NULL DEFAULT false, -- by a split or a bonus
  state text NOT NULL DEFAULT 'waiting'
    CHECK (state IN ('waiting', 'firing', 'fired', 'failed', 'ended', 'expired', 'removed')),
  reason text, -- of `failed`: the refusal of its order; of `ended`: corporate_action, or nothing
  fired_side text CHECK (fired_side IN ('below', 'above')),
  fired_ms bigint,
  fired_time text, -- market time
  order_id bigint REFERENCES trading."order",
  ended_ms bigint,
  authority text NOT NULL, -- by which session, and by which password there: modules/orders/authority.ts
  CHECK ((below_paise IS NULL) = (below_limit_paise IS NULL) AND (above_paise IS NULL) = (above_limit_paise IS NULL)),
  CHECK (coalesce(below_paise, above_paise) IS NOT NULL AND (below_paise < above_paise) IS NOT FALSE),
  CHECK ((state IN ('firing', 'fired', 'failed')) = (fired_side IS NOT NULL)
    AND (fired_side IS NULL) = (fired_ms IS NULL) AND (fired_side IS NULL) = (fired_time IS NULL)),
  CHECK (CASE fired_side WHEN 'below' THEN below_paise IS NOT NULL WHEN 'above' THEN above_paise IS NOT NULL
    ELSE true END),
  CHECK ((state = 'fired') = (order_id IS NOT NULL)),
  CHECK (CASE state WHEN 'failed' THEN reason IS NOT NULL WHEN 'ended' THEN true ELSE reason IS NULL END),
  CHECK ((state IN ('waiting', 'firing')) = (ended_ms IS NULL))
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX price_trigger_request ON trading.price_trigger (user_id, request_id);
CREATE UNIQUE INDEX price_trigger_order ON trading.price_trigger (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX price_trigger_of_user ON trading.price_trigger (user_id, id DESC);
CREATE INDEX price_trigger_open ON trading.price_trigger (id) WHERE state IN ('waiting', 'firing');
CREATE INDEX price_trigger_position ON trading.price_trigger (position_id)
  WHERE state = 'waiting' AND position_id IS NOT NULL;
CREATE TRIGGER ended BEFORE UPDATE ON trading.price_trigger FOR EACH ROW
  EXECUTE FUNCTION trading.keep_fired();
-- It may move money later: no new one while money is stopped.
CREATE TRIGGER stopped BEFORE INSERT ON trading.price_trigger FOR EACH STATEMENT
  EXECUTE FUNCTION ledger.refuse_while_stopped();

-- Orders that a member keeps together to send them at once (decision 28). Its orders are replaced as a whole.
CREATE TABLE trading.basket (
  id bigint PRIMARY KEY DEFAULT trading.next_number(),
  user_id text NOT NULL,
  request_id text NOT NULL,
  req bytea NOT NULL CHECK (octet_length(req) = 32), -- SHA-256 of the request that made it
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  version integer NOT NULL DEFAULT 1, -- counts its changes
  market_date date NOT NULL, -- on which its orders were written last: splits before it are in them
  created_ms bigint NOT NULL,
  changed_ms bigint NOT NULL,
  removed_ms bigint,
  authority text NOT NULL -- by which session it was written last
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX basket_request ON trading.basket (user_id, request_id);
CREATE INDEX basket_of_user ON trading.basket (user_id, id DESC) WHERE removed_ms IS NULL;

-- An order of a basket.
CREATE TABLE trading.basket_order (
  basket_id bigint NOT NULL REFERENCES trading.basket,
  no integer NOT NULL CHECK (no BETWEEN 1 AND 20), -- its place
  code text NOT NULL,
  side text NOT NULL CHECK (side IN ('buy', 'sell')),
  type text NOT NULL CHECK (type IN ('market', 'limit', 'sl', 'sl_m')),
  product text NOT NULL CHECK (product IN ('delivery', 'intraday')),
  validity text NOT NULL CHECK (validity IN ('day', 'ioc')),
  quantity integer NOT NULL CHECK (quantity > 0),
  price_paise bigint CHECK (price_paise > 0),
  trigger_paise bigint CHECK (trigger_paise > 0),
  disclosed_quantity integer CHECK (disclosed_quantity > 0),
  valid_minutes integer CHECK (valid_minutes BETWEEN 1 AND 375),
  PRIMARY KEY (basket_id, no)
);
CREATE INDEX basket_order_code ON trading.basket_order (code);

-- Purchases that come again and again, of a share or of a basket (decision 28). A basket is bought as it is at one of
-- its versions: while it is bought, changing it takes what began the purchase.
CREATE TABLE trading.regular_purchase (
  id bigint PRIMARY KEY DEFAULT trading.next_number(),
  user_id text NOT NULL,
  account_key integer NOT NULL,
  request_id text NOT NULL,
  req bytea NOT NULL CHECK (octet_length(req) = 32),
  basket_id bigint REFERENCES trading.basket,
  basket_version integer,
  code text,
  amount_paise bigint NOT NULL CHECK (amount_paise > 0), -- the most of one time, charges included
  unit text NOT NULL CHECK (unit IN ('market_days', 'weeks', 'months')),
  every integer NOT NULL CHECK (every BETWEEN 1 AND 60),
  first_on date NOT NULL,
  times integer NOT NULL CHECK (times BETWEEN 1 AND 60),
  made integer NOT NULL DEFAULT 0,
  next_on date, -- a market date, or one of the real calendar in India
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'paused', 'ended')),
  created_ms bigint NOT NULL,
  changed_ms bigint NOT NULL,
  authority text NOT NULL, -- by which session, and by which password there, it goes on
  CHECK ((basket_id IS NULL) <> (code IS NULL) AND (basket_id IS NULL) = (basket_version IS NULL)),
  CHECK (made BETWEEN 0 AND times AND (made < times OR state = 'ended')),
  CHECK ((state = 'ended') = (next_on IS NULL))
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX regular_purchase_request ON trading.regular_purchase (user_id, request_id);
CREATE INDEX regular_purchase_of_user ON trading.regular_purchase (user_id, id DESC);
CREATE INDEX regular_purchase_due ON trading.regular_purchase (next_on) WHERE state = 'active';
CREATE INDEX regular_purchase_of_basket ON trading.regular_purchase (basket_id) WHERE state <> 'ended';
-- It moves money later: no new one while money is stopped.
CREATE TRIGGER stopped BEFORE INSERT ON trading.regular_purchase FOR EACH STATEMENT
  EXECUTE FUNCTION ledger.refuse_while_stopped();

-- Orders that are sent together: a basket once, or a regular purchase on one of its dates. `placing` until each has its
-- answer; of one that is `skipped` none was sent.
CREATE TABLE trading.order_run (
  id bigint PRIMARY KEY DEFAULT trading.next_number(),
  user_id text NOT NULL,
  account_key integer NOT NULL,
  basket_id bigint REFERENCES trading.basket,
  regular_id bigint REFERENCES trading.regular_purchase,
  due date,
  request_id text, -- of a basket that is placed
  req bytea CHECK (octet_length(req) = 32),
  name text NOT NULL, -- of the basket, or the share, as it was then
  state text NOT NULL CHECK (state IN ('placing', 'done', 'skipped')),
  reason text,
  at_ms bigint NOT NULL,
  market_date date NOT NULL,
  market_time text NOT NULL,
  authority text NOT NULL, -- of a basket by which session and password; of a regular purchase its own
  CHECK ((basket_id IS NULL) <> (regular_id IS NULL)),
  CHECK ((regular_id IS NULL) = (due IS NULL) AND (basket_id IS NULL) = (request_id IS NULL)
    AND (request_id IS NULL) = (req IS NULL)),
  CHECK ((state = 'skipped') = (reason IS NOT NULL) AND (state <> 'skipped' OR regular_id IS NOT NULL))
);
CREATE UNIQUE INDEX order_run_request ON trading.order_run (user_id, request_id) WHERE request_id IS NOT NULL;
-- A regular purchase is made once for a date.
CREATE INDEX order_run_due ON trading.order_run (regular_id, due) WHERE regular_id IS NOT NULL;
CREATE INDEX order_run_of_user ON trading.order_run (user_id, id DESC);
CREATE INDEX order_run_of_basket ON trading.order_run (basket_id, id DESC) WHERE basket_id IS NOT NULL;
CREATE INDEX order_run_open ON trading.order_run (id) WHERE state = 'placing';
CREATE TRIGGER stopped BEFORE INSERT ON trading.order_run FOR EACH STATEMENT
  EXECUTE FUNCTION ledger.refuse_while_stopped();

-- An order of a run: what it asks for, and its order or why there is none. Neither: it has no answer yet.
CREATE TABLE trading.order_run_line (
  run_id bigint NOT NULL REFERENCES trading.order_run,
  no integer NOT NULL CHECK (no BETWEEN 1 AND 20),
  code text NOT NULL,
  side text NOT NULL CHECK (side IN ('buy', 'sell')),
  type text NOT NULL CHECK (type IN ('market', 'limit', 'sl', 'sl_m')),
  product text NOT NULL CHECK (product IN ('delivery', 'intraday')),
  validity text NOT NULL CHECK (validity IN ('day', 'ioc')),
  quantity integer NOT NULL CHECK (quantity > 0),
  price_paise bigint CHECK (price_paise > 0),
  trigger_paise bigint CHECK (trigger_paise > 0),
  disclosed_quantity integer CHECK (disclosed_quantity > 0),
  valid_minutes integer CHECK (valid_minutes BETWEEN 1 AND 375),
  order_id bigint REFERENCES trading."order",
  reason text,
  PRIMARY KEY (run_id, no),
  CHECK (order_id IS NULL OR reason IS NULL)
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX order_run_line_order ON trading.order_run_line (order_id) WHERE order_id IS NOT NULL;

-- Commands beside those of orders that the exchange took as they were placed, in the order in which they became
-- durable, and where it applied them. A command keeps the terms it was given, since a change alters the order. The
-- view trading.command is the whole journal. Commands of the market itself stand between those of
-- members, so that the day can be played again with them:
--   news     an article about a company, which participants hear at its place
--   suspend  a share, within the day: the request of the back office that two people agreed to (decision 12)
--   offer    an offer of listed shares opens, or its shares may be sold, from a market date on (decision 18)
--   fire     a trigger has reached its price; its order comes by itself (decision 28)
CREATE TABLE trading.journal_command (
  seq bigint PRIMARY KEY DEFAULT trading.next_journal_number(),
  kind text NOT NULL CHECK (kind IN ('place', 'modify', 'cancel', 'expire', 'news', 'suspend', 'offer', 'fire')),
  order_id bigint REFERENCES trading."order",
  accepted_ms bigint NOT NULL,
  market_day integer,
  applied_step integer,
  applied_index integer,
  price_paise bigint,
  quantity integer,
  trigger_paise bigint,
  reason text, -- of an `expire`
  disclosed_quantity integer,
  code text,
  article_id text, -- it may be dropped one day
  about text,
  bps integer CHECK (bps <> 0),
  request_id bigint, -- of console.request; a foreign key would be looked at with every order
  offering_id text,
  on_date date,
  trigger_id bigint REFERENCES trading.price_trigger,
  -- Of a `place` its kind of order; of a `modify` the kind that the order becomes, null where it keeps its own.
  type text CHECK (type IN ('market', 'limit', 'sl', 'sl_m')),
  validity text CHECK (validity IN ('day', 'ioc')),
  valid_minutes integer,
  protection_bps integer,
  mac bytea CHECK (octet_length(mac) = 16), -- by which the server knows its own writing
  CHECK ((type IS NULL) = (validity IS NULL)),
  CHECK ((market_day IS NULL) = (applied_step IS NULL) AND (market_day IS NULL) = (applied_index IS NULL)),
  CONSTRAINT command_of_order_or_share CHECK (
    CASE kind
      WHEN 'news' THEN order_id IS NULL AND code IS NOT NULL AND article_id IS NOT NULL AND about IS NOT NULL
        AND bps IS NOT NULL AND request_id IS NULL AND offering_id IS NULL
      WHEN 'suspend' THEN order_id IS NULL AND code IS NOT NULL AND article_id IS NULL AND about IS NULL
        AND bps IS NULL AND request_id IS NOT NULL AND offering_id IS NULL
      WHEN 'offer' THEN order_id IS NULL AND code IS NOT NULL AND article_id IS NULL AND about IN ('opens', 'sold')
        AND bps < 0 AND request_id IS NULL AND offering_id IS NOT NULL AND on_date IS NOT NULL
      WHEN 'fire' THEN order_id IS NULL AND code IS NOT NULL AND article_id IS NULL AND about IN ('below', 'above')
        AND trigger_paise IS NOT NULL AND bps IS NULL AND request_id IS NULL AND offering_id IS NULL
      ELSE order_id IS NOT NULL AND code IS NULL AND article_id IS NULL AND about IS NULL
        AND bps IS NULL AND request_id IS NULL AND offering_id IS NULL END),
  CHECK ((kind = 'fire') = (trigger_id IS NOT NULL))
) WITH (fillfactor = 80);
CREATE INDEX command_place ON trading.journal_command (market_day, applied_step, applied_index)
  WHERE applied_step IS NOT NULL;
CREATE INDEX command_unapplied ON trading.journal_command (seq) WHERE applied_step IS NULL;
CREATE INDEX command_of_order ON trading.journal_command (order_id);
-- News is heard once, and a trigger fires once, whichever of its sides is reached first. Their writers see to it: a
-- constraint would let a row that no server wrote keep the true one out.
CREATE INDEX command_news ON trading.journal_command (article_id) WHERE kind = 'news';
CREATE INDEX command_offer ON trading.journal_command (offering_id, about, on_date) WHERE kind = 'offer';
CREATE INDEX command_fire ON trading.journal_command (trigger_id) WHERE kind = 'fire';
CREATE TRIGGER limited BEFORE INSERT ON trading.journal_command FOR EACH ROW
  WHEN (NEW.kind IN ('place', 'modify')) EXECUTE FUNCTION trading.keep_commanded_terms();
ALTER TABLE trading.journal_command ENABLE ALWAYS TRIGGER limited;

-- What happened to an order after it was accepted, step by step, for its owner to read. The steps that its own row
-- tells (trading."order".book) have none here. The view trading.order_event has all.
CREATE TABLE trading.order_step (
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
  details jsonb
);
CREATE INDEX order_step_of_order ON trading.order_step (order_id, no);

-- Orders of programs that risk control or the exchange refused. Each ended as it came: it has no command and no entry,
-- and stands beside its member's orders for 90 days. What a member places in the app is answered by the refusal alone.
CREATE TABLE trading.refused_order (
  id bigint PRIMARY KEY DEFAULT trading.next_later_number(),
  user_id text NOT NULL,
  request_id text NOT NULL,
  req bytea NOT NULL CHECK (octet_length(req) = 32), -- SHA-256 of the request
  code text NOT NULL,
  asset text NOT NULL,
  side text NOT NULL CHECK (side IN ('buy', 'sell')),
  type text NOT NULL CHECK (type IN ('market', 'limit', 'sl', 'sl_m')),
  product text NOT NULL CHECK (product IN ('delivery', 'intraday')),
  validity text NOT NULL CHECK (validity IN ('day', 'ioc')),
  quantity integer NOT NULL CHECK (quantity > 0),
  price_paise bigint NOT NULL CHECK (price_paise >= 0), -- the limit, or the last price of an order without one
  trigger_paise bigint,
  disclosed_quantity integer,
  market_date date NOT NULL,
  market_time text NOT NULL,
  at_ms bigint NOT NULL,
  reason text NOT NULL, -- a refusal of the contract
  details jsonb, -- of a limit of the member's own: its figure, the day's, and when it ends
  program_key text NOT NULL,
  program_tag text CHECK (length(program_tag) <= 20),
  UNIQUE (user_id, request_id, side)
);
CREATE INDEX refused_order_of_user ON trading.refused_order (user_id, id DESC);
CREATE INDEX refused_order_over ON trading.refused_order (at_ms);

-- Orders that an assistant would place and its member is asked about. Each is as good as its rehearsal: two minutes. An
-- order that came of it is found by its request, whose id is that of the question.
CREATE TABLE trading.assistant_question (
  id text PRIMARY KEY CHECK (length(id) = 53),
  user_id text NOT NULL,
  program_key text NOT NULL,
  side text NOT NULL CHECK (side IN ('buy', 'sell')),
  code text NOT NULL,
  terms text NOT NULL CHECK (length(terms) <= 2000), -- JSON: the order's fields as they were rehearsed
  left_paise bigint CHECK (left_paise > 0), -- the protected price of an order at the market, when it was rehearsed
  why text CHECK (length(why) BETWEEN 1 AND 200), -- the reason, in the assistant's words
  asked_ms bigint NOT NULL,
  until_ms bigint NOT NULL,
  answered_ms bigint,
  refusal text, -- of one that was answered and gave no order: declined, or why the order was refused
  -- By which the server knows its own writing (security/row-mac.ts).
  mac bytea NOT NULL CHECK (octet_length(mac) = 16),
  CHECK (refusal IS NULL OR answered_ms IS NOT NULL)
);
CREATE INDEX assistant_question_of_user ON trading.assistant_question (user_id, asked_ms DESC);
CREATE INDEX assistant_question_over ON trading.assistant_question (asked_ms);

-- What an assistant did, or was refused: orders that it placed or cancelled, and calls of that kind that came to
-- nothing. Each has a record in the log, which has what was asked as a hash with this salt.
CREATE TABLE trading.assistant_act (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  user_id text NOT NULL,
  program_key text NOT NULL,
  act text NOT NULL CHECK (act IN ('placed', 'cancelled', 'refused')),
  tool text NOT NULL,
  asked text NOT NULL CHECK (length(asked) <= 2000), -- JSON: what it sent, without the seal
  salt bytea NOT NULL CHECK (octet_length(salt) = 16),
  reason text, -- of a refusal: declined, or a reason of the contract or of the tools
  order_id bigint,
  market_date date NOT NULL,
  market_time text NOT NULL,
  at_ms bigint NOT NULL,
  CHECK ((act = 'refused') = (reason IS NOT NULL) AND (act = 'refused') = (order_id IS NULL)),
  UNIQUE (order_id, act)
);
CREATE INDEX assistant_act_of_user ON trading.assistant_act (user_id, market_date, id DESC);
CREATE INDEX assistant_act_over ON trading.assistant_act (at_ms);

-- What an assistant read or rehearsed in a minute, and how often.
CREATE TABLE trading.assistant_read (
  program_key text NOT NULL,
  minute_ms bigint NOT NULL,
  tool text NOT NULL,
  -- A code; of a rehearsal JSON as in assistant_act; of is_this_real its note; else empty.
  about text NOT NULL CHECK (length(about) <= 2000),
  user_id text NOT NULL,
  times integer NOT NULL CHECK (times > 0),
  market_date date NOT NULL,
  market_time text NOT NULL, -- of the first of them
  PRIMARY KEY (program_key, minute_ms, tool, about)
);
CREATE INDEX assistant_read_of_user ON trading.assistant_read (user_id, market_date, minute_ms DESC);
CREATE INDEX assistant_read_over ON trading.assistant_read (minute_ms);

-- Shares of one account, share and product from the first fill until none is left (modules/orders). A delivery position
-- lasts until the day's end: what was sold and bought back on one day is one position (decision 10). An intraday
-- position may be short: then its quantity is below zero, and its cost is what the shares were sold for.
CREATE TABLE trading.position (
  id bigint PRIMARY KEY,
  user_id text NOT NULL,
  asset text NOT NULL,
  code text NOT NULL,
  product text NOT NULL CHECK (product IN ('delivery', 'intraday')),
  state text NOT NULL CHECK (state IN ('in_position', 'historical', 'expired')),
  quantity integer NOT NULL,
  -- What an intraday position cost, and the charges of opening it. Of delivery shares the lots say it: the view
  -- trading.position_now has both.
  cost_paise bigint NOT NULL,
  buy_charges_paise bigint NOT NULL,
  bought_quantity bigint NOT NULL,
  bought_paise bigint NOT NULL,
  sold_quantity bigint NOT NULL,
  sold_paise bigint NOT NULL,
  charges_paise bigint NOT NULL, -- final up to the newest contract note
  noted_paise bigint NOT NULL DEFAULT 0, -- of these, what contract notes charged over the estimates, or gave back
  first_buy_ms bigint NOT NULL,
  last_sell_ms bigint,
  -- Of the market date of its newest fill: what today's profit is made from, and what is in no lot before its note.
  market_date date NOT NULL,
  day_bought_quantity bigint NOT NULL,
  day_bought_paise bigint NOT NULL,
  day_sold_quantity bigint NOT NULL,
  day_sold_paise bigint NOT NULL,
  day_sold_unsettled bigint NOT NULL DEFAULT 0, -- of what was sold, shares that had not settled
  day_charges_paise bigint NOT NULL,
  day_buy_charges_paise bigint NOT NULL, -- of these, of purchases
  short_first boolean NOT NULL DEFAULT false, -- its first fill was a sale
  -- What corporate actions added to an intraday one that was left over their ex-dates: trading.position_adjustment.
  adjusted_quantity bigint NOT NULL DEFAULT 0,
  adjusted_paise bigint NOT NULL DEFAULT 0,
  -- By which the server knows its own writing: whose it is, and of what. One that was written by hand is in no other's
  -- way.
  mac bytea NOT NULL CHECK (octet_length(mac) = 16),
  CHECK (quantity >= 0 OR product = 'intraday'),
  CHECK ((quantity <> 0) = (state = 'in_position')),
  CHECK (product = 'delivery' OR quantity = bought_quantity - sold_quantity + adjusted_quantity),
  CHECK (product = 'intraday' OR (adjusted_quantity = 0 AND adjusted_paise = 0)),
  CHECK ((quantity <> 0 AND product = 'intraday') OR (cost_paise = 0 AND buy_charges_paise = 0)),
  CHECK (state <> 'expired' OR product = 'intraday')
) WITH (fillfactor = 80);
CREATE INDEX position_held ON trading.position (user_id, asset, product) WHERE state = 'in_position';
CREATE INDEX position_closed ON trading.position (user_id, last_sell_ms DESC, id DESC) WHERE state <> 'in_position';
-- Of the positions of today's profit.
CREATE INDEX position_closed_on ON trading.position (user_id, market_date) WHERE state <> 'in_position';
-- Those that a margin call may meet.
CREATE INDEX position_intraday ON trading.position (id) WHERE state = 'in_position' AND product = 'intraday';
CREATE INDEX position_of_asset ON trading.position (asset, user_id)
  WHERE state = 'in_position' AND product = 'delivery';

-- Executions of orders that rested, each a side of a trade, and others that an order's own row cannot tell. The view
-- trading.fill has all. The number of a fill is its order's, or one made like it, times 65,536.
CREATE TABLE trading.resting_fill (
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
  mac bytea NOT NULL CHECK (octet_length(mac) = 16) -- of all columns but this
);
CREATE INDEX fill_of_trade ON trading.resting_fill (market_day, trade_no);
CREATE INDEX fill_of_user ON trading.resting_fill (user_id, id DESC);
CREATE INDEX fill_of_order ON trading.resting_fill (order_id, id);
CREATE INDEX fill_of_position ON trading.resting_fill (position_id, id DESC);

-- Shares of a position that became the other product on the day on which they were bought (decision 14). They leave
-- one position and enter the other at what they cost; fills stay as they were.
CREATE TABLE trading.product_change (
  id bigint PRIMARY KEY DEFAULT trading.next_later_number(),
  user_id text NOT NULL,
  request_id text NOT NULL,
  req bytea NOT NULL CHECK (octet_length(req) = 32), -- SHA-256 of the request
  code text NOT NULL,
  asset text NOT NULL,
  product text NOT NULL CHECK (product IN ('delivery', 'intraday')), -- what they became
  quantity integer NOT NULL CHECK (quantity > 0),
  value_paise bigint NOT NULL CHECK (value_paise > 0),
  charges_paise bigint NOT NULL CHECK (charges_paise >= 0), -- of buying them, which go with them
  estimated_paise bigint NOT NULL CHECK (estimated_paise >= 0), -- what delivery costs over intraday, charged with it
  from_position bigint NOT NULL REFERENCES trading.position,
  to_position bigint NOT NULL REFERENCES trading.position,
  -- What of its hold product-<id> is in 105: margin of shares that became intraday, as of an order.
  margin_paise bigint NOT NULL CHECK (margin_paise >= 0),
  market_day integer NOT NULL,
  market_date date NOT NULL,
  market_time text NOT NULL,
  at_ms bigint NOT NULL,
  program_key text, -- of the program that asked for it; null: its member did
  mac bytea NOT NULL CHECK (octet_length(mac) = 16), -- of all that a change moves
  CHECK (product = 'intraday' OR margin_paise = 0),
  CHECK (product = 'delivery' OR estimated_paise = 0)
);
CREATE UNIQUE INDEX product_change_request ON trading.product_change (user_id, request_id);
CREATE INDEX product_change_of_day ON trading.product_change (user_id, market_date);
CREATE INDEX product_change_margin ON trading.product_change (user_id, asset) WHERE margin_paise > 0;
-- A new movement: none while money is stopped.
CREATE TRIGGER stopped BEFORE INSERT ON trading.product_change FOR EACH STATEMENT
  EXECUTE FUNCTION ledger.refuse_while_stopped();
CREATE TRIGGER limited BEFORE INSERT ON trading.product_change FOR EACH ROW WHEN (NEW.product = 'intraday')
  EXECUTE FUNCTION trading.keep_limits_of_purchases();
ALTER TABLE trading.product_change ENABLE ALWAYS TRIGGER limited;

-- Bought shares that settle on a day (T+1), less those sold before (BTST), less those settled. What remains is in
-- account 122, or frozen for a sale out of it.
CREATE TABLE trading.settlement_due (
  user_id text NOT NULL,
  asset text NOT NULL,
  settles_on date NOT NULL,
  bought integer NOT NULL CHECK (bought > 0),
  sold integer NOT NULL DEFAULT 0 CHECK (sold >= 0),
  settled integer NOT NULL DEFAULT 0 CHECK (settled >= 0),
  noted integer NOT NULL DEFAULT 0 CHECK (noted >= 0), -- what was left as the newest note of a trade in it was issued
  outstanding boolean NOT NULL DEFAULT true, -- until a pay-out finds that nothing remains
  mac bytea NOT NULL CHECK (octet_length(mac) = 16), -- of all columns but this and `outstanding`
  PRIMARY KEY (user_id, asset, settles_on),
  CHECK (sold + settled <= bought),
  CHECK (outstanding OR sold + settled = bought)
) WITH (fillfactor = 80);
-- Small however long the history gets: what has settled leaves it. A condition on the figures would write all indexes
-- anew with each order.
CREATE INDEX settlement_outstanding ON trading.settlement_due (user_id, asset, settles_on) WHERE outstanding;

-- Holdings that were due and were not delivered by a simulated seller (decision 15): their shares come with the
-- pay-out of `arrives_on`, from the auction. A sale of them before that was short, and is bought in when the day is
-- over. Where the auction finds none, what was kept is closed out in money (decision 15).
CREATE TABLE trading.short_delivery (
  user_id text NOT NULL,
  asset text NOT NULL,
  code text NOT NULL,
  settles_on date NOT NULL, -- on which they were due
  arrives_on date NOT NULL CHECK (arrives_on > settles_on),
  waits integer NOT NULL CHECK (waits >= 0), -- shares that come later
  sold integer NOT NULL CHECK (sold >= 0), -- shares that were sold before
  liquidity_group smallint NOT NULL CHECK (liquidity_group BETWEEN 1 AND 3),
  found boolean NOT NULL, -- by the auction; else all of it is closed out in money
  auction_bps integer NOT NULL, -- the auction's price over the close
  noted_ms bigint NOT NULL,
  mac bytea NOT NULL CHECK (octet_length(mac) = 16), -- of what is above
  -- When the day is over: sold shares that nothing else delivers, their sale, and at what price they are bought in.
  -- Money that the member does not have, the platform bears.
  undelivered integer CHECK (undelivered BETWEEN 0 AND waits + sold),
  sale_paise bigint CHECK (sale_paise >= 0),
  price_paise bigint CHECK (price_paise > 0),
  loss_paise bigint CHECK (loss_paise = greatest(0, price_paise * undelivered - sale_paise)),
  absorbed_paise bigint CHECK (absorbed_paise BETWEEN 0 AND loss_paise),
  ended_ms bigint,
  -- Shares that were kept and never come, the money for them, the position that they left, and what their lots say
  -- that they had cost; the charges of buying them, and the STT among these.
  closed_out integer NOT NULL DEFAULT 0 CHECK (closed_out >= 0),
  closed_paise bigint NOT NULL DEFAULT 0,
  position_id bigint,
  lot_paise bigint NOT NULL DEFAULT 0 CHECK (lot_paise >= 0),
  lot_charges_paise bigint NOT NULL DEFAULT 0 CHECK (lot_charges_paise >= 0),
  lot_stt_paise bigint NOT NULL DEFAULT 0 CHECK (lot_stt_paise BETWEEN 0 AND lot_charges_paise),
  PRIMARY KEY (user_id, asset, settles_on, mac),
  CHECK (waits + sold > 0),
  CHECK (num_nulls(undelivered, sale_paise, price_paise, loss_paise, absorbed_paise, ended_ms) IN (0, 6)),
  CHECK (closed_out = CASE WHEN found OR ended_ms IS NULL THEN 0 ELSE waits + sold - undelivered END),
  CHECK (closed_paise = CASE closed_out WHEN 0 THEN 0 ELSE closed_out * price_paise END),
  CHECK ((position_id IS NOT NULL) = (closed_out > 0)),
  CHECK (closed_out > 0 OR (lot_paise = 0 AND lot_charges_paise = 0))
);
CREATE INDEX short_delivery_of_day ON trading.short_delivery (settles_on);

-- Value of a share's delivery sales of an account on a market date: the DP charge of the date grows with it, once per
-- share and date.
CREATE TABLE trading.dp_charged (
  user_id text NOT NULL,
  asset text NOT NULL,
  market_date date NOT NULL,
  sold_paise bigint NOT NULL CHECK (sold_paise > 0),
  dp_paise bigint NOT NULL,
  mac bytea NOT NULL CHECK (octet_length(mac) = 16), -- of all other columns
  PRIMARY KEY (user_id, asset, market_date)
) WITH (fillfactor = 80);
-- Asked with every order that spends money.
CREATE INDEX dp_charged_of_day ON trading.dp_charged (user_id, market_date);

-- The contract note of a member's market date: what the day's orders cost in the end. Buys and sells of a share net, so
-- this is known when the day is over; what the fills were charged until then is an estimate, and the entry
-- `contract_note` books the difference.
CREATE TABLE trading.contract_note (
  number bigint PRIMARY KEY DEFAULT trading.next_later_number(),
  user_id text NOT NULL,
  market_date date NOT NULL,
  settles_on date NOT NULL,
  brokerage_paise bigint NOT NULL CHECK (brokerage_paise >= 0),
  stt_paise bigint NOT NULL CHECK (stt_paise >= 0),
  exchange_paise bigint NOT NULL CHECK (exchange_paise >= 0),
  sebi_paise bigint NOT NULL CHECK (sebi_paise >= 0),
  stamp_paise bigint NOT NULL CHECK (stamp_paise >= 0),
  gst_paise bigint NOT NULL CHECK (gst_paise >= 0),
  dp_paise bigint NOT NULL CHECK (dp_paise >= 0),
  -- What the day's fills were charged, and what of a difference no money was there for: the platform bears it.
  estimated_paise bigint NOT NULL CHECK (estimated_paise >= 0),
  absorbed_paise bigint NOT NULL DEFAULT 0 CHECK (absorbed_paise >= 0),
  issued_ms bigint NOT NULL,
  -- By which the server knows its own writing: whose it is, and of which date.
  mac bytea NOT NULL CHECK (octet_length(mac) = 16)
);
CREATE INDEX contract_note_of_date ON trading.contract_note (market_date, user_id);
CREATE INDEX contract_note_of_user ON trading.contract_note (user_id, number);
CREATE TRIGGER estimated AFTER INSERT ON trading.contract_note REFERENCING NEW TABLE AS new_note FOR EACH STATEMENT
  EXECUTE FUNCTION trading.refuse_wrong_estimate();

-- Shares that traded trade-for-trade on a market date: in its contract notes nothing of them nets.
CREATE TABLE trading.trade_for_trade (
  market_date date NOT NULL,
  code text NOT NULL,
  PRIMARY KEY (market_date, code)
);

-- What of a note is one share's: what was bought and sold within the day, and what is delivered. Intraday orders that
-- were not closed on their day have a line of their own. Charges of the lines sum to those of the note.
CREATE TABLE trading.contract_note_line (
  note bigint NOT NULL REFERENCES trading.contract_note,
  asset text NOT NULL,
  code text NOT NULL,
  product text NOT NULL CHECK (product IN ('delivery', 'intraday')),
  bought_quantity bigint NOT NULL CHECK (bought_quantity >= 0),
  bought_paise bigint NOT NULL CHECK (bought_paise >= 0),
  sold_quantity bigint NOT NULL CHECK (sold_quantity >= 0),
  sold_paise bigint NOT NULL CHECK (sold_paise >= 0),
  same_day_quantity bigint NOT NULL CHECK (same_day_quantity >= 0),
  same_day_bought_paise bigint NOT NULL,
  same_day_sold_paise bigint NOT NULL,
  same_day_charges_paise bigint NOT NULL,
  same_day_stt_paise bigint NOT NULL CHECK (same_day_stt_paise BETWEEN 0 AND same_day_charges_paise),
  -- Above zero: bought; below: sold.
  delivered_quantity bigint NOT NULL,
  delivered_paise bigint NOT NULL CHECK ((delivered_quantity = 0) = (delivered_paise = 0)),
  delivered_charges_paise bigint NOT NULL,
  delivered_stt_paise bigint NOT NULL CHECK (delivered_stt_paise BETWEEN 0 AND delivered_charges_paise),
  -- Of a share that trades trade-for-trade buys and sells have a line each.
  side text NOT NULL DEFAULT 'both' CHECK (side IN ('both', 'buy', 'sell')),
  mac bytea NOT NULL CHECK (octet_length(mac) = 16), -- of what is delivered
  PRIMARY KEY (note, asset, product, side),
  CHECK (side = 'both' OR CASE side WHEN 'buy' THEN sold_quantity ELSE bought_quantity END = 0),
  CHECK (product = 'intraday' OR delivered_quantity = bought_quantity - sold_quantity),
  CHECK (product = 'delivery' OR delivered_quantity = 0),
  CHECK (same_day_quantity = least(bought_quantity, sold_quantity)),
  CHECK (bought_paise - same_day_bought_paise = CASE WHEN delivered_quantity > 0 THEN delivered_paise ELSE 0 END),
  CHECK (sold_paise - same_day_sold_paise = CASE WHEN delivered_quantity < 0 THEN delivered_paise ELSE 0 END)
);

-- The square-off of a market date has begun for the shares that close through an auction, or for the others: no
-- intraday order after it.
CREATE TABLE trading.square_off (
  market_date date NOT NULL,
  shares text NOT NULL CHECK (shares IN ('auctioned', 'others')),
  PRIMARY KEY (market_date, shares)
);

-- Margin calls and square-offs of intraday positions (decision 14), each once a position: what it stood at, at the
-- last price of a step of the market day. The check counts the rule of packages/rules, marginStanding, again. Their
-- writer sees to the once: a constraint would let a row that no server wrote keep the true one out.
CREATE TABLE trading.margin_call (
  position_id bigint NOT NULL REFERENCES trading.position,
  kind text NOT NULL CHECK (kind IN ('call', 'square_off')),
  user_id text NOT NULL,
  asset text NOT NULL,
  code text NOT NULL,
  quantity integer NOT NULL CHECK (quantity <> 0), -- below zero: short
  cost_paise bigint NOT NULL CHECK (cost_paise > 0),
  rate_bps integer NOT NULL CHECK (rate_bps BETWEEN 1 AND 10000),
  margin_paise bigint NOT NULL,
  held_paise bigint NOT NULL CHECK (held_paise >= 0),
  last_paise bigint NOT NULL CHECK (last_paise > 0),
  market_day integer NOT NULL,
  step integer NOT NULL,
  market_date date NOT NULL,
  market_time text NOT NULL,
  at_ms bigint NOT NULL,
  order_id bigint REFERENCES trading."order", -- of a square-off; null: it has no order yet, or needs none
  mac bytea NOT NULL CHECK (octet_length(mac) = 16), -- by which the server knows its own writing, of all columns
  CHECK (margin_paise = (cost_paise * rate_bps + 9999) / 10000),
  CHECK ((margin_paise - least(held_paise, margin_paise) + sign(quantity) * cost_paise - quantity::bigint * last_paise)
    * 100 >= margin_paise * CASE kind WHEN 'call' THEN 50 ELSE 80 END),
  CHECK (kind = 'square_off' OR order_id IS NULL)
);
CREATE INDEX margin_call_of_position ON trading.margin_call (position_id);
CREATE INDEX margin_call_of_user ON trading.margin_call (user_id, market_date);

-- Lots: which shares of a holding were acquired when and for how much, first in first out, as tax asks. They are a
-- consequence of what contract notes deliver: trading.make_lots makes and uses those of one member, when they are
-- asked for and once a day. A split multiplies them, a bonus adds a lot that cost nothing.
CREATE TABLE trading.lot (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, -- in the order in which they were acquired
  user_id text NOT NULL,
  asset text NOT NULL,
  code text NOT NULL,
  origin text NOT NULL CHECK (origin IN ('buy', 'bonus', 'allotment', 'entitlement', 'rights', 'demerger')),
  -- Of a buy the number of its contract note, of an allotment its application; of the others the corporate action, and
  -- of a demerger behind it the place of the old lot among those of its share, from 0.
  source text NOT NULL,
  acquired_on date NOT NULL, -- market date; a split keeps it, and shares of a demerger have that of the old ones
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
  UNIQUE (origin, source, user_id, asset),
  CHECK (remaining > 0 OR (cost_paise = 0 AND charges_paise = 0))
) WITH (fillfactor = 80);
CREATE INDEX lot_left ON trading.lot (user_id, asset, id) WHERE remaining > 0;

-- Up to which contract note the lots of a member are made.
CREATE TABLE trading.lots_made (
  user_id text PRIMARY KEY,
  note bigint NOT NULL
);

-- Up to which order of a member the notices are written of those that ended as they were placed (modules/orders,
-- make-notices.ts). What such a notice says follows from the order's row.
CREATE TABLE trading.notices_made (
  user_id text PRIMARY KEY,
  order_id bigint NOT NULL
) WITH (fillfactor = 80);

-- What a sale took of which lot. Shares that no lot tells of (there are none in a market whose every share was bought,
-- allotted or given) have no lot.
CREATE TABLE trading.lot_sale (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id text NOT NULL,
  asset text NOT NULL,
  code text NOT NULL,
  note bigint REFERENCES trading.contract_note,
  -- Without a note: the buyback that bought them, the rights issue of entitlements that lapsed, or the demerger that
  -- left a part of a share, which is no whole one.
  action_id text,
  lot_id bigint REFERENCES trading.lot,
  quantity bigint NOT NULL CHECK (quantity >= 0),
  acquired_on date,
  sold_on date NOT NULL,
  sold_ms bigint NOT NULL,
  cost_paise bigint NOT NULL,
  buy_charges_paise bigint NOT NULL,
  buy_stt_paise bigint NOT NULL,
  proceeds_paise bigint NOT NULL,
  sale_charges_paise bigint NOT NULL,
  sale_stt_paise bigint NOT NULL,
  CHECK ((note IS NULL) = (action_id IS NOT NULL)),
  CHECK (quantity > 0 OR action_id IS NOT NULL)
);
CREATE INDEX lot_sale_of_user ON trading.lot_sale (user_id, sold_on, id);
CREATE INDEX lot_sale_of_lot ON trading.lot_sale (lot_id);

-- What each holder got by a corporate action, once. `held` is what was entitled, settled or not. Of a rights issue
-- asset and code are those of the entitlements that were added, of a demerger those of the new share; a buyback adds
-- nothing.
CREATE TABLE trading.entitlement (
  action_id text NOT NULL,
  user_id text NOT NULL,
  asset text NOT NULL,
  code text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('dividend', 'split', 'bonus', 'rights', 'buyback', 'demerger')),
  on_date date NOT NULL,
  held bigint NOT NULL CHECK (held > 0),
  added bigint NOT NULL DEFAULT 0 CHECK (added >= 0),
  gross_paise bigint NOT NULL DEFAULT 0 CHECK (gross_paise >= 0), -- a dividend, or the cash for part of a share
  tds_paise bigint NOT NULL DEFAULT 0 CHECK (tds_paise BETWEEN 0 AND gross_paise),
  at_ms bigint NOT NULL,
  -- Of a dividend: the market date on which it is due, and when its money moved.
  pays_on date CHECK (pays_on > on_date),
  paid_ms bigint,
  PRIMARY KEY (action_id, user_id),
  CHECK ((kind = 'dividend') = (pays_on IS NOT NULL)),
  CHECK (paid_ms IS NULL OR pays_on IS NOT NULL)
);
CREATE INDEX entitlement_of_user ON trading.entitlement (user_id, asset, on_date);
CREATE INDEX entitlement_unpaid ON trading.entitlement (pays_on, action_id, user_id)
  WHERE pays_on IS NOT NULL AND paid_ms IS NULL;

-- What an action did to each intraday position that was left over its ex-date, once: see adjustmentOf in
-- modules/corporate. Of a short one all three are below zero: it owes what a holder gets.
CREATE TABLE trading.position_adjustment (
  action_id text NOT NULL,
  position_id bigint NOT NULL REFERENCES trading.position,
  user_id text NOT NULL,
  quantity integer NOT NULL CHECK (quantity <> 0), -- as it was left
  added integer NOT NULL CHECK (added::bigint * quantity >= 0), -- shares of a split or a bonus
  paise bigint NOT NULL CHECK (paise::numeric * quantity >= 0), -- what it adds to the result
  at_ms bigint NOT NULL,
  PRIMARY KEY (action_id, position_id)
);
CREATE INDEX position_adjustment_of_user ON trading.position_adjustment (user_id);

-- What a demerger did to each holding, once: what of its cost left the lots of the old share, and what of that is the
-- cost of a part of a new one, which is paid for in cash once the new share has traded for a day. The rest is that of
-- the new whole ones.
CREATE TABLE trading.demerged_holding (
  action_id text NOT NULL,
  user_id text NOT NULL,
  held_asset text NOT NULL,
  asset text NOT NULL, -- of the new share
  code text NOT NULL,
  position_id bigint NOT NULL, -- of the old share
  moved_paise bigint NOT NULL CHECK (moved_paise >= 0),
  moved_charges_paise bigint NOT NULL CHECK (moved_charges_paise >= 0),
  parts integer NOT NULL CHECK (parts >= 0), -- of a new share, in the parts that it is counted in
  -- What the part of a share cost, and when it was acquired.
  part_paise bigint NOT NULL CHECK (part_paise BETWEEN 0 AND moved_paise),
  part_charges_paise bigint NOT NULL CHECK (part_charges_paise BETWEEN 0 AND moved_charges_paise),
  part_stt_paise bigint NOT NULL CHECK (part_stt_paise BETWEEN 0 AND part_charges_paise),
  acquired_on date NOT NULL,
  cash_paise bigint CHECK (cash_paise >= 0),
  paid_ms bigint,
  PRIMARY KEY (action_id, user_id),
  CHECK ((cash_paise IS NULL) = (paid_ms IS NULL)),
  CHECK (parts > 0 OR (part_paise = 0 AND part_charges_paise = 0 AND paid_ms IS NULL))
);
CREATE INDEX demerged_holding_of_user ON trading.demerged_holding (user_id, action_id);
CREATE INDEX demerged_holding_unpaid ON trading.demerged_holding (action_id, user_id)
  WHERE parts > 0 AND paid_ms IS NULL;

-- What members asked for in a rights issue or a buyback (decision 16): one at a time for each offer.
-- `shares` are entitlements that are used, or shares that are tendered; the hold offer-<id> keeps them,
-- offer-<id>-money what new
-- shares cost. What became of it stands in the row once the offer is settled.
CREATE TABLE trading.offer_application (
  id bigint PRIMARY KEY DEFAULT trading.next_number(),
  action_id text NOT NULL,
  user_id text NOT NULL,
  request_id text NOT NULL,
  req bytea NOT NULL CHECK (octet_length(req) = 32), -- SHA-256 of the request, without its password
  kind text NOT NULL CHECK (kind IN ('rights', 'buyback')),
  code text NOT NULL, -- of the company's share
  asset text NOT NULL,
  held_asset text NOT NULL, -- the entitlements, or the shares again
  shares integer NOT NULL CHECK (shares >= 0),
  additional integer NOT NULL DEFAULT 0 CHECK (additional >= 0), -- shares beyond the entitlements, of a rights issue
  price_paise bigint NOT NULL CHECK (price_paise > 0),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'withdrawn', 'settled')),
  market_date date NOT NULL,
  market_time text NOT NULL,
  at_ms bigint NOT NULL,
  ended_ms bigint,
  got integer, -- shares that were allotted, or bought back
  paid_paise bigint, -- for them
  tds_paise bigint,
  stt_paise bigint NOT NULL DEFAULT 0 CHECK (stt_paise BETWEEN 0 AND paid_paise), -- of a buyback
  position_id bigint, -- of what was bought back, or of the entitlements that were used
  -- What used entitlements had cost by their lots, which goes to the new shares.
  lot_paise bigint NOT NULL DEFAULT 0 CHECK (lot_paise >= 0),
  lot_charges_paise bigint NOT NULL DEFAULT 0 CHECK (lot_charges_paise >= 0),
  lot_stt_paise bigint NOT NULL DEFAULT 0 CHECK (lot_stt_paise BETWEEN 0 AND lot_charges_paise),
  CHECK (shares + additional > 0 AND (kind = 'rights' OR (additional = 0 AND shares > 0))),
  CHECK ((state = 'open') = (ended_ms IS NULL)),
  CHECK ((state = 'settled') = (got IS NOT NULL) AND num_nulls(got, paid_paise, tds_paise) IN (0, 3)),
  CHECK (got BETWEEN 0 AND shares + additional AND paid_paise = got * price_paise
    AND tds_paise BETWEEN 0 AND paid_paise),
  CHECK ((position_id IS NOT NULL) = (CASE kind WHEN 'buyback' THEN got ELSE shares END > 0 AND state = 'settled'))
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX offer_application_request ON trading.offer_application (user_id, request_id);
CREATE UNIQUE INDEX offer_application_open ON trading.offer_application (action_id, user_id) WHERE state = 'open';
CREATE INDEX offer_application_of_user ON trading.offer_application (user_id, id DESC);
-- It moves money later: no new one while money is stopped.
CREATE TRIGGER stopped BEFORE INSERT ON trading.offer_application FOR EACH STATEMENT
  EXECUTE FUNCTION ledger.refuse_while_stopped();

-- Entitlements of a member that were worth nothing when their issue had closed.
CREATE TABLE trading.lapsed_entitlement (
  action_id text NOT NULL,
  user_id text NOT NULL,
  asset text NOT NULL,
  code text NOT NULL,
  on_date date NOT NULL,
  entitlements integer NOT NULL CHECK (entitlements > 0),
  at_ms bigint NOT NULL,
  PRIMARY KEY (action_id, user_id)
);

-- Changes of the limits that members set for themselves (decision 27). The newest row of a kind says all of it. No
-- role may write it but through trading.set_own_limit, and rows stay as they were written.
--   day_loss       paise that a market day may lose, by what was sold and by what is open
--   day_orders     orders on a market day
--   largest_order  paise of one order
--   no_intraday    1: an intraday order may only reduce a position
--   pause          real instant in ms until which orders may only reduce; through_date: the last market date of it
CREATE TABLE trading.own_limit (
  id bigint PRIMARY KEY DEFAULT trading.next_number(),
  user_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('day_loss', 'day_orders', 'largest_order', 'no_intraday', 'pause')),
  value bigint CHECK (value > 0), -- null: none
  before bigint CHECK (before > 0), -- in force until `value` is
  through_date date,
  asked_ms bigint NOT NULL,
  asked_date date NOT NULL, -- the market date then
  -- Looser: in force from the first market day on that begins at this instant or later, and after asked_date. Null: at
  -- once.
  from_ms bigint,
  CHECK (from_ms IS NULL OR from_ms >= asked_ms + 86400000),
  CHECK (kind = 'pause' OR through_date IS NULL),
  -- What is in force at once is no looser than what was.
  CHECK (CASE WHEN kind = 'pause' THEN from_ms IS NULL AND (before IS NULL OR value >= before)
    ELSE from_ms IS NOT NULL OR before IS NULL OR (value IS NOT NULL AND value <= before) END)
);
CREATE INDEX own_limit_of_user ON trading.own_limit (user_id, kind, id DESC);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON trading.own_limit
  FOR EACH STATEMENT EXECUTE FUNCTION trading.keep_own_limits();
ALTER TABLE trading.own_limit ENABLE ALWAYS TRIGGER append_only;
CREATE TRIGGER follow BEFORE INSERT ON trading.own_limit FOR EACH ROW EXECUTE FUNCTION trading.follow_own_limits();
ALTER TABLE trading.own_limit ENABLE ALWAYS TRIGGER follow;

-- What a member writes about an own order: why, what was planned, words and tags (decision 30). Nothing is computed
-- from it but the member's own record, and no role of the back office may read it.
CREATE TABLE trading.order_note (
  order_id bigint PRIMARY KEY REFERENCES trading."order",
  user_id text NOT NULL,
  reason text CHECK (reason IN ('news', 'chart', 'value', 'tip', 'feeling', 'practice', 'plan', 'money')),
  stop_paise bigint CHECK (stop_paise > 0),
  target_paise bigint CHECK (target_paise > 0),
  planned_ms bigint, -- when the plan was written or last changed
  text text CHECK (length(text) BETWEEN 1 AND 500),
  tags text[] NOT NULL CHECK (cardinality(tags) <= 5),
  changed_ms bigint NOT NULL,
  CHECK ((coalesce(stop_paise, target_paise) IS NULL) = (planned_ms IS NULL)),
  CHECK (coalesce(reason, text) IS NOT NULL OR planned_ms IS NOT NULL OR cardinality(tags) > 0)
);
CREATE INDEX order_note_of_user ON trading.order_note (user_id, order_id);
