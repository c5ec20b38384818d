-- What the journal asks of the exchange is what was decided. An order that waited is placed as its row stands.
-- A change meets the limits of its member here, where it is asked for, and not when the exchange has made it.
CREATE OR REPLACE FUNCTION trading.keep_commanded_terms() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_order trading."order";
BEGIN
  SELECT * INTO v_order FROM trading."order" o WHERE o.id = NEW.order_id;
  IF NEW.quantity IS NULL OR NEW.price_paise IS NULL
    OR NEW.kind = 'place' AND (v_order.state <> 'pending'
      OR (NEW.quantity, NEW.price_paise, NEW.type, NEW.validity)
        IS DISTINCT FROM (v_order.quantity, v_order.price_paise, v_order.type, v_order.validity)) THEN
    RAISE EXCEPTION 'a % of order % has not its terms', NEW.kind, NEW.order_id USING ERRCODE = '42501';
  END IF;
  IF NEW.kind = 'modify' THEN
    PERFORM trading.refuse_limited_change(v_order, NEW.quantity, NEW.price_paise, NEW.trigger_paise,
      coalesce(NEW.type <> v_order.type, false));
  END IF;
  RETURN NEW;
END $$;
