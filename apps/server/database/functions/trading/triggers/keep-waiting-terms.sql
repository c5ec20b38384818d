-- An order becomes one of another market date as it enters the pre-open, and then its quantity stays, and its price
-- unless it has none of its own. Terms of one that waits change as its member asks, within the limits that they have
-- set. Once the exchange has an order, its terms follow the journal.
CREATE OR REPLACE FUNCTION trading.keep_waiting_terms() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  -- Not by its commands: one that no server wrote would be in its way.
  v_waits boolean := OLD.after_market AND OLD.state = 'pending' AND NEW.state = 'pending';
BEGIN
  IF NEW.market_date <> OLD.market_date THEN
    IF NOT (v_waits
      AND NEW.market_date = trading.market_date() AND NEW.quantity = OLD.quantity
      AND (NEW.price_paise = OLD.price_paise OR OLD.type = 'market')) THEN
      RAISE EXCEPTION 'order % stays one of its market date', OLD.id USING ERRCODE = '42501';
    END IF;
  ELSIF v_waits THEN
    PERFORM trading.refuse_limited_change(OLD, NEW.quantity, NEW.price_paise, NEW.trigger_paise,
      NEW.type <> OLD.type);
  END IF;
  RETURN NEW;
END $$;
