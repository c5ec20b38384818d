-- Ends the transaction with an error of ours (KH002): the caller asked for an entry that cannot be.
CREATE OR REPLACE FUNCTION ledger.refuse(p_why text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%', p_why USING ERRCODE = 'KH002';
END $$;
