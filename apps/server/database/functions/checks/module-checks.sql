-- What the modules check of themselves, in one place: npm run verify, the daily watch and the simulation ask for it, so
-- that none is forgotten (a test looks for every function of this shape). The ledger's own checks are audit.check_all.
-- It runs with its owner's rights: the role of the jobs may not read these tables.
CREATE OR REPLACE FUNCTION checks.module_checks() RETURNS TABLE (name text, violations bigint, sample text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT * FROM trading.check_all() UNION ALL SELECT * FROM trading.check_lots()
  UNION ALL SELECT * FROM wallet.check_all() UNION ALL SELECT * FROM offerings.check_all() UNION ALL SELECT *
  FROM offerings.check_sealed() UNION ALL SELECT * FROM offerings.check_offers()
$$;
