-- The market's days, what is durable of the running one, its candles, and watchlists. Prices in paise (hundredths of a
-- point for an index), instants in ms of real time. Trading never reads a price from here: candles are what trades have
-- left behind.

-- Market days from 0. A day keeps what it began with, so that it can be played again after a crash whatever the
-- configuration is by then.
CREATE TABLE market.day (
  market_day integer PRIMARY KEY CHECK (market_day >= 0),
  market_date date NOT NULL UNIQUE,
  profile text NOT NULL CHECK (profile IN ('compressed', 'nse')),
  steps integer NOT NULL CHECK (steps > 0), -- of 250 ms, from 08:45 to 16:00
  first_step integer NOT NULL CHECK (first_step >= 0), -- later than 0 on the very first day, which begins when it opens
  seed_hash bytea NOT NULL, -- SHA-256 of the seed of its participants, which is derived and never stored
  began_ms bigint NOT NULL,
  closed_ms bigint, -- once its closing prices and candles are stored
  participants jsonb, -- what the simulated participants carry into the next day, at the close
  -- Which rules and which exchange a day is played by: a running one can be gone on with by no others.
  engine text NOT NULL DEFAULT 'continuous',
  -- What a closed market day was made of besides the members' commands: its order log begins with it
  -- (modules/market/order-log-store.ts). JSON, deflated, as bytes that nothing reorders; dropped when the day is no
  -- longer handed out.
  head bytea STORAGE EXTERNAL,
  -- A share is suspended from a market day on, and until one: a day that runs goes on with what it began with, whatever
  -- the universe says since (decision 12). Null for days from before: theirs are the universe's.
  suspended text[],
  -- The shares and indices with which the newest market day began, packed as JSON (decision 12): a day goes on with
  -- them, whatever a release says since. Null for days from before this was kept, and again once the next day has
  -- begun: the head of a closed day's order log has them.
  universe bytea STORAGE EXTERNAL
);
CREATE INDEX day_began ON market.day (began_ms);
CREATE TRIGGER keep_closed BEFORE UPDATE ON market.day FOR EACH ROW EXECUTE FUNCTION market.keep_closed();
ALTER TABLE market.day ENABLE ALWAYS TRIGGER keep_closed;
CREATE TRIGGER follow_days BEFORE INSERT OR UPDATE ON market.day FOR EACH ROW EXECUTE FUNCTION market.follow_days();
ALTER TABLE market.day ENABLE ALWAYS TRIGGER follow_days;

-- Up to where the running day is settled, and up to which step it was seen. One row.
CREATE TABLE market.frontier (
  is_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
  market_day integer NOT NULL REFERENCES market.day,
  step integer NOT NULL,
  settled_event integer NOT NULL, -- number of the last member's event of the day that is settled
  epoch integer NOT NULL -- counts the servers that have run the market: one that was replaced writes nothing more
) WITH (fillfactor = 50);

-- Steps of a market day that were not made when the ones before say: a server had stood still, or been slow. Times of
-- the market at an instant follow from them (market.time_at).
CREATE TABLE market.pace (
  market_day integer NOT NULL REFERENCES market.day,
  step integer NOT NULL,
  at_ms bigint NOT NULL,
  PRIMARY KEY (market_day, step)
);
CREATE INDEX pace_at ON market.pace (market_day, at_ms, step);

-- Who runs the market, where several servers may: written by the one that takes it over, and by its beat. One row.
-- What a server may write is for the frontier's epoch to say; this row only says when another one may try.
CREATE TABLE market.tenure (
  is_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
  epoch integer NOT NULL,
  node text NOT NULL,
  address text NOT NULL, -- host and port at which it takes orders of other servers
  beat_at timestamptz NOT NULL
) WITH (fillfactor = 50);

