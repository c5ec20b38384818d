-- A tile of the log only grows: what it has stays, at its place.
CREATE OR REPLACE FUNCTION ledger.keep_tiles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.level, NEW.idx) = (OLD.level, OLD.idx)
    AND substr(NEW.hashes, 1, octet_length(OLD.hashes)) = OLD.hashes
    AND (NEW.level > 0 OR (NEW.entry_id >= OLD.entry_id AND NEW.record_id >= OLD.record_id)) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a tile of the log only grows' USING ERRCODE = '42501';
END $$;
