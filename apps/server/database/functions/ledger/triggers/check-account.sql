-- A new account is a user's, as the chart of accounts says, and empty. Its numbers are those of its owner and asset.
CREATE OR REPLACE FUNCTION ledger.check_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM ledger.chart c
    JOIN ledger.person p ON p.id = NEW.person AND p.owner = NEW.owner
    JOIN ledger.asset a ON a.id = NEW.asset_id AND a.name = NEW.asset
    WHERE c.code = NEW.code AND c.owner = 'u' AND c.tracked
      AND (c.holds = 'any' OR (c.holds = 'shares') = (NEW.asset LIKE 'EQ:%'))
  ) OR (NEW.balance, NEW.seq, NEW.owned, NEW.bill_seq) <> (0, 0, 0, 0) THEN
    RAISE EXCEPTION 'the chart has no such account' USING ERRCODE = '23514', CONSTRAINT = 'account_of_chart';
  END IF;
  RETURN NEW;
END $$;
