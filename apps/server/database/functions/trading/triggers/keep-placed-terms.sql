-- Keeps the terms that an order was placed with before the first change of them: its command in the journal has these.
CREATE OR REPLACE FUNCTION trading.keep_placed_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.placed_terms := ARRAY[OLD.price_paise, OLD.quantity, OLD.trigger_paise, OLD.disclosed_quantity,
    array_position(ARRAY['market', 'limit', 'sl', 'sl_m'], OLD.type), (OLD.validity = 'ioc')::integer,
    OLD.valid_minutes, OLD.protection_bps];
  RETURN NEW;
END $$;
