-- Keeps in each kind's row whether it opens holds and its rules let it move what a hold moves: asked once, when kind or
-- rules change, and not of each hold.
CREATE OR REPLACE FUNCTION ledger.keep_opens() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.opens := coalesce(NEW.hold = 'open'
    AND ledger.move_number(NEW.number, NEW.free, -1) = ANY (NEW.moves)
    AND ledger.move_number(NEW.number, NEW.frozen, 1) = ANY (NEW.moves), false);
  RETURN NEW;
END $$;
