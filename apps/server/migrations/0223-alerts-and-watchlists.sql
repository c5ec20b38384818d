-- Alerts on prices, and watchlists beyond the first (which is market.watch). Prices in paise, instants in ms of real time.

CREATE TABLE market.alert (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id text NOT NULL,
  code text NOT NULL,
  condition text NOT NULL CHECK (condition IN ('above', 'below')),
  price_paise bigint NOT NULL CHECK (price_paise > 0), -- a split or a bonus changes it with the share
  created_ms bigint NOT NULL,
  met_ms bigint, -- once: whoever sets it tells the member
  met_paise bigint,
  CHECK ((met_ms IS NULL) = (met_paise IS NULL))
);
CREATE INDEX alert_of_user ON market.alert (user_id, id DESC);
CREATE INDEX alert_waiting ON market.alert (code) WHERE met_ms IS NULL;

CREATE TABLE market.watchlist (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id text NOT NULL,
  name text NOT NULL CHECK (name <> '' AND char_length(name) <= 24),
  codes text[] NOT NULL DEFAULT '{}', -- in the order of its owner
  at_ms bigint NOT NULL,
  UNIQUE (user_id, name)
);

-- The order that a member gave the first list; what was added since stands before it.
ALTER TABLE market.watch ADD COLUMN place integer;
