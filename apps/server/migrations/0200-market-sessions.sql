-- Market days with all their phases: what a snapshot needs of them, how a close was made, and the trades.

-- Where shares stand in their day, what the breaker and the bands did, averages and closes; see venue/day-state.ts.
ALTER TABLE market.snapshot ADD COLUMN sessions bytea NOT NULL DEFAULT '';
ALTER TABLE market.snapshot ALTER COLUMN sessions SET STORAGE EXTERNAL;

-- Which rules and which exchange a day is played by: a running one can be gone on with by no others.
ALTER TABLE market.day ADD COLUMN engine text NOT NULL DEFAULT 'continuous';

ALTER TABLE market.candle_day ADD COLUMN close_from text NOT NULL DEFAULT 'average'
  CHECK (close_from IN ('auction', 'auction_reference', 'average', 'last_trade', 'previous_close'));

-- Every trade of the newest days, packed as they happened (modules/market/packed-trades.ts), a row for each half minute of real time.
CREATE TABLE market.trades (
  market_day integer NOT NULL,
  from_no integer NOT NULL CHECK (from_no > 0), -- numbers of the first and the last trade, counted within the day
  to_no integer NOT NULL,
  packed bytea NOT NULL,
  PRIMARY KEY (market_day, from_no),
  CHECK (to_no >= from_no)
);
ALTER TABLE market.trades ALTER COLUMN packed SET STORAGE EXTERNAL;

