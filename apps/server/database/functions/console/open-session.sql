-- Opens a session of a person of the back office, with a record in the log: of whom, when, and a hash of the token's
-- hash.
CREATE OR REPLACE FUNCTION console.open_session(p_token bytea, p_staff text, p_now bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO console.session (token_hash, staff, created_at, last_seen_at) VALUES (p_token, p_staff, p_now, p_now);
  PERFORM ledger.note_record('staff.session', json_build_object('id', encode(sha256(p_token), 'hex'),
    'staff', p_staff, 'at', p_now)::text, encode(sha256(p_token), 'hex'));
END $$;
