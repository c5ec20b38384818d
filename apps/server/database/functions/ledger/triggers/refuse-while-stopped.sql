-- While money is stopped the database itself takes no new movement, whatever a server has checked. What was accepted
-- before goes on to be settled (decision 8): entries that use a hold, allotments, payouts and reversals pass. No
-- setting of a session lets a hold pass: the ledger looks at the holds themselves. An order that was accepted before
-- the stop enters the pre-open with a hold in the place of the one that it had.
CREATE OR REPLACE FUNCTION ledger.refuse_while_stopped() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_since bigint;
BEGIN
  SELECT s.at_ms INTO v_since FROM ledger.books_stop s WHERE s.resumed_ms IS NULL;
  IF NOT FOUND THEN
    RETURN NEW;
  END IF;
  IF TG_RELID = 'ledger.hold'::regclass THEN
    IF NOT EXISTS (SELECT FROM new_hold h WHERE NOT trading.replaces_waiting_hold(h.id, h.owner, v_since)) THEN
      RETURN NULL;
    END IF;
  ELSIF TG_RELID = 'trading."order"'::regclass THEN
    IF NOT EXISTS (SELECT FROM new_order o WHERE NOT o.by_system) THEN
      RETURN NULL;
    END IF;
  END IF;
  PERFORM ledger.refuse_new_movement();
  RETURN NEW;
END $$;
