-- Records a second factor after a change of its row.
CREATE OR REPLACE FUNCTION console.record_factor_row() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM console.record_factor(NEW.staff);
  RETURN NULL;
END $$;
