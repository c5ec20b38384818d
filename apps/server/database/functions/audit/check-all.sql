-- Every check of the ledger. Each row counts what contradicts it (0 when all is well) and shows one example.
CREATE OR REPLACE FUNCTION audit.check_all() RETURNS TABLE (name text, violations bigint, sample text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT * FROM audit.check_books() UNION ALL SELECT * FROM audit.check_log() UNION ALL SELECT *
  FROM audit.check_records()
$$;
