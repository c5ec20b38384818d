-- What companies do to everybody who holds their shares: dividends, splits, bonuses. Announced some market days ahead, never changed.
-- Prices in paise, instants in ms of real time.

-- Ex-dates whose actions were drawn (modules/market/corporate-actions.ts), also those on which nothing happens.
CREATE TABLE market.ex_date (
  ex_date date PRIMARY KEY,
  drawn_ms bigint NOT NULL
);

CREATE TABLE market.corporate_action (
  id text PRIMARY KEY, -- <code>-<ex-date>
  code text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('dividend', 'split', 'bonus')),
  ex_date date NOT NULL REFERENCES market.ex_date,
  announced_on date NOT NULL CHECK (announced_on < ex_date),
  announced_ms bigint NOT NULL,
  per_share_paise bigint CHECK (per_share_paise > 0), -- of a dividend
  first integer CHECK (first > 0), -- of a split the old face value; of a bonus the new shares
  second integer CHECK (second > 0), -- of a split the new face value; of a bonus for how many held
  applied_ms bigint, -- when everybody who was entitled had it
  CHECK ((kind = 'dividend') = (per_share_paise IS NOT NULL)),
  CHECK ((kind = 'dividend') = (first IS NULL) AND (first IS NULL) = (second IS NULL)),
  CHECK (kind <> 'split' OR (first > second AND first % second = 0))
);
CREATE INDEX corporate_action_date ON market.corporate_action (ex_date);
CREATE INDEX corporate_action_code ON market.corporate_action (code, ex_date);
CREATE INDEX corporate_action_waiting ON market.corporate_action (ex_date) WHERE applied_ms IS NULL;