-- The running day as bytes, taken at a settled moment: the newest is where a restart begins to play.
CREATE TABLE market.snapshot (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  market_day integer NOT NULL,
  step integer NOT NULL,
  index integer NOT NULL, -- commands applied at that step before it was taken
  event_no integer NOT NULL,
  exchange bytea STORAGE EXTERNAL NOT NULL,
  tape bytea STORAGE EXTERNAL NOT NULL,
  at_ms bigint NOT NULL,
  -- Where shares stand in their day, what the breaker and the bands did, averages and closes; see venue/day-state.ts.
  sessions bytea STORAGE EXTERNAL NOT NULL DEFAULT '',
  mac bytea NOT NULL CHECK (octet_length(mac) = 32) -- by a key outside the database: a day goes on from no other
);

-- One row per instrument and finished day, traded or not.
CREATE TABLE market.candle_day (
  code text NOT NULL,
  market_date date NOT NULL,
  open_paise bigint, -- null when nothing traded
  high_paise bigint,
  low_paise bigint,
  last_paise bigint,
  close_paise bigint NOT NULL, -- official close: the next day's previous close
  volume bigint NOT NULL,
  value_paise numeric(30) NOT NULL,
  tick_paise integer NOT NULL,
  -- packed (modules/market/packed-minutes.ts); null when nothing traded, and for days long past
  minutes bytea STORAGE EXTERNAL,
  close_from text NOT NULL DEFAULT 'average'
    CHECK (close_from IN ('auction', 'auction_reference', 'average', 'last_trade', 'previous_close')),
  PRIMARY KEY (code, market_date),
  CHECK ((open_paise IS NULL) = (volume = 0 AND last_paise IS NULL)),
  CHECK (low_paise <= least(open_paise, last_paise) AND high_paise >= greatest(open_paise, last_paise))
);
CREATE INDEX candle_day_of_date ON market.candle_day (market_date);
CREATE TRIGGER keep_closed BEFORE UPDATE ON market.candle_day FOR EACH ROW EXECUTE FUNCTION market.keep_closed();
ALTER TABLE market.candle_day ENABLE ALWAYS TRIGGER keep_closed;

-- Margins of a market date by share (decision 14), written before the day begins: what the records say of the share,
-- and the rates that follow (packages/rules, marginRate). The record of the day's opening has their hash.
CREATE TABLE market.margin (
  market_date date NOT NULL,
  code text NOT NULL,
  daily_variance bigint NOT NULL CHECK (daily_variance >= 0), -- of a day's return, in 10^-12
  days integer NOT NULL CHECK (days > 0), -- of the last six months
  traded_days integer NOT NULL CHECK (traded_days BETWEEN 0 AND days),
  turnover_paise bigint NOT NULL CHECK (turnover_paise >= 0), -- mean of a day
  surveillance_bps integer CHECK (surveillance_bps BETWEEN 1 AND 10000), -- the least that surveillance asks for
  liquidity_group smallint NOT NULL CHECK (liquidity_group BETWEEN 1 AND 3),
  var_bps integer NOT NULL CHECK (var_bps BETWEEN 1 AND 10000),
  elm_bps integer NOT NULL CHECK (elm_bps BETWEEN 1 AND 10000),
  least_bps integer NOT NULL CHECK (least_bps BETWEEN 1 AND 10000),
  rate_bps integer NOT NULL CHECK (rate_bps = least(10000, greatest(least_bps, var_bps + elm_bps))),
  PRIMARY KEY (market_date, code)
);

-- The first watchlist of each member.
CREATE TABLE market.watch (
  user_id text NOT NULL,
  code text NOT NULL,
  at_ms bigint NOT NULL,
  place integer, -- in the order that the member gave the list; what was added since stands before it
  PRIMARY KEY (user_id, code)
);

-- Answers of the last minute to changes of a watchlist, by the cache-buster of their request: a repeat gets the first
-- answer.
CREATE TABLE market.watch_answer (
  user_id text NOT NULL,
  code text NOT NULL,
  r text NOT NULL,
  collected boolean, -- null while the first is under way
  at_ms bigint NOT NULL,
  PRIMARY KEY (user_id, code, r)
);

