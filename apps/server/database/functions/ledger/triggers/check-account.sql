-- A new account is as the chart of accounts says, and empty.
CREATE OR REPLACE FUNCTION ledger.check_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    RAISE EXCEPTION 'an account stays what it is' USING ERRCODE = '42501';
  END IF;
  IF NOT EXISTS (
    SELECT FROM ledger.chart c
    WHERE c.code = NEW.code AND c.owner = left(NEW.owner, 1) AND c.tracked = NEW.tracked
      AND (c.holds = 'any' OR (c.holds = 'shares') = (NEW.asset LIKE 'EQ:%'))
  ) OR NEW.owner !~ '^(p|x|u:[A-Za-z0-9_-]{1,40})$' OR NEW.asset !~ '^(INR|USDT|EQ:[A-Z0-9]{1,20})$'
    OR NEW.floor IS DISTINCT FROM (CASE WHEN NEW.tracked THEN 0 END)
    OR (NEW.balance, NEW.seq, NEW.owned, NEW.bill_seq) <> (0, 0, 0, 0) THEN
    RAISE EXCEPTION 'the chart has no such account' USING ERRCODE = '23514', CONSTRAINT = 'account_of_chart';
  END IF;
  RETURN NEW;
END $$;
