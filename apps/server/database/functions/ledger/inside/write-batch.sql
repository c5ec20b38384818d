-- Writes many entries: what ledger.post_batch, ledger.hold_capture and ledger.hold_release share. Answers their ids,
-- which are p_id where the caller has taken them, under the locks of their users: a user's entries have the order of
-- their ids. The lines that a hold makes come from a cross join with constants: PostgreSQL would set up a VALUES list
-- of expressions anew for each entry.
CREATE OR REPLACE FUNCTION ledger.write_batch(
  p_id bigint[], p_kind text[], p_ref text[], p_actor text[], p_mdate text[], p_hold text[], p_captured bigint[],
  p_released bigint[], p_entry int[], p_owner text[], p_asset text[], p_code smallint[], p_amount bigint[]
) RETURNS bigint[]
LANGUAGE plpgsql AS $$
DECLARE
  v_now bigint := (extract(epoch FROM clock_timestamp()) * 1000)::bigint;
  v_bad text; v_sourced boolean; v_number smallint[]; v_moves int[]; v_words text[];
  v_uid uuid[]; v_salt bytea[];
  v_entry int[]; v_line smallint[]; v_owner text[]; v_asset text[]; v_code smallint[]; v_amount bigint[];
  v_last int[]; -- number of the last line of each round
  v_crowded boolean; -- a user has several entries
  v_first int := 1;
  v_end int;