-- Every trade of the newest days, packed as they happened (modules/market/packed-trades.ts), a row for each half minute
-- of real time.
CREATE TABLE market.trades (
  market_day integer NOT NULL,
  from_no integer NOT NULL CHECK (from_no > 0), -- numbers of the first and the last trade, counted within the day
  to_no integer NOT NULL,
  packed bytea STORAGE EXTERNAL NOT NULL,
  PRIMARY KEY (market_day, from_no),
  CHECK (to_no >= from_no)
);
CREATE TRIGGER keep_closed BEFORE DELETE ON market.trades FOR EACH ROW EXECUTE FUNCTION market.keep_closed();
ALTER TABLE market.trades ENABLE ALWAYS TRIGGER keep_closed;

-- The papers of closed market days: files that any reader may have. Written once, never changed.
CREATE TABLE market.day_paper (
  id text PRIMARY KEY, -- <market date> <paper>
  market_date date NOT NULL,
  paper text NOT NULL CHECK (paper IN ('bhavcopy', 'delivery', 'bulk_deals', 'block_deals', 'year_range')),
  rows integer NOT NULL CHECK (rows >= 0), -- below its header
  csv text NOT NULL,
  UNIQUE (market_date, paper)
);

-- Ex-dates whose actions were scheduled (modules/market/corporate-actions.ts), also those on which nothing happens.
CREATE TABLE market.ex_date (
  ex_date date PRIMARY KEY,
  drawn_ms bigint NOT NULL
);

-- What companies do to all holders of their shares: dividends, splits, bonuses, demergers, and offers to
-- their holders, which are rights issues and buybacks (decision 16). Announced some market days ahead, never
-- changed.
CREATE TABLE market.corporate_action (
  id text PRIMARY KEY, -- <code>-<ex-date>
  code text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('dividend', 'split', 'bonus', 'rights', 'buyback', 'demerger')),
  ex_date date NOT NULL REFERENCES market.ex_date,
  announced_on date NOT NULL CHECK (announced_on < ex_date),
  announced_ms bigint NOT NULL,
  per_share_paise bigint CHECK (per_share_paise > 0), -- of a dividend
  pays_on date CHECK (pays_on > ex_date), -- of a dividend: the market date on which it is paid
  first integer CHECK (first > 0), -- of a split the old face value; of the others the new shares
  second integer CHECK (second > 0), -- of a split the new face value; of the others for how many held
  -- Of an offer: its price, the shares that are issued or bought, and of a buyback the shares of small and other
  -- holders.
  price_paise bigint CHECK (price_paise > 0),
  shares bigint CHECK (shares > 0),
  held_small bigint CHECK (held_small > 0),
  held_general bigint CHECK (held_general > 0),
  -- Of a demerger: the code of the new share, the business that goes over with its part of the net worth, by which cost
  -- is divided, and of the profit; the market date on which the new share begins to trade.
  into_code text UNIQUE,
  business text,
  cost_bps integer CHECK (cost_bps BETWEEN 1 AND 9999),
  profit_bps integer CHECK (profit_bps BETWEEN 1 AND 9999),
  lists_on date CHECK (lists_on > ex_date),
  applied_ms bigint, -- when all who were entitled had it
  -- Of an offer, when all who took it had what came of it; of a demerger, when all parts of shares were paid for.
  settled_ms bigint,
  CHECK ((kind = 'dividend') = (per_share_paise IS NOT NULL)),
  CHECK ((kind = 'dividend') = (pays_on IS NOT NULL)),
  CHECK ((kind IN ('dividend', 'buyback')) = (first IS NULL) AND (first IS NULL) = (second IS NULL)),
  CHECK (kind IN ('rights', 'buyback') = (price_paise IS NOT NULL) AND (price_paise IS NULL) = (shares IS NULL)),
  CHECK ((kind = 'buyback') = (held_small IS NOT NULL) AND (held_small IS NULL) = (held_general IS NULL)),
  CHECK (price_paise IS NOT NULL OR kind = 'demerger' OR settled_ms IS NULL),
  CHECK (num_nulls(into_code, business, cost_bps, profit_bps, lists_on)
    = CASE WHEN kind = 'demerger' THEN 0 ELSE 5 END),
  CHECK (kind <> 'split' OR (first > second AND first % second = 0))
);
CREATE INDEX corporate_action_date ON market.corporate_action (ex_date);
CREATE INDEX corporate_action_code ON market.corporate_action (code, ex_date);
CREATE INDEX corporate_action_waiting ON market.corporate_action (ex_date) WHERE applied_ms IS NULL;
CREATE INDEX corporate_action_offers ON market.corporate_action (ex_date) WHERE price_paise IS NOT NULL;
CREATE INDEX corporate_action_demergers ON market.corporate_action (ex_date) WHERE kind = 'demerger';

