-- runs as khara_ledger
-- Records: what is in the log beside the entries. Their text is hashed as it was written.

CREATE TABLE ledger.record_type (
  type text PRIMARY KEY,
  what text NOT NULL
);
INSERT INTO ledger.record_type (type, what) VALUES
  ('offering.open', 'an offering is opened: its terms, and the hash of its draw''s seed'),
  ('draw.close', 'the applications of a draw are frozen'),
  ('draw.result', 'what a draw gave'),
  ('score.rules', 'a version of the rules of the credit score'),
  ('score.event', 'an event of somebody''s credit score'),
  ('score.void', 'two people voided such an event'),
  ('ops.action', 'an act of the back office'),
  ('market.session', 'a session of the market begins or has ended, or what its prices start from is changed'),
  ('rates', 'charges, fees or rates of conversion from a date on'),
  ('key.rotate', 'the log is signed by another key from here on: signed by the old one'),
  ('books.stop', 'a check contradicted the books: money stops moving'),
  ('books.cause', 'a person recorded why'),
  ('books.resume', 'two people had recorded why: money moves again');

-- What a record is about, once per type, for those who may be cut off and come again; it is not hashed.
ALTER TABLE ledger.record ADD COLUMN ref text;
ALTER TABLE ledger.record ADD FOREIGN KEY (type) REFERENCES ledger.record_type;
CREATE UNIQUE INDEX record_once ON ledger.record (type, ref);
CREATE INDEX record_by_type ON ledger.record (type, id);

CREATE TYPE ledger.record_receipt AS (record_id bigint, uid uuid, replay boolean, leaf bytea, at_ms bigint);

CREATE FUNCTION ledger.leaf_of_record(p_uid uuid, p_type text, p_at_ms bigint, p_salt bytea, p_json text) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256('\x00'::bytea || ledger.lp('khara/record/1') || uuid_send(p_uid) || ledger.lp(p_type) || int8send(p_at_ms) || p_salt || ledger.lp(p_json))
$$;

-- Writes a record into the log, in the caller's transaction. With a ref it is written once per type: the same again answers with the first, another text
-- under it is refused (KH001). A copy that arrives while the first is under way waits for its end.
CREATE FUNCTION ledger.add_record(p_type text, p_json text, p_ref text DEFAULT NULL) RETURNS ledger.record_receipt
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN ledger.record_exactly(p_type, p_json, p_ref, uuidv7(), uuid_send(gen_random_uuid()), (extract(epoch FROM clock_timestamp()) * 1000)::bigint);
END $$;

-- The same with what is else left to chance and the clock: for the worked vector. Nobody but the owner may call it.
CREATE FUNCTION ledger.record_exactly(p_type text, p_json text, p_ref text, p_uid uuid, p_salt bytea, p_now bigint) RETURNS ledger.record_receipt
LANGUAGE plpgsql AS $$
DECLARE
  v ledger.record_receipt;
  v_json text;
BEGIN
  IF p_json IS NOT JSON OBJECT WITH UNIQUE KEYS THEN
    PERFORM ledger.refuse('a record of ' || coalesce(p_type, 'nothing') || ' is no JSON object, or says something twice');
  END IF;
  INSERT INTO ledger.record (uid, type, at_ms, salt, json, leaf, ref)
  VALUES (p_uid, p_type, p_now, p_salt, p_json, ledger.leaf_of_record(p_uid, p_type, p_now, p_salt, p_json), p_ref)
  ON CONFLICT (type, ref) DO NOTHING
  RETURNING id, uid, false, leaf, at_ms INTO v;
  IF FOUND THEN
    INSERT INTO ledger.unsealed (source, id) VALUES ('r', v.record_id);
    RETURN v;
  END IF;
  SELECT r.json, r.id, r.uid, true, r.leaf, r.at_ms INTO v_json, v.record_id, v.uid, v.replay, v.leaf, v.at_ms
  FROM ledger.record r WHERE r.type = p_type AND r.ref = p_ref;
  IF v_json <> p_json THEN
    RAISE EXCEPTION 'a record of % was written with another text', p_type USING ERRCODE = 'KH001';
  END IF;
  RETURN v;
END $$;
GRANT EXECUTE ON FUNCTION ledger.add_record TO khara_app, khara_job, khara_owner;

-- ---- checks --------------------------------------------------------------------------------------------------------

CREATE FUNCTION audit.check_records() RETURNS TABLE (name text, violations bigint, sample text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT 'record_matches', count(*), min('record ' || r.id || ' (' || r.type || ') does not have the leaf of its text')
  FROM ledger.record r WHERE r.leaf IS DISTINCT FROM ledger.leaf_of_record(r.uid, r.type, r.at_ms, r.salt, r.json)
$$;

CREATE OR REPLACE FUNCTION audit.check_all() RETURNS TABLE (name text, violations bigint, sample text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT * FROM audit.check_books() UNION ALL SELECT * FROM audit.check_log() UNION ALL SELECT * FROM audit.check_records()
$$;
