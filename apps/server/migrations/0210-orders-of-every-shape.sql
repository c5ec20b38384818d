-- Stops, disclosed quantities, changes, after-market orders, intraday with margin, and the story of an order.

ALTER TABLE trading."order"
  ADD COLUMN trigger_paise bigint CHECK (trigger_paise > 0), -- of a stop
  ADD COLUMN disclosed integer CHECK (disclosed > 0), -- what the book shows at a time; null shows all
  ADD COLUMN after_market boolean NOT NULL DEFAULT false, -- waits for the next pre-open: it has no command before
  ADD COLUMN by_system boolean NOT NULL DEFAULT false, -- the square-off of an intraday position
  ADD COLUMN modifications integer NOT NULL DEFAULT 0,
  ADD COLUMN hold text, -- its hold in the ledger now: a change that needs more opens another. Null: nothing is held for it
  -- What of the hold is in 105: the margin of an intraday order, and of the position that its fills opened. It outlives the order.
  ADD COLUMN margin_paise bigint NOT NULL DEFAULT 0 CHECK (margin_paise >= 0),
  ADD CHECK ((type IN ('sl', 'sl_m')) = (trigger_paise IS NOT NULL)),
  ADD CHECK (disclosed < quantity),
  ADD CHECK (product = 'intraday' OR margin_paise = 0),
  ADD CHECK (product = 'delivery' OR (frozen_paise = 0 AND frozen_shares = 0));
UPDATE trading."order" SET hold = 'order-' || id;
CREATE INDEX order_margin ON trading."order" (user_id, asset) WHERE margin_paise > 0;
CREATE INDEX order_open_intraday ON trading."order" (user_id, asset) WHERE product = 'intraday' AND state IN ('pending', 'open', 'trigger_pending');
CREATE INDEX order_waiting ON trading."order" (id) WHERE after_market AND state = 'pending';

-- A command keeps the terms it was given, since a change alters the order. Null in those from before: theirs are the order's.
ALTER TABLE trading.command
  DROP CONSTRAINT command_kind_check,
  ADD CONSTRAINT command_kind_check CHECK (kind IN ('place', 'modify', 'cancel', 'expire')),
  ADD COLUMN price_paise bigint,
  ADD COLUMN quantity integer,
  ADD COLUMN trigger_paise bigint,
  ADD COLUMN reason text; -- of an `expire`

-- A step of the story: what it tells (contract, STORY_STEPS), and the facts it is told with.
ALTER TABLE trading.order_event
  ADD COLUMN step text,
  ADD COLUMN details jsonb;

ALTER TABLE trading.fill
  ADD COLUMN product text NOT NULL DEFAULT 'delivery' CHECK (product IN ('delivery', 'intraday')),
  ADD COLUMN phase text NOT NULL DEFAULT 'continuous' CHECK (phase IN ('continuous', 'opening_auction', 'closing_auction', 'post_close'));

-- An intraday position may be short: then its quantity is below zero and its cost is what the shares were sold for. A fill that goes through
-- zero leaves it open.
DO $$
DECLARE
  v_name text;
BEGIN
  FOR v_name IN SELECT c.conname FROM pg_constraint c WHERE c.conrelid = 'trading.position'::regclass AND c.contype = 'c' AND pg_get_constraintdef(c.oid) LIKE '%quantity%'
  LOOP
    EXECUTE format('ALTER TABLE trading.position DROP CONSTRAINT %I', v_name);
  END LOOP;
END $$;
ALTER TABLE trading.position
  ADD CHECK (quantity >= 0 OR product = 'intraday'),
  ADD CHECK ((quantity <> 0) = (state = 'in_position')),
  ADD CHECK (product = 'delivery' OR quantity = bought_quantity - sold_quantity),
  ADD CHECK (quantity <> 0 OR (cost_paise = 0 AND buy_charges_paise = 0)),
  ADD CHECK (state <> 'expired' OR product = 'intraday');
ALTER TABLE trading.position ADD COLUMN short_first boolean NOT NULL DEFAULT false; -- its first fill was a sale
