-- A record that no server signed goes with its transaction: what forgot to say that it writes one fails at once.
CREATE OR REPLACE FUNCTION ledger.refuse_unsigned() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger.record_signature s WHERE s.record_id = NEW.id) THEN
    RAISE EXCEPTION 'record % (%) is signed by no server', NEW.id, NEW.type USING ERRCODE = 'KH002';
  END IF;
  RETURN NULL;
END $$;
