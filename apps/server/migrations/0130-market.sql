-- The market's days, what is durable of the running one, its candles, and watchlists. Prices in paise (hundredths of a point for an index),
-- instants in ms of real time. No price is ever read from here by whoever trades: candles are what trades have left behind.

CREATE SCHEMA market;

-- Market days from 0. A day keeps what it began with, so that it can be played again after a crash whatever the configuration is by then.
CREATE TABLE market.day (
  market_day integer PRIMARY KEY CHECK (market_day >= 0),
  market_date date NOT NULL UNIQUE,
  profile text NOT NULL CHECK (profile IN ('compressed', 'nse')),
  steps integer NOT NULL CHECK (steps > 0), -- of 250 ms, from 08:45 to 16:00
  first_step integer NOT NULL CHECK (first_step >= 0), -- later than 0 on the very first day, which begins when it opens
  seed_hash bytea NOT NULL, -- SHA-256 of the seed of its participants, which is derived and never stored
  began_ms bigint NOT NULL,
  closed_ms bigint, -- once its closing prices and candles are stored
  participants jsonb -- what the simulated participants carry into the next day, at the close
);

-- Up to where the running day is settled, and up to which step it was seen. One row.
CREATE TABLE market.frontier (
  is_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
  market_day integer NOT NULL REFERENCES market.day,
  step integer NOT NULL,
  settled_event integer NOT NULL, -- number of the last member's event of the day that is settled
  epoch integer NOT NULL -- counts the servers that have run the market: one that was replaced writes nothing more
) WITH (fillfactor = 50);

-- The running day as bytes, taken at a settled moment: the newest is where a restart begins to play.
CREATE TABLE market.snapshot (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  market_day integer NOT NULL,
  step integer NOT NULL,
  index integer NOT NULL, -- commands applied at that step before it was taken
  event_no integer NOT NULL,
  exchange bytea NOT NULL,
  tape bytea NOT NULL,
  at_ms bigint NOT NULL
);
ALTER TABLE market.snapshot ALTER COLUMN exchange SET STORAGE EXTERNAL, ALTER COLUMN tape SET STORAGE EXTERNAL;

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
  minutes bytea, -- packed (modules/market/packed-minutes.ts); null when nothing traded, and for days long past
  PRIMARY KEY (code, market_date),
  CHECK ((open_paise IS NULL) = (volume = 0 AND last_paise IS NULL)),
  CHECK (low_paise <= least(open_paise, last_paise) AND high_paise >= greatest(open_paise, last_paise))
);
ALTER TABLE market.candle_day ALTER COLUMN minutes SET STORAGE EXTERNAL;
CREATE INDEX candle_day_of_date ON market.candle_day (market_date);

CREATE TABLE market.watch (
  user_id text NOT NULL,
  code text NOT NULL,
  at_ms bigint NOT NULL,
  PRIMARY KEY (user_id, code)
);

-- Answers of the last minute to changes of a watchlist, by the cache-buster of their request: a repeat gets the first answer.
CREATE TABLE market.watch_answer (
  user_id text NOT NULL,
  code text NOT NULL,
  r text NOT NULL,
  collected boolean, -- null while the first is under way
  at_ms bigint NOT NULL,
  PRIMARY KEY (user_id, code, r)
);
