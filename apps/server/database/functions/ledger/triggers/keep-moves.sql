-- Keeps the rules of each kind as numbers in its row (ledger.move_number), so that an entry need not look them up.
CREATE OR REPLACE FUNCTION ledger.keep_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE ledger.kind k
  SET moves = coalesce((SELECT array_agg(ledger.move_number(k.number, r.code, r.sign) ORDER BY r.code, r.sign)
    FROM ledger.rule r WHERE r.kind = k.kind), '{}');
  RETURN NULL;
END $$;
