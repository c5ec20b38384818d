-- What the modules check of themselves, in one place: npm run verify, the daily watch and the simulation ask for it, so that none is forgotten (a test looks
-- for every function of this shape). The ledger's own are audit.check_all.

CREATE SCHEMA checks;
CREATE FUNCTION checks.of_modules() RETURNS TABLE (name text, violations bigint, sample text)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT * FROM trading.check_all() UNION ALL SELECT * FROM trading.check_lots()
  UNION ALL SELECT * FROM wallet.check_all() UNION ALL SELECT * FROM ipo.check_all()
$$;
