-- A text as it is hashed: its length in four bytes, then its UTF-8.
CREATE OR REPLACE FUNCTION ledger.lp(t text) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT int4send(octet_length(t)) || convert_to(t, 'UTF8')
$$;
