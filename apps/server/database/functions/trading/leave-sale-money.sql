-- Is called after money was held for an order, with the user locked. Raises like a balance that cannot bear it when the
-- hold used money of the day's sales that has to wait.
CREATE OR REPLACE FUNCTION trading.leave_sale_money(p_user text, p_market_date date) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_kept bigint := trading.sale_money_kept(p_user, p_market_date);
BEGIN
  IF v_kept > 0
    AND coalesce((SELECT a.balance FROM ledger.account a WHERE a.owner = 'u:' || p_user AND a.asset = 'INR'
    AND a.code = 101), 0) < v_kept THEN
    RAISE EXCEPTION 'money of the day''s sales buys nothing today'
      USING ERRCODE = '23514', CONSTRAINT = 'account_floor', DETAIL = 'INR';
  END IF;
END $$;
