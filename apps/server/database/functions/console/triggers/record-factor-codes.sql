-- Records the second factor after a change of recovery codes. Ten codes are written at once, and are one record.
CREATE OR REPLACE FUNCTION console.record_factor_codes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM console.record_factor(c.staff) FROM (SELECT DISTINCT t.staff FROM changed t) c;
  RETURN NULL;
END $$;