BEGIN
  SELECT min(e.kind || ' ' || e.ref) FILTER (WHERE k.kind IS NULL OR k.kind = 'reversal'
           OR (k.hold IS NULL) <> (e.hold IS NULL) OR k.hold = 'open'
           OR e.hold IS NOT NULL AND (e.captured < 0 OR e.released < 0 OR (k.hold = 'capture') <> (e.captured > 0)
             OR e.captured + e.released = 0) IS NOT FALSE),
         bool_or(k.source IS NOT NULL),
         array_agg(k.number ORDER BY e.n), array_agg(uuidv7()), array_agg(uuid_send(gen_random_uuid()))
  INTO v_bad, v_sourced, v_number, v_uid, v_salt
  FROM unnest(p_kind, p_ref, p_hold, p_captured, p_released) WITH ORDINALITY AS e (kind, ref, hold, captured, released,
    n)
  LEFT JOIN ledger.kind k ON k.kind = e.kind;
  SELECT array_agg(m.move), array_agg(m.word) INTO v_moves, v_words
  FROM ledger.kind k, unnest(k.moves, k.words) AS m (move, word) WHERE k.kind = ANY (p_kind);
  IF v_bad IS NOT NULL THEN
    PERFORM ledger.refuse(v_bad || ' cannot be written this way');
  END IF;

  PERFORM pg_advisory_xact_lock(7365, u.lock) FROM (
    SELECT hashtext(o.owner) AS lock FROM unnest(p_owner) AS o (owner) WHERE o.owner LIKE 'u:%'
    UNION SELECT hashtext(h.owner) FROM ledger.hold h WHERE h.id = ANY (p_hold)
    ORDER BY 1
  ) u;
  p_id := coalesce(p_id, ARRAY(SELECT ledger.next_entry_id() FROM generate_series(1, cardinality(p_kind))));

  WITH held AS (
    -- What of a hold is used first is what came from 120: `settled` is how much of that is left after the entry's
    -- capture.
    SELECT n.n::int AS entry, h.owner, h.asset, k.frozen, k.free, n.captured, n.released, h.code = k.frozen AS fits,
           h.amount - h.unsettled - h.captured - h.released - n.captured
             - coalesce(sum(n.captured + n.released) OVER (PARTITION BY n.hold
               ORDER BY n.n ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)::bigint AS settled
    FROM unnest(p_kind, p_hold, p_captured, p_released) WITH ORDINALITY AS n (kind, hold, captured, released, n)
    JOIN ledger.kind k ON k.kind = n.kind
    JOIN ledger.hold h ON h.id = n.hold
  ), line AS MATERIALIZED (
    SELECT h.entry, l.part, h.owner, h.asset, l.code, l.amount
    FROM held h CROSS JOIN (VALUES (-3), (-2), (-1)) AS p (part) CROSS JOIN LATERAL (
      SELECT p.part,
             -- without a code it is refused below
             CASE p.part WHEN -3 THEN CASE WHEN h.fits THEN h.frozen END WHEN -2 THEN h.free
               ELSE 122::smallint END AS code,
             CASE p.part WHEN -3 THEN -(h.captured + h.released) WHEN -2 THEN greatest(0, least(h.settled, h.released))
               ELSE h.released - greatest(0, least(h.settled, h.released)) END AS amount
    ) AS l
    WHERE l.amount <> 0
    UNION ALL
    SELECT n.entry, n.n::int, n.owner, n.asset, n.code, n.amount
    FROM unnest(p_entry, p_owner, p_asset, p_code, p_amount) WITH ORDINALITY AS n (entry, owner, asset, code, amount, n)
  )
  SELECT array_agg(o.entry ORDER BY o.entry, o.part), array_agg(o.line ORDER BY o.entry, o.part),
         array_agg(o.owner ORDER BY o.entry, o.part), array_agg(o.asset ORDER BY o.entry, o.part),
         array_agg(o.code ORDER BY o.entry, o.part), array_agg(o.amount ORDER BY o.entry, o.part),
         EXISTS (SELECT FROM line l WHERE l.owner LIKE 'u:%' GROUP BY l.owner HAVING min(l.entry) < max(l.entry))
  INTO v_entry, v_line, v_owner, v_asset, v_code, v_amount, v_crowded
  FROM (SELECT l.*, row_number() OVER (PARTITION BY l.entry ORDER BY l.part)::smallint AS line FROM line l) o;

  IF v_crowded THEN
    -- In the order in which they can be written: first the first entry of each user, then the second ones ...
    WITH line AS (
      SELECT n.* FROM unnest(v_entry, v_line, v_owner, v_asset, v_code, v_amount) AS n (entry, line, owner, asset, code,
        amount)
    ), turn AS (
      SELECT e.entry, row_number() OVER (PARTITION BY e.owner ORDER BY e.entry) AS turn
      FROM (SELECT l.entry, max(l.owner) FILTER (WHERE l.owner LIKE 'u:%') AS owner FROM line l GROUP BY l.entry) e
    ), ordered AS (
      SELECT l.*, t.turn, row_number() OVER (ORDER BY t.turn, l.entry, l.line) AS place FROM line l
      JOIN turn t ON t.entry = l.entry
    )
    SELECT array_agg(o.entry ORDER BY o.place), array_agg(o.line ORDER BY o.place), array_agg(o.owner ORDER BY o.place),
           array_agg(o.asset ORDER BY o.place), array_agg(o.code ORDER BY o.place),
           array_agg(o.amount ORDER BY o.place),
           (SELECT array_agg(r.last ORDER BY r.last)
             FROM (SELECT max(o.place)::int AS last FROM ordered o GROUP BY o.turn) r)
    INTO v_entry, v_line, v_owner, v_asset, v_code, v_amount, v_last
    FROM ordered o;
  ELSE
    v_last := ARRAY[cardinality(v_entry)];
  END IF;

  FOREACH v_end IN ARRAY v_last LOOP
    LOOP
      EXIT WHEN ledger.write_round(p_id, v_number, v_moves, v_words, p_kind, p_ref, p_actor, p_mdate, v_uid, v_salt,
        v_now,
        v_entry[v_first:v_end], v_line[v_first:v_end], v_owner[v_first:v_end], v_asset[v_first:v_end],
        v_code[v_first:v_end], v_amount[v_first:v_end]);
      -- Makes what is missing, all of it: the next attempt finds it, or account_of has refused.
      PERFORM ledger.account_of(n.owner, n.asset, n.code)
      FROM (SELECT DISTINCT n.owner, n.asset, n.code FROM unnest(v_owner, v_asset, v_code) AS n (owner, asset, code)
        ORDER BY 1, 2, 3) n;
    END LOOP;
    v_first := v_end + 1;
  END LOOP;

  UPDATE ledger.hold SET captured = hold.captured + n.captured, released = hold.released + n.released
  FROM (SELECT e.hold, sum(e.captured) AS captured, sum(e.released) AS released
    FROM unnest(p_hold, p_captured, p_released) AS e (hold, captured, released)
        WHERE e.hold IS NOT NULL GROUP BY e.hold) n
  WHERE hold.id = n.hold;
  IF v_sourced THEN
    PERFORM ledger.check_sources(p_kind, p_ref, v_entry, v_owner, v_asset, v_code, v_amount);
  END IF;
  IF 'contract_note' = ANY (p_kind) THEN
    PERFORM ledger.check_notes(p_kind, p_ref, v_entry, v_owner, v_code, v_amount);
  END IF;
  RETURN p_id;
END $$;
