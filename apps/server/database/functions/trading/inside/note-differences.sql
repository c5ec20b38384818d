-- By the refs of entries that book the difference of a contract note (note-<number>), by their place among these: what
-- the final charges are over the estimate, in paise, and what of it the platform bears. The ledger asks before it takes
-- such an entry, in the transaction that issues the notes.
CREATE OR REPLACE FUNCTION trading.note_differences(p_ref text[])
RETURNS TABLE (n int, user_id text, paise bigint, absorbed bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
  SELECT r.n::int, c.user_id, c.brokerage_paise + c.stt_paise + c.exchange_paise + c.sebi_paise + c.stamp_paise
    + c.gst_paise + c.dp_paise - c.estimated_paise, c.absorbed_paise
  FROM unnest(p_ref) WITH ORDINALITY AS r (ref, n)
  JOIN trading.contract_note c ON c.number = substr(r.ref, 6)::bigint AND r.ref = 'note-' || c.number
$$;
