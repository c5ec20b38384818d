-- Keeps the rules of each kind as numbers in its row (ledger.move_number), and what the bill calls each, so that an
-- entry need not look them up.
CREATE OR REPLACE FUNCTION ledger.keep_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE ledger.kind k SET moves = coalesce(r.moves, '{}'), words = coalesce(r.words, '{}')
  FROM ledger.kind o LEFT JOIN LATERAL (
    SELECT array_agg(ledger.move_number(o.number, r.code, r.sign) ORDER BY r.code, r.sign) AS moves,
           array_agg(r.business_type ORDER BY r.code, r.sign) AS words
    FROM ledger.rule r WHERE r.kind = o.kind
  ) r ON true
  WHERE o.kind = k.kind;
  RETURN NULL;
END $$;
