-- Limits that members set for themselves stay as they were written, for the owner of the table too.
CREATE OR REPLACE FUNCTION trading.keep_own_limits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a member''s own limits are append only: no % here', lower(TG_OP) USING ERRCODE = '42501';
END $$;
