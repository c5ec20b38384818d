-- The hash over the 2^level leaves from p_idx * 2^level on. Only complete subtrees are kept: they never change.
CREATE OR REPLACE FUNCTION ledger.subtree(p_level int, p_idx bigint) RETURNS bytea LANGUAGE sql STABLE
  SET enable_seqscan = off AS $$
  SELECT CASE WHEN p_level = 0 THEN (SELECT l.hash FROM ledger.leaf l WHERE l.idx = p_idx)
    ELSE (SELECT n.hash FROM ledger.node n WHERE n.level = p_level::smallint AND n.idx = p_idx) END
$$;
