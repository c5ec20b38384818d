-- The first of these entries whose leaf is not the hash of what its row says (docs/ledger.md), null when there is none.
-- The sealer asks before it gives them their places: a leaf that a caller made (ledger.write_entries) never comes under
-- a checkpoint unseen. Each name is made once, however many lines have it.
CREATE OR REPLACE FUNCTION ledger.wrong_leaf(p_ids bigint[]) RETURNS bigint
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  WITH outside AS MATERIALIZED (
    SELECT c.code, int4send(octet_length(c.owner)) || convert_to(c.owner, 'UTF8') AS owner FROM ledger.chart c
  ), asset AS MATERIALIZED (
    SELECT a.id, int4send(octet_length(a.name)) || convert_to(a.name, 'UTF8') AS name FROM ledger.asset a
    WHERE a.id IN (SELECT unnest(e.asset) FROM ledger.entry e WHERE e.id = ANY (p_ids))
  )
  SELECT min(e.id)
  FROM ledger.entry e
  -- By its whole key, however many rows the planner expects.
  LEFT JOIN LATERAL (
    SELECT int4send(octet_length(p.owner)) || convert_to(p.owner, 'UTF8') AS owner FROM ledger.person p
    WHERE p.id = e.person OFFSET 0
  ) u ON true
  CROSS JOIN LATERAL (
    -- A name that is not there makes the whole unknown, and so the leaf wrong.
    SELECT count(*)::int AS lines,
           CASE WHEN count(*) = count(l.bytes) THEN string_agg(l.bytes, ''::bytea ORDER BY l.line) END AS bytes
    FROM (
      SELECT CASE WHEN x.seq IS NULL THEN o.owner ELSE u.owner END || a.name || int4send(x.code) || int8send(x.amount)
          || CASE WHEN x.seq IS NULL THEN decode(repeat('00', 48), 'hex')
            ELSE int8send(x.after) || int8send(x.seq)
              || substr(e.prev, 32 * cardinality(array_remove(e.seq[:x.line], NULL)) - 31, 32) END AS bytes, x.line
      FROM (
        SELECT unnest(e.asset) AS asset, unnest(e.code) AS code, unnest(e.amount) AS amount, unnest(e.after) AS after,
               unnest(e.seq) AS seq, generate_subscripts(e.seq, 1) AS line
      ) x
      LEFT JOIN outside o ON o.code = x.code
      LEFT JOIN asset a ON a.id = x.asset
    ) l
  ) m
  WHERE e.id = ANY (p_ids)
    AND e.leaf IS DISTINCT FROM sha256('\x000000000d6b686172612f656e7472792f31'::bytea -- 00, LP("khara/entry/1")
    || uuid_send(e.uid) || int4send(octet_length(e.kind)) || convert_to(e.kind, 'UTF8')
    || int4send(octet_length(e.ref)) || convert_to(e.ref, 'UTF8')
    || int4send(octet_length(e.actor)) || convert_to(e.actor, 'UTF8')
    || int4send(octet_length(e.mdate)) || convert_to(e.mdate, 'UTF8')
    || int8send(e.at_ms) || e.salt || int4send(m.lines) || m.bytes)
$$;
