-- Limits that a member has set hold for what is no order and opens a position all the same, whatever a server has
-- checked (KH006): a block, which is a purchase at once and counts among the orders of the market date that runs,
-- and shares that become intraday. A block that was taken grows no more.
CREATE OR REPLACE FUNCTION trading.keep_limits_of_purchases() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
  v_own jsonb;
  v_stop text;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    RAISE EXCEPTION 'a block stays as it was taken' USING ERRCODE = '42501';
  END IF;
  IF NOT EXISTS (SELECT FROM trading.own_limit l WHERE l.user_id = NEW.user_id) THEN
    RETURN NEW;
  END IF;
  PERFORM trading.lock_user(NEW.user_id);
  v_own := trading.own_limits_now(NEW.user_id);
  IF NEW.market_date IS DISTINCT FROM (v_own ->> 'marketDate')::date THEN
    RAISE EXCEPTION 'it is not of the market day that runs' USING ERRCODE = '42501';
  END IF;
  IF TG_RELID = 'offerings.application'::regclass THEN
    v_stop := trading.own_limit_stop(v_own, 'delivery', NEW.amount_paise, true);
  ELSE
    v_stop := trading.own_limit_stop(v_own, 'intraday', NEW.value_paise, false);
  END IF;
  IF v_stop IS NOT NULL THEN
    PERFORM trading.refuse_past_limit(v_stop);
  END IF;
  RETURN NEW;
END $$;
