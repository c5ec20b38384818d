-- The first of these entries whose leaf is not the hash of what its row says (docs/ledger.md), null when there is none.
-- The sealer asks before it gives them their places: a leaf that a caller made (ledger.write_entries) never comes under
-- a checkpoint unseen.
CREATE OR REPLACE FUNCTION ledger.wrong_leaf(p_ids bigint[]) RETURNS bigint
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
  SELECT min(e.id)
  FROM unnest(p_ids) AS i (id)
  CROSS JOIN LATERAL (SELECT x.* FROM ledger.entry x WHERE x.id = i.id OFFSET 0) e
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS lines, string_agg(CASE WHEN l.seq IS NULL
        THEN ledger.lp(c.owner) || ledger.lp(s.name) || int4send(l.code) || int8send(l.amount)
          || decode(repeat('00', 48), 'hex')
        ELSE a.label || int8send(l.amount) || int8send(l.after) || int8send(l.seq)
          || substr(e.prev, 32 * l.tracked - 31, 32) END, ''::bytea ORDER BY l.line) AS bytes
    FROM (
      SELECT x.*, (count(x.seq) OVER (ORDER BY x.line))::int AS tracked
      FROM unnest(e.asset, e.code, e.amount, e.after, e.seq) WITH ORDINALITY
        AS x (asset, code, amount, after, seq, line)
    ) l
    LEFT JOIN LATERAL (SELECT y.label FROM ledger.account y
      WHERE l.seq IS NOT NULL AND y.person = e.person AND y.asset_id = l.asset AND y.code = l.code OFFSET 0) a ON true
    LEFT JOIN LATERAL (SELECT y.owner FROM ledger.chart y
      WHERE l.seq IS NULL AND y.code = l.code OFFSET 0) c ON true
    LEFT JOIN LATERAL (SELECT y.name FROM ledger.asset y WHERE l.seq IS NULL AND y.id = l.asset OFFSET 0) s ON true
  ) b
  WHERE e.leaf IS DISTINCT FROM sha256('\x00'::bytea || ledger.lp('khara/entry/1') || uuid_send(e.uid)
    || ledger.lp(e.kind) || ledger.lp(e.ref) || ledger.lp(e.actor) || ledger.lp(e.mdate) || int8send(e.at_ms)
    || e.salt || int4send(b.lines) || b.bytes)
$$;
