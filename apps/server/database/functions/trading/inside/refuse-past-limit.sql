-- Ends the transaction (KH006) for a limit that a member has set: `p_stop` says which.
CREATE OR REPLACE FUNCTION trading.refuse_past_limit(p_stop text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a limit that the member has set stops it: %', p_stop USING ERRCODE = 'KH006', DETAIL = p_stop;
END $$;
