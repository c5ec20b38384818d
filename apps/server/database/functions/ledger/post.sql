-- Writes one entry over named accounts, which are made when they are missing.
CREATE OR REPLACE FUNCTION ledger.post(
  p_idem text, p_req bytea, p_kind text, p_ref text, p_actor text, p_mdate text,
  p_owners text[], p_assets text[], p_codes smallint[], p_amounts bigint[]
) RETURNS ledger.receipt
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan
  SET enable_seqscan = off AS $$
BEGIN
  RETURN ledger.post_exactly(p_idem, p_req, p_kind, p_ref, p_actor, p_mdate, p_owners, p_assets, p_codes, p_amounts,
    uuidv7(), uuid_send(gen_random_uuid()), (extract(epoch FROM clock_timestamp()) * 1000)::bigint);
END $$;
