-- Ids and leaves of at most p_most entries (e) or records (r) after p_after that can have their place now: no lower id
-- will come after them. An id that is missing is of a transaction that is under way, or of one that was rolled back.
-- Who drew it held a lock before (ledger.next_entry_id). So it is decided when all have ended who held that lock after
-- a higher id was seen; ledger.gap keeps who they were. `waits` when some are not decided.
CREATE OR REPLACE FUNCTION ledger.next_to_seal(p_source "char", p_after bigint, p_most int, OUT ids bigint[],
  OUT leaves bytea[], OUT waits boolean)
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  v_writers text[]; -- transactions under way that have taken an id
  v_gap ledger.gap;
  v_sure bigint := p_after; -- all ids up to here are decided
  v_count int;
BEGIN
  SELECT * INTO v_gap FROM ledger.gap g WHERE g.source = p_source;
  FOR v_look IN 1..2 LOOP
    IF v_look = 2 OR v_gap.upto > p_after THEN
      SELECT coalesce(array_agg(l.virtualtransaction), '{}') INTO v_writers FROM pg_locks l
      WHERE l.locktype = 'advisory' AND l.classid = 7364 AND l.objid = ascii(p_source::text)::oid
        AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database());
      IF v_gap.upto > v_sure AND NOT v_gap.writers && v_writers THEN
        v_sure := v_gap.upto;
      ELSIF v_look = 2 AND v_writers = '{}' THEN
        v_sure := ids[cardinality(ids)];
      ELSIF v_look = 2 THEN
        IF v_gap.upto IS NULL OR v_gap.upto <= v_sure THEN
          INSERT INTO ledger.gap (source, upto, writers) VALUES (p_source, ids[cardinality(ids)], v_writers)
          ON CONFLICT (source) DO UPDATE SET upto = excluded.upto, writers = excluded.writers;
        END IF;
        EXIT;
      END IF;
    END IF;
    -- Read after the writers were: what they wrote is seen.
    SELECT array_agg(x.id ORDER BY x.id), array_agg(x.leaf ORDER BY x.id) INTO ids, leaves
    FROM (
      (SELECT e.id, e.leaf::bytea AS leaf FROM ledger.entry e WHERE p_source = 'e' AND e.id > p_after
        ORDER BY e.id LIMIT p_most)
      UNION ALL
      (SELECT r.id, r.leaf::bytea FROM ledger.record r WHERE p_source = 'r' AND r.id > p_after
        ORDER BY r.id LIMIT p_most)
    ) x;
    SELECT count(*) FILTER (WHERE x.id <= v_sure OR x.id - v_sure = x.n - x.known) INTO v_count
    FROM (
      SELECT i.id, i.n, count(*) FILTER (WHERE i.id <= v_sure) OVER () AS known
      FROM unnest(ids) WITH ORDINALITY AS i (id, n)
    ) x;
    waits := v_count < coalesce(cardinality(ids), 0);
    EXIT WHEN NOT waits;
  END LOOP;
  ids := ids[:v_count];
  leaves := leaves[:v_count];
END $$;