-- What the simulated holders did with an offer, once it had closed: of a rights issue how many shares they left, and
-- how many are held by those who ask for more; of a buyback what they tendered, by category. Shares.
CREATE TABLE market.offer_outcome (
  action_id text PRIMARY KEY REFERENCES market.corporate_action,
  unclaimed bigint CHECK (unclaimed >= 0),
  held_by_others bigint CHECK (held_by_others > 0),
  small_entitled bigint CHECK (small_entitled >= 0),
  small_additional bigint CHECK (small_additional >= 0),
  general_entitled bigint CHECK (general_entitled >= 0),
  general_additional bigint CHECK (general_additional >= 0),
  CHECK (num_nulls(unclaimed, held_by_others) IN (0, 2)),
  CHECK (num_nulls(small_entitled, small_additional, general_entitled, general_additional)
    = CASE WHEN unclaimed IS NULL THEN 0 ELSE 4 END)
);

-- Alerts on prices.
CREATE TABLE market.alert (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id text NOT NULL,
  code text NOT NULL,
  condition text NOT NULL CHECK (condition IN ('above', 'below')),
  price_paise bigint NOT NULL CHECK (price_paise > 0), -- a split or a bonus changes it with the share
  label text CHECK (length(label) BETWEEN 1 AND 60), -- what a program calls it
  is_paused boolean NOT NULL DEFAULT false, -- a program stopped it; it waits no more until one starts it again
  created_ms bigint NOT NULL,
  changed_ms bigint NOT NULL,
  met_ms bigint, -- once: what sets it also tells the member
  met_paise bigint,
  CHECK ((met_ms IS NULL) = (met_paise IS NULL))
);
CREATE INDEX alert_of_user ON market.alert (user_id, id DESC);
CREATE INDEX alert_waiting ON market.alert (code) WHERE met_ms IS NULL AND NOT is_paused;

-- Watchlists beyond the first, which is market.watch.
CREATE TABLE market.watchlist (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id text NOT NULL,
  name text NOT NULL CHECK (name <> '' AND char_length(name) <= 24),
  codes text[] NOT NULL DEFAULT '{}', -- in the order of its owner
  at_ms bigint NOT NULL,
  UNIQUE (user_id, name)
);

-- Conditions by which a member looks for shares, as packages/rules reads them.
CREATE TABLE market.screen (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id text NOT NULL,
  name text NOT NULL CHECK (name <> '' AND char_length(name) <= 24),
  conditions text NOT NULL CHECK (char_length(conditions) <= 1000),
  at_ms bigint NOT NULL,
  UNIQUE (user_id, name)
);

-- What members draw on the chart of a share: kinds, market instants in ms and prices in paise, and no words.
CREATE TABLE market.drawings (
  user_id text NOT NULL,
  code text NOT NULL,
  revision integer NOT NULL CHECK (revision > 0), -- the number of its writes: the last one wins
  adjusted_until_ms bigint NOT NULL CHECK (adjusted_until_ms >= 0), -- the newest division of prices that is in them
  list jsonb NOT NULL CHECK (jsonb_typeof(list) = 'array' AND jsonb_array_length(list) <= 50
    AND char_length(list::text) <= 5000), -- ["trend", ms, paise, ms, paise] each
  at_ms bigint NOT NULL,
  PRIMARY KEY (user_id, code)
);
