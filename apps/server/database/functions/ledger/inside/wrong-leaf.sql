-- The first of these entries whose leaf is not the hash of what its row says (docs/ledger.md), null when there is none.
-- The sealer asks before it gives them their places: a leaf that a caller made (ledger.write_entries) never comes under
-- a checkpoint unseen. Names of the platform's and the outside's lines are made once for all.
CREATE OR REPLACE FUNCTION ledger.wrong_leaf(p_ids bigint[]) RETURNS bigint
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  WITH name AS MATERIALIZED (
    SELECT c.code, s.id AS asset, int4send(octet_length(c.owner)) || convert_to(c.owner, 'UTF8')
             || int4send(octet_length(s.name)) || convert_to(s.name, 'UTF8') || int4send(c.code) AS bytes
    FROM (
      SELECT DISTINCT l.code, l.asset
      FROM (
        SELECT unnest(e.code) AS code, unnest(e.asset) AS asset, unnest(e.seq) AS seq
        FROM ledger.entry e WHERE e.id = ANY (p_ids)
      ) l WHERE l.seq IS NULL
    ) l
    JOIN ledger.chart c ON c.code = l.code JOIN ledger.asset s ON s.id = l.asset
  )
  SELECT min(e.id)
  FROM ledger.entry e
  CROSS JOIN LATERAL (
    -- An account that is not there makes the whole unknown, and so the leaf wrong.
    SELECT count(*)::int AS lines, CASE WHEN count(*) = count(l.bytes) THEN string_agg(l.bytes, ''::bytea) END AS bytes
    FROM (
      SELECT CASE WHEN x.seq IS NULL
          THEN (SELECT n.bytes FROM name n WHERE n.code = x.code AND n.asset = x.asset) || int8send(x.amount)
            || decode(repeat('00', 48), 'hex')
          ELSE (SELECT a.label FROM ledger.account a
              WHERE a.person = e.person AND a.asset_id = x.asset AND a.code = x.code)
            || int8send(x.amount) || int8send(x.after) || int8send(x.seq)
            || substr(e.prev, 32 * cardinality(array_remove(e.seq[:x.line], NULL)) - 31, 32) END AS bytes
      FROM (
        SELECT unnest(e.asset) AS asset, unnest(e.code) AS code, unnest(e.amount) AS amount, unnest(e.after) AS after,
               unnest(e.seq) AS seq, generate_subscripts(e.seq, 1) AS line
      ) x
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
